// In slow loops that go down the columns of a matrix, prefetches the rows that later iterations read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_COLUMN_PREFETCH_H
#define WEFT_COMPILER_PASSES_PACKETS_COLUMN_PREFETCH_H

#include "codegen/TargetProfile.h"

namespace llvm {
class Function;
}

namespace weft::compiler {

/// A packet that goes down the columns of a matrix reads a short piece of each matrix row, and rows lie further apart
/// than the CPU's prefetchers look. If an iteration of the loop is short, the CPU begins later iterations before
/// earlier ones end, and so waits for several rows at once. The CPU can't do so in a loop that updates a private array,
/// or atomically updates memory that work-items share, at an index that depends on the row's value (a histogram). The
/// update runs for one lane after the other, so iterations are long, and the CPU begins only few of them early. In such
/// a loop, this function inserts an llvm.prefetch before the load of a row, for the row that the loop reads some
/// iterations later.
///
///   loop:                                             loop:
///     %i = phi i32 [ 0, ... ], [ %next, %loop ]         ...
///     %row = mul i32 %i, %width                         %ahead = add i32 %i, 12    ; the same with %ahead: %there
///     ...                                               call void @llvm.prefetch(ptr addrspace(1) %there, ...)
///     %v = load i8, ptr addrspace(1) %p                 %v = load i8, ptr addrspace(1) %p
///     %count = gep ptr %counts, i64 0, i8 %v
///     store i32 ..., ptr %count
///
/// Requires that the steps of PacketPreparation.h have prepared the kernel for packets.
void prefetchColumns(llvm::Function &kernel, TargetProfile::Prefetch choice);

} // namespace weft::compiler

#endif
