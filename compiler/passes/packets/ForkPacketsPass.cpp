// Makes a copy of the kernel that later passes turn into a kernel for packets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/ForkPacketsPass.h"

#include "llvm/IR/Module.h"

#include "kernel/KernelAttributes.h"
#include "kernel/PacketFork.h"

using namespace llvm;

namespace weft::compiler {

PreservedAnalyses ForkPacketsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  forkKernel(*kernel);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
