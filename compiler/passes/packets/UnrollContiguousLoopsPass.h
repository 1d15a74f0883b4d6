// Unrolls loops over contiguous elements of a work-item by the number of elements that a vector has.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_UNROLL_CONTIGUOUS_LOOPS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_UNROLL_CONTIGUOUS_LOOPS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: unrolls an innermost loop if all lanes of a packet leave it in the same iteration, and each lane loads or
/// stores contiguous elements, one in each iteration. An iteration then covers 64 bytes of each lane's elements, or
/// less if it would have more than CodeSizes::contiguousLoopBody instructions. A copy of the loop after it runs the
/// remaining iterations. A loop through the members of a struct, or the channels of a pixel, is unrolled fully.
/// Elements that an earlier iteration has loaded or stored come from registers (ForwardElements.h).
///
/// Why: coalesce-accesses joins these accesses to one vector access, and packetise joins accesses to the members of a
/// struct if they are in one block. Without unrolling, each iteration gathers or scatters an element in as many cache
/// lines as the packet has lanes.
///
/// Requires: kernel code for one work-item, with ids lowered to weft.local.id.N; address spaces are those of spir64.
///
/// Some loops only store contiguous elements, or compute minima, maxima or sums whose order doesn't matter (of
/// integers, for example). LLVM can vectorise such a loop along the run of one work-item, without transposition. If
/// the schedule names no executor, the pass finds only loops of this kind, and the kernel does no more work outside
/// them than in them, then the pass unrolls none of them. It makes loops the executor of the schedule, and packetise
/// then gives packets up.
///
/// Guarantees: no loop with a barrier or a collective is unrolled, and no loop that few groups run (weft-cold). If an
/// innermost loop accesses memory, all loops of the kernel are rotated.
///
///   loop:                                          loop:
///     %i = phi i64 [ 0, ... ], [ %next, %loop ]      %i = phi i64 [ 0, ... ], [ %next.15, %loop ]
///     %p = getelementptr float, ptr .. %row, %i  =>  %p = getelementptr float, ptr addrspace(1) %row, i64 %i
///     %x = load float, ptr addrspace(1) %p           %x = load float, ptr addrspace(1) %p
///     ...                                            ... fifteen more, and a loop for the rest
class UnrollContiguousLoopsPass : public llvm::PassInfoMixin<UnrollContiguousLoopsPass> {
public:
  explicit UnrollContiguousLoopsPass(const TargetProfile &profile) : profile_(profile) {}
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);

private:
  TargetProfile profile_;
};

} // namespace weft::compiler

#endif
