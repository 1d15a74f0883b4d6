// Replaces masked accesses by short accesses if only a few neighbouring lanes are known to be active.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_MASKED_MEMORY_SHORTEN_MASKED_ACCESSES_H
#define WEFT_COMPILER_PASSES_MASKED_MEMORY_SHORTEN_MASKED_ACCESSES_H

#include "passes/masked-memory/MaskedMemoryContext.h"

namespace weft::compiler {

/// What: a masked load or store whose mask is constant, and whose active lanes are a run of 1, 2, 4 .. neighbouring
/// lanes, becomes an access to a scalar or to a vector of these lanes. After the rule, no constant mask has a single
/// active lane.
/// Why: a load waits until the data of a masked store are in the cache, but gets the data of a plain store at once.
/// With masked stores, the last levels of a reduction tree in local memory would wait for each other. And LLVM 22
/// compiles a masked store of one lane wrongly for x86 if the stored value was truncated: the store writes the whole
/// element from before the truncation.
///
///   call void @llvm.masked.store(<4 x i8> %v, ptr align 1 %p, <4 x i1> <i1 0, i1 0, i1 1, i1 1>)
/// =>
///   %q = getelementptr inbounds i8, ptr %p, i64 2
///   %x = shufflevector <4 x i8> %v, <4 x i8> poison, <2 x i32> <i32 2, i32 3>
///   store <2 x i8> %x, ptr %q, align 1
bool shortenMaskedAccesses(llvm::Function &function, MaskedMemoryContext &context);

} // namespace weft::compiler

#endif
