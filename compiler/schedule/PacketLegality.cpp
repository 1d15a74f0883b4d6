// Decides how a packet runs each instruction of a kernel: as a vector instruction, or for one lane after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schedule/PacketLegality.h"

#include <algorithm>

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

#include "analysis/InstructionKinds.h"
#include "analysis/PacketShapes.h"
#include "builtins/BuiltinLibrary.h"
#include "kernel/DotProduct.h"
#include "kernel/KernelAttributes.h"
#include "kernel/VectorOverloads.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The number of elements of the longest vectors of OpenCL C (section 6.3.2), and so of the longest overloads of its
/// builtins.
constexpr unsigned widestBuiltin = 16;
/// The number of elements of the longest vector that CoalesceAccessesPass makes: 64 bytes with elements of one byte.
constexpr unsigned widestVector = 64;

bool isWidenable(Type *type) { return FixedVectorType::isValidElementType(type) && !type->isX86_FP80Ty(); }

bool isWidenableVector(Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector && isWidenable(vector->getElementType()) && vector->getNumElements() <= widestVector;
}

} // namespace

std::optional<std::string> PacketLegality::obstacle(const Instruction &instruction) const {
  if (isBarrier(instruction) || isMarker(instruction) || isPrefetch(instruction))
    return std::nullopt;
  if (shapes_.isUniform(instruction) &&
      all_of(instruction.operands(), [&](const Use &use) { return isa<BasicBlock>(use) || shapes_.isUniform(*use); }))
    return std::nullopt;
  const auto say = [&](const char *what) { return std::string(what) + " (" + instruction.getOpcodeName() + ")"; };
  const bool takesApart = isa<ExtractValueInst>(instruction);
  const bool takesVectors = isVectorOperation(instruction) || isa<LoadInst, StoreInst, CallInst>(instruction);
  const auto hasForm = [&](Type *type) { return isWidenable(type) || (takesVectors && isWidenableVector(type)); };
  // A struct that is uniform is rejected, too, because each work-item may store it at another address.
  if (const auto *store = dyn_cast<StoreInst>(&instruction); store && !hasForm(store->getValueOperand()->getType()))
    return say("a struct is stored");
  for (const Use &operand : instruction.operands())
    if (!isa<BasicBlock, Function, MetadataAsValue>(operand) && !shapes_.isUniform(*operand) &&
        !hasForm(operand->getType()) && !takesApart)
      return say("a vector or struct differs between work-items");
  if (isa<ReturnInst, BranchInst, PHINode, StoreInst, FenceInst>(instruction) ||
      (isElementwise(instruction) && !isVectorOperation(instruction)))
    return !instruction.getType()->isVoidTy() && !isWidenable(instruction.getType())
               ? std::optional(say("a vector or struct differs between work-items"))
               : std::nullopt;
  if (const auto *extract = dyn_cast<ExtractValueInst>(&instruction))
    return isa<AtomicCmpXchgInst>(extract->getAggregateOperand()) && isWidenable(extract->getType())
               ? std::nullopt
               : std::optional(say("a struct differs between work-items"));
  if (const auto *variable = dyn_cast<AllocaInst>(&instruction))
    return variable->isStaticAlloca() ? std::nullopt : std::optional(say("a variable's size is not known"));
  if (isa<AtomicCmpXchgInst>(instruction))
    return std::nullopt;
  if (isa<LoadInst, AtomicRMWInst, CallInst>(instruction) || isVectorOperation(instruction))
    return instruction.getType()->isVoidTy() || hasForm(instruction.getType())
               ? std::nullopt
               : std::optional(say("a vector or struct differs between work-items"));
  return say("an instruction has no form for packets");
}

bool PacketLegality::isScalarisedPerLane(const Instruction &instruction) const {
  if (isa<LoadInst, StoreInst>(instruction))
    return needsPerLaneAccess(instruction);
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction))
    return true;
  const auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || isPrefetch(instruction))
    return false;
  const Function *callee = call->getCalledFunction();
  return !callee || (!shapes_.mapping().isLaneId(instruction) && !isTriviallyVectorizable(callee->getIntrinsicID()) &&
                     !dotProductOf(callee) && vectorOverloadFor(*call).empty());
}

unsigned PacketLegality::lanesOfBuiltin() const { return std::min(width_, widestBuiltin); }

std::string PacketLegality::vectorOverloadFor(const CallBase &call) const {
  const Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || !call.doesNotAccessMemory())
    return {};
  std::string overload = vectorOverloadName(callee->getName(), lanesOfBuiltin());
  return builtins_.defines(overload) ? overload : std::string();
}

bool isSumUpdate(const AtomicRMWInst &update) {
  return update.getOperation() == AtomicRMWInst::Add || update.getOperation() == AtomicRMWInst::Sub;
}

bool canCombineLanes(const AtomicRMWInst &update, const PacketShapes &shapes) {
  if (!shapes.isUniform(*update.getPointerOperand()) || !update.getType()->isIntegerTy() || update.isVolatile() ||
      (!update.use_empty() && !(isSumUpdate(update) && shapes.isUniform(*update.getValOperand()))))
    return false;
  switch (update.getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::And:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
    return true;
  default:
    return false;
  }
}

} // namespace weft::compiler
