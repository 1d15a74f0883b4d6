// Turns a kernel that is written for one work-item into a kernel for a packet of work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketisePass.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include "analysis/PacketShapes.h"
#include "kernel/KernelAttributes.h"
#include "kernel/PacketFork.h"
#include "passes/packets/JoinPacketRegionsPass.h"
#include "passes/packets/PacketControlFlow.h"
#include "passes/packets/PacketInstructions.h"
#include "passes/packets/PacketRemark.h"
#include "recipes/AccessPlans.h"
#include "recipes/WidenedValues.h"
#include "schedule/PacketCost.h"
#include "schedule/PacketLegality.h"

using namespace llvm;

namespace weft::compiler {

namespace {

std::optional<Obstacle> findObstacle(const Function &kernel, const PacketLegality &legality) {
  for (const BasicBlock &block : kernel)
    for (const Instruction &instruction : block)
      if (std::optional<std::string> sentence = legality.obstacle(instruction))
        return Obstacle{*sentence, &instruction};
  return std::nullopt;
}

std::optional<Obstacle> findCostObstacle(Function &kernel, const PacketCost &cost, const LoopInfo &loops,
                                         ScalarEvolution &evolution) {
  if (scheduleOf(kernel).executor == ScheduleExecutor::loops)
    return Obstacle{"it works along rows, which vectors along the rows do"};
  const PacketCost::Cycles cycles = cost.estimate(kernel, loops, evolution);
  const std::string share = std::to_string(static_cast<int>(100 * cycles.packet / cycles.workItems)) + " percent";
  if (cycles.packet > cycles.workItems)
    return Obstacle{"loops are estimated to be faster (an estimated " + share + " of the time on packets)"};
  OptimizationRemarkAnalysis remark("packetise", "Estimate", DiagnosticLocation(), &kernel.getEntryBlock());
  kernel.getContext().diagnose(remark << "packets take an estimated " << share
                                      << " of the time for one work-item after the other");
  return std::nullopt;
}

bool hasTinyGroups(const Function &kernel, const TargetProfile &profile) {
  const std::array<uint64_t, 3> size = fixedLocalSize(kernel);
  return size[0] != 0 && size[0] * size[1] * size[2] < profile.rows.minGroupItems;
}

/// Replaces the calls of lane ids and sub-group ids that stay scalar. The lane id becomes 0, the id of lane 0. The
/// sub-group id becomes the index of the packet.
void lowerSubGroupIds(Function &kernel, unsigned width) {
  for (Instruction &instruction : make_early_inc_range(instructions(kernel))) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!isLaneId(callee) && !isSubGroupId(callee))
      continue;
    IRBuilder<> builder(call);
    Value *id = builder.getInt32(0);
    if (isSubGroupId(callee))
      id = builder.CreateLShr(builder.CreateCall(declareLocalId(*kernel.getParent(), 0)), Log2_32(width));
    call->replaceAllUsesWith(id);
    call->eraseFromParent();
  }
}

} // namespace

void PacketisePass::packetise(Function &kernel, unsigned width, FunctionAnalysisManager &analyses) const {
  // These objects decide how a packet runs each instruction, before any instruction changes.
  const PacketShapes shapes(kernel, width);
  const PacketLegality legality(shapes, builtins_, width);
  if (const std::optional<Obstacle> obstacle = findObstacle(kernel, legality))
    return giveUpPackets(kernel, *obstacle);
  const TargetProfile atWidth = profile_.atWidth(width);
  const AccessPlans plans(kernel, shapes, width, atWidth);
  // These objects insert instructions; each of them uses the objects before it.
  WidenedValues values(kernel.getDataLayout(), shapes, width, profile_.code.maxRematerialised);
  PacketInstructions instructions(kernel, shapes, legality, plans, values);
  PacketControlFlow controlFlow(kernel, shapes, plans, values, instructions, profile_.code.maxUncheckedBlock);
  std::optional<Obstacle> obstacle;
  if (std::optional<std::string> sentence = controlFlow.obstacle())
    obstacle = Obstacle{*sentence};
  const PacketCost cost(shapes, legality, plans, atWidth);
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(kernel);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(kernel);
  if (!obstacle && scheduleOf(kernel).executor != ScheduleExecutor::packets &&
      !kernel.hasFnAttribute(subGroupsAttribute))
    obstacle = hasTinyGroups(kernel, profile_) ? Obstacle{"its groups have few work-items"}
                                               : findCostObstacle(kernel, cost, loops, evolution);
  if (obstacle)
    return giveUpPackets(kernel, *obstacle);
  if (cost.walksColumns(kernel, loops, evolution))
    kernel.addFnAttr(walksColumnsAttribute);
  remarkOnLines(kernel, shapes, legality);
  controlFlow.run();
  dropBarriersWithinPackets(kernel);
  lowerSubGroupIds(kernel, width);
  setNumericAttribute(kernel, packetWidthAttribute, width);
}

PreservedAnalyses PacketisePass::run(Module &module, ModuleAnalysisManager &analyses) {
  Function *kernel = findKernel(module);
  const std::optional<uint32_t> width = kernel ? scheduleOf(*kernel).width : std::nullopt;
  if (!width)
    return PreservedAnalyses::all();
  packetise(*kernel, *width, analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager());
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
