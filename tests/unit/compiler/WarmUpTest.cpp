// Tests that the sample program that warms up the compiler before the first kernel is a valid program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <gtest/gtest.h>

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include "CompilerTest.h"
#include "frontend/Program.h"
#include "frontend/Spir64Verifier.h"
#include "pipeline/WarmUp.h"

namespace weft::compiler::test {
namespace {

TEST(WarmUpTest, TheSampleHasCode) {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> sample = makeSampleProgram(context);
  EXPECT_EQ(llvm::toString(verifySpir64(*sample)), "");
  const Result program = linkBytes(writeProgram(*sample));
  ASSERT_EQ(program->status, WEFT_COMPILER_OK) << logOf(program);
  const Result code = generate(program, sampleKernel);
  EXPECT_EQ(code->status, WEFT_COMPILER_OK) << logOf(code);
  EXPECT_GT(code->code.size, 0u);
}

} // namespace
} // namespace weft::compiler::test
