// Peels the last iterations of loops that halve a distance in each iteration, so that their distances are constants.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_PEEL_POWER_OF_TWO_LOOPS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_PEEL_POWER_OF_TWO_LOOPS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: peels innermost loops that contain barriers and have a distance: a value that isn't known at compile time and
/// is halved in each iteration. As soon as the distance is 16, the loop continues in a copy of itself. The copy begins
/// with the constant 16, so that unroll-loops can unroll it into iterations with constant distances. A distance that
/// isn't a power of two never equals 16, and the loop then ends as before.
/// Why: if the distance is less than a packet's width, the work-items of one packet exchange elements. If the distance
/// is also a constant, the exchange becomes shuffles, and no barrier is needed in between (join-packet-regions).
/// Requires: variables are values.
/// Guarantees: the kernel runs the same iterations in the same order as before.
///
///   loop:                                               loop:
///     %d = phi i32 [ %n, %entry ], [ %half, %loop ]       %d = phi i32 [ %n, %entry ], [ %half, %rest ]
///     call void @weft.barrier()                           %few = icmp eq i32 %d, 16
///     ..                                             =>   br i1 %few, label %copy, label %rest
///     %half = lshr i32 %d, 1                            copy:
///     %ends = icmp eq i32 %half, 0                        %d2 = phi i32 [ 16, %loop ], [ %half2, %copy ]
///     br i1 %ends, label %end, label %loop                ..
class PeelPowerOfTwoLoopsPass : public llvm::PassInfoMixin<PeelPowerOfTwoLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
