// Makes a kernel, written for one work-item, work on a packet of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketisePass.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "analysis/AccessPlans.h"
#include "analysis/CodeLength.h"
#include "analysis/PacketShapes.h"
#include "analysis/PacketWidth.h"
#include "kernel/FlatIds.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/PacketControlFlow.h"
#include "passes/packets/PacketCost.h"
#include "passes/packets/PacketForms.h"
#include "passes/packets/PacketInstructions.h"
#include "passes/packets/PacketPreparation.h"
#include "passes/packets/TilePrefetch.h"
#include "passes/packets/VectorBuiltins.h"
#include "passes/packets/WidenedValues.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// What stands in the way of packets, and where as far as that is known.
struct Obstacle {
  std::string sentence;
  const Instruction *instruction = nullptr;
};

std::optional<Obstacle> findObstacle(const Function &kernel, const PacketForms &forms) {
  for (const BasicBlock &block : kernel)
    for (const Instruction &instruction : block)
      if (std::optional<std::string> sentence = forms.obstacle(instruction))
        return Obstacle{*sentence, &instruction};
  return std::nullopt;
}

std::optional<Obstacle> findLoss(Function &kernel, const PacketShapes &shapes, const PacketForms &forms,
                                 const AccessPlans &plans, const TargetProfile &profile) {
  const PacketCost::Cycles cycles = PacketCost(shapes, forms, plans, profile).estimate(kernel);
  if (cycles.packet <= cycles.workItems)
    return std::nullopt;
  return Obstacle{"it is quicker for one work-item after the other (an estimated " +
                  std::to_string(static_cast<int>(100 * cycles.packet / cycles.workItems)) +
                  " percent of the time on packets)"};
}

/// Whether groups are known not to fill half a packet of any CPU.
bool hasTinyGroups(const Function &kernel) {
  const std::array<uint64_t, 3> size = fixedLocalSize(kernel);
  return size[0] != 0 && size[0] * size[1] * size[2] < 4;
}

Obstacle overBudget(const std::string &what, size_t limit) {
  return {"it would take long to compile (" + what + ", more than " + std::to_string(limit) + ")"};
}

std::optional<Obstacle> findExcess(Function &kernel, const CompileBudget &budget) {
  if (const size_t length = lengthInElements(kernel); length > budget.packets)
    return overBudget(std::to_string(length) + " instructions, those on vectors counted by element", budget.packets);
  if (const size_t depth = branchDepth(kernel); depth > budget.packetDepth)
    return overBudget(std::to_string(depth) + " branches within each other", budget.packetDepth);
  return std::nullopt;
}

void explain(const Function &kernel, const Obstacle &obstacle) {
  const DiagnosticLocation location =
      obstacle.instruction ? DiagnosticLocation(obstacle.instruction->getDebugLoc()) : DiagnosticLocation();
  OptimizationRemarkMissed remark("packetise", "Obstacle", location, &kernel.getEntryBlock());
  kernel.getContext().diagnose(remark << "not on packets: " << obstacle.sentence);
}

/// What scalars are left with: that of lane 0, and of the packet.
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

bool PacketisePass::packetise(Function &kernel, unsigned width, bool ifQuicker) const {
  if (const std::optional<Obstacle> excess = findExcess(kernel, budget_)) {
    explain(kernel, *excess);
    return false;
  }
  if (Error error = takeApartVectorBuiltins(kernel, builtins_)) {
    explain(kernel, {toString(std::move(error))});
    return false;
  }
  prepareForPackets(kernel);
  prefetchTiles(kernel, profile_.prefetch);
  // What is decided, before anything is written.
  const PacketShapes shapes(kernel);
  const PacketForms forms(shapes, builtins_, width);
  if (const std::optional<Obstacle> obstacle = findObstacle(kernel, forms)) {
    explain(kernel, *obstacle);
    return false;
  }
  const AccessPlans plans(kernel, shapes, width, profile_);
  // What writes: each works on those before it.
  WidenedValues values(kernel.getDataLayout(), shapes, width, profile_.code.madeAgain);
  PacketInstructions instructions(kernel, shapes, forms, plans, values);
  PacketControlFlow controlFlow(kernel, shapes, values, instructions, profile_.code.unasked);
  std::optional<Obstacle> obstacle;
  if (std::optional<std::string> sentence = controlFlow.obstacle())
    obstacle = Obstacle{*sentence};
  else if (ifQuicker)
    obstacle = hasTinyGroups(kernel) ? Obstacle{"its groups have few work-items"}
                                     : findLoss(kernel, shapes, forms, plans, profile_);
  if (obstacle) {
    explain(kernel, *obstacle);
    return false;
  }
  controlFlow.run();
  lowerSubGroupIds(kernel, width);
  cleanUpPackets(kernel);
  if (const size_t length = codeLength(kernel); length > budget_.packetCode) {
    explain(kernel, overBudget(std::to_string(length) + " instructions on packets", budget_.packetCode));
    return false;
  }
  OptimizationRemark remark("packetise", "Packets", &kernel);
  kernel.getContext().diagnose(remark << "on packets of " << std::to_string(width) << " work-items");
  setNumericAttribute(kernel, packetWidthAttribute, width);
  return true;
}

PreservedAnalyses PacketisePass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  // The original stays as it is until a copy of it has been packetised.
  ValueToValueMapTy map;
  Function *copy = CloneFunction(kernel, map);
  // A sub-group is a packet, if the kernel can tell.
  const bool hasSubGroups = kernel->hasFnAttribute(subGroupsAttribute);
  const bool onlyIfQuicker = ifQuicker_ && !hasSubGroups;
  const unsigned width = hasSubGroups                                        ? subGroupSize(*kernel)
                         : flattenNarrowRows(*copy, profile_.rows.flattened) ? profile_.packets.usual
                                                                             : choosePacketWidth(*kernel, profile_);
  if (packetise(*copy, width, onlyIfQuicker)) {
    copy->takeName(kernel);
    kernel->replaceAllUsesWith(copy);
    kernel->eraseFromParent();
  } else {
    copy->eraseFromParent();
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
