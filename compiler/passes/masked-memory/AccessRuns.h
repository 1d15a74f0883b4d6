// Replaces gathers and scatters by a few masked accesses, each for a run of lanes that access contiguous elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_MASKED_MEMORY_ACCESS_RUNS_H
#define WEFT_COMPILER_PASSES_MASKED_MEMORY_ACCESS_RUNS_H

#include "passes/masked-memory/MaskedMemoryContext.h"

namespace weft::compiler {

/// What: a gather or scatter whose lanes are at constant distances from an address that they share becomes masked loads
/// or stores, one for each run of neighbouring lanes whose elements are contiguous, if these take less time according
/// to the target's profile. The lanes of a run keep their positions in the vector, so nothing is permuted: the masked
/// access starts as many elements before the run as there are lanes before the run, and its mask leaves these lanes
/// out. Lanes that may store to the same bytes do so in the same order as before.
/// Why: a gather or scatter takes about as long for each lane as a masked access takes for all of them. For example, in
/// a Fourier transform over rows of 27 work-items, the steps of distance 3 and 9 store runs of 3 and 9 elements.
///
///   %p = getelementptr double, ptr %tile, <4 x i64> <i64 0, i64 1, i64 9, i64 10>
///   call void @llvm.masked.scatter(<4 x double> %v, <4 x ptr> align 8 %p, <4 x i1> %goes)
/// =>
///   %m = and <4 x i1> %goes, <i1 1, i1 1, i1 0, i1 0>
///   call void @llvm.masked.store(<4 x double> %v, ptr align 8 %tile, <4 x i1> %m)
///   %n = and <4 x i1> %goes, <i1 0, i1 0, i1 1, i1 1>
///   %q = getelementptr i8, ptr %tile, i64 56
///   call void @llvm.masked.store(<4 x double> %v, ptr align 8 %q, <4 x i1> %n)
bool accessRuns(llvm::Function &function, MaskedMemoryContext &context);

} // namespace weft::compiler

#endif
