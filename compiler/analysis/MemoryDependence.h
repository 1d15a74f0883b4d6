// Whether an access can be moved past other instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_ACCESS_ORDER_H
#define WEFT_COMPILER_ANALYSIS_ACCESS_ORDER_H

#include <cstdint>

#include "llvm/ADT/SmallVector.h"

#include "kernel/StridedAddress.h"

namespace llvm {
class BasicBlock;
class Instruction;
} // namespace llvm

namespace weft::compiler {

/// Whether the order of `instruction` and `access`, a plain load or store, could be told, so that the one can't be
/// moved past the other. Plain accesses to different address spaces, or apart by alias scopes, may change places.
/// Instructions that may not come to their end keep all in place.
bool keepsInPlace(const llvm::Instruction &instruction, const llvm::Instruction &access);

/// Whether what is known by alias scopes to be apart from the one access is so from the other as well.
bool haveSameScopes(const llvm::Instruction &one, const llvm::Instruction &other);

/// A load or store that is neither atomic nor volatile, and where it goes.
struct PlacedAccess {
  /// `trustsIndices`: that of StridedAddress.
  PlacedAccess(llvm::Instruction &access, bool trustsIndices);

  llvm::Instruction *instruction;
  StridedAddress address;
  int64_t bytes;

  bool isLoad() const;
};

/// Whether the order of the two could be told: keepsInPlace of accesses that are not known to go to different bytes.
bool mayMeet(const PlacedAccess &one, const PlacedAccess &other);

/// Accesses past which one of two neighbouring elements' would be moved to join the other, though the order could be
/// told. LLVM's vectoriser makes one vector access of the two and doesn't look between them in a loop whose iterations
/// are said to be parallel, as if that said anything of the order within an iteration. `trustsIndices`: that of
/// StridedAddress.
llvm::SmallVector<const llvm::Instruction *> accessesBetweenNeighbours(llvm::BasicBlock &block, bool trustsIndices);

} // namespace weft::compiler

#endif
