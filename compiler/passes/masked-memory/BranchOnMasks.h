// Adds branches to plain loads and stores for the case that all lanes run, for CPUs that are slow at masked accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_MASKED_MEMORY_BRANCH_ON_MASKS_H
#define WEFT_COMPILER_PASSES_MASKED_MEMORY_BRANCH_ON_MASKS_H

#include "passes/masked-memory/MaskedMemoryContext.h"

namespace weft::compiler {

/// What: a masked load or store that the CPU is slow at gets a branch: if all lanes run, a plain load or store is
/// executed instead. A store with a constant mask becomes plain stores, one for each run of active lanes; a run whose
/// length isn't a power of two takes several. If some lanes of a store are known never to run, the branch tests only
/// the other lanes: if all of these run, plain stores write them. At most CodeSizes::branchesOnMasks accesses of a
/// module are changed.
/// Why: without AVX-512, masked stores take 12 cycles and more on AMD's CPUs, and a load gets what they have written
/// only when the data are in the cache. For elements of one and two bytes, CPUs without AVX-512 have no masked
/// instructions at all, so LLVM makes a branch for each lane. Most masks come from bounds checks, which all lanes of
/// most packets pass.
/// Requires: optimisation is over, because LLVM can't move code across the new branches.
///
///   call void @llvm.masked.store(<4 x i32> %v, ptr align 4 %p, <4 x i1> %mask)
/// =>
///   %all = call i1 @llvm.vector.reduce.and(<4 x i1> %mask)
///   br i1 %all, label %plain, label %masked
bool branchOnMasks(llvm::Function &function, MaskedMemoryContext &context);

} // namespace weft::compiler

#endif
