// Recognises masked loads and stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/MaskedAccess.h"

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

} // namespace weft::compiler
