// Interleaves vectors, each with one element of every lane, into one vector with each lane's elements together, and
// back.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_INTERLEAVING_H
#define WEFT_COMPILER_KERNEL_INTERLEAVING_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

// If a lane has many elements, they are transposed as a row of a matrix (Transposition.h). If all integers of a
// lane fit into one 32-bit integer, shifts combine them to that integer and extract them again. Code that computes with
// small integers extends each of them to 32 bits anyway, and LLVM combines the extension with the shift into one mask
// or shift. A transposition of bytes would take several shuffles for each element. If one byte of an integer is poison,
// the whole integer is poison. So each element is frozen before it becomes a part of a wider integer, and an undefined
// element becomes zero.

/// Returns `vector` with its poison elements frozen to fixed values. Call it before elements become parts of wider
/// integers.
llvm::Value *frozen(llvm::IRBuilder<> &builder, llvm::Value *vector);
/// Turns x0 x1 .. and y0 y1 .. into x0 y0 x1 y1 ..; all vectors have one type. If an element is poison, the other
/// elements keep their values.
llvm::Value *interleave(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> elements);
/// Turns x0 y0 x1 y1 .. into x0 x1 .. and y0 y1 ..; each lane has `count` elements. If an element is poison, the other
/// elements keep their values.
llvm::SmallVector<llvm::Value *, 4> deinterleave(llvm::IRBuilder<> &builder, llvm::Value *all, unsigned count);

} // namespace weft::compiler

#endif
