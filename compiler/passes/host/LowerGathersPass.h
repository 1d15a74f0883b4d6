// Makes gathers and scatters of elements that the CPU has no instruction for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_LOWER_GATHERS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_LOWER_GATHERS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: gathers of 8 and 16 bits become gathers of the 32 bits that each element lies in, shifted, where the CPU has
/// those. Of other gathers that it has no instruction for, and of scatters to the group's own memory, lanes that don't
/// run access a place of the function's own, so that all run.
/// Why: LLVM takes such an access apart, with a branch for each lane that may not run, which a CPU often foretells
/// wrongly; but stores to memory that is in no cache near took longer without branches. CPUs gather no elements below
/// 32 bits; to extract 16 places and insert 16 bytes takes twice as long as to gather and to shift. Requires: elements
/// that lie at multiples of their size. 32 bits at a multiple of 4 bytes are on one page, so that they can be read
/// where a part of them can; what other threads write to the rest is shifted out. After optimisation, which knows less
/// of 32 bits than of the element. Guarantees: the same results.
///
///   %v = call <8 x i8> @llvm.masked.gather(<8 x ptr> %p, <8 x i1> %m, ..)
/// =>
///   %q = call <8 x ptr> @llvm.ptrmask(<8 x ptr> %p, <8 x i64> splat (i64 -4))
///   %w = call <8 x i32> @llvm.masked.gather(<8 x ptr> %q, <8 x i1> %m, ..)
///   %s = lshr <8 x i32> %w, %bits          ; 8 * (%p & 3)
///   %v = trunc <8 x i32> %s to <8 x i8>
class LowerGathersPass : public llvm::PassInfoMixin<LowerGathersPass> {
public:
  explicit LowerGathersPass(TargetProfile::Legal legal) : legal_(legal) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  TargetProfile::Legal legal_;
};

} // namespace weft::compiler

#endif
