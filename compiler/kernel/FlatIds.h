// Computes local ids from the flattened local id, one number for all dimensions, in kernels whose packets follow that
// number.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_FLAT_IDS_H
#define WEFT_COMPILER_KERNEL_FLAT_IDS_H

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// The flattened local id is (z * size 1 + y) * size 0 + x. If the local size is fixed and no packet crosses the end of
/// a row (the work-items with the same y and z), x grows by one from lane to lane, and y and z are uniform. Otherwise
/// x, y and z are quotients and remainders of the flattened id. If a size is a fixed power of two, a shift divides by
/// it. Otherwise the quotient is computed in `float`, because CPUs have no integer division of vectors.
class FlatIds {
public:
  /// `entry` must insert its code in the kernel's entry block, where the values that are the same for the whole group
  /// are computed. `width` is the number of work-items of the packets that will follow the flattened id; 0 if it isn't
  /// known.
  FlatIds(llvm::Function &kernel, llvm::IRBuilder<> &entry, unsigned width);

  /// Returns the local id (i32) in `dimension` of the work-item with the flattened id `flat` (i32).
  llvm::Value *localId(llvm::IRBuilder<> &builder, llvm::Value *flat, unsigned dimension);

private:
  llvm::Value *idWithinRow(llvm::IRBuilder<> &builder, unsigned dimension);
  llvm::Value *size(unsigned dimension);
  llvm::Value *quotient(llvm::IRBuilder<> &builder, llvm::Value *number, unsigned dimension);
  /// Returns the remainder: `number` minus `quotient` times the local size in `dimension`.
  llvm::Value *rest(llvm::IRBuilder<> &builder, llvm::Value *number, llvm::Value *quotient, unsigned dimension);

  llvm::Function &kernel_;
  llvm::IRBuilder<> &entry_;
  const unsigned width_;
};

/// Makes dimension 0 the flattened local id, from which the kernel then computes its ids. So packets go across the rows
/// of a group, whose local size must be fixed. The packets have the width of the kernel's schedule. The kernel gets the
/// attribute weft-flat-ids.
void flattenIds(llvm::Function &kernel);

} // namespace weft::compiler

#endif
