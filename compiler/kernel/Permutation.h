// Permutations of a packet's lanes by numbers that aren't constant, which LLVM has no instruction for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_PERMUTATION_H
#define WEFT_COMPILER_KERNEL_PERMUTATION_H

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// For each lane the one of `values`, of 32 or 64 bits, of the lane that `from` (integers of 32 bits) says, modulo
/// their number, a power of two. A call of weft.permute.<type> until lower-permutations, so that LLVM may move it as a
/// whole.
llvm::Value *createPermutation(llvm::IRBuilder<> &builder, llvm::Value *values, llvm::Value *from);

/// Whether `function` is one of weft.permute.<type>: of vectors of floats or doubles, and lanes less than their number.
bool isPermutation(const llvm::Function *function);

} // namespace weft::compiler

#endif
