// Asks for the rows to come of columns that work-items walk down, where each row takes long.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_COLUMN_PREFETCH_H
#define WEFT_COMPILER_PASSES_PACKETS_COLUMN_PREFETCH_H

#include "codegen/TargetProfile.h"

namespace llvm {
class Function;
}

namespace weft::compiler {

/// A packet that walks down a column reads a short piece of each row, and rows lie further apart than the CPU's
/// prefetchers look. Where a trip of the loop is short, the CPU runs so many ahead that it waits for several rows at
/// once. Where it updates a private array, or atomically what work-items share, at a place that the row's value says (a
/// histogram), it does so for one lane after the other, and few trips are under way at a time. This puts an
/// llvm.prefetch of the row some trips ahead before such a load.
///
///   loop:                                             loop:
///     %i = phi i32 [ 0, ... ], [ %next, %loop ]         ...
///     %row = mul i32 %i, %width                         %ahead = add i32 %i, 12    ; the same with %ahead: %there
///     ...                                               call void @llvm.prefetch(ptr addrspace(1) %there, ...)
///     %v = load i8, ptr addrspace(1) %p                 %v = load i8, ptr addrspace(1) %p
///     %count = gep ptr %counts, i64 0, i8 %v
///     store i32 ..., ptr %count
///
/// Requires a kernel of the form that packets are made from (PacketPreparation.h).
void prefetchColumns(llvm::Function &kernel, TargetProfile::Prefetch choice);

} // namespace weft::compiler

#endif
