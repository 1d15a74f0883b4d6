// Computes local ids from the flattened local id, where packets follow the flattened id.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_FLAT_IDS_H
#define WEFT_COMPILER_KERNEL_FLAT_IDS_H

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// The flattened local id is (z * size 1 + y) * size 0 + x. Where the local size is fixed and a packet lies in one row,
/// x still grows by one from lane to lane, and y and z are uniform. Elsewhere x, y and z are quotients and remainders.
/// They are computed in `float`, as vectors have no integer division, unless a fixed size is a power of two.
class FlatIds {
public:
  /// `entry` must stand where values that the group shares are computed.
  FlatIds(llvm::Function &kernel, llvm::IRBuilder<> &entry);

  /// The local id of dimension `dimension` (i32) for the flattened id `flat` (i32).
  llvm::Value *localId(llvm::IRBuilder<> &builder, llvm::Value *flat, unsigned dimension);

private:
  llvm::Value *idWithinRow(llvm::IRBuilder<> &builder, unsigned dimension);
  llvm::Value *size(unsigned dimension);
  llvm::Value *quotient(llvm::IRBuilder<> &builder, llvm::Value *number, unsigned dimension);
  /// The remainder: `number` minus `quotient` times the size of the dimension.
  llvm::Value *rest(llvm::IRBuilder<> &builder, llvm::Value *number, llvm::Value *quotient, unsigned dimension);

  llvm::Function &kernel_;
  llvm::IRBuilder<> &entry_;
};

/// Lets packets follow the flattened local id where the local size is fixed and has at most `mostItems` work-items in
/// dimension 0, so that most lanes of a packet would be empty. The kernel then gets the attribute weft-flat-ids.
/// Returns whether it did.
bool flattenShortRows(llvm::Function &kernel, uint64_t mostItems);

} // namespace weft::compiler

#endif
