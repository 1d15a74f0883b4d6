// Runs LLVM's own optimisation on a kernel for the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_OPTIMISE_PASS_H
#define WEFT_COMPILER_PIPELINE_OPTIMISE_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"
#include "pipeline/Attempt.h"

namespace llvm {
class PassInstrumentationCallbacks;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// What: runs all of LLVM's optimisation passes (LlvmPasses.h). They inline builtins, and turn loops over work-items
/// that aren't packets into vector code. The effort depends on the kernel's length (OptimisationEffort.h). The pass
/// optimises nothing if the program was built with -cl-opt-disable, or if LLVM has failed twice to generate the
/// kernel's code (Attempt.h).
/// Requires: a module for the target, complete except for intrinsics and the C library's functions for memory.
/// Guarantees: the code generator of `target` will run at the optimisation level that corresponds to the effort.
class OptimisePass : public llvm::PassInfoMixin<OptimisePass> {
public:
  /// `target` and `callbacks` must outlive the pass; `callbacks` may be null. LLVM may turn scalar dot products
  /// (weft.dot) into dot products of vectors of up to `mostLanes` lanes. `registerBytes`: the size of a vector
  /// register.
  OptimisePass(llvm::TargetMachine &target, const CompileBudget &budget, llvm::PassInstrumentationCallbacks *callbacks,
               Attempt attempt, unsigned mostLanes, uint64_t registerBytes)
      : target_(target), budget_(budget), callbacks_(callbacks), attempt_(attempt), mostLanes_(mostLanes),
        registerBytes_(registerBytes) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  llvm::TargetMachine &target_;
  CompileBudget budget_;
  llvm::PassInstrumentationCallbacks *callbacks_;
  Attempt attempt_;
  unsigned mostLanes_;
  uint64_t registerBytes_;
};

} // namespace weft::compiler

#endif
