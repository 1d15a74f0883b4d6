// Whether each work-item has a place in memory for itself, as far as that follows from ids and sizes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_ITEM_PLACES_H
#define WEFT_COMPILER_ANALYSIS_ITEM_PLACES_H

#include <cstdint>
#include <vector>

#include "analysis/ItemSum.h"

namespace llvm {
class DataLayout;
} // namespace llvm

namespace weft::compiler {

/// The accesses to one object that a work-item makes, by their distances from it.
class DisjointAccesses {
public:
  DisjointAccesses(llvm::Function &kernel, ItemIds ids) : kernel_(kernel), ids_(ids) {}

  /// False where it isn't known which place `address` is.
  bool add(const llvm::Value &base, llvm::Value &address, uint64_t bytes);
  /// An i1, the same for all of the work-items: no byte of one's places is another one's, in any of them. Null where
  /// that can't be said. `entry` is the end of the kernel's entry block.
  llvm::Value *areApart(llvm::IRBuilder<> &entry) const;

private:
  struct Place {
    ItemSum distance;
    uint64_t bytes;
  };
  /// Places `factor` bytes from each other, so many: of an id, or of the accesses.
  struct Row {
    llvm::Value *factor, *size, *extent;
  };
  bool addAccesses(llvm::IRBuilder<> &entry, std::vector<Row> &rows, uint64_t &span) const;
  llvm::Value *areSmall(llvm::IRBuilder<> &entry, llvm::ArrayRef<llvm::Value *> sizes) const;
  llvm::Value *sizeOf(llvm::IRBuilder<> &entry, int id) const;

  llvm::Function &kernel_;
  const ItemIds ids_;
  std::vector<Place> places_;
  std::vector<ItemSum> small_;
};

} // namespace weft::compiler

#endif
