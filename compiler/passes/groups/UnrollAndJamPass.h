// Runs several rows of packets, or several packets of a row, at once, so that they share what they load.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_UNROLL_AND_JAM_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_UNROLL_AND_JAM_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: unrolls the loop over dimension 1 of a region (the code between two barriers), and then the loop over the full
/// packets of a row, by 2, 4 or 8, and jams the copies. Each instruction that differs between rows is copied once for
/// each row, one copy after the other; all other instructions stay single. No branch may differ between rows.
/// Why: data that rows have in common (the columns of a matrix, the taps of a stencil) is loaded once for several rows.
/// The sums of several rows are also computed in parallel, where one sum alone would wait for its own last addition.
/// This is "unroll and jam" of a loop nest (Callahan, Carr, Kennedy, "Improving Register Allocation for Subscripted
/// Variables", 1990). For work-items it is called "thread coarsening" (Magni, Dubach, O'Boyle, 2013).
/// Requires: work-item-loops has run. Runs before relax-local-atomics, because an atomic operation has to stay one
/// instruction.
/// Guarantees: the same results, as work-items run in no promised order between barriers. Code that isn't on packets
/// stays as it is, and so do regions in which the rows would need more registers than there are. A region also stays if
/// jamming would save too little: less than a quarter of its loads, or, if none of its operations takes long, less than
/// 3% of its operations. Two kinds of region are jammed nevertheless: those with a loop so short that each addition to
/// its sum waits for the last addition, and those in which each work-item reads down a column of a matrix
/// (weft-walks-columns). The limits are in TargetProfile::Rows. In code for any local size, the pass jams only rows
/// with short code, packets that read down columns, and the full packets of rows that have much in common. If more rows
/// could run at once in code for one local size, the pass sets weft-gains-by-size, which tells the runtime that code
/// for the launch's local size would be faster.
///
///   y:  %y = phi i32 [ 0, .. ], [ %y.next, .. ]       y:  %y = phi i32 [ 0, .. ], [ %y.next, .. ]
///                                                         %y.1 = add i32 %y, 1
///   k:  %sum = phi <8 x float> ..                     k:  %sum = phi ..
///                                                         %sum.1 = phi ..
///       %column = load <8 x float>, ptr %b        =>      %column = load <8 x float>, ptr %b
///       %row = load float, ptr %a                         %row = load float, ptr %a
///                                                         %row.1 = load float, ptr %a.1
///   ..  %y.next = add i32 %y, 1                       ..  %y.next = add i32 %y, 2
class UnrollAndJamPass : public llvm::PassInfoMixin<UnrollAndJamPass> {
public:
  explicit UnrollAndJamPass(const TargetProfile &profile) : profile_(profile) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  TargetProfile profile_;
};

} // namespace weft::compiler

#endif
