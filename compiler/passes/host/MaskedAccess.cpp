// Recognises masked loads and stores, and finds the active lanes of a constant mask.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/MaskedAccess.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {

std::optional<MaskedAccess> MaskedAccess::of(Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call || (call->getIntrinsicID() != Intrinsic::masked_load && call->getIntrinsicID() != Intrinsic::masked_store))
    return std::nullopt;
  const MaskedAccess access{*call};
  return access.type() ? std::optional(access) : std::nullopt;
}

FixedVectorType *MaskedAccess::type() const {
  return dyn_cast<FixedVectorType>(isLoad() ? call.getType() : call.getArgOperand(0)->getType());
}

uint64_t MaskedAccess::elementBytes() const { return call.getDataLayout().getTypeStoreSize(type()->getElementType()); }

bool MaskedAccess::isSlow(TargetProfile::Legal legal) const {
  return isSlowWhenMasked(legal, elementBytes(), isLoad());
}

void MaskedAccess::copyMetadataTo(Instruction &other) const { copyAccessMetadata(call, other); }

bool isSlowWhenMasked(TargetProfile::Legal legal, uint64_t elementBytes, bool isLoad) {
  const bool hasMask = legal.masked != 0 && elementBytes >= legal.masked;
  return !hasMask || (!isLoad && !legal.maskedStoresAreFast);
}

void copyAccessMetadata(const Instruction &from, Instruction &to) {
  to.copyMetadata(from, {LLVMContext::MD_access_group, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
}

std::optional<SmallVector<LaneRun, 4>> runsOf(const Value &mask) {
  const auto *constant = dyn_cast<Constant>(&mask);
  const auto *type = dyn_cast<FixedVectorType>(mask.getType());
  if (!constant || !type)
    return std::nullopt;
  SmallVector<LaneRun, 4> found;
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    const Constant *runs = constant->getAggregateElement(lane);
    if (!runs || !isa<ConstantInt>(runs))
      return std::nullopt;
    if (runs->isNullValue())
      continue;
    if (!found.empty() && found.back().first + found.back().count == lane)
      ++found.back().count;
    else
      found.push_back({lane, 1});
  }
  return found;
}

Value *extractRun(IRBuilder<> &builder, Value *value, LaneRun lanes) {
  if (lanes.count == 1)
    return builder.CreateExtractElement(value, lanes.first);
  return builder.CreateShuffleVector(value, createSequentialMask(lanes.first, lanes.count, 0));
}

std::pair<Value *, Align> addressOfRun(IRBuilder<> &builder, const MaskedAccess &access, LaneRun lanes) {
  Value *place = builder.CreateConstInBoundsGEP1_64(access.type()->getElementType(), access.address(), lanes.first);
  return {place, commonAlignment(access.alignment(), lanes.first * access.elementBytes())};
}

} // namespace weft::compiler
