// Chooses how much LLVM optimises a kernel's code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/OptimisationEffort.h"

#include <algorithm>

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"

#include "analysis/CodeLength.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Reports in a remark on the kernel which optimisation is left out, and why.
void report(Module &module, StringRef leftOut, StringRef what, size_t count, size_t limit) {
  const Function *kernel = findKernel(module);
  if (!kernel)
    return;
  OptimizationRemarkMissed remark("budget", "Optimisation", DiagnosticLocation(), &kernel->getEntryBlock());
  module.getContext().diagnose(remark << leftOut << ": its code has about " << std::to_string(count) << " " << what
                                      << ", more than " << std::to_string(limit));
}
void report(Module &module, OptimisationEffort effort, StringRef what, size_t count, size_t limit) {
  report(module, effort == OptimisationEffort::quick ? "optimised little (-O1)" : "not optimised", what, count, limit);
}

/// Returns the greatest depth of branches of all functions. A function with at most `limit` blocks can't exceed the
/// limit, so it isn't examined.
size_t deepestBranches(Module &module, size_t limit) {
  size_t deepest = 0;
  for (Function &function : module)
    if (function.size() > limit)
      deepest = std::max(deepest, branchDepth(function));
  return deepest;
}

} // namespace

OptimisationEffort chooseOptimisationEffort(Module &module, const CompileBudget &budget) {
  const size_t length = codeLength(module);
  const size_t depth = deepestBranches(module, std::min(budget.depth, budget.maxOptimisedDepth));
  if (length > budget.quick) {
    report(module, OptimisationEffort::none, "instructions", length, budget.quick);
    return OptimisationEffort::none;
  }
  if (depth > budget.maxOptimisedDepth) {
    report(module, OptimisationEffort::none, "branches within each other", depth, budget.maxOptimisedDepth);
    return OptimisationEffort::none;
  }
  if (length > budget.brief) {
    report(module, OptimisationEffort::quick, "instructions", length, budget.brief);
    return OptimisationEffort::quick;
  }
  if (depth > budget.depth) {
    report(module, OptimisationEffort::quick, "branches within each other", depth, budget.depth);
    return OptimisationEffort::quick;
  }
  return length <= budget.full ? OptimisationEffort::full : OptimisationEffort::brief;
}

PipelineTuningOptions tuningOptions(OptimisationEffort effort, Module &module, const CompileBudget &budget) {
  size_t blocks = 0;
  for (const Function &function : module)
    blocks = std::max(blocks, function.size());
  const bool mayVectorise = blocks <= budget.vectorisedBlocks;
  if (!mayVectorise && effort <= OptimisationEffort::brief)
    report(module, "loops not vectorised", "blocks in one function", blocks, budget.vectorisedBlocks);
  PipelineTuningOptions tuning;
  tuning.LoopVectorization = mayVectorise && effort <= OptimisationEffort::brief;
  tuning.SLPVectorization = effort == OptimisationEffort::full;
  tuning.LoopUnrolling = effort <= OptimisationEffort::brief;
  tuning.LoopInterleaving = mayVectorise && effort == OptimisationEffort::full;
  return tuning;
}

CodeGenOptLevel codeGenLevel(OptimisationEffort effort) {
  switch (effort) {
  case OptimisationEffort::full:
  case OptimisationEffort::brief:
    return CodeGenOptLevel::Aggressive;
  case OptimisationEffort::quick:
    return CodeGenOptLevel::Less;
  case OptimisationEffort::none:
    return CodeGenOptLevel::None;
  }
  return CodeGenOptLevel::Aggressive;
}

} // namespace weft::compiler
