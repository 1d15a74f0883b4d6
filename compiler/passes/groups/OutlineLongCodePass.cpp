// Moves parts of very long kernels into functions of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/OutlineLongCodePass.h"

#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

PreservedAnalyses OutlineLongCodePass::run(Module &module, ModuleAnalysisManager &) {
  if (Function *kernel = findKernel(module))
    outlineRegions(*kernel, limits_.kernel, limits_.regions);
  outlineSections(module, limits_.section);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
