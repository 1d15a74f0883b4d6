// Counts the trips of loops over pieces of a range.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_COUNT_TRIPS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_COUNT_TRIPS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: a loop from a number in which the lanes of a packet differ to another one, both of which don't, by how far
/// they are apart, asks a counter from 0 on whether it goes on. Why: `for (i = id * n; i < (id + 1) * n; ++i)` goes on
/// equally long for all work-items, which nobody knows who compares two numbers that differ. Lanes stay together in
/// such a loop, and rows can be turned in registers (unroll-contiguous-loops). Requires: a kernel whose ids are lowered
/// and for one work-item. Guarantees: as many trips. Numbers of 32 bits alone, and sums and products that promise not
/// to wrap as signed ones: what they are apart by is exact in 64 bits.
///
///   %first = mul nsw i32 %id, %n                        %first = mul nsw i32 %id, %n
///   %end = add nsw i32 %first, %n                       %trips = sext i32 %n to i64
/// loop:                                            => loop:
///   %i = phi i32 [ %first, .. ], [ %next, .. ]          %i = phi i32 [ %first, .. ], [ %next, .. ]
///   %goes = icmp slt i32 %i, %end                       %trip = phi i64 [ 0, .. ], [ %trip.next, .. ]
///                                                       %goes = icmp slt i64 %trip, %trips
class CanonicaliseTripCountPass : public llvm::PassInfoMixin<CanonicaliseTripCountPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
