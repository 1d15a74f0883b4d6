// Recognises masked loads and stores, gathers and scatters.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/MaskedAccess.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {

namespace {

template <typename Access>
std::optional<Access> asCallOf(Intrinsic::ID load, Intrinsic::ID store, Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call || (call->getIntrinsicID() != load && call->getIntrinsicID() != store))
    return std::nullopt;
  const Access access{{*call}};
  return access.type() ? std::optional(access) : std::nullopt;
}

} // namespace

FixedVectorType *MaskedMemoryCall::type() const {
  return dyn_cast<FixedVectorType>(isLoad() ? call.getType() : call.getArgOperand(0)->getType());
}

void MaskedMemoryCall::copyMetadataTo(Instruction &other) const {
  other.copyMetadata(call, {LLVMContext::MD_access_group, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
}

std::optional<MaskedAccess> MaskedAccess::of(Instruction &instruction) {
  return asCallOf<MaskedAccess>(Intrinsic::masked_load, Intrinsic::masked_store, instruction);
}

uint64_t MaskedAccess::elementBytes() const { return call.getDataLayout().getTypeStoreSize(type()->getElementType()); }

bool MaskedAccess::isSlow(TargetProfile::Legal legal) const {
  return isSlowWhenMasked(legal, elementBytes(), isLoad());
}

std::optional<LaneAccess> LaneAccess::of(Instruction &instruction) {
  return asCallOf<LaneAccess>(Intrinsic::masked_gather, Intrinsic::masked_scatter, instruction);
}

bool isSlowWhenMasked(TargetProfile::Legal legal, uint64_t elementBytes, bool isLoad) {
  const bool hasMask = legal.masked != 0 && elementBytes >= legal.masked;
  return !hasMask || (!isLoad && !legal.maskedStoresAreFast);
}

} // namespace weft::compiler
