// Transposes a matrix of elements in vector registers: the rows become columns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_TRANSPOSITION_H
#define WEFT_COMPILER_KERNEL_TRANSPOSITION_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Returns the columns of a matrix whose rows are `rows`: vector j of the result has element j of each row, in the
/// order of the rows. The rows are vectors of one type. Their number and their length are powers of two, at least 2.
///
/// The bits of an element's row and column are distributed over the index of the register that holds the element and
/// the element's position in that register. A shuffle of two registers exchanges a bit of the register index for a bit
/// of the position (Stone, "Parallel processing with the perfect shuffle", 1971). First the lowest bits are exchanged,
/// within pieces of 16 bytes of x86 registers, then the bits that number these pieces. Each of these exchanges is one
/// instruction on x86-64. A shuffle that moves single elements between pieces of 16 bytes is two instructions on AVX2,
/// and needs its indices in a register on AVX-512.
llvm::SmallVector<llvm::Value *, 16> transpose(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> rows);

} // namespace weft::compiler

#endif
