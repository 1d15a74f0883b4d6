// Adds branches to plain loads and stores for the case that all lanes run, for CPUs that are slow at masked accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_BRANCH_ON_MASKS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_BRANCH_ON_MASKS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: puts a branch before a masked load or store that the CPU is slow at: if all lanes run, a plain load or store
/// is executed instead. A store with a constant mask becomes plain stores, one for each run of active lanes; a run
/// whose length isn't a power of two takes several. If some lanes of a store are known never to run, the branch tests
/// only the other lanes: if all of these run, plain stores write them.
/// Why: without AVX-512, masked stores take 12 cycles and more on AMD's CPUs, and a load gets what they have written
/// only when the data are in the cache. For elements of one and two bytes, CPUs without AVX-512 have no masked
/// instructions at all, so LLVM makes a branch for each lane. Most masks come from bounds checks, which all lanes of
/// most packets pass.
/// Requires: nothing. The pass runs after optimisation, because optimisation can't move code across the new branches.
/// Guarantees: the same accesses. At most CodeSizes::branchesOnMasks accesses of a module are changed; all others stay
/// masked.
///
///   call void @llvm.masked.store(<4 x i32> %v, ptr align 4 %p, <4 x i1> %mask)
/// =>
///   %all = call i1 @llvm.vector.reduce.and(<4 x i1> %mask)
///   br i1 %all, label %plain, label %masked
class BranchOnMasksPass : public llvm::PassInfoMixin<BranchOnMasksPass> {
public:
  explicit BranchOnMasksPass(TargetProfile::Legal legal) : legal_(legal) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  TargetProfile::Legal legal_;
};

} // namespace weft::compiler

#endif
