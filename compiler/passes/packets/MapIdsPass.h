// Changes a kernel's ids so that the work-items of a packet follow each other along dimension 0.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_MAP_IDS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_MAP_IDS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: carries out the decisions `flatten`, `dimension` and `delinearise` of the kernel's schedule, by changes of its
/// local ids and of the local size that the code is for. Flattened: dimension 0 becomes the linear local id, from which
/// the kernel computes its ids. Another dimension than 0: this dimension and dimension 0 change places. Delinearised:
/// the quotient and the remainder of the id of dimension 0 and a constant become the ids of dimensions 1 and 0.
/// Why: all later passes form packets along dimension 0. The work-items of a group may run in any order, so each of
/// these changes is allowed.
/// Requires: ids are lowered to weft.local.id.N, choose-schedule has run, and the kernel can't observe its sub-groups.
/// Guarantees: a kernel whose ids have changed has weft-flat-ids, weft-packet-dimension or weft-delinearised, from
/// which launchLocalSize computes the local size of the launch.
///
///   "weft-schedule"="width=8 dimension=1"   "weft-local-size"="64,8,1" "weft-packet-dimension"="1"
///   "weft-local-size"="8,64,1"           => ...
///   %row = call i32 @weft.local.id.0()      %row = call i32 @weft.local.id.1()
///   %x = call i32 @weft.local.id.1()        %x = call i32 @weft.local.id.0()
class MapIdsPass : public llvm::PassInfoMixin<MapIdsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
