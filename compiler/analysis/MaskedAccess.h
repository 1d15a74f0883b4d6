// Recognises masked loads and stores, gathers and scatters.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_MASKED_ACCESS_H
#define WEFT_COMPILER_ANALYSIS_MASKED_ACCESS_H

#include <optional>

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IntrinsicInst.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What masked loads and stores, gathers and scatters of vectors have in common.
struct MaskedMemoryCall {
  llvm::IntrinsicInst &call;

  /// Whether it is a masked load or a gather.
  bool isLoad() const { return !call.getType()->isVoidTy(); }
  unsigned addressOperand() const { return isLoad() ? 0 : 1; }
  unsigned maskOperand() const { return addressOperand() + 1; }
  /// A pointer; for a gather or scatter the vector of the lanes' pointers.
  llvm::Value *address() const { return call.getArgOperand(addressOperand()); }
  /// The alignment of the address, or of each lane's address.
  llvm::Align alignment() const { return call.getParamAlign(addressOperand()).valueOrOne(); }
  llvm::Value *mask() const { return call.getArgOperand(maskOperand()); }
  /// Null for vectors whose length isn't fixed.
  llvm::FixedVectorType *type() const;
  /// Copies the metadata for access groups and alias scopes to an access that replaces this access or a part of it.
  void copyMetadataTo(llvm::Instruction &other) const;
};

/// A call of llvm.masked.load or llvm.masked.store on vectors of a fixed length.
struct MaskedAccess : MaskedMemoryCall {
  /// Returns nothing if the instruction isn't a masked load or store on vectors of a fixed length.
  static std::optional<MaskedAccess> of(llvm::Instruction &instruction);
  uint64_t elementBytes() const;
  /// Whether the CPU has no masked instruction for the access, or only a slow one.
  bool isSlow(TargetProfile::Legal legal) const;
};

/// A call of llvm.masked.gather or llvm.masked.scatter on vectors of a fixed length.
struct LaneAccess : MaskedMemoryCall {
  /// Returns nothing if the instruction isn't a gather or scatter on vectors of a fixed length.
  static std::optional<LaneAccess> of(llvm::Instruction &instruction);
};

/// Whether the CPU has no masked instruction, or only a slow one, for loads (`isLoad`) or stores of elements of this
/// size.
bool isSlowWhenMasked(TargetProfile::Legal legal, uint64_t elementBytes, bool isLoad);

} // namespace weft::compiler

#endif
