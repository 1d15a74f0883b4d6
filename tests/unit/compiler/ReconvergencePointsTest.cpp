// Tests reconvergence points of branches against LLVM's post-dominator tree and against a search from each branch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analysis/ReconvergencePoints.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

namespace weft::compiler {
namespace {

using Blocks = std::vector<const llvm::BasicBlock *>;

class ReconvergencePointsTest : public testing::Test {
protected:
  llvm::Function &parse(const std::string &body) {
    llvm::SMDiagnostic problem;
    module_ = llvm::parseAssemblyString("define void @k(i1 %c, i32 %n) {\n" + body + "}\n", problem, context_);
    EXPECT_TRUE(module_) << problem.getMessage().str();
    return *module_->getFunction("k");
  }
  /// Returns a function of `count` blocks with branches to random blocks. Some blocks return.
  llvm::Function &random(unsigned seed, unsigned count) {
    std::mt19937 numbers(seed);
    const auto label = [&] { return "label %b" + std::to_string(1 + numbers() % (count - 1)); };
    std::string body = "  br label %b1\n";
    for (unsigned block = 1; block < count; ++block) {
      body += "b" + std::to_string(block) + ":\n";
      const unsigned kind = numbers() % 10;
      if (kind < 2)
        body += "  ret void\n";
      else if (kind < 5)
        body += "  br " + label() + "\n";
      else if (kind < 9)
        body += "  br i1 %c, " + label() + ", " + label() + "\n";
      else
        body += "  switch i32 %n, " + label() + " [ i32 0, " + label() + " i32 1, " + label() + " ]\n";
    }
    return parse(body);
  }
  static const llvm::BasicBlock &block(llvm::Function &function, const std::string &name) {
    for (const llvm::BasicBlock &block : function)
      if (block.getName() == name)
        return block;
    ADD_FAILURE() << "there is no " << name;
    return function.front();
  }
  static std::string nameOf(const llvm::BasicBlock *block) { return block ? block->getName().str() : "end"; }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
};

/// Whether some path from `block` reaches a return. For blocks without such a path, LLVM's tree chooses an exit itself.
bool canEnd(const llvm::BasicBlock &block) {
  std::set<const llvm::BasicBlock *> seen{&block};
  Blocks worklist{&block};
  while (!worklist.empty()) {
    const llvm::BasicBlock *next = worklist.back();
    worklist.pop_back();
    if (llvm::succ_empty(next))
      return true;
    for (const llvm::BasicBlock *successor : llvm::successors(next))
      if (seen.insert(successor).second)
        worklist.push_back(successor);
  }
  return false;
}

std::set<std::string> walkFrom(const Blocks &branches, const ReconvergencePoints &joins) {
  std::set<std::string> found;
  for (const llvm::BasicBlock *branch : branches) {
    std::set<const llvm::BasicBlock *> seen;
    Blocks worklist(llvm::succ_begin(branch), llvm::succ_end(branch));
    while (!worklist.empty()) {
      const llvm::BasicBlock *next = worklist.back();
      worklist.pop_back();
      if (next == joins.reconvergencePointOf(*branch) || !seen.insert(next).second)
        continue;
      found.insert(next->getName().str());
      worklist.insert(worklist.end(), llvm::succ_begin(next), llvm::succ_end(next));
    }
  }
  return found;
}

TEST_F(ReconvergencePointsTest, AgreesWithPostDominatorsWhereAllWaysEnd) {
  unsigned compared = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    llvm::Function &function = random(seed, 4 + seed % 30);
    if (!llvm::all_of(function, canEnd))
      continue;
    const ReconvergencePoints joins(function);
    const llvm::PostDominatorTree tree(function);
    for (const llvm::BasicBlock &block : function) {
      const llvm::DomTreeNode *behind = tree.getNode(&block)->getIDom();
      EXPECT_EQ(nameOf(joins.reconvergencePointOf(block)), nameOf(behind->getBlock()))
          << "seed " << seed << " " << nameOf(&block);
      ++compared;
    }
  }
  EXPECT_GT(compared, 500U);
}

TEST_F(ReconvergencePointsTest, BeforeIsWhatAWalkFromEachBranchMeets) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    llvm::Function &function = random(seed, 4 + seed % 30);
    if (!llvm::all_of(function, canEnd))
      continue;
    const ReconvergencePoints joins(function);
    Blocks branches;
    for (const llvm::BasicBlock &block : function)
      if (llvm::succ_size(&block) > 1 && (block.getName().size() + seed) % 2 == 0)
        branches.push_back(&block);
    std::set<std::string> found;
    for (const llvm::BasicBlock *block : joins.influenceRegion(branches))
      found.insert(block->getName().str());
    EXPECT_EQ(found, walkFrom(branches, joins)) << "seed " << seed;
  }
}

TEST_F(ReconvergencePointsTest, WaysThatEndInUnreachableCountForNothing) {
  llvm::Function &function = parse("  switch i32 %n, label %none [ i32 0, label %a i32 1, label %b ]\n"
                                   "none:\n  br label %trap\ntrap:\n  unreachable\n"
                                   "a:\n  br label %joined\nb:\n  br label %joined\njoined:\n  ret void\n");
  const ReconvergencePoints joins(function);
  EXPECT_EQ(nameOf(joins.reconvergencePointOf(function.front())), "joined");
  EXPECT_EQ(nameOf(joins.reconvergencePointOf(block(function, "none"))), "end");
  const auto between = joins.influenceRegion({&function.front()});
  EXPECT_TRUE(between.contains(&block(function, "a")));
  EXPECT_TRUE(between.contains(&block(function, "none")));
  EXPECT_FALSE(between.contains(&block(function, "joined")));
}

TEST_F(ReconvergencePointsTest, KnowsAllBlocksOfLoopsWithoutEnd) {
  llvm::Function &function = parse("  br i1 %c, label %done, label %a\na:\n  br i1 %c, label %b, label %a\n"
                                   "b:\n  br label %a\ndone:\n  ret void\n");
  const ReconvergencePoints joins(function);
  EXPECT_EQ(nameOf(joins.reconvergencePointOf(function.front())), "end");
  EXPECT_EQ(joins.inTreeOrder().size(), 4U);
  EXPECT_TRUE(joins.influenceRegion({&function.front()}).contains(&block(function, "b")));
}

/// The paths of the branches don't reconverge before the end, so each branch influences all later blocks. A search from
/// each branch would take so long that the test would time out.
TEST_F(ReconvergencePointsTest, AsksManyBranchesInOneWalk) {
  constexpr unsigned count = 20000;
  std::string body = "  br label %b0\n";
  for (unsigned number = 0; number < count; ++number) {
    const std::string self = std::to_string(number);
    body += "b" + self + ":\n  br i1 %c, label %t" + self + ", label %b" + std::to_string(number + 1) + "\n";
    body += "t" + self + ":\n  br i1 %c, label %end, label %b" + std::to_string(number + 1) + "\n";
  }
  llvm::Function &function = parse(body + "b" + std::to_string(count) + ":\n  br label %end\nend:\n  ret void\n");
  const ReconvergencePoints joins(function);
  Blocks branches;
  for (const llvm::BasicBlock &block : function)
    if (llvm::succ_size(&block) > 1)
      branches.push_back(&block);
  EXPECT_EQ(joins.influenceRegion(branches).size(), 2U * count);
}

} // namespace
} // namespace weft::compiler
