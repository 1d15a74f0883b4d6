// Decides between the packet version of a kernel and the kernel's original, and drops the other one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/CommitPacketsPass.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"

#include "analysis/CodeLength.h"
#include "kernel/KernelAttributes.h"
#include "kernel/PacketFork.h"

using namespace llvm;

namespace weft::compiler {

PreservedAnalyses CommitPacketsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  if (const size_t length = codeLength(*kernel); length > mostCode_) {
    giveUpPackets(*kernel, overBudget(std::to_string(length) + " instructions on packets", mostCode_));
    return PreservedAnalyses::none();
  }
  OptimizationRemark remark("packetise", "Packets", kernel);
  module.getContext().diagnose(remark << "on packets of " << std::to_string(packetWidth(*kernel)) << " work-items");
  dropOriginal(*kernel);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
