// Tests how packets access memory: the kind of access that is chosen for each load and store, and its estimated cost.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analysis/PacketShapes.h"
#include "recipes/AccessPlans.h"
#include "recipes/ContiguousIfCheckedRecipe.h"
#include "recipes/InterleavedRecipe.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

namespace weft::compiler {
namespace {

using Form = InterleavedRecipe::Form;

class AccessPlansTest : public testing::Test {
protected:
  /// Analyses a kernel that contains the instructions `body`. They may use the kernel's parameters, and the local id as
  /// %x and as %i (64 bits).
  void plan(const std::string &body, unsigned width = 8) {
    llvm::SMDiagnostic problem;
    module_ = llvm::parseAssemblyString("target triple = \"spir64\"\ndeclare i32 @weft.local.id.0()\n"
                                        "define void @k(ptr addrspace(1) %a, ptr addrspace(3) %l, i64 %n, i64 %m) {\n"
                                        "entry:\n  %x = call i32 @weft.local.id.0()\n  %i = zext i32 %x to i64\n" +
                                            body + "  ret void\n}\n",
                                        problem, context_);
    ASSERT_TRUE(module_) << problem.getMessage().str();
    llvm::Function &kernel = *module_->getFunction("k");
    shapes_ = std::make_unique<PacketShapes>(kernel);
    plans_ = std::make_unique<AccessPlans>(kernel, *shapes_, width, profile_);
  }

  /// Returns the recipe of the kernel's `number`th load or store.
  const MemoryRecipe &recipeOf(size_t number) { return plans_->of(access(number)); }
  AccessKind kindOf(size_t number) { return recipeOf(number).kind; }
  double costOf(size_t number) { return recipeOf(number).cost(access(number)); }
  /// Returns the recipe as one of the kind that a test has checked, or is about to check.
  template <typename Recipe> const Recipe &recipeAs(size_t number) {
    return static_cast<const Recipe &>(recipeOf(number));
  }
  const InterleavedRecipe &groupOf(size_t number) { return recipeAs<InterleavedRecipe>(number); }
  const llvm::Instruction &access(size_t number) {
    std::vector<const llvm::Instruction *> accesses;
    for (const llvm::Instruction &instruction : llvm::instructions(*module_->getFunction("k")))
      if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction))
        accesses.push_back(&instruction);
    return *accesses.at(number);
  }
  std::vector<int64_t> numbersOf(const InterleavedRecipe &group) {
    std::vector<int64_t> numbers;
    for (const InterleavedRecipe::Member &member : group.members)
      numbers.push_back(member.number);
    return numbers;
  }

  llvm::LLVMContext context_;
  TargetProfile profile_ = TargetProfile::generic();
  std::unique_ptr<llvm::Module> module_;
  std::unique_ptr<PacketShapes> shapes_;
  std::unique_ptr<AccessPlans> plans_;
};

/// Returns the instruction that computes %p<number>, the address of element `index` of `array`.
std::string address(int number, const std::string &index, const std::string &type = "float",
                    const std::string &array = "ptr addrspace(1) %a") {
  return "  %p" + std::to_string(number) + " = getelementptr " + type + ", " + array + ", i64 " + index + "\n";
}
std::string load(int number, const std::string &type = "float", int space = 1) {
  return "  %v" + std::to_string(number) + " = load " + type + ", ptr addrspace(" + std::to_string(space) + ") %p" +
         std::to_string(number) + ", align 4\n";
}
std::string store(int number, const std::string &value = "float 0.0") {
  return "  store " + value + ", ptr addrspace(1) %p" + std::to_string(number) + ", align 1\n";
}

TEST_F(AccessPlansTest, NeighboursGoForwardOrBackward) {
  plan(address(0, "%i") + load(0) + "  %back = sub nsw i64 %n, %i\n" + address(1, "%back") + load(1));
  EXPECT_EQ(kindOf(0), AccessKind::contiguous);
  EXPECT_EQ(kindOf(1), AccessKind::reverse);
  EXPECT_GT(costOf(1), costOf(0));
}

/// Lanes that store to the same address must store in the order of the lanes.
TEST_F(AccessPlansTest, EachLaneStoresToOnePlace) {
  plan("  %v = uitofp i32 %x to float\n" + address(0, "%n") + store(0, "float %v"));
  EXPECT_EQ(kindOf(0), AccessKind::gatherScatter);
  EXPECT_DOUBLE_EQ(costOf(0), 8 * profile_.cycles.gatheredElement);
}

