// How hard LLVM tries to make a kernel's code fast.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/Ambition.h"

#include <algorithm>

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"

#include "analysis/CodeLength.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Says of a kernel's code what is left out.
void report(Module &module, StringRef leftOut, StringRef what, size_t count, size_t limit) {
  const Function *kernel = findKernel(module);
  if (!kernel)
    return;
  OptimizationRemarkMissed remark("budget", "Optimisation", DiagnosticLocation(), &kernel->getEntryBlock());
  module.getContext().diagnose(remark << leftOut << ": its code has about " << std::to_string(count) << " " << what
                                      << ", more than " << std::to_string(limit));
}
void report(Module &module, Ambition ambition, StringRef what, size_t count, size_t limit) {
  report(module, ambition == Ambition::quick ? "optimised little (-O1)" : "not optimised", what, count, limit);
}

/// Of the function in which they lie deepest. Only where there are as many blocks can that be more than `limit`.
size_t deepestBranches(Module &module, size_t limit) {
  size_t deepest = 0;
  for (Function &function : module)
    if (function.size() > limit)
      deepest = std::max(deepest, branchDepth(function));
  return deepest;
}

} // namespace

Ambition chooseAmbition(Module &module, const CompileBudget &budget) {
  const size_t length = codeLength(module);
  const size_t depth = deepestBranches(module, std::min(budget.depth, budget.greatestDepth));
  if (length > budget.quick) {
    report(module, Ambition::none, "instructions", length, budget.quick);
    return Ambition::none;
  }
  if (depth > budget.greatestDepth) {
    report(module, Ambition::none, "branches within each other", depth, budget.greatestDepth);
    return Ambition::none;
  }
  if (length > budget.brief) {
    report(module, Ambition::quick, "instructions", length, budget.brief);
    return Ambition::quick;
  }
  if (depth > budget.depth) {
    report(module, Ambition::quick, "branches within each other", depth, budget.depth);
    return Ambition::quick;
  }
  return length <= budget.full ? Ambition::full : Ambition::brief;
}

PipelineTuningOptions tuningOptions(Ambition ambition, Module &module, const CompileBudget &budget) {
  size_t blocks = 0;
  for (const Function &function : module)
    blocks = std::max(blocks, function.size());
  const bool mayVectorise = blocks <= budget.vectorisedBlocks;
  if (!mayVectorise && ambition <= Ambition::brief)
    report(module, "loops not vectorised", "blocks in one function", blocks, budget.vectorisedBlocks);
  PipelineTuningOptions tuning;
  tuning.LoopVectorization = mayVectorise && ambition <= Ambition::brief;
  tuning.SLPVectorization = ambition == Ambition::full;
  tuning.LoopUnrolling = ambition <= Ambition::brief;
  tuning.LoopInterleaving = mayVectorise && ambition == Ambition::full;
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
