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
/// The elements, as one sequence row by row, have an index whose upper bits are the row's. To interleave the sequence's
/// halves moves the index's highest bit to its lower end, to separate its even from its odd elements moves the lowest
/// one to the upper end; so many times as the smaller of the two numbers has bits. Each takes a shuffle of two
/// registers for each register (Stone, "Parallel processing with the perfect shuffle", 1971).
llvm::SmallVector<llvm::Value *, 16> transpose(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> rows);

} // namespace weft::compiler

#endif
