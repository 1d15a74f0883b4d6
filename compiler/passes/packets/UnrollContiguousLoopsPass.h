// Unrolls loops along a work-item's row by as many elements as a vector has.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_STRIP_MINE_ROWS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_STRIP_MINE_ROWS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: unrolls an innermost loop that all lanes of a packet run alike and that loads or stores the next element of
/// each lane's row with each trip, so that a trip takes 64 bytes of a row; a copy behind it takes the rest. One that
/// goes through the members of a struct, or the channels of a pixel, is unrolled whole. What an earlier trip has loaded
/// or stored comes from a register (ForwardElements.h).
///
/// Why: coalesce-accesses makes one vector of these accesses, and packetise one of members in a block. Without it each
/// trip gathers or scatters an element in as many cache lines as the packet has lanes.
///
/// Requires: a kernel whose ids are lowered and for one work-item; address spaces are those of spir64.
///
/// If all that it finds are sums in any order (of integers, say), least or greatest ones, or elements that are stored
/// as they were loaded, one behind the other, LLVM makes vectors along the rows of each, which need not be turned: then
/// it marks the kernel weft-row-vectors, and leaves it, unless the kernel does more than that.
///
/// Guarantees: no loop with a barrier or a collective in it is unrolled, nor what few groups run (weft-cold). Where
/// loops access memory, all loops are rotated.
///
///   loop:                                          loop:
///     %i = phi i64 [ 0, ... ], [ %next, %loop ]      %i = phi i64 [ 0, ... ], [ %next.15, %loop ]
///     %p = getelementptr float, ptr .. %row, %i  =>  %p = getelementptr float, ptr addrspace(1) %row, i64 %i
///     %x = load float, ptr addrspace(1) %p           %x = load float, ptr addrspace(1) %p
///     ...                                            ... fifteen more, and a loop for the rest
class UnrollContiguousLoopsPass : public llvm::PassInfoMixin<UnrollContiguousLoopsPass> {
public:
  /// `ifQuicker`: packets need not be made where loops do without.
  UnrollContiguousLoopsPass(const TargetProfile &profile, bool ifQuicker) : profile_(profile), ifQuicker_(ifQuicker) {}
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);

private:
  TargetProfile profile_;
  bool ifQuicker_;
};

} // namespace weft::compiler

#endif
