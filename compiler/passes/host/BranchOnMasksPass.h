// Makes plain accesses of masked ones where all lanes run, for CPUs that are slow at masks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_BRANCH_ON_MASKS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_BRANCH_ON_MASKS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: has a masked load or store that the CPU is slow at ask whether all lanes run, and be a plain one then. A store
/// with a constant mask becomes one store for each run of lanes, and so does one some of whose lanes never run, where
/// all others do. Why: without AVX-512, masked stores take 12 cycles and more on AMD's CPUs, and no load gets what they
/// have written before the cache has it; elements of one and two bytes have no masks at all, so that each lane branches
/// by itself. Most masks come from bounds that all lanes of most packets are within. Requires: nothing. After
/// optimisation, which can't move what stands behind branches. Guarantees: the same accesses. At most
/// CodeSizes::branchesOnMasks are changed.
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
