// Makes plain stores of masked ones to memory that is the group's alone, for CPUs that are slow at masks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_BLEND_OWN_STORES_PASS_H
#define WEFT_COMPILER_PASSES_HOST_BLEND_OWN_STORES_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: has a masked store to the group's local memory, its scratch or a packet's private array load the whole vector,
/// choose and store it, where the CPU is slow at such stores. So do masked loads for which the CPU has no mask.
/// Why: without AVX-512, masked stores take 12 cycles and more on AMD's CPUs, and no load gets what they have written
/// before the cache has it. One thread alone runs the group, so nobody sees that elements of other lanes are stored
/// again.
/// Requires: after optimisation, which may know that an object ends before the vector does. Behind and in front of the
/// memory there are WEFT_MEMORY_SLACK bytes; where no lane runs, a variable of the function is in its place.
/// Guarantees: the same contents. What has a constant mask of few runs of lanes stays (BranchOnMasksPass).
///
///   call void @llvm.masked.store(<8 x i32> %v, ptr align 4 %p, <8 x i1> %mask)
/// =>
///   %any = call i1 @llvm.vector.reduce.or(<8 x i1> %mask)
///   %place = select i1 %any, ptr %p, ptr %nowhere
///   %loaded = load <8 x i32>, ptr %place, align 4
///   %old = freeze <8 x i32> %loaded
///   %new = select <8 x i1> %mask, <8 x i32> %v, <8 x i32> %old
///   store <8 x i32> %new, ptr %place, align 4
class BlendMaskedStoresPass : public llvm::PassInfoMixin<BlendMaskedStoresPass> {
public:
  explicit BlendMaskedStoresPass(TargetProfile::Legal legal) : legal_(legal) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  TargetProfile::Legal legal_;
};

} // namespace weft::compiler

#endif
