// Finds gathers and scatters whose elements are at constant distances from each other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_CONSTANT_OFFSET_ACCESS_H
#define WEFT_COMPILER_ANALYSIS_CONSTANT_OFFSET_ACCESS_H

#include <cstdint>
#include <optional>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "analysis/MaskedAccess.h"

namespace weft::compiler {

/// For each lane, the constant that is added to a value that all lanes share.
using Distances = llvm::SmallVector<int64_t, 16>;

/// A gather or scatter whose lanes are at constant distances from an address that they share.
struct ConstantOffsetAccess : LaneAccess {
  llvm::SmallVector<llvm::GetElementPtrInst *, 2> steps; ///< from the base to the lanes' addresses
  llvm::Value *base;                                     ///< the pointer that the first step adds to
  Distances distances;                                   ///< in bytes, the sum over all steps

  /// Returns nothing if the instruction isn't a gather or scatter, or the lanes' distances aren't known.
  static std::optional<ConstantOffsetAccess> of(llvm::Instruction &instruction);
  /// Whether the base itself is the address that all lanes share, so that none must be computed.
  bool isBaseShared() const;
  /// The address that the lanes share. It is computed at the insertion point of `builder`.
  llvm::Value *sharedAddress(llvm::IRBuilder<> &builder) const;
  /// The alignment that also holds any number of elements before or after a lane's address.
  llvm::Align elementAlignment() const;
  int64_t elementBytes() const;
};

/// Whether no two elements of `elementBytes` bytes at the offsets `places` overlap.
bool areDisjoint(Distances places, int64_t elementBytes);

/// Whether `lane` of `mask` is known never to be active, like lanes beyond the end of a row of work-items.
bool isNeverActive(const llvm::Value &mask, unsigned lane);

} // namespace weft::compiler

#endif
