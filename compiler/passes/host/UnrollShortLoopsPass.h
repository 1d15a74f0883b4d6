// Unrolls short loops, with an exit for each copy of the body.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_UNROLL_SHORT_LOOPS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_UNROLL_SHORT_LOOPS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: copies the body of an innermost loop of one short block several times, each copy with its own exit, where the
/// loop stores and carries nothing from iteration to iteration but counters.
/// Why: an iteration of few instructions is over before the CPU has taken the branch back; branches on to the next copy
/// cost less. LLVM unrolls loops whose trip count it can compute at little cost. In loops that work-items share, each
/// work-item counts from its own id in steps of the local size. LLVM doesn't even know that these loops end, as the
/// counter may wrap around.
/// Requires: that LLVM's optimisation has taken place, so that loops that can be vectorised or unrolled already are.
/// Guarantees: kernels on packets, and loops that must not be unrolled, are left alone. Loops that add to a sum are
/// left alone, too: their additions wait for each other, whatever code surrounds them.
///
///   loop:                                                   loop:   ; one trip
///     %i = phi i32 [ %id, %entry ], [ %next, %loop ]          br i1 %more, label %loop.1, label %end
///     ... store i32 %new, ptr %p                            loop.1: ; one trip
///     %next = add i32 %i, 256                           =>    br i1 %more.1, label %loop.2, label %end
///     %more = icmp ult i32 %next, %all                        ...
///     br i1 %more, label %loop, label %end                    br i1 %more.3, label %loop, label %end
class UnrollShortLoopsPass : public llvm::PassInfoMixin<UnrollShortLoopsPass> {
public:
  explicit UnrollShortLoopsPass(TargetProfile::Code code) : code_(code) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  TargetProfile::Code code_;
};

} // namespace weft::compiler

#endif
