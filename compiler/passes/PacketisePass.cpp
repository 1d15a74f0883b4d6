// Makes a kernel, written for one work-item, work on a packet of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/PacketisePass.h"

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "analysis/PacketShapes.h"
#include "passes/KernelAttributes.h"
#include "passes/PacketControlFlow.h"
#include "passes/PacketPreparation.h"
#include "passes/PacketValues.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Why a packet can't run this, or nothing.
std::optional<std::string> findObstacle(const Function &kernel, const PacketControlFlow &controlFlow,
                                        const PacketValues &values) {
  for (const BasicBlock &block : kernel)
    for (const Instruction &instruction : block)
      if (std::optional<std::string> obstacle = values.obstacle(instruction))
        return obstacle;
  return controlFlow.obstacle();
}

/// Whether it worked; else the function has changed, but for one work-item only.
bool packetise(Function &kernel, const BuiltinLibrary &builtins, unsigned width) {
  prepareForPackets(kernel);
  const PacketShapes shapes(kernel);
  PacketValues values(kernel, shapes, builtins, width);
  PacketControlFlow controlFlow(kernel, shapes, values, width);
  if (findObstacle(kernel, controlFlow, values))
    return false;
  controlFlow.run();
  cleanUpPackets(kernel);
  setNumericAttribute(kernel, packetWidthAttribute, width);
  return true;
}

} // namespace

PreservedAnalyses PacketisePass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  // The original stays as it is until a copy of it has been packetised.
  ValueToValueMapTy map;
  Function *copy = CloneFunction(kernel, map);
  if (packetise(*copy, builtins_, width_)) {
    copy->takeName(kernel);
    kernel->replaceAllUsesWith(copy);
    kernel->eraseFromParent();
  } else {
    copy->eraseFromParent();
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
