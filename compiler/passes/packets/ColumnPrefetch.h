// Prefetches later rows of the columns that work-items walk down, where each row takes long.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_COLUMN_PREFETCH_H
#define WEFT_COMPILER_PASSES_PACKETS_COLUMN_PREFETCH_H

#include "codegen/TargetProfile.h"

namespace llvm {
class Function;
}

namespace weft::compiler {

/// A packet that walks down a column reads a short piece of each row, and rows lie further apart than the CPU's
/// prefetchers look. Where an iteration of the loop is short, the CPU runs so many iterations ahead that it waits for
/// several rows at once. Other iterations update a private array, or atomically memory that work-items share, at an
/// index that depends on the row's value (a histogram). They update one lane after the other, so that few iterations
/// are in flight at a time. This function inserts an llvm.prefetch of the row some iterations ahead before the load of
/// such a row.
///
///   loop:                                             loop:
///     %i = phi i32 [ 0, ... ], [ %next, %loop ]         ...
///     %row = mul i32 %i, %width                         %ahead = add i32 %i, 12    ; the same with %ahead: %there
///     ...                                               call void @llvm.prefetch(ptr addrspace(1) %there, ...)
///     %v = load i8, ptr addrspace(1) %p                 %v = load i8, ptr addrspace(1) %p
///     %count = gep ptr %counts, i64 0, i8 %v
///     store i32 ..., ptr %count
///
/// Requires a kernel in the form that packets are made from (PacketPreparation.h).
void prefetchColumns(llvm::Function &kernel, TargetProfile::Prefetch choice);

} // namespace weft::compiler

#endif