TEST_F(AccessPlansTest, ElementsOfAStructFormOneGroup) {
  plan("  %twice = shl nuw nsw i64 %i, 1\n  %next = or disjoint i64 %twice, 1\n" + address(0, "%twice") +
       address(1, "%next") + load(1) + load(0));
  EXPECT_EQ(kindOf(0), AccessKind::interleaved);
  EXPECT_EQ(&recipeOf(0), &recipeOf(1));
  EXPECT_EQ(groupOf(0).pitch, 2U);
  EXPECT_EQ(numbersOf(groupOf(0)), (std::vector<int64_t>{0, -1}));
  EXPECT_EQ(groupOf(0).form, Form::interleaved);
}

TEST_F(AccessPlansTest, AStoreBetweenKeepsLoadsApart) {
  plan("  %twice = shl nuw nsw i64 %i, 1\n  %next = or disjoint i64 %twice, 1\n" + address(0, "%twice") +
       address(1, "%next") + load(0) + "  store float 1.0, ptr addrspace(1) %a\n" + load(1));
  EXPECT_NE(&recipeOf(0), &recipeOf(2));
  EXPECT_EQ(groupOf(0).members.size(), 1U);
  EXPECT_EQ(groupOf(0).form, Form::overlapping); // the vectors must not access bytes after the last lane's element
}

TEST_F(AccessPlansTest, BytesArePermutedWhereThatIsOneInstruction) {
  const std::string pixels = "  %thrice = mul nuw nsw i64 %i, 3\n  %g = add nuw nsw i64 %thrice, 1\n"
                             "  %b = add nuw nsw i64 %thrice, 2\n" +
                             address(0, "%thrice", "i8") + address(1, "%g", "i8") + address(2, "%b", "i8") +
                             load(0, "i8") + load(1, "i8") + load(2, "i8");
  plan(pixels);
  EXPECT_EQ(groupOf(0).form, Form::interleaved);
  profile_.legal.permuted = 1;
  plan(pixels);
  EXPECT_EQ(groupOf(0).form, Form::overlapping);
  EXPECT_EQ(groupOf(0).span, 3U);
}

TEST_F(AccessPlansTest, StoresThatLeaveElementsOutNeedMasksForThem) {
  const std::string twice = "  %twice = shl nuw nsw i64 %i, 1\n";
  plan(twice + address(0, "%twice") + store(0));
  EXPECT_EQ(groupOf(0).form, Form::masked);
  plan(twice + address(0, "%twice", "i8") + store(0, "i8 0"));
  EXPECT_EQ(groupOf(0).form, Form::gatherScatter);
  profile_.interleaved.minMaskedBytes = 1;
  plan(twice + address(0, "%twice", "i8") + store(0, "i8 0"));
  EXPECT_EQ(groupOf(0).form, Form::masked);
}

TEST_F(AccessPlansTest, StepsAreFewElementsOnPacketsThatAreWideEnough) {
  plan("  %five = mul nuw nsw i64 %i, 5\n  %four = mul nuw nsw i64 %i, 4\n" + address(0, "%five") +
       address(1, "%four") + load(0) + load(1));
  EXPECT_EQ(kindOf(0), AccessKind::gatherScatter);
  EXPECT_EQ(kindOf(1), AccessKind::interleaved);
  plan("  %four = mul nuw nsw i64 %i, 4\n" + address(1, "%four") + load(1), 2);
  EXPECT_EQ(kindOf(0), AccessKind::gatherScatter);
}

TEST_F(AccessPlansTest, ElementsOfLocalMemoryAreLoadedOneByOne) {
  plan("  %row = mul nuw nsw i64 %i, 17\n" + address(0, "%row", "float", "ptr addrspace(3) %l") + load(0, "float", 3) +
       address(1, "%row") + load(1));
  EXPECT_EQ(kindOf(0), AccessKind::scalarised);
  EXPECT_EQ(kindOf(1), AccessKind::gatherScatter);
}

