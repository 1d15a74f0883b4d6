// Chooses how many work-items the kernel's packets have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/ChoosePacketsPass.h"

#include <algorithm>
#include <optional>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Module.h"

#include "analysis/CodeLength.h"
#include "analysis/OwnVectors.h"
#include "analysis/PacketWidth.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/PacketFork.h"
#include "passes/packets/WholeVectors.h"

using namespace llvm;

namespace weft::compiler {

namespace {

std::optional<Obstacle> findExcess(Function &kernel, const CompileBudget &budget) {
  if (const size_t length = lengthInElements(kernel); length > budget.packets)
    return overBudget(std::to_string(length) + " instructions, those on vectors counted by element", budget.packets);
  if (const size_t depth = branchDepth(kernel); depth > budget.packetDepth)
    return overBudget(std::to_string(depth) + " branches within each other", budget.packetDepth);
  return std::nullopt;
}

} // namespace

unsigned ChoosePacketsPass::chooseWidth(const Function &kernel) const {
  if (kernel.hasFnAttribute(subGroupsAttribute))
    return subGroupSize(kernel);
  // Packets along the flattened id are not bound to rows.
  return kernel.hasFnAttribute(flatIdsAttribute) ? profile_.packets.usual : choosePacketWidth(kernel, profile_);
}

/// Why work-items by themselves are quicker, or nothing.
std::optional<Obstacle> ChoosePacketsPass::findLoss(Function &kernel, FunctionAnalysisManager &analyses) const {
  if (kernel.hasFnAttribute(subGroupsAttribute))
    return std::nullopt;
  const unsigned width = chooseWidth(kernel);
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(kernel);
  if (areOwnVectorsQuicker(kernel, width, profile_, loops, analyses.getResult<ScalarEvolutionAnalysis>(kernel)))
    return Obstacle{"its loops carry more elements of vectors than there are registers"};
  if (areWholeVectorsQuicker(kernel, loops, std::min(width, profile_.packets.usual), builtins_, profile_))
    return Obstacle{"it computes with whole vectors, which packets would turn"};
  return std::nullopt;
}

PreservedAnalyses ChoosePacketsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  std::optional<Obstacle> obstacle = findExcess(*kernel, budget_);
  if (!obstacle && ifQuicker_)
    obstacle = findLoss(*kernel, functions);
  if (obstacle)
    giveUpPackets(*kernel, *obstacle);
  else
    setNumericAttribute(*kernel, chosenWidthAttribute, chooseWidth(*kernel));
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
