// Chooses how many work-items the kernel's packets have.
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

/// What: marks the kernel with the width that its packets are to have: that of its sub-groups, if it can tell them
/// apart, else what suits the CPU and the kernel. Gives kernels up that are over the budget, and, where packets are to
/// be quicker, those whose own vectors fill the registers (ExplicitVectors.h) or would be turned for little
/// (WholeVectors.h). Why: the sizes are those of the kernel as it was written; what follows makes it longer. Requires:
/// ids lowered to weft.local.id.N, short rows flattened (flatten-short-rows). Guarantees: weft-chosen-width, or the
/// kernel is given up.
///
///   define void @k(..) "weft-kernel"  =>  define void @k(..) "weft-kernel" "weft-chosen-width"="16"
class ChoosePacketsPass : public llvm::PassInfoMixin<ChoosePacketsPass> {
public:
  ChoosePacketsPass(const BuiltinLibrary &builtins, const TargetProfile &profile, const CompileBudget &budget,
                    bool ifQuicker)
      : builtins_(builtins), profile_(profile), budget_(budget), ifQuicker_(ifQuicker) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  unsigned chooseWidth(const llvm::Function &kernel) const;
  std::optional<Obstacle> findLoss(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses) const;

  const BuiltinLibrary &builtins_;
  TargetProfile profile_;
  CompileBudget budget_;
  bool ifQuicker_;
};

} // namespace weft::compiler

#endif
