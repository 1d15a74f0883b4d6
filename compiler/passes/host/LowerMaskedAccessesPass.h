// Lowers masked loads and stores, if the CPU has no instruction for them, to loops over the active lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_LOWER_MASKED_ACCESSES_PASS_H
#define WEFT_COMPILER_PASSES_HOST_LOWER_MASKED_ACCESSES_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: replaces a masked load or store if the CPU has no masked instruction for its elements, and the mask isn't
/// constant. It becomes a loop over the active lanes that copies each lane's element between memory and a vector on the
/// stack.
/// Why: LLVM would split the access into scalar ones, with a branch and a dozen instructions for each lane. If each of
/// 16 work-items loads three bytes, this makes 48 branches. So the code of partial packets, whose last lanes are masked
/// off, was several times as long as all other code, and took most of the compiler's time.
/// Requires: nothing. The pass runs after `branch-on-masks`, after which few packets reach the masked access.
/// Guarantees: the same results. Masks of fewer than 8 lanes, and of more than 64, stay as they are.
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
