// Permutations of a packet's lanes by indices that aren't constant, for which LLVM has no instruction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_PERMUTATION_H
#define WEFT_COMPILER_KERNEL_PERMUTATION_H

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Returns, for each lane, the element of `values` (of 32 or 64 bits) that `from` names: an integer of 32 bits, taken
/// modulo the number of lanes, a power of two. The result is a call of weft.permute.<type> until lower-permutations, so
/// that LLVM may move the permutation as a whole.
llvm::Value *createPermutation(llvm::IRBuilder<> &builder, llvm::Value *values, llvm::Value *from);

/// Whether `function` is one of weft.permute.<type>. These take vectors of floats or doubles, and lane numbers below
/// the number of lanes.
bool isPermutation(const llvm::Function *function);

} // namespace weft::compiler

#endif
