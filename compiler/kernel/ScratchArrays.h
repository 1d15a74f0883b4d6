// Computes the addresses of the arrays in WeftGroup::scratch, where a kernel keeps its work-items' values across
// barriers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_SCRATCH_ARRAYS_H
#define WEFT_COMPILER_KERNEL_SCRATCH_ARRAYS_H

#include <cstdint>

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Scratch consists of arrays with an element for each work-item. GroupMemory.h defines its layout. The offset of an
/// array is a product: the bytes that the arrays before it have for one work-item, times the number of work-items,
/// rounded up to WEFT_SCRATCH_ITEMS_MULTIPLE. So each array begins at a multiple of its element's alignment, if the
/// bytes before it do.
class ScratchArrays {
public:
  /// `items`, an i32 or i64, is the number of the group's work-items. If the kernel works on packets, the last packet
  /// of a row may have lanes without work-items. Such lanes have elements, too, so `items` must count them as well.
  ScratchArrays(llvm::IRBuilder<> &builder, llvm::Function &kernel, llvm::Value *items);

  /// Returns the address of the array before which there are `bytesBefore` bytes for each work-item.
  llvm::Value *begin(llvm::IRBuilder<> &builder, uint64_t bytesBefore, const llvm::Twine &name) const;

private:
  llvm::Value *scratch_;
  llvm::Value *items_; ///< the rounded number of work-items, i64
};

} // namespace weft::compiler

#endif
