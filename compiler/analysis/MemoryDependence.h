// Whether an access can be moved past other instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_MEMORY_DEPENDENCE_H
#define WEFT_COMPILER_ANALYSIS_MEMORY_DEPENDENCE_H

#include <cstdint>

#include "llvm/ADT/SmallVector.h"

#include "kernel/StridedAddress.h"

namespace llvm {
class BasicBlock;
class Instruction;
} // namespace llvm

namespace weft::compiler {

/// Whether the order of `instruction` and `access`, a plain load or store, is observable, so that one can't be moved
/// past the other. Plain accesses to different address spaces, or accesses that alias scopes keep apart, may change
/// their order. Nothing may be moved past an instruction that may not return.
bool mustPreserveOrder(const llvm::Instruction &instruction, const llvm::Instruction &access);

/// Whether both instructions have the same alias scopes, so that an access that doesn't alias one of them by its scopes
/// doesn't alias the other either.
bool haveSameAliasScopes(const llvm::Instruction &one, const llvm::Instruction &other);

/// A load or store that is neither atomic nor volatile, with its address.
struct StridedAccess {
  /// `assumesNoIndexWrap`: as in StridedAddress.
  StridedAccess(llvm::Instruction &access, bool assumesNoIndexWrap);

  llvm::Instruction *instruction;
  StridedAddress address;
  int64_t bytes;

  bool isLoad() const;
};

/// Whether the order of the two accesses is observable: mustPreserveOrder for accesses that aren't known to be
/// disjoint.
bool mayDepend(const StridedAccess &one, const StridedAccess &other);

/// Finds accesses past which LLVM's vectoriser would move one of two accesses to neighbouring elements, though the
/// order is observable. The vectoriser makes one vector access of the two accesses. In a loop whose iterations are
/// marked as parallel it doesn't look at the accesses between them, although that mark says nothing about the order
/// within an iteration. `assumesNoIndexWrap`: as in StridedAddress.
llvm::SmallVector<const llvm::Instruction *> accessesBetweenNeighbours(llvm::BasicBlock &block,
                                                                       bool assumesNoIndexWrap);

} // namespace weft::compiler

#endif
