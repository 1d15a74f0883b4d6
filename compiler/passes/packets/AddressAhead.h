// Asks for memory by an address that is computed again for a value to come.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_ADDRESS_AHEAD_H
#define WEFT_COMPILER_PASSES_PACKETS_ADDRESS_AHEAD_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// All that is computed from `root`; not what a loop counts meanwhile.
llvm::DenseSet<const llvm::Instruction *> findDependents(const llvm::Instruction &root);

/// Makes addresses as they are when `root`, an integer, is greater by `ahead`.
class AddressAhead {
public:
  struct Ahead {
    llvm::Instruction &root;
    const llvm::DenseSet<const llvm::Instruction *> &dependents; ///< findDependents(root)
    llvm::Value *by;                                             ///< of the root's type
    unsigned longest;                                            ///< instructions of an address
  };
  /// New instructions stand before `before`.
  AddressAhead(Ahead ahead, llvm::Instruction &before) : ahead_(ahead), builder_(&before) {}

  /// Null where the address doesn't depend on the root, or can't be computed again.
  llvm::Value *make(llvm::Value &address) {
    llvm::Value *copy = copyOf(address);
    return copy == &address ? nullptr : copy;
  }

private:
  /// `value` itself where the root has nothing to do with it.
  llvm::Value *copyOf(llvm::Value &value);

  const Ahead ahead_;
  llvm::IRBuilder<> builder_;
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> copies_;
  unsigned length_ = 0;
};

/// Before `access`, a load or a store; `locality` as llvm.prefetch counts. Lines that will be stored to are asked for
/// like others: a prefetch that announces a store takes them to the first cache, whatever the locality.
void prefetch(llvm::Value &address, llvm::Instruction &access, unsigned locality);

} // namespace weft::compiler

#endif
