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

/// x0 x1 .. and y0 y1 .. become x0 y0 x1 y1 ..; all of one type.
llvm::Value *interleave(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> elements);
/// x0 y0 x1 y1 .. becomes x0 x1 .. and y0 y1 .., for `count` elements.
llvm::SmallVector<llvm::Value *, 4> deinterleave(llvm::IRBuilder<> &builder, llvm::Value *all, unsigned count);

} // namespace weft::compiler

#endif
