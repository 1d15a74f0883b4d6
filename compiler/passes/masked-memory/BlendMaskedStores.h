// Replaces masked stores to memory that only one group accesses by plain stores, for CPUs with slow masked stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_MASKED_MEMORY_BLEND_MASKED_STORES_H
#define WEFT_COMPILER_PASSES_MASKED_MEMORY_BLEND_MASKED_STORES_H

#include "passes/masked-memory/MaskedMemoryContext.h"

namespace weft::compiler {

/// What: if the CPU is slow at masked stores, a masked store to the group's local memory, its scratch or a packet's
/// private array becomes a load of the whole vector, a select by the mask, and a store of the whole vector. A masked
/// load from this memory becomes a load of the whole vector and a select, if the CPU has no masked instruction for it.
/// A constant mask with one or two runs of active lanes stays, because branchOnMasks makes one or two stores of it.
/// Why: without AVX-512, masked stores take 12 cycles and more on AMD's CPUs, and a load gets what they have written
/// only when the data are in the cache. One thread alone runs the group, so no other thread can see that the elements
/// of inactive lanes are stored again.
/// Requires: optimisation is over. It could take an access beyond an object's end for undefined behaviour. The access
/// is safe, because WEFT_MEMORY_SLACK more bytes before and after the memory can be accessed. If no lane is active, the
/// access goes to a variable of the function instead.
///
///   call void @llvm.masked.store(<8 x i32> %v, ptr align 4 %p, <8 x i1> %mask)
/// =>
///   %any = call i1 @llvm.vector.reduce.or(<8 x i1> %mask)
///   %place = select i1 %any, ptr %p, ptr %nowhere
///   %loaded = load <8 x i32>, ptr %place, align 4
///   %old = freeze <8 x i32> %loaded
///   %new = select <8 x i1> %mask, <8 x i32> %v, <8 x i32> %old
///   store <8 x i32> %new, ptr %place, align 4
bool blendMaskedStores(llvm::Function &function, MaskedMemoryContext &context);

} // namespace weft::compiler

#endif
