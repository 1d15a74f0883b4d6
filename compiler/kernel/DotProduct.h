// A primitive for dot products of the bytes, or of the 16-bit halves, of two 32-bit integers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_DOT_PRODUCT_H
#define WEFT_COMPILER_KERNEL_DOT_PRODUCT_H

#include <optional>

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Which dot product the primitive `i32 @weft.dot.<bits>.<u or s, twice>(i32, i32)` computes. The pass
/// lower-vector-operations later replaces the primitive by code. The primitive multiplies the elements of both operands
/// pairwise, and returns the sum of the products modulo 2^32. For vectors of 32-bit integers (the name then ends in
/// `.v16`, for instance) it returns a dot product for each lane.
struct DotProduct {
  unsigned bits = 8;                                  ///< bits of an element, 8 or 16
  bool isFirstSigned = false, isSecondSigned = false; ///< if they differ, the second operand is the signed one
};

/// Creates the dot product of two integers of 32 bits, or of two vectors of such integers. If only the first operand is
/// signed, the operands are exchanged.
llvm::CallInst *createDotProduct(llvm::IRBuilder<> &builder, DotProduct kind, llvm::Value *first, llvm::Value *second);

/// Returns the dot product that `function` computes; nothing for any other function.
std::optional<DotProduct> dotProductOf(const llvm::Function *function);

/// Declares variants of the module's scalar dot products for vectors of up to `mostLanes` lanes. LLVM's loop vectoriser
/// then replaces calls of the scalar primitives by calls of these variants.
void offerVectorDotProducts(llvm::Module &module, unsigned mostLanes);

/// Removes those declarations of offerVectorDotProducts that no call uses after LLVM's loop vectoriser has run.
void withdrawVectorDotProducts(llvm::Module &module);

} // namespace weft::compiler

#endif
