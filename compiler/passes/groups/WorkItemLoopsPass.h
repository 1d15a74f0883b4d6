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
/// Requires: a module as lower-work-item-functions leaves it. A barrier may be anywhere, also in branches and loops.
/// All work-items of a group must reach it equally often (OpenCL C 3.0, 6.15.8), but the compiler needn't be able to
/// prove this.
/// Guarantees: no weft.barrier and no weft.local.id is left. A value that lives across barriers is stored once if it is
/// uniform, and recomputed if that is cheap. Otherwise it is in WeftGroup::scratch (weft-scratch-bytes gives the bytes
/// per work-item), never on the stack. Accesses to global, local and constant memory have metadata which says that no
/// two iterations of the loops depend on each other, so that LLVM may vectorise the loops. The branch at a region's
/// start has the metadata weft.region.start. On packets, the loop over dimension 0 runs the full packets with a
/// constant mask, and a copy of the region, after this loop, runs the partial packet of each row. If the kernel is
/// longer than RegionLimits allows, a single copy with masks runs both full and partial packets.
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
