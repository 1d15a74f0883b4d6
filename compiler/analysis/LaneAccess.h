// Recognises gathers and scatters, and names their operands.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_LANE_ACCESS_H
#define WEFT_COMPILER_ANALYSIS_LANE_ACCESS_H

#include <optional>

#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

/// A call of llvm.masked.gather or llvm.masked.scatter on vectors of a fixed length.
struct LaneAccess {
  llvm::IntrinsicInst &call;

  /// Returns nothing if the instruction isn't a gather or scatter on vectors of a fixed length.
  static std::optional<LaneAccess> of(llvm::Instruction &instruction);
  bool isGather() const { return call.getIntrinsicID() == llvm::Intrinsic::masked_gather; }
  llvm::FixedVectorType *type() const;
  unsigned addressOperand() const { return isGather() ? 0 : 1; }
  unsigned maskOperand() const { return addressOperand() + 1; }
  llvm::Value *addresses() const { return call.getArgOperand(addressOperand()); }
  llvm::Value *mask() const { return call.getArgOperand(maskOperand()); }
  /// The alignment of each lane's address.
  llvm::Align addressAlignment() const { return call.getParamAlign(addressOperand()).valueOrOne(); }
};

} // namespace weft::compiler

#endif
