// Unrolls loops that keep private arrays out of registers, and power-of-two loops with barriers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_UNROLL_LOOPS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_UNROLL_LOOPS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"

namespace weft::compiler {

/// What: completely unrolls loops with a constant trip count, as far as the budget allows, in three cases. First,
/// unrolling makes each index into a private array a constant (message schedules, small matrices, tiles of sums).
/// Second, the program asks for it (#pragma unroll, opencl_unroll_hint). Third, the loop contains barriers, and has a
/// distance that starts as a constant and is multiplied or divided by a constant in each iteration, as in Fourier
/// transforms, sorting networks and tree reductions. Such a loop may contain another one whose distance starts with the
/// distance of the outer loop; then both are unrolled (analysis/PowerOfTwoLoops.h).
/// Why: an array whose indices are constants becomes values, before packets and regions are made of the kernel. In
/// memory the array costs an access for each use, and on packets an access for each lane. If the distance of an
/// iteration is a constant, later passes know how far the elements of two work-items are apart.
/// Requires: variables are values where they can be (SROA).
/// Guarantees: no other loop with a barrier is copied, and no loop with a collective in it. The attribute weft-unrolled
/// says that later passes have something to clean up.
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
