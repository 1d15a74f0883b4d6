// Recognises gathers and scatters, and names their operands.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/LaneAccess.h"

#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace weft::compiler {

std::optional<LaneAccess> LaneAccess::of(Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call ||
      (call->getIntrinsicID() != Intrinsic::masked_gather && call->getIntrinsicID() != Intrinsic::masked_scatter))
    return std::nullopt;
  const LaneAccess access{*call};
  return access.type() ? std::optional(access) : std::nullopt;
}

FixedVectorType *LaneAccess::type() const {
  return dyn_cast<FixedVectorType>(isGather() ? call.getType() : call.getArgOperand(0)->getType());
}

} // namespace weft::compiler
