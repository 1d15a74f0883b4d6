// Unrolls the loops that stand between private arrays and registers, and those of steps between barriers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_UNROLL_LOOPS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_UNROLL_LOOPS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"

namespace weft::compiler {

/// What: unrolls the kernel's loops of a constant number of trips completely where that makes each index into a private
/// array a constant (message schedules, small matrices, tiles of sums), and those that the program asks it of (#pragma
/// unroll, opencl_unroll_hint), as far as the budget goes. Likewise innermost loops with barriers whose counter is
/// multiplied or divided by a constant with each trip: steps of Fourier transforms, sorting networks and trees.
/// Why: an array whose indices are constants becomes values, before packets and regions are made of the kernel. In
/// memory it costs an access for each use, on packets one for each lane. Where the distance of a step is a constant, it
/// is known how the elements of neighbouring work-items lie to each other.
/// Requires: variables are values where they can be (SROA).
/// Guarantees: no other loop with a barrier, and none with a collective in it, is copied. The attribute weft-unrolled
/// says that there is something to clear away.
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
