// Marks kernels whose code would be too long after it is copied for each barrier region, so that they run as fibers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_BOUND_REGIONS_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_BOUND_REGIONS_PASS_H

#include <cstddef>

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: marks the kernel weft-many-regions if its regions would together have more than `mostInstructions`
/// instructions, even after cutOverlappingRegions() inserts barriers. A block counts once for each region that has a
/// copy of it. A marked kernel runs on fibers, and a remark reports this.
/// Why: loops over work-items need a copy of a block for each region (the code from one barrier to the next) that can
/// reach the block. Fibers need no copies.
/// Requires: barriers lowered to weft.barrier (lower-work-item-functions).
/// Guarantees: nothing but the attribute changes.
///
///   define void @k(ptr %launch, ptr %group) "weft-kernel"
///     => define void @k(ptr %launch, ptr %group) "weft-kernel" "weft-many-regions"
class BoundRegionsPass : public llvm::PassInfoMixin<BoundRegionsPass> {
public:
  explicit BoundRegionsPass(size_t mostInstructions) : mostInstructions_(mostInstructions) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  size_t mostInstructions_;
};

} // namespace weft::compiler

#endif
