// Turns a kernel, written for one work-item, into a function that runs all work-items of a group in loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_WORK_ITEM_LOOPS_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_WORK_ITEM_LOOPS_PASS_H

#include "llvm/IR/PassManager.h"

#include "passes/groups/RegionCuts.h"

namespace weft::compiler {

/// What: cuts the kernel into regions at its barriers (BarrierRegions.h) and wraps each region in loops over the
/// group's work-items. A region's last work-item determines which region follows.
/// Why: work-items become loop iterations, which LLVM can vectorise, and a barrier costs nothing.
/// Requires: a module as lower-work-item-functions leaves it. A barrier may be anywhere, if all work-items of a group
/// reach it alike (OpenCL C 3.0, 6.15.8), whether the compiler can see that or not.
/// Guarantees: no weft.barrier and no weft.local.id is left. A value that lives across barriers is stored once if it is
/// uniform, and recomputed if that is cheap. Otherwise it is in WeftGroup::scratch (weft-scratch-bytes gives the bytes
/// per work-item), never on the stack. Accesses to global, local and constant memory are marked parallel in the loops.
/// The branch at a region's start has the metadata weft.region.start. On packets, the loop over dimension 0 runs the
/// full packets with a constant mask, and a copy of the region, after this loop, runs the partial packet of each row.
/// RegionLimits says when one copy with masks runs both.
///
///   entry:                            entry:
///     A                                 for each work-item: A        ; region 0
///     call void @weft.barrier()   =>
///     B                                 for each work-item: B        ; region 1
///     ret void                          ret void
class WorkItemLoopsPass : public llvm::PassInfoMixin<WorkItemLoopsPass> {
public:
  explicit WorkItemLoopsPass(RegionLimits limits = {}) : limits_(limits) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  RegionLimits limits_;
};

} // namespace weft::compiler

#endif
