// Computes the address that an access will have when a counter or id is greater, and prefetches from this address.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PREFETCH_ADDRESS_BUILDER_H
#define WEFT_COMPILER_PASSES_PACKETS_PREFETCH_ADDRESS_BUILDER_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Returns `root` and all instructions that are computed from `root`, but not through phis.
llvm::DenseSet<const llvm::Instruction *> findDependents(const llvm::Instruction &root);

/// Computes addresses again, as they are when the integer `root` is greater by `Lookahead::by`.
class PrefetchAddressBuilder {
public:
  struct Lookahead {
    llvm::Instruction &root;
    const llvm::DenseSet<const llvm::Instruction *> &dependents; ///< findDependents(root)
    llvm::Value *by;                                             ///< added to the root, whose type it has
    unsigned longest;                                            ///< most instructions to copy; else make() is null
  };
  /// Inserts new instructions before `before`.
  PrefetchAddressBuilder(Lookahead ahead, llvm::Instruction &before) : lookahead_(ahead), builder_(&before) {}

  /// Returns the copy of `address`, or null if `address` doesn't depend on the root or can't be computed again.
  llvm::Value *make(llvm::Value &address) {
    llvm::Value *copy = copyOf(address);
    return copy == &address ? nullptr : copy;
  }

private:
  /// Returns the copy of `value`, or `value` itself if it doesn't depend on the root.
  llvm::Value *copyOf(llvm::Value &value);

  const Lookahead lookahead_;
  llvm::IRBuilder<> builder_;
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> copies_;
  unsigned length_ = 0;
};

/// Inserts an llvm.prefetch before `access`, a load or a store. `locality` is llvm.prefetch's argument of that name.
/// Lines that a store will write are prefetched for reading, like other lines: a prefetch for writing takes a line to
/// the first cache, whatever its locality.
void prefetch(llvm::Value &address, llvm::Instruction &access, unsigned locality);

} // namespace weft::compiler

#endif
