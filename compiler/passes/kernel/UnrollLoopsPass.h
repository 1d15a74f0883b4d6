// Unrolls loops that keep private arrays out of registers, and loops with barriers that double or halve a distance.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_UNROLL_LOOPS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_UNROLL_LOOPS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"

namespace weft::compiler {

/// What: completely unrolls loops with a constant trip count in three cases. First, unrolling makes each index into a
/// private array a constant (message schedules, small matrices, tiles of sums). Second, the program asks for it
/// (#pragma unroll, opencl_unroll_hint). Third, the loop contains barriers and has a distance: a value that starts as a
/// constant and is multiplied or divided by a constant in each iteration. Fourier transforms, sorting networks and tree
/// reductions have these loops. If it contains an inner loop whose distance starts with the outer loop's distance, both
/// loops are unrolled (analysis/PowerOfTwoLoops.h). In each case a loop stays as it is if it has more than
/// CompileBudget::unrolled iterations, or if all unrolled loops of the kernel together would have more than
/// CompileBudget::unrolled instructions after simplification.
/// Why: if all indices into an array are constants, SROA replaces the array by values before later passes form packets
/// and regions. An array that stays in memory costs one access for each use, and in a packet one access for each lane.
/// If an iteration's distance is a constant, later passes know how far the elements of two work-items are apart.
/// Requires: variables are values where they can be (SROA).
/// Guarantees: a loop with a barrier is unrolled only in the third case, and a loop with a collective never is. If the
/// pass has unrolled a loop, the kernel gets the attribute weft-unrolled, and a later pass cleans up the copies.
///
///   %array = alloca [2 x i32]                           %array = alloca [2 x i32]
///   loop:                                               %p0 = getelementptr i32, ptr %array, i64 0
///     %i = phi i64 [ 0, %entry ], [ %next, %loop ]      store i32 %x, ptr %p0
///     %p = getelementptr i32, ptr %array, i64 %i    =>  %p1 = getelementptr i32, ptr %array, i64 1
///     store i32 %x, ptr %p                              store i32 %x, ptr %p1
///     %next = add i64 %i, 1
///     %more = icmp ult i64 %next, 2
///     br i1 %more, label %loop, label %end
class UnrollLoopsPass : public llvm::PassInfoMixin<UnrollLoopsPass> {
public:
  explicit UnrollLoopsPass(const CompileBudget &budget = {}) : budget_(budget) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  CompileBudget budget_;
};

} // namespace weft::compiler

#endif
