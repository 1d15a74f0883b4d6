// Interleaves vectors of lanes, one for each element, into one vector with each lane's elements together, and back.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_INTERLEAVING_H
#define WEFT_COMPILER_KERNEL_INTERLEAVING_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

// Where a lane has many elements, they are transposed as a row (Transposition.h). Where all integers of a lane fit into
// one integer of 32 bits, they are shifted into it and out of it. Code that computes with them extends each element to
// a lane of 32 bits anyway, and LLVM combines that extension with the shift into one mask or shift. To transpose bytes
// would take several shuffles for each. If one byte of an integer is poison, the whole integer is. So each element is
// frozen before it becomes a part of a wider integer, and an element that has no value is zero.

// An integer that one poison byte has a part in is all poison. So what becomes a part of a wider integer is frozen
// first, and an element that has no value is zero.

/// Returns the same vector, but with no poison in its elements. Call it before elements become parts of wider integers.
llvm::Value *frozen(llvm::IRBuilder<> &builder, llvm::Value *vector);
/// x0 x1 .. and y0 y1 .. become x0 y0 x1 y1 ..; all vectors have one type. Elements may be poison: the others keep
/// their values.
llvm::Value *interleave(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> elements);
/// x0 y0 x1 y1 .. becomes x0 x1 .. and y0 y1 .., for `count` elements, of which some may be poison.
llvm::SmallVector<llvm::Value *, 4> deinterleave(llvm::IRBuilder<> &builder, llvm::Value *all, unsigned count);

} // namespace weft::compiler

#endif
