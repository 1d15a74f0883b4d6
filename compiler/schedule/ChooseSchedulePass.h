// Decides how a kernel's work-items form packets, before any pass changes the kernel for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SCHEDULE_CHOOSE_SCHEDULE_PASS_H
#define WEFT_COMPILER_SCHEDULE_CHOOSE_SCHEDULE_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"
#include "codegen/TargetProfile.h"

namespace weft::compiler {

class BuiltinLibrary;

/// What: completes the kernel's schedule by the decisions `flatten`, `dimension`, `delinearise` and `width`. Decisions
/// that the schedule has already are kept, if the kernel allows them. The others are those that cost least
/// (ScheduleCost) on the target. If the kernel exceeds a limit of the compile budget for packets, the pass gives
/// packets up: the kernel's unchanged original is then compiled for single work-items (PacketFork.h). If the schedule
/// names no executor, the pass also gives packets up in two cases. In the first case, the kernel's OpenCL C vectors
/// fill the registers (ExplicitVectors.h). In the second case, the kernel does little with its vectors, and takes less
/// time than packets would take to transpose them (WholeVectors.h). Why at this point: the analyses see the kernel as
/// it was written, so each decision is made once and never undone.
/// Requires: ids are lowered to weft.local.id.N.
/// Guarantees: the pass changes no code. The kernel's schedule has a width, which is the sub-group size if the kernel
/// can observe its sub-groups; or packets are given up. The other decisions are for map-ids. If launches can't choose
/// groups that are long along any dimension (canRepartitionGroups), groups may have only one work-item along another
/// dimension than 0. So in code for any local size the dimension stays 0, and the attribute weft-gains-by-size says
/// that code for one local size would have another.
///
///   define void @k(..) "weft-kernel"  =>  define void @k(..) "weft-kernel" "weft-schedule"="width=16 dimension=1"
class ChooseSchedulePass : public llvm::PassInfoMixin<ChooseSchedulePass> {
public:
  /// `builtins` must outlive the pass.
  ChooseSchedulePass(const BuiltinLibrary &builtins, const TargetProfile &profile, const CompileBudget &budget)
      : builtins_(builtins), profile_(profile), budget_(budget) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  const BuiltinLibrary &builtins_;
  TargetProfile profile_;
  CompileBudget budget_;
};

} // namespace weft::compiler

#endif
