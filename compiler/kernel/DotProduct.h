// Dot products of the bytes, or of the halves, of two integers of 32 bits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_DOT_PRODUCT_H
#define WEFT_COMPILER_KERNEL_DOT_PRODUCT_H

#include <optional>

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// A primitive, `i32 @weft.dot.<bits>.<u or s, twice>(i32, i32)`, until lower-dot-products. It multiplies the elements
/// of both operands pairwise, and returns the sum of the products modulo 2^32. For vectors of 32-bit integers (the name
/// then ends in `.v16`, for instance) each lane has a dot product of its own.
struct DotProduct {
  unsigned bits = 8;                                  ///< bits of an element, 8 or 16
  bool isFirstSigned = false, isSecondSigned = false; ///< if they differ, the second operand is the signed one
};

/// Creates the dot product of two integers of 32 bits, or of two vectors of them. The operands are exchanged where only
/// the first one is signed.
llvm::CallInst *createDotProduct(llvm::IRBuilder<> &builder, DotProduct kind, llvm::Value *first, llvm::Value *second);

/// The dot product that `function` computes; nothing for any other function.
std::optional<DotProduct> dotProductOf(const llvm::Function *function);

/// Declares to LLVM's loop vectoriser the vector forms, of up to `mostLanes` lanes, of the module's scalar dot
/// products.
void offerVectorDotProducts(llvm::Module &module, unsigned mostLanes);

/// Removes what offerVectorDotProducts has added and no call uses.
void withdrawVectorDotProducts(llvm::Module &module);

} // namespace weft::compiler

#endif
