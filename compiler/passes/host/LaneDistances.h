// How far apart the lanes of a gather or scatter find their elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_LANE_DISTANCES_H
#define WEFT_COMPILER_PASSES_HOST_LANE_DISTANCES_H

#include <cstdint>
#include <optional>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "passes/host/LaneAccess.h"

namespace weft::compiler {

/// What each lane adds to something that lanes share.
using Distances = llvm::SmallVector<int64_t, 16>;

/// A gather or scatter whose lanes are constant distances from an address that they share.
struct KnownLanes : LaneAccess {
  llvm::SmallVector<llvm::GetElementPtrInst *, 2> steps; ///< from the base to the lanes' addresses
  llvm::Value *base;                                     ///< that the first step adds to
  Distances distances;                                   ///< in bytes, of all steps

  /// Nothing where it is anything else.
  static std::optional<KnownLanes> of(llvm::Instruction &instruction);
  /// Whether the base is the address that they share.
  bool sharesBase() const;
  /// The address that they share, computed where `builder` is.
  llvm::Value *sharedAddress(llvm::IRBuilder<> &builder) const;
  llvm::Align alignment() const;
  int64_t elementBytes() const;
};

/// Whether elements of so many bytes at these places have nothing in common.
bool areApart(Distances places, int64_t elementBytes);

/// Whether a lane of `mask` is known never to run, as at the end of a row.
bool isOff(const llvm::Value &mask, unsigned lane);

} // namespace weft::compiler

#endif
