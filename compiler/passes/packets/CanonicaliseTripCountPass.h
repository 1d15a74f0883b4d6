// Rewrites loops with divergent bounds but a uniform trip count, so that a counter from 0 decides when they end.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_CANONICALISE_TRIP_COUNT_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_CANONICALISE_TRIP_COUNT_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: finds a loop whose counter starts and ends at values that differ between the lanes of a packet, while the
/// distance between start and end is the same for all lanes. The pass adds a counter from 0, and the loop's condition
/// compares this counter with the distance.
/// Why: `for (i = id * n; i < (id + 1) * n; ++i)` has the same trip count for all work-items, but its condition
/// compares two divergent values, so later passes would take the loop's exit for divergent. With the new condition, all
/// lanes leave the loop in the same iteration. If each lane accesses contiguous elements, unroll-contiguous-loops can
/// then load them as vectors.
/// Requires: kernel code for one work-item, with ids lowered to weft.local.id.N.
/// Guarantees: the trip count stays the same. The pass changes a loop only if its bounds have 32 bits and 64 bits hold
/// their exact distance. To find the distance, the pass looks only through sums and products that can't wrap as signed
/// values (nsw). All other loops stay as they are.
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