TEST_F(AccessPlansTest, IndicesMadeOfIdsAreCompared) {
  const std::string clamped = "  %c = call i64 @llvm.umin.i64(i64 %i, i64 %n)\n  %k = add i64 %c, %m\n";
  plan(clamped + address(0, "%k") + load(0) + address(1, "%k", "float", "ptr addrspace(3) %l") + load(1, "float", 3) +
       address(2, "%k", "double", "ptr addrspace(3) %l") + load(2, "double", 3));
  EXPECT_EQ(kindOf(0), AccessKind::contiguousIfChecked);
  EXPECT_EQ(recipeAs<ContiguousIfCheckedRecipe>(0).part->getName(),
            "c"); // the comparison leaves out %m, which is the same in all lanes
  EXPECT_FALSE(recipeAs<ContiguousIfCheckedRecipe>(0).mayFitWindow);
  EXPECT_TRUE(recipeAs<ContiguousIfCheckedRecipe>(1).mayFitWindow);
  EXPECT_FALSE(recipeAs<ContiguousIfCheckedRecipe>(2).mayFitWindow);
  plan(clamped + address(1, "%k", "float", "ptr addrspace(3) %l") + load(1, "float", 3), 32);
  EXPECT_FALSE(recipeAs<ContiguousIfCheckedRecipe>(0).mayFitWindow);
}

TEST_F(AccessPlansTest, WhatIsLoadedAsAnIndexIsGathered) {
  plan(address(0, "%i", "i64") + load(0, "i64") + address(1, "%v0") + load(1));
  EXPECT_EQ(kindOf(0), AccessKind::contiguous);
  EXPECT_EQ(kindOf(1), AccessKind::gatherScatter);
}

TEST_F(AccessPlansTest, VectorsOneBehindTheOtherAreReachedTogether) {
  plan(address(0, "%i", "<3 x float>") + load(0, "<3 x float>"));
  EXPECT_EQ(kindOf(0), AccessKind::contiguous);
  EXPECT_EQ(recipeAs<ContiguousRecipe>(0).pitch, 4U);
  plan("  %thrice = mul nuw nsw i64 %i, 3\n" + address(0, "%thrice", "<4 x float>") + load(0, "<4 x float>"));
  EXPECT_EQ(kindOf(0), AccessKind::transposed);
  EXPECT_TRUE(recipeOf(0).transposes());
}

TEST_F(AccessPlansTest, OneRecipeLoadsChangesAndStoresAnElement) {
  const std::string update = "  %k = mul nuw nsw i64 %i, %n\n" + address(0, "%k") + load(0) +
                             "  %sum = fadd float %v0, 1.0\n" + store(0, "float %sum");
  profile_.cycles.gatheredElement = 4;
  profile_.cycles.readModifyWrite = 7;
  plan(update);
  EXPECT_EQ(kindOf(0), AccessKind::scalarReadModifyWrite);
  EXPECT_EQ(&recipeOf(0), &recipeOf(1));
  EXPECT_TRUE(plans_->isFused(*access(0).getNextNode()));
  EXPECT_DOUBLE_EQ(costOf(0) + costOf(1), 8 * 7);
  profile_.cycles.readModifyWrite = 8;
  plan(update);
  EXPECT_EQ(kindOf(0), AccessKind::gatherScatter);
  EXPECT_FALSE(plans_->isFused(*access(0).getNextNode()));
}

TEST_F(AccessPlansTest, SwappedNeighboursArePermuted) {
  plan("  %other = xor i64 %i, 1\n" + address(0, "%other") + load(0));
  EXPECT_EQ(kindOf(0), AccessKind::permuted);
  EXPECT_TRUE(recipeOf(0).hasMaskedStores());
  EXPECT_FALSE(recipeOf(0).transposes());
}

TEST_F(AccessPlansTest, CostsAreThoseOfTheProfile) {
  profile_.cycles.vectorAccess = 10;
  profile_.cycles.vectorOperation = 1;
  profile_.cycles.gatheredElement = 100;
  profile_.cycles.scalarisedElement = 1000;
  profile_.legal.gathered = 4;
  plan("  %twice = shl nuw nsw i64 %i, 1\n  %row = mul nuw nsw i64 %i, %n\n" + address(0, "%i") + load(0) +
       address(1, "%i", "double") + load(1, "double") + address(2, "%twice") + load(2) + address(3, "%row") + load(3) +
       address(4, "%row", "i8") + load(4, "i8"));
  EXPECT_DOUBLE_EQ(costOf(0), 10);
  EXPECT_DOUBLE_EQ(costOf(1), 20); // two registers for each vector
  EXPECT_DOUBLE_EQ(costOf(2), 22);
  EXPECT_DOUBLE_EQ(costOf(3), 800);
  EXPECT_DOUBLE_EQ(costOf(4), 800); // the bytes are extracted from gathered words
}

} // namespace
} // namespace weft::compiler
