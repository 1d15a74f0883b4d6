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

// Cycles at full throughput of an x86 core with AVX2 or AVX-512.
constexpr double scalarOperation = 0.3;
constexpr double vectorOperation = 0.5;
constexpr double scalarAccess = 0.5;
constexpr double vectorAccess = 0.7;
constexpr double gatheredElement = 1.15;
constexpr double division = 5;        // of a scalar or a vector
constexpr double function = 20;       // the same
constexpr double intoOrOutOfLane = 3; // of one element
constexpr double lookForLine = 3;
constexpr double tripsOfLoop = 8;
/// How much longer a loop runs than its lanes do on average, if they leave it at different times.
constexpr double untilLastLane = 2;

double costForWorkItem(const Instruction &instruction) {
  if (isa<PHINode, GetElementPtrInst, AllocaInst, DbgInfoIntrinsic, LifetimeIntrinsic, AssumeInst>(instruction))
    return 0;
  if (isa<LoadInst, StoreInst>(instruction))
    return scalarAccess;
  const unsigned opcode = instruction.getOpcode();
  if (instruction.isIntDivRem() || opcode == Instruction::FDiv || opcode == Instruction::FRem)
    return division;
  auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  // Work-items don't wait at barriers; their ids are at hand.
  const bool isFunction = call && !isa<IntrinsicInst>(call) && (!callee || !callee->getName().starts_with("weft."));
  if (callee && functionBaseName(callee->getName()).starts_with("convert_"))
    return scalarOperation;
  return isFunction ? function : scalarOperation;
}

double elementsOf(const Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : type->isVoidTy() ? 0 : 1;
}

} // namespace

double PacketCost::registersFor(Type *type) const {
  constexpr double laneBits = 32; // a packet of floats fills a register
  return std::max(1.0, type->getScalarSizeInBits() / laneBits) * elementsOf(type);
}

double PacketCost::costForAccess(const Instruction &access) const {
  const bool isLoad = isa<LoadInst>(access);
  Type *type = isLoad ? access.getType() : access.getOperand(0)->getType();
  const double together = vectorAccess * registersFor(type);
  const double apart = gatheredElement * values_.width() * elementsOf(type);
  switch (values_.memory().wayOf(*getLoadStorePointerOperand(&access), type)) {
  case PacketMemory::Way::samePlace:
    return isLoad ? scalarAccess + vectorOperation : apart;
  case PacketMemory::Way::forward:
    return together;
  case PacketMemory::Way::backward:
    return together + vectorOperation;
  case PacketMemory::Way::stepped:
    return 2 * (together + vectorOperation);
  case PacketMemory::Way::forwardOrApart:
    return lookForLine + (together + apart) / 2;
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
    return values_.width() * (alone + intoOrOutOfLane * moved);
  }
  if (isa<LoadInst, StoreInst>(instruction))
    return costForAccess(instruction);
  Type *type = instruction.getNumOperands() > 0 ? instruction.getOperand(0)->getType() : instruction.getType();
  return std::max(alone, vectorOperation) * registersFor(type->isSized() ? type : instruction.getType());
}

PacketCost::Cycles PacketCost::estimate(Function &kernel) const {
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  Cycles cycles;
  for (const BasicBlock &block : kernel) {
    const double trips = std::pow(tripsOfLoop, loops.getLoopDepth(&block));
    double tripsOfPacket = trips;
    for (const Loop *loop = loops.getLoopFor(&block); loop; loop = loop->getParentLoop())
      tripsOfPacket *= shapes_.isLeftApart(*loop) ? untilLastLane : 1;
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
