// Local ids from the flattened local id, where packets follow that.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_FLAT_IDS_H
#define WEFT_COMPILER_KERNEL_FLAT_IDS_H

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// The flattened local id is (z * size 1 + y) * size 0 + x. Where the local size is fixed and a packet lies in one row,
/// x still grows by one from lane to lane, y and z are uniform; else they are quotients and remainders, computed in
/// `float`, as vectors have no division of integers, but where a fixed size is a power of two.
class FlatIds {
public:
  /// `entry` stands where what the group shares is computed.
  FlatIds(llvm::Function &kernel, llvm::IRBuilder<> &entry);

  /// The local id of dimension `dimension` (i32) for the flattened id `flat` (i32).
  llvm::Value *localId(llvm::IRBuilder<> &builder, llvm::Value *flat, unsigned dimension);

private:
  llvm::Value *inRow(llvm::IRBuilder<> &builder, unsigned dimension);
  llvm::Value *size(unsigned dimension);
  llvm::Value *quotient(llvm::IRBuilder<> &builder, llvm::Value *number, unsigned dimension);
  /// What is left of `number` beside `quotient` times the size of the dimension.
  llvm::Value *rest(llvm::IRBuilder<> &builder, llvm::Value *number, llvm::Value *quotient, unsigned dimension);

  llvm::Function &kernel_;
  llvm::IRBuilder<> &entry_;
};

/// Lets packets follow the flattened local id where the local size is fixed and has at most `mostItems` work-items in
/// dimension 0, so that most lanes of a packet would be empty: then the kernel has the attribute weft-flat-ids. Says
/// whether it does.
bool flattenShortRows(llvm::Function &kernel, uint64_t mostItems);

} // namespace weft::compiler

#endif
