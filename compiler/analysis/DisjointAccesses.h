// Decides from a kernel's index computations whether any byte is accessed by two different work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_DISJOINT_ACCESSES_H
#define WEFT_COMPILER_ANALYSIS_DISJOINT_ACCESSES_H

#include <cstdint>
#include <vector>

#include "analysis/IdExpressions.h"

namespace llvm {
class DataLayout;
} // namespace llvm

namespace weft::compiler {

/// The accesses that a work-item makes to one object, each with its distance from the object's start.
class DisjointAccesses {
public:
  DisjointAccesses(llvm::Function &kernel, IdSpace ids) : kernel_(kernel), ids_(ids) {}

  /// Adds an access. Returns false if the distance of `address` from `base` isn't known.
  bool add(const llvm::Value &base, llvm::Value &address, uint64_t bytes);
  /// Returns an i1 that is the same for all work-items: whether no two work-items access the same byte by any of the
  /// accesses. Returns null if that can't be computed. `entry` is the end of the kernel's entry block.
  llvm::Value *areDisjoint(llvm::IRBuilder<> &entry) const;

private:
  struct Access {
    AffineExpression distance;
    uint64_t bytes;
  };
  /// A sequence of `size` addresses, each `factor` bytes after the one before. There is an address for each value of an
  /// id, or for each access of a work-item. `extent` is the distance from the first address to the last.
  struct AddressDimension {
    llvm::Value *factor, *size, *extent;
  };
  bool addAccesses(llvm::IRBuilder<> &entry, std::vector<AddressDimension> &rows, uint64_t &span) const;
  llvm::Value *areNonWrapping(llvm::IRBuilder<> &entry, llvm::ArrayRef<llvm::Value *> sizes) const;
  llvm::Value *sizeOf(llvm::IRBuilder<> &entry, int id) const;

  llvm::Function &kernel_;
  const IdSpace ids_;
  std::vector<Access> accesses_;
  std::vector<AffineExpression> nonWrapping_;
};

} // namespace weft::compiler

#endif
