// Computes the addresses of gathers and scatters in the block of the access, where LLVM's code generator needs them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_MASKED_MEMORY_SINK_LANE_ADDRESSES_H
#define WEFT_COMPILER_PASSES_MASKED_MEMORY_SINK_LANE_ADDRESSES_H

#include "passes/masked-memory/MaskedMemoryContext.h"

namespace weft::compiler {

/// What: if the lanes of a gather or scatter have offsets from a common base, the addresses are computed in the block
/// of the access. The offsets are extended to 64 bits there, too; those that are known not to be negative are
/// sign-extended.
/// Why: the CPU's gather instruction itself adds the base, and takes offsets of 32 bits. But LLVM's instruction
/// selection sees one block at a time. It sees addresses from another block as vectors of 64-bit elements, of which a
/// register holds half as many. An access that first checks whether its lanes are contiguous has its gather in another
/// block than the addresses.
/// Requires: optimisation is over, because it would merge equal values again.
///
///   %i = zext nneg <16 x i32> %n to <16 x i64>           =>  gather:
///   %p = getelementptr i32, ptr %a, <16 x i64> %i              %i = sext <16 x i32> %n to <16 x i64>
///   br i1 %inLine, label %load, label %gather                  %p = getelementptr i32, ptr %a, <16 x i64> %i
/// gather:                                                      call @llvm.masked.gather(<16 x ptr> %p, ..)
///   call @llvm.masked.gather(<16 x ptr> %p, ..)
bool sinkLaneAddresses(llvm::Function &function, MaskedMemoryContext &context);

} // namespace weft::compiler

#endif
