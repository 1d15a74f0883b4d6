// Runs several rows of packets at once, or packets of a row, so that they share what they load.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_JAM_ROWS_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_JAM_ROWS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: unrolls the loop over dimension 1 of a region, and then the one over the full packets of a row, by 2, 4 or 8
/// and jams the copies: each instruction that differs
/// between rows stands there once for each of them, one behind the other, all others once. No branch may differ.
/// Why: what rows have in common (the columns of a matrix, the taps of a stencil) is loaded once for several, and
/// sums of several rows grow at once where one would wait for itself. "Unroll and jam" of a loop nest (Callahan, Carr,
/// Kennedy, "Improving Register Allocation for Subscripted Variables", 1990); of work-items, "thread coarsening"
/// (Magni, Dubach, O'Boyle, 2013).
/// Requires: work-item-loops has run; before relax-local-atomics, since atomic operations are to stay one instruction.
/// Guarantees: the same results, as work-items run in no promised order between barriers. What isn't on packets, and
/// regions in which rows would need more registers than there are, stay as they are; so do those in which rows share
/// less than a quarter of their loads and have no loop so short that their sums wait in it. Of code for any local size
/// only short rows that can be counted do, or else packets that go down columns; where more would run at once if the
/// size were known, weft-gains-by-size says so.
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
