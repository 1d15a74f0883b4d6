// Makes loops of masked loads and stores that the CPU has no instruction for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_LOWER_MASKED_ACCESSES_PASS_H
#define WEFT_COMPILER_PASSES_HOST_LOWER_MASKED_ACCESSES_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: a load or store under a mask that isn't constant, of elements that the CPU has no such instruction for,
/// becomes a loop over the lanes that run, by way of a vector on the stack. Why: LLVM takes such an access apart, with
/// a branch and a dozen instructions for each lane: three bytes of 16 work-items are 48 of them, so that the code of
/// packets that run in part was several times as long as all else, and took most of the compiler's time. Such packets
/// are at the ends of rows. Requires: nothing. Behind `branch-on-masks`, after which few packets come here. Guarantees:
/// the same results; masks of fewer than 8 lanes stay, and of more than 64.
///
///   %v = call <8 x i8> @llvm.masked.load(ptr %p, <8 x i1> %m, <8 x i8> %others)
/// =>
///   store <8 x i8> %others, ptr %lanes
///   for (rest = bits of %m; rest != 0; rest &= rest - 1)
///     i = cttz(rest), %lanes[i] = %p[i];
///   %v = load <8 x i8>, ptr %lanes
class LowerMaskedAccessesPass : public llvm::PassInfoMixin<LowerMaskedAccessesPass> {
public:
  explicit LowerMaskedAccessesPass(TargetProfile::Legal legal) : legal_(legal) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  TargetProfile::Legal legal_;
};

} // namespace weft::compiler

#endif
