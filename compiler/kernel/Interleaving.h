// Vectors of lanes, element by element, as one vector with the elements of each lane together, and back.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_INTERLEAVING_H
#define WEFT_COMPILER_KERNEL_INTERLEAVING_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

// Many elements of a lane are a row (Transposition.h). Integers of which a lane's fit into one of 32 bits are shifted
// into it and out of it: who computes with them extends each to such lanes anyway, where LLVM makes one mask or shift
// of that, while bytes that are turned take several shuffles each.

// An integer that one poison byte has a part in is all poison. So what becomes a part of a wider integer is frozen
// first, and an element that has no value is zero.

/// The same vector, none of whose elements is poison: to be asked for before elements become parts of wider integers.
llvm::Value *frozen(llvm::IRBuilder<> &builder, llvm::Value *vector);
/// x0 x1 .. and y0 y1 .. become x0 y0 x1 y1 ..; all of one type. Elements may be poison: the others keep their values.
llvm::Value *interleave(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> elements);
/// x0 y0 x1 y1 .. becomes x0 x1 .. and y0 y1 .., for `count` elements, of which some may be poison.
llvm::SmallVector<llvm::Value *, 4> deinterleave(llvm::IRBuilder<> &builder, llvm::Value *all, unsigned count);

} // namespace weft::compiler

#endif
