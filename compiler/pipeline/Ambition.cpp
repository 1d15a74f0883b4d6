// How hard LLVM tries to make a kernel's code fast.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/Ambition.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"

#include "analysis/CodeLength.h"
#include "passes/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

Ambition chooseAmbition(Module &module, const CompileBudget &budget) {
  const size_t length = codeLength(module);
  if (length <= budget.brief)
    return length <= budget.full ? Ambition::full : Ambition::brief;
  const Ambition ambition = length <= budget.quick ? Ambition::quick : Ambition::none;
  if (const Function *kernel = findKernel(module)) {
    const size_t limit = ambition == Ambition::quick ? budget.brief : budget.quick;
    OptimizationRemarkMissed remark("budget", "Optimisation", DiagnosticLocation(), &kernel->getEntryBlock());
    module.getContext().diagnose(remark << (ambition == Ambition::quick ? "optimised little (-O1)" : "not optimised")
                                        << ": its code has about " << std::to_string(length)
                                        << " instructions, more than " << std::to_string(limit));
  }
  return ambition;
}

OptimizationLevel optimizationLevel(Ambition ambition) {
  switch (ambition) {
  case Ambition::full:
    return OptimizationLevel::O3;
  case Ambition::brief:
    return OptimizationLevel::O2;
  case Ambition::quick:
    return OptimizationLevel::O1;
  case Ambition::none:
    return OptimizationLevel::O0;
  }
  return OptimizationLevel::O3;
}

PipelineTuningOptions tuningOptions(Ambition ambition) {
  PipelineTuningOptions tuning;
  tuning.LoopVectorization = ambition <= Ambition::brief;
  tuning.SLPVectorization = ambition == Ambition::full;
  tuning.LoopUnrolling = ambition <= Ambition::brief;
  tuning.LoopInterleaving = ambition == Ambition::full;
  return tuning;
}

CodeGenOptLevel codeGenLevel(Ambition ambition) {
  switch (ambition) {
  case Ambition::full:
  case Ambition::brief:
    return CodeGenOptLevel::Aggressive;
  case Ambition::quick:
    return CodeGenOptLevel::Less;
  case Ambition::none:
    return CodeGenOptLevel::None;
  }
  return CodeGenOptLevel::Aggressive;
}

} // namespace weft::compiler
