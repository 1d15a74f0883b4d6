// Recognises masked loads and stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_MASKED_ACCESS_H
#define WEFT_COMPILER_ANALYSIS_MASKED_ACCESS_H

#include <optional>

#include "llvm/IR/IntrinsicInst.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// A call of llvm.masked.load or llvm.masked.store on vectors of a fixed length.
struct MaskedAccess {
  llvm::IntrinsicInst &call;

  /// Returns nothing if the instruction isn't a masked load or store on vectors of a fixed length.
  static std::optional<MaskedAccess> of(llvm::Instruction &instruction);
  bool isLoad() const { return call.getIntrinsicID() == llvm::Intrinsic::masked_load; }
  llvm::Value *address() const { return call.getArgOperand(addressOperand()); }
  llvm::Value *mask() const { return call.getArgOperand(addressOperand() + 1); }
  llvm::FixedVectorType *type() const;
  llvm::Align alignment() const { return call.getParamAlign(addressOperand()).valueOrOne(); }
  uint64_t elementBytes() const;
  /// Whether the CPU has no masked instruction for the access, or only a slow one.
  bool isSlow(TargetProfile::Legal legal) const;
  void copyMetadataTo(llvm::Instruction &other) const;

private:
  unsigned addressOperand() const { return isLoad() ? 0 : 1; }
};

/// Whether the CPU has no masked instruction, or only a slow one, for loads (`isLoad`) or stores of elements of this
/// size.
bool isSlowWhenMasked(TargetProfile::Legal legal, uint64_t elementBytes, bool isLoad);

/// Copies the metadata for access groups and alias scopes from `from` to `to`, an access that replaces `from` or a part
/// of `from`.
void copyAccessMetadata(const llvm::Instruction &from, llvm::Instruction &to);

} // namespace weft::compiler

#endif
