// Creates permutations of a packet's lanes by indices that aren't constant. LLVM IR has no instruction for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_PERMUTATION_H
#define WEFT_COMPILER_KERNEL_PERMUTATION_H

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Returns, for each lane, an element of `values`, whose elements have 32 or 64 bits. The lane's 32-bit integer in
/// `from`, modulo the number of lanes, is the element's index. The number of lanes is a power of two. The result is a
/// call of weft.permute.<type>, which the pass lower-vector-operations replaces by code. Until then LLVM may move the
/// call, but can't split it into operations on single elements.
llvm::Value *createPermutation(llvm::IRBuilder<> &builder, llvm::Value *values, llvm::Value *from);

/// Whether `function` is one of the functions weft.permute.<type>. Their parameters are a vector of floats or doubles,
/// and a vector of indices below the number of lanes.
bool isPermutation(const llvm::Function *function);

} // namespace weft::compiler

#endif
