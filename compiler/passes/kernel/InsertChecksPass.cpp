// Makes a kernel report its faults while it runs: what checks of barriers, values, memory, buffers and races need.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/InsertChecksPass.h"

#include "llvm/IR/Module.h"

#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

PreservedAnalyses InsertChecksPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || !checksOf(*kernel).any())
    return PreservedAnalyses::all();
  const CodeChecks checks = checksOf(*kernel);
  if (checks.has(CodeCheck::barriers))
    insertBarrierChecks(*kernel);
  if (checks.has(CodeCheck::values))
    insertValueChecks(*kernel);
  if (checks.has(CodeCheck::memory))
    insertMemoryChecks(*kernel);
  if (checks.has(CodeCheck::values))
    insertBufferChecks(*kernel);
  if (checks.has(CodeCheck::races))
    insertRaceChecks(*kernel);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
