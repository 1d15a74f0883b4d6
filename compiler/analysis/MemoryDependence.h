// Decides whether a load or store can be moved past other instructions of the same work-item.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_MEMORY_DEPENDENCE_H
#define WEFT_COMPILER_ANALYSIS_MEMORY_DEPENDENCE_H

#include <cstdint>

#include "llvm/ADT/SmallVector.h"

#include "analysis/AffineAddress.h"

namespace llvm {
class BasicBlock;
class Instruction;
} // namespace llvm

namespace weft::compiler {

/// Whether the order of `instruction` and `access`, a plain load or store, is observable, so that neither can be moved
/// past the other. Plain accesses may change their order if they are to different address spaces, or if alias scopes
/// say that they don't alias. Nothing may be moved past an instruction that may not return.
bool mustPreserveOrder(const llvm::Instruction &instruction, const llvm::Instruction &access);

/// Whether both instructions have the same alias scopes. An access that by its scopes doesn't alias one of the two
/// instructions then doesn't alias the other one either.
bool haveSameAliasScopes(const llvm::Instruction &one, const llvm::Instruction &other);

/// A load or store that is neither atomic nor volatile, with its address.
struct StridedAccess {
  /// `assumesNoIndexWrap`: as in AffineAddress.
  StridedAccess(llvm::Instruction &access, bool assumesNoIndexWrap);

  llvm::Instruction *instruction;
  AffineAddress address;
  int64_t bytes;

  bool isLoad() const;
};

/// Whether the order of the two accesses is observable. Decides as mustPreserveOrder does, but also returns false if
/// the distance of the two addresses shows that the accesses have no byte in common.
bool mayDepend(const StridedAccess &one, const StridedAccess &other);

/// Finds accesses past which LLVM's vectoriser would move another access, though their order is observable. The
/// vectoriser merges two accesses to neighbouring elements into one vector access, and so moves one of them. In a loop
/// whose iterations are marked as parallel it doesn't look at the accesses between the two, although that mark says
/// nothing about the order within an iteration. `assumesNoIndexWrap`: as in AffineAddress.
llvm::SmallVector<const llvm::Instruction *> accessesBetweenNeighbours(llvm::BasicBlock &block,
                                                                       bool assumesNoIndexWrap);

} // namespace weft::compiler

#endif
