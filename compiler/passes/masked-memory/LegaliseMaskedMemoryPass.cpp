// Fits masked loads and stores, gathers and scatters to the CPU's instructions, by rules.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked-memory/LegaliseMaskedMemoryPass.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

constexpr bool unlessUnoptimised = false;
constexpr bool always = true;

/// The order matters: masks are simple before accesses are split; the masks of runs may be shortened; masked accesses
/// that blending leaves get branches; the loops over lanes are for the masked accesses behind these branches; and a
/// gather of words has no runs.
constexpr MaskedMemoryRule rules[] = {
    {"combine-masks", "shuffles of two masks are logical operations", always, combineMasks},
    {"access-runs", "a gather or scatter of a few contiguous runs is one masked access for each run", unlessUnoptimised,
     accessRuns},
    {"shorten-masked-accesses", "masked accesses whose active lanes are known to be few use short vectors", always,
     shortenMaskedAccesses},
    {"blend-masked-stores", "slow masked stores to group-private memory are unmasked stores of blended vectors",
     unlessUnoptimised, blendMaskedStores},
    {"branch-on-masks",
     "slow masked accesses are in a branch; another branch without masks runs if all lanes are active",
     unlessUnoptimised, branchOnMasks},
    {"lower-gathers", "gathers and scatters that the CPU has no instruction for are scalar accesses without branches",
     always, lowerGathers},
    {"loop-over-lanes", "masked accesses that the CPU has no instruction for are loops over the active lanes", always,
     loopOverLanes},
    {"scale-lane-indices", "lane indices of large elements are shifted together, so that x86's addressing modes fit",
     always, scaleLaneIndices},
    {"sink-lane-addresses", "vector addresses are computed next to the gathers and scatters that use them", always,
     sinkLaneAddresses},
};

} // namespace

ArrayRef<MaskedMemoryRule> maskedMemoryRules() { return rules; }

LegaliseMaskedMemoryPass::LegaliseMaskedMemoryPass(const TargetProfile &profile, ArrayRef<StringRef> named)
    : profile_(profile) {
  for (const MaskedMemoryRule &rule : rules)
    if (is_contained(named, rule.name))
      named_.push_back(&rule);
}

PreservedAnalyses LegaliseMaskedMemoryPass::run(Module &module, ModuleAnalysisManager &) {
  const Function *kernel = findKernel(module);
  const bool isUnoptimised = kernel && kernel->hasFnAttribute(unoptimisedAttribute);
  SmallVector<const MaskedMemoryRule *> applied = named_;
  if (applied.empty())
    for (const MaskedMemoryRule &rule : rules)
      if (rule.appliesIfUnoptimised || !isUnoptimised)
        applied.push_back(&rule);
  MaskedMemoryContext context{profile_, kernel};
  bool changed = false;
  for (Function &function : module)
    for (const MaskedMemoryRule *rule : applied)
      changed |= rule->apply(function, context);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
