// Puts several trips of short loops behind each other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_UNROLL_SHORT_LOOPS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_UNROLL_SHORT_LOOPS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: puts several trips of an innermost loop of one short block behind each other, each with its own way out, where
/// the loop stores and carries nothing from trip to trip but counters.
/// Why: a trip of few instructions is over before the CPU has taken the branch behind it; branches that lead on cost
/// less. LLVM unrolls loops whose trips it can count at little cost. Of loops that work-items share, each from its own
/// id on in steps of the local size, it doesn't even know that they end: the counter may wrap around.
/// Requires: LLVM's optimisation has taken place, so that loops are vector code, or unrolled, that can be.
/// Guarantees: kernels on packets, and loops that shall not be unrolled, are left alone. Sums that a trip adds to wait
/// for each other whatever surrounds them, so their loops are, too.
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
