// Tests for which modules the code generator leaves out loop strength reduction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "codegen/CompileBudget.h"
#include "codegen/LargeLoops.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/Pass.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/Scalar.h"

namespace weft::compiler {
namespace {

class LargeLoopsTest : public testing::Test {
protected:
  /// Returns a module with a loop that has `loads` loads. Their addresses change in each iteration if `change` is set.
  std::unique_ptr<llvm::Module> moduleOf(unsigned loads, bool change) {
    std::string body;
    for (unsigned number = 0; number < loads; ++number) {
      const std::string name = std::to_string(number);
      body += "  %p" + name + " = getelementptr i32, ptr %a, i32 " + (change ? "%i" : name) + "\n";
      body += "  %v" + name + " = load volatile i32, ptr " + (change ? "%p" + name : "%a") + "\n";
    }
    llvm::SMDiagnostic problem;
    auto module = llvm::parseAssemblyString("define void @k(ptr %a, i32 %n) {\n  br label %loop\nloop:\n"
                                            "  %i = phi i32 [ 0, %0 ], [ %next, %loop ]\n" +
                                                body +
                                                "  %next = add i32 %i, 1\n  %again = icmp slt i32 %next, %n\n"
                                                "  br i1 %again, label %loop, label %end\nend:\n  ret void\n}\n",
                                            problem, context_);
    EXPECT_TRUE(module) << problem.getMessage().str();
    return module;
  }

  /// Whether loop strength reduction would run. The check is the one that LLVM's pass manager makes.
  bool isReduced() {
    const std::unique_ptr<llvm::Pass> pass(llvm::createLoopStrengthReducePass());
    const llvm::OptPassGate &gate = context_.getOptPassGate();
    return !gate.isEnabled() || gate.shouldRunPass(pass->getPassName(), "loop");
  }

  llvm::LLVMContext context_;
};

TEST_F(LargeLoopsTest, AreLeftAsTheyAre) {
  const auto module = moduleOf(CodeSizes::strengthReducedAccesses + 1, true);
  {
    const SkipLoopStrengthReduction leave(*module);
    EXPECT_FALSE(isReduced());
    EXPECT_TRUE(context_.getOptPassGate().shouldRunPass("Canonicalize Freeze Instructions in Loops", "loop"));
  }
  EXPECT_TRUE(isReduced());
}

TEST_F(LargeLoopsTest, SmallOnesAreReduced) {
  const auto module = moduleOf(CodeSizes::strengthReducedAccesses, true);
  const SkipLoopStrengthReduction leave(*module);
  EXPECT_TRUE(isReduced());
}

TEST_F(LargeLoopsTest, LoopsOverOnePlaceAreReduced) {
  const auto module = moduleOf(CodeSizes::strengthReducedAccesses + 1, false);
  const SkipLoopStrengthReduction leave(*module);
  EXPECT_TRUE(isReduced());
}

} // namespace
} // namespace weft::compiler
