// Whether a kernel is quicker on packets than for one work-item after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketCost.h"

#include <algorithm>
#include <cmath>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include "analysis/PacketShapes.h"
#include "builtins/archive/MangledName.h"
#include "passes/packets/PacketValues.h"

using namespace llvm;

namespace weft::compiler {

namespace {

double elementsOf(const Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : type->isVoidTy() ? 0 : 1;
}

} // namespace

double PacketCost::costForWorkItem(const Instruction &instruction) const {
  if (isa<PHINode, GetElementPtrInst, AllocaInst, DbgInfoIntrinsic, LifetimeIntrinsic, AssumeInst>(instruction))
    return 0;
  if (isa<LoadInst, StoreInst>(instruction))
    return cycles_.scalarAccess;
  const unsigned opcode = instruction.getOpcode();
  if (instruction.isIntDivRem() || opcode == Instruction::FDiv || opcode == Instruction::FRem)
    return cycles_.division;
  auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  // Work-items don't wait at barriers; their ids are at hand.
  const bool isFunction = call && !isa<IntrinsicInst>(call) && (!callee || !callee->getName().starts_with("weft."));
  if (callee && functionBaseName(callee->getName()).starts_with("convert_"))
    return cycles_.scalarOperation;
  return isFunction ? cycles_.function : cycles_.scalarOperation;
}

double PacketCost::registersFor(Type *type) const {
  return std::max(1.0, type->getScalarSizeInBits() / cycles_.laneBits) * elementsOf(type);
}

double PacketCost::costForAccess(const Instruction &access) const {
  const bool isLoad = isa<LoadInst>(access);
  Type *type = isLoad ? access.getType() : access.getOperand(0)->getType();
  const double together = cycles_.vectorAccess * registersFor(type);
  const double apart = cycles_.gatheredElement * values_.width() * elementsOf(type);
  switch (values_.memory().wayOf(*getLoadStorePointerOperand(&access), type)) {
  case PacketMemory::Way::samePlace:
    return isLoad ? cycles_.scalarAccess + cycles_.vectorOperation : apart;
  case PacketMemory::Way::forward:
    return together;
  case PacketMemory::Way::backward:
    return together + cycles_.vectorOperation;
  case PacketMemory::Way::stepped:
    return 2 * (together + cycles_.vectorOperation);
  case PacketMemory::Way::forwardOrApart:
    return cycles_.lookForLine + (together + apart) / 2;
  case PacketMemory::Way::apart:
    return apart;
  }
  return apart;
}

double PacketCost::costForPacket(const Instruction &instruction) const {
  const double alone = costForWorkItem(instruction);
  const bool takesLanes = any_of(instruction.operands(), [&](const Use &use) { return !shapes_.isUniform(*use); });
  if (alone == 0 || (shapes_.isUniform(instruction) && !takesLanes))
    return alone;
  if (values_.runsEachLane(instruction)) {
    double moved = elementsOf(instruction.getType());
    for (const Use &operand : instruction.operands())
      moved += shapes_.isUniform(*operand) ? 0 : elementsOf(operand->getType());
    return values_.width() * (alone + cycles_.intoOrOutOfLane * moved);
  }
  if (isa<LoadInst, StoreInst>(instruction))
    return costForAccess(instruction);
  Type *type = instruction.getNumOperands() > 0 ? instruction.getOperand(0)->getType() : instruction.getType();
  return std::max(alone, cycles_.vectorOperation) * registersFor(type->isSized() ? type : instruction.getType());
}

PacketCost::Cycles PacketCost::estimate(Function &kernel) const {
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  Cycles cycles;
  for (const BasicBlock &block : kernel) {
    const double trips = std::pow(guesses_.trips, loops.getLoopDepth(&block));
    double tripsOfPacket = trips;
    for (const Loop *loop = loops.getLoopFor(&block); loop; loop = loop->getParentLoop())
      tripsOfPacket *= shapes_.isLeftApart(*loop) ? guesses_.untilLastLane : 1;
    for (const Instruction &instruction : block) {
      cycles.packet += tripsOfPacket * costForPacket(instruction);
      // What is the same for the whole packet moves out of the loop over work-items, if there is no other around it.
      const bool isOnce = trips == 1 && shapes_.isUniform(instruction);
      cycles.workItems += trips * (isOnce ? 1 : values_.width()) * costForWorkItem(instruction);
    }
  }
  return cycles;
}

} // namespace weft::compiler
