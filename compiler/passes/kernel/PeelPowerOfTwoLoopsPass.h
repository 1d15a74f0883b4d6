// Has loops of steps between barriers end with steps over constant distances.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_FINISH_STEPS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_FINISH_STEPS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: an innermost loop with barriers whose distance is halved with each trip, from a number that isn't known, goes
/// on in a copy of it as soon as the distance is 16; the copy begins with the constant, so that unroll-loops makes
/// steps over constant distances of it. A distance that isn't a power of two passes 16 by, and the loop ends as it is.
/// Why: over short distances work-items of one packet exchange elements, as shuffles where it is known how these lie,
/// and without a barrier in between (join-packet-regions). Requires: variables are values.
/// Guarantees: the same trips.
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
