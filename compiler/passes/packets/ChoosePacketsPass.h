// Chooses the width of the kernel's packets: the number of work-items that a packet has.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_CHOOSE_PACKETS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_CHOOSE_PACKETS_PASS_H

#include <optional>

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"
#include "codegen/TargetProfile.h"

namespace weft::compiler {

class BuiltinLibrary;
struct Obstacle;

/// What: completes the kernel's schedule by the width of its packets. The width is the sub-group size if the kernel can
/// observe its sub-groups, else the width that the schedule asks for, else one that suits the CPU and the kernel. If
/// the kernel exceeds a limit of the compile budget for packets, the pass gives packets up: the original is then
/// compiled for single work-items (PacketFork.h). If the schedule names no executor, the pass also gives packets up in
/// two cases. In the first case, the kernel's OpenCL C vectors fill the registers (ExplicitVectors.h). In the second
/// case, the kernel does little with its vectors, and takes less time than packets would take to transpose them
/// (WholeVectors.h). Why at this point: the budget's limits are for the kernel as it was written, and later passes make
/// the kernel longer. Requires: ids are lowered to weft.local.id.N, and flatten-short-rows has run. Guarantees: the
/// schedule has a width, or packets are given up (PacketFork.h).
///
///   define void @k(..) "weft-kernel"  =>  define void @k(..) "weft-kernel" "weft-schedule"="width=16"
class ChoosePacketsPass : public llvm::PassInfoMixin<ChoosePacketsPass> {
public:
  ChoosePacketsPass(const BuiltinLibrary &builtins, const TargetProfile &profile, const CompileBudget &budget)
      : builtins_(builtins), profile_(profile), budget_(budget) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  unsigned chooseWidth(const llvm::Function &kernel) const;
  std::optional<Obstacle> findCostObstacle(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses) const;

  const BuiltinLibrary &builtins_;
  TargetProfile profile_;
  CompileBudget budget_;
};

} // namespace weft::compiler

#endif
