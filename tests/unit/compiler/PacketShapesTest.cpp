// Tests the analysis that finds which values are uniform, strided or varying over a packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "analysis/PacketShapes.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

namespace weft::compiler {
namespace {

class PacketShapesTest : public testing::Test {
protected:
  /// Analyses a kernel that contains the instructions `body`. They may use the kernel's parameters and the local ids %x
  /// and %y.
  void analyse(const std::string &body) {
    llvm::SMDiagnostic problem;
    module_ = llvm::parseAssemblyString("target triple = \"spir64\"\n"
                                        "declare i32 @weft.local.id.0()\ndeclare i32 @weft.local.id.1()\n"
                                        "declare i32 @weft.lane.id()\ndeclare i32 @weft.sub.group.id()\n"
                                        "declare i64 @__weft_sub_group_ballot(i1)\n"
                                        "declare i32 @__weft_sub_group_broadcast_uint(i32, i32)\n"
                                        "declare i32 @__weft_sub_group_shuffle_uint(i32, i32)\n"
                                        "declare i32 @__weft_sub_group_reduce_add_uint(i32)\n"
                                        "declare i32 @__weft_sub_group_inclusive_add_uint(i32)\n"
                                        "declare i32 @__weft_sub_group_clustered_add_uint(i32, i32)\n"
                                        "define void @k(ptr addrspace(1) %a, i32 %n, i32 %m) {\nentry:\n"
                                        "  %x = call i32 @weft.local.id.0()\n  %y = call i32 @weft.local.id.1()\n" +
                                            body + "}\n",
                                        problem, context_);
    ASSERT_TRUE(module_) << problem.getMessage().str();
    shapes_.emplace(*module_->getFunction("k"), width_);
  }
  const llvm::Value &value(const char *name) {
    for (const llvm::Instruction &instruction : llvm::instructions(*module_->getFunction("k")))
      if (instruction.getName() == name)
        return instruction;
    ADD_FAILURE() << "there is no " << name;
    return *module_->getFunction("k");
  }
  bool isUniform(const char *name) { return shapes_->isUniform(value(name)); }
  std::optional<int64_t> strideOf(const char *name) { return shapes_->strideOf(value(name)); }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  std::optional<PacketShapes> shapes_;
  uint64_t width_ = 0;
};

TEST_F(PacketShapesTest, IdsOfOtherDimensionsAreUniform) {
  analyse("  %row = mul i32 %y, %n\n  %p = getelementptr i32, ptr addrspace(1) %a, i32 %row\n"
          "  %v = load i32, ptr addrspace(1) %p\n  ret void\n");
  EXPECT_TRUE(isUniform("row"));
  EXPECT_TRUE(isUniform("v"));
  EXPECT_EQ(strideOf("x"), 1);
}

TEST_F(PacketShapesTest, StridesGoThroughArithmeticWithConstants) {
  analyse("  %sum = add nsw i32 %x, %n\n  %four = shl nsw i32 %sum, 2\n  %back = sub nsw i32 %m, %four\n"
          "  %by.three = mul i32 %x, 3\n  %by.n = mul nsw i32 %x, %n\n  ret void\n");
  EXPECT_EQ(strideOf("sum"), 1);
  EXPECT_EQ(strideOf("four"), 4);
  EXPECT_EQ(strideOf("back"), -4);
  EXPECT_EQ(strideOf("by.three"), 3);
  EXPECT_EQ(strideOf("by.n"), std::nullopt);
}

TEST_F(PacketShapesTest, BitsBelowThoseOfLaneZeroAreCarriedNowhere) {
  const std::string body = "  %low = and i32 %x, 63\n  %lowest = and i32 %x, 15\n  %part = and i32 %x, 7\n"
                           "  %high = and i32 %x, -16\n  %row = lshr i32 %x, 4\n  %half = lshr i32 %x, 3\n"
                           "  %opposite = xor i32 %x, 15\n  %next = xor i32 %x, 16\n  %with = or i32 %x, 64\n"
                           "  %four = shl i32 %x, 2\n  %quarter = lshr i32 %four, 2\n  %column = and i32 %four, 127\n"
                           "  %block = ashr i32 %four, 6\n  %moved = add i32 %x, 48\n  %of.moved = and i32 %moved, 31\n"
                           "  %off = add i32 %x, 4\n  %of.off = and i32 %off, 63\n  %far = mul i32 %x, %n\n"
                           "  %of.far = and i32 %far, 63\n  %chosen = and i32 %x, %n\n  %wide = zext i32 %low to i64\n"
                           "  ret void\n";
  width_ = 16;
  analyse(body);
  for (const auto &[name, stride] : std::vector<std::pair<const char *, int64_t>>{{"low", 1},
                                                                                  {"lowest", 1},
                                                                                  {"high", 0},
                                                                                  {"row", 0},
                                                                                  {"opposite", -1},
                                                                                  {"next", 1},
                                                                                  {"with", 1},
                                                                                  {"quarter", 1},
                                                                                  {"column", 4},
                                                                                  {"block", 0},
                                                                                  {"of.moved", 1},
                                                                                  {"wide", 1}})
    EXPECT_EQ(strideOf(name), stride) << name;
  for (const char *name : {"part", "half", "of.off", "of.far", "chosen"})
    EXPECT_EQ(strideOf(name), std::nullopt) << name;
  width_ = 0;
  analyse(body);
  for (const char *name : {"low", "row", "next"})
    EXPECT_EQ(strideOf(name), std::nullopt) << name << ", of packets of any width";
}

TEST_F(PacketShapesTest, ExtensionsNeedNumbersThatDoNotWrap) {
  analyse("  %wraps = add i32 %x, %n\n  %s = sext i32 %wraps to i64\n  %z = zext i32 %wraps to i64\n"
          "  %exact = add nsw i32 %x, %n\n  %se = sext i32 %exact to i64\n  %ze = zext i32 %exact to i64\n"
          "  %nneg = zext nneg i32 %exact to i64\n  ret void\n");
  EXPECT_EQ(strideOf("wraps"), 1);
  EXPECT_EQ(strideOf("s"), std::nullopt);
  EXPECT_EQ(strideOf("z"), std::nullopt);
  EXPECT_EQ(strideOf("se"), 1);
  EXPECT_EQ(strideOf("ze"), std::nullopt);
  EXPECT_EQ(strideOf("nneg"), 1);
}

TEST_F(PacketShapesTest, FlagsOfWhatSomeLanesRunSayNothingOfLaneZero) {
  analyse("  %always = add nuw nsw i32 %x, 1\n  %moved = sub nuw i32 %x, %m\n  %above = icmp uge i32 %always, %n\n"
          "  %zv = zext i32 %moved to i64\n  br i1 %above, label %guarded, label %joined\n"
          "guarded:\n  %less = sub nuw i32 %x, %n\n  %z = zext i32 %less to i64\n"
          "  %za = zext i32 %always to i64\n  %p = getelementptr i32, ptr addrspace(1) %a, i64 %zv\n"
          "  store i32 0, ptr addrspace(1) %p\n  br label %joined\n"
          "joined:\n  %more = add nuw i32 %x, 2\n  %zm = zext i32 %more to i64\n"
          "  %q = getelementptr i32, ptr addrspace(1) %a, i64 %zm\n  store i32 0, ptr addrspace(1) %q\n  ret void\n");
  EXPECT_EQ(strideOf("less"), 1);
  EXPECT_TRUE(shapes_->isValidFromLaneZero(value("less"))); // valid modulo the width of its type
  EXPECT_EQ(strideOf("z"), 1);
  EXPECT_FALSE(shapes_->isValidFromLaneZero(value("z")));
  EXPECT_EQ(strideOf("za"), 1);
  EXPECT_TRUE(shapes_->isValidFromLaneZero(value("za")));
  EXPECT_EQ(strideOf("zm"), 1);
  EXPECT_TRUE(shapes_->isValidFromLaneZero(value("zm")));
  // An instruction whose value lane 0 doesn't use may have been moved out of a condition.
  EXPECT_EQ(strideOf("zv"), 1);
  EXPECT_FALSE(shapes_->isValidFromLaneZero(value("zv")));
  EXPECT_TRUE(shapes_->isDivergentBlock(*llvm::cast<llvm::Instruction>(value("z")).getParent()));
  EXPECT_FALSE(shapes_->isDivergentBlock(*llvm::cast<llvm::Instruction>(value("zm")).getParent()));
}

TEST_F(PacketShapesTest, LaneZerosIndexOfLargeElementsCannotWrapWhereAnotherLanesIsWithinAnObject) {
  const std::string body =
      "  %index = add nsw i32 %x, %n\n  %guard = icmp sgt i32 %x, %m\n  br i1 %guard, label %guarded, label %joined\n"
      "guarded:\n  %below = sub nsw i32 %index, %m\n  %wide = sext i32 %below to i64\n"
      "  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %wide\n"
      "  %bytes = getelementptr inbounds i8, ptr addrspace(1) %a, i64 %wide\n"
      "  %anywhere = getelementptr float, ptr addrspace(1) %a, i64 %wide\n"
      "  %member = getelementptr inbounds { i32, [2 x float] }, ptr addrspace(1) %a, i64 %wide, i32 1, i64 1\n"
      "  store float 0.0, ptr addrspace(1) %p\n  br label %joined\njoined:\n  ret void\n";
  analyse(body);
  EXPECT_FALSE(shapes_.value().isValidFromLaneZero(value("wide")));
  EXPECT_EQ(strideOf("p"), 4);
  EXPECT_TRUE(shapes_.value().isValidFromLaneZero(value("p")));
  EXPECT_FALSE(shapes_.value().isValidFromLaneZero(value("bytes")));
  EXPECT_FALSE(shapes_.value().isValidFromLaneZero(value("anywhere")));
  EXPECT_EQ(strideOf("member"), 12);
  EXPECT_TRUE(shapes_.value().isValidFromLaneZero(value("member")));
  module_->getFunction("k")->addFnAttr("weft-wide-indices");
  shapes_.emplace(*module_->getFunction("k"), width_);
  EXPECT_FALSE(shapes_.value().isValidFromLaneZero(value("p")));
}

TEST_F(PacketShapesTest, AddressesAreStridedInBytes) {
  analyse("  %wide = zext i32 %x to i64\n  %p = getelementptr [4 x i32], ptr addrspace(1) %a, i64 %wide, i32 2\n"
          "  %bytes = getelementptr i8, ptr addrspace(1) %p, i64 %wide\n  %v = load i32, ptr addrspace(1) %p\n"
          "  %q = getelementptr i32, ptr addrspace(1) %a, i32 %v\n  ret void\n");
  EXPECT_EQ(strideOf("p"), 16);
  EXPECT_EQ(strideOf("bytes"), 17);
  EXPECT_EQ(strideOf("v"), std::nullopt);
  EXPECT_EQ(strideOf("q"), std::nullopt);
}

TEST_F(PacketShapesTest, ValuesAroundLoopsKeepTheirStrideOnlyIfItComesBack) {
  analyse("  br label %loop\nloop:\n  %i = phi i32 [ %x, %entry ], [ %i.next, %loop ]\n"
          "  %j = phi i32 [ %x, %entry ], [ %j.next, %loop ]\n  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]\n"
          "  %i.next = add nsw i32 %i, %m\n  %j.next = add i32 %j, %x\n  %k.next = add i32 %k, 1\n"
          "  %more = icmp slt i32 %i.next, %n\n  br i1 %more, label %loop, label %done\n"
          "done:\n  %left = phi i32 [ %k, %loop ]\n  ret void\n");
  EXPECT_EQ(strideOf("i"), 1);
  EXPECT_EQ(strideOf("j"), std::nullopt);
  EXPECT_TRUE(isUniform("k"));     // all lanes that are still in the loop have run the same number of iterations
  EXPECT_FALSE(isUniform("left")); // but lanes left the loop in different iterations
  EXPECT_EQ(strideOf("left"), std::nullopt);
}

TEST_F(PacketShapesTest, ValuesThatMeetBehindDivergentBranchesVary) {
  analyse("  %odd = trunc i32 %x to i1\n  br i1 %odd, label %one, label %two\none:\n  br label %two\n"
          "two:\n  %met = phi i32 [ %n, %entry ], [ %m, %one ]\n  ret void\n");
  EXPECT_FALSE(isUniform("met"));
  EXPECT_TRUE(shapes_->hasDivergentTerminator(module_->getFunction("k")->getEntryBlock()));
}

TEST_F(PacketShapesTest, IndicesOfSmallObjectsDoNotWrapBetweenAccesses) {
  const std::string body = "  %wraps = add i32 %x, %n\n  %z = zext i32 %wraps to i64\n"
                           "  %p = getelementptr i32, ptr addrspace(1) %a, i64 %z\n"
                           "  %twice = getelementptr i32, ptr addrspace(1) %p, i64 %z\n"
                           "  %byte = trunc i32 %wraps to i8\n  %zb = zext i8 %byte to i64\n"
                           "  %q = getelementptr i32, ptr addrspace(1) %a, i64 %zb\n  ret void\n";
  analyse(body);
  EXPECT_EQ(strideOf("z"), std::nullopt);
  EXPECT_EQ(strideOf("p"), 4);
  EXPECT_FALSE(shapes_->isValidFromLaneZero(value("p")));
  EXPECT_EQ(strideOf("twice"), std::nullopt); // the sum of two indices that wrap may lie in one object
  EXPECT_EQ(strideOf("q"), std::nullopt);
  module_->getFunction("k")->addFnAttr("weft-wide-indices");
  shapes_.emplace(*module_->getFunction("k"));
  EXPECT_EQ(strideOf("p"), std::nullopt);
}

TEST_F(PacketShapesTest, BoundsAboveHoldFromLaneZero) {
  analyse("  %below = icmp ult i32 %x, %n\n  %above = icmp ugt i32 %x, %n\n  %here = icmp eq i32 %x, %n\n"
          "  %not = xor i1 %above, true\n  %both = and i1 %below, %not\n  %mixed = and i1 %below, %above\n"
          "  %wraps = add i32 %x, %m\n  %unsure = icmp ult i32 %wraps, %n\n  ret void\n");
  EXPECT_TRUE(shapes_->impliesLaneZero(value("below"), false));
  EXPECT_FALSE(shapes_->impliesLaneZero(value("below"), true));
  EXPECT_FALSE(shapes_->impliesLaneZero(value("above"), false));
  EXPECT_TRUE(shapes_->impliesLaneZero(value("above"), true));
  EXPECT_FALSE(shapes_->impliesLaneZero(value("here"), false));
  EXPECT_TRUE(shapes_->impliesLaneZero(value("both"), false));
  EXPECT_FALSE(shapes_->impliesLaneZero(value("mixed"), false));
  EXPECT_FALSE(shapes_->impliesLaneZero(value("unsure"), false));
}

TEST_F(PacketShapesTest, OneValueAmongNoneKeepsItsStrideWithinALoop) {
  analyse("  br label %loop\nloop:\n  %i = phi i32 [ %x, %entry ], [ %again, %latch ]\n"
          "  %leaves = icmp eq i32 %i, %m\n  br i1 %leaves, label %latch, label %body\n"
          "body:\n  %next = add i32 %i, 256\n  br label %latch\n"
          "latch:\n  %again = phi i32 [ poison, %loop ], [ %next, %body ]\n"
          "  %stays = phi i1 [ false, %loop ], [ true, %body ]\n  br i1 %stays, label %loop, label %done\n"
          "done:\n  %left = phi i32 [ %again, %latch ]\n  ret void\n");
  EXPECT_EQ(strideOf("i"), 1);
  EXPECT_EQ(strideOf("again"), 1);
  EXPECT_EQ(strideOf("left"), std::nullopt);
}

TEST_F(PacketShapesTest, CollectivesOfSubGroups) {
  analyse("  %lane = call i32 @weft.lane.id()\n  %group = call i32 @weft.sub.group.id()\n"
          "  %v = mul i32 %x, %x\n  %odd = trunc i32 %v to i1\n"
          "  %ballot = call i64 @__weft_sub_group_ballot(i1 %odd)\n"
          "  %broadcast = call i32 @__weft_sub_group_broadcast_uint(i32 %v, i32 %n)\n"
          "  %reduce = call i32 @__weft_sub_group_reduce_add_uint(i32 %v)\n"
          "  %shuffle = call i32 @__weft_sub_group_shuffle_uint(i32 %n, i32 %x)\n"
          "  %scan = call i32 @__weft_sub_group_inclusive_add_uint(i32 %n)\n"
          "  %cluster = call i32 @__weft_sub_group_clustered_add_uint(i32 %n, i32 2)\n"
          "  ret void\n");
  EXPECT_EQ(strideOf("lane"), 1);
  for (const char *name : {"group", "ballot", "broadcast", "reduce"})
    EXPECT_TRUE(isUniform(name)) << name;
  for (const char *name : {"shuffle", "scan", "cluster"})
    EXPECT_FALSE(isUniform(name)) << name;
}

} // namespace
} // namespace weft::compiler
