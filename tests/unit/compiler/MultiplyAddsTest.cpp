// Tests whether multiplications and additions become multiply-adds in the optimised kernel, under various options.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include "CompilerTest.h"
#include "builtins/BuiltinLibrary.h"
#include "codegen/HostTarget.h"
#include "frontend/Program.h"
#include "pipeline/KernelPipeline.h"

namespace weft::compiler {
namespace {

constexpr const char *unsafeMath = "-cl-mad-enable -cl-unsafe-math-optimizations";

/// The number of floating-point multiplications and of multiply-adds on 8 work-items at once, in the code of the
/// program's only kernel after the whole pipeline.
struct Multiplications {
  unsigned alone = 0, withSum = 0;
};

Multiplications multiplicationsOf(std::string_view source, const char *options) {
  const test::Result built = test::build(source, options);
  llvm::LLVMContext context;
  auto program = readProgram(context, {static_cast<const char *>(built->code.data), built->code.size});
  auto target = createHostTarget("x86-64-v3");
  KernelPipelineOptions pipeline;
  pipeline.code.kernel = "k";
  pipeline.code.schedule.executor = ScheduleExecutor::packets;
  pipeline.code.localSize = {8, 1, 1};
  Multiplications found;
  if (!program || !target) {
    ADD_FAILURE() << llvm::toString(joinErrors(program.takeError(), target.takeError()));
    return found;
  }
  auto outcome = runKernelPipeline(**program, pipeline, **target, BuiltinLibrary::embedded());
  if (!outcome) {
    ADD_FAILURE() << llvm::toString(outcome.takeError());
    return found;
  }
  for (const llvm::Function &function : **program)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      if (!instruction.getType()->isVectorTy())
        continue;
      auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      found.withSum += call && call->getIntrinsicID() == llvm::Intrinsic::fmuladd;
      found.alone += instruction.getOpcode() == llvm::Instruction::FMul;
    }
  return found;
}

TEST(MultiplyAdds, ChainsAreNotMultipliedOut) {
  const Multiplications found = multiplicationsOf(R"(
    kernel void k(global float *data) {
      float s = data[get_global_id(0)];
      s = 10.0f - s * 0.9899f; s = 10.0f - s * 0.9899f; s = 10.0f - s * 0.9899f; s = 10.0f - s * 0.9899f;
      data[get_global_id(0)] = s;
    })",
                                                  unsafeMath);
  EXPECT_EQ(found.withSum, 4u);
  EXPECT_EQ(found.alone, 0u);
}

TEST(MultiplyAdds, ChainsOfVectorsAreNotMultipliedOut) {
  const Multiplications found = multiplicationsOf(R"(
    kernel void k(global double2 *data) {
      double2 s = data[get_global_id(0)], p;
      p = s * 0.75; s = p + 3.0; p = s * 0.75; s = p + 3.0;
      p = s * 0.75; s = p + 3.0; p = s * 0.75; s = p + 3.0;
      data[get_global_id(0)] = s;
    })",
                                                  "-cl-fast-relaxed-math");
  EXPECT_EQ(found.withSum, 4u); // each works on both elements at once
  EXPECT_EQ(found.alone, 0u);
}

TEST(MultiplyAdds, ProductsOfFunctionsBelongToSums) {
  const Multiplications found = multiplicationsOf(R"(
    float product(float x) { return x * 0.75f; }
    kernel void k(global float *data) {
      float s = data[get_global_id(0)];
      s = product(s) + 3.0f; s = product(s) + 3.0f; s = product(s) + 3.0f; s = product(s) + 3.0f;
      data[get_global_id(0)] = s;
    })",
                                                  unsafeMath);
  EXPECT_EQ(found.withSum, 4u);
  EXPECT_EQ(found.alone, 0u);
}

} // namespace
} // namespace weft::compiler
