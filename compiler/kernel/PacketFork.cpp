// Copies a kernel before passes change it for packets, and later drops either the copy or the original.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/PacketFork.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

Obstacle overBudget(const std::string &what, size_t limit) {
  return {"it would take long to compile (" + what + ", more than " + std::to_string(limit) + ")"};
}

void forkKernel(Function &kernel) {
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&kernel, map);
  copy->takeName(&kernel);
  kernel.setName(copy->getName() + ".original");
  kernel.removeFnAttr(kernelAttribute);
  kernel.addFnAttr(originalAttribute);
}

void giveUpPackets(Function &kernel, const Obstacle &obstacle) {
  const DiagnosticLocation location =
      obstacle.instruction ? DiagnosticLocation(obstacle.instruction->getDebugLoc()) : DiagnosticLocation();
  OptimizationRemarkMissed remark("packetise", "Obstacle", location, &kernel.getEntryBlock());
  kernel.getContext().diagnose(remark << "not on packets: " << obstacle.sentence);
  Function *original = findOriginal(*kernel.getParent());
  if (!original) {
    kernel.removeFnAttr(packetWidthAttribute);
    return;
  }
  original->takeName(&kernel);
  original->removeFnAttr(originalAttribute);
  original->addFnAttr(kernelAttribute);
  kernel.eraseFromParent();
}

void dropOriginal(Function &kernel) {
  Function *original = findOriginal(*kernel.getParent());
  if (!original)
    return;
  original->replaceAllUsesWith(&kernel);
  original->eraseFromParent();
}

} // namespace weft::compiler
