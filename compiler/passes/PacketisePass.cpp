// Makes a kernel, written for one work-item, work on a packet of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/PacketisePass.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "analysis/PacketShapes.h"
#include "passes/KernelAttributes.h"
#include "passes/PacketControlFlow.h"
#include "passes/PacketCost.h"
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

std::optional<Obstacle> findLoss(Function &kernel, const PacketShapes &shapes, const PacketValues &values) {
  const PacketCost::Cycles cycles = PacketCost(shapes, values).estimate(kernel);
  if (cycles.packet <= cycles.workItems)
    return std::nullopt;
  return Obstacle{"its loops are quicker for one work-item after the other (an estimated " +
                  std::to_string(static_cast<int>(100 * cycles.packet / cycles.workItems)) +
                  " percent of the time on packets)"};
}

void explain(const Function &kernel, const Obstacle &obstacle) {
  const DiagnosticLocation location =
      obstacle.instruction ? DiagnosticLocation(obstacle.instruction->getDebugLoc()) : DiagnosticLocation();
  OptimizationRemarkMissed remark("packetise", "Obstacle", location, &kernel.getEntryBlock());
  kernel.getContext().diagnose(remark << "not on packets: " << obstacle.sentence);
}

} // namespace

bool PacketisePass::packetise(Function &kernel) const {
  prepareForPackets(kernel);
  const PacketShapes shapes(kernel);
  PacketValues values(kernel, shapes, builtins_, width_);
  PacketControlFlow controlFlow(kernel, shapes, values, width_);
  std::optional<Obstacle> obstacle = findObstacle(kernel, controlFlow, values);
  if (!obstacle && ifQuicker_)
    obstacle = findLoss(kernel, shapes, values);
  if (obstacle) {
    explain(kernel, *obstacle);
    return false;
  }
  OptimizationRemark remark("packetise", "Packets", &kernel);
  kernel.getContext().diagnose(remark << "on packets of " << std::to_string(width_) << " work-items");
  controlFlow.run();
  cleanUpPackets(kernel);
  setNumericAttribute(kernel, packetWidthAttribute, width_);
  return true;
}

PreservedAnalyses PacketisePass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  // The original stays as it is until a copy of it has been packetised.
  ValueToValueMapTy map;
  Function *copy = CloneFunction(kernel, map);
  if (packetise(*copy)) {
    copy->takeName(kernel);
    kernel->replaceAllUsesWith(copy);
    kernel->eraseFromParent();
  } else {
    copy->eraseFromParent();
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
