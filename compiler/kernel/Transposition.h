// Rows of elements in vector registers become columns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_TRANSPOSITION_H
#define WEFT_COMPILER_KERNEL_TRANSPOSITION_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Vector j of the result has element j of each row, in the rows' order. Rows are vectors of one type; their number and
/// their length are powers of two, 2 at least.
///
/// An element's row and column are numbers made of bits, and so are the number of the register that holds the element
/// and its position in that register. A shuffle of two registers exchanges a bit of the register's number for a bit of
/// the position (Stone, "Parallel processing with the perfect shuffle", 1971). First the lowest bits are exchanged,
/// within x86 lanes of 16 bytes, then the bits that number these lanes. Either is an instruction of its own on x86-64,
/// while a shuffle that moves single elements between lanes of 16 bytes is two instructions on AVX2, and needs its
/// indices in a register on AVX-512.
llvm::SmallVector<llvm::Value *, 16> transpose(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> rows);

} // namespace weft::compiler

#endif
