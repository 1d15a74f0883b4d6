// Makes a kernel, written for one work-item, work on a packet of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/PacketisePass.h"

#include "llvm/IR/DiagnosticInfo.h"
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

/// What stands in the way of packets, and where as far as that is known.
struct Obstacle {
  std::string sentence;
  const Instruction *instruction = nullptr;
};

std::optional<Obstacle> findObstacle(const Function &kernel, const PacketControlFlow &controlFlow,
                                     const PacketValues &values) {
  for (const BasicBlock &block : kernel)
    for (const Instruction &instruction : block)
      if (std::optional<std::string> sentence = values.obstacle(instruction))
        return Obstacle{*sentence, &instruction};
  if (std::optional<std::string> sentence = controlFlow.obstacle())
    return Obstacle{*sentence};
  return std::nullopt;
}

void explain(const Function &kernel, const Obstacle &obstacle) {
  const DiagnosticLocation location =
      obstacle.instruction ? DiagnosticLocation(obstacle.instruction->getDebugLoc()) : DiagnosticLocation();
  OptimizationRemarkMissed remark("packetise", "Obstacle", location, &kernel.getEntryBlock());
  kernel.getContext().diagnose(remark << "not on packets: " << obstacle.sentence);
}

/// Whether it worked; else the function has changed, but for one work-item only.
bool packetise(Function &kernel, const BuiltinLibrary &builtins, unsigned width) {
  prepareForPackets(kernel);
  const PacketShapes shapes(kernel);
  PacketValues values(kernel, shapes, builtins, width);
  PacketControlFlow controlFlow(kernel, shapes, values, width);
  if (std::optional<Obstacle> obstacle = findObstacle(kernel, controlFlow, values)) {
    explain(kernel, *obstacle);
    return false;
  }
  OptimizationRemark remark("packetise", "Packets", &kernel);
  kernel.getContext().diagnose(remark << "on packets of " << std::to_string(width) << " work-items");
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
