// Dot products of the bytes, or of the halves, of two integers of 32 bits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_DOT_PRODUCT_H
#define WEFT_COMPILER_KERNEL_DOT_PRODUCT_H

#include <optional>

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// A primitive, `i32 @weft.dot.<bits>.<u or s, twice>(i32, i32)`, until lower-dot-products: the elements of both
/// operands are multiplied, first with first, and the sum of the products is taken modulo 2^32. Of vectors of 32-bit
/// integers (`.v16` behind the name) each lane has its own.
struct DotProduct {
  unsigned bits = 8;                                  ///< of an element, 8 or 16
  bool isFirstSigned = false, isSecondSigned = false; ///< of different ones the second
};

/// Of two integers of 32 bits, or two vectors of them; in the other order where the first alone is signed.
llvm::CallInst *createDotProduct(llvm::IRBuilder<> &builder, DotProduct kind, llvm::Value *first, llvm::Value *second);

/// Which one `function` is.
std::optional<DotProduct> dotProductOf(const llvm::Function *function);

/// Tells LLVM's loop vectoriser of the forms for vectors, of up to `mostLanes`, that the module's scalar ones have.
void offerVectorDotProducts(llvm::Module &module, unsigned mostLanes);

/// Takes back what offerVectorDotProducts has added and nobody has used.
void withdrawVectorDotProducts(llvm::Module &module);

} // namespace weft::compiler

#endif
