// Lowers gathers and scatters of elements that the CPU has no instruction for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_MASKED_MEMORY_LOWER_GATHERS_H
#define WEFT_COMPILER_PASSES_MASKED_MEMORY_LOWER_GATHERS_H

#include "passes/masked-memory/MaskedMemoryContext.h"

namespace weft::compiler {

/// What: if the CPU can gather elements of 32 bits, a gather of elements of 8 or 16 bits becomes a gather of the 32-bit
/// words that contain the elements, and a shift. In all other gathers that the CPU has no instruction for, all lanes
/// become active: the lanes that were inactive get the address of a variable of the function. So do the lanes of
/// scatters, if the memory is accessed by no other group (GroupPrivateAddress.h).
/// Why: LLVM splits an access without an instruction into scalar ones, with a branch for each lane that may be
/// inactive. A CPU often mispredicts these branches. Scatters to memory that other groups access keep their branches:
/// without branches, stores to memory that is in no near cache took longer. CPUs gather no elements below 32 bits. To
/// extract 16 addresses and insert 16 bytes takes twice as long as to gather and to shift.
/// Requires: elements that lie at multiples of their size. A word at a multiple of 4 bytes is on one page, so the word
/// can be read if any part of it can. The shift removes the bits beside the element, which other threads may be
/// writing. Optimisation is over, because LLVM can derive less from the load of a word than from that of an element.
///
///   %v = call <8 x i8> @llvm.masked.gather(<8 x ptr> %p, <8 x i1> %m, ..)
/// =>
///   %q = call <8 x ptr> @llvm.ptrmask(<8 x ptr> %p, <8 x i64> splat (i64 -4))
///   %w = call <8 x i32> @llvm.masked.gather(<8 x ptr> %q, <8 x i1> %m, ..)
///   %s = lshr <8 x i32> %w, %bits          ; 8 * (%p & 3)
///   %v = trunc <8 x i32> %s to <8 x i8>
bool lowerGathers(llvm::Function &function, MaskedMemoryContext &context);

} // namespace weft::compiler

#endif
