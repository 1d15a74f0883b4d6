// Unrolls short loops, with an exit for each copy of the body.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_UNROLL_SHORT_LOOPS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_UNROLL_SHORT_LOOPS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: copies the body of an innermost loop of one short block several times, each copy with its own exit. The loop
/// must store something, and pass nothing but counters from one iteration to the next.
/// Why: an iteration of few instructions is over before the CPU has taken the branch back; a branch that falls through
/// to the next copy costs less. LLVM unrolls loops only if it can compute their trip count at little cost. In loops
/// whose iterations are shared among the work-items, each work-item counts from its own id in steps of the local size.
/// LLVM can't even tell that these loops end, as the counter may wrap around.
/// Requires: that LLVM's optimisation has taken place, so that loops that can be vectorised or unrolled already are.
/// Guarantees: kernels on packets, and loops whose metadata forbids unrolling, are left alone. Loops that add to a sum
/// are left alone, too: their additions wait for each other, whatever code surrounds them.
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
