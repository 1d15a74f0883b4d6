// Chooses the width of the kernel's packets: the number of work-items that a packet has.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/ChoosePacketsPass.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include "analysis/CodeLength.h"
#include "analysis/ExplicitVectors.h"
#include "analysis/PacketWidth.h"
#include "analysis/WorkItemUniformity.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/PacketFork.h"
#include "passes/packets/WholeVectors.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns the number of comparisons that a switch needs. Consecutive case values that lead to one block need only one
/// comparison.
size_t countCaseRanges(const SwitchInst &choice) {
  std::vector<std::pair<APInt, const BasicBlock *>> cases;
  for (const auto &each : choice.cases())
    cases.emplace_back(each.getCaseValue()->getValue(), each.getCaseSuccessor());
  std::ranges::sort(cases, [](const auto &a, const auto &b) { return a.first.slt(b.first); });
  size_t ranges = 0;
  for (size_t place = 0; place < cases.size(); ++place)
    ranges +=
        place == 0 || cases[place].second != cases[place - 1].second || cases[place].first != cases[place - 1].first + 1
            ? 1
            : 0;
  return ranges;
}

/// Returns the sum of countCaseRanges for all switches at which lanes diverge. Returns 0 if all switches together have
/// at most `limit` ranges: the function then needn't run the uniformity analysis, which takes longer.
size_t countDivergentCaseRanges(Function &kernel, size_t limit) {
  SmallVector<std::pair<const BasicBlock *, size_t>> choices;
  size_t all = 0;
  for (const BasicBlock &block : kernel)
    if (const auto *choice = dyn_cast<SwitchInst>(block.getTerminator())) {
      choices.push_back({&block, countCaseRanges(*choice)});
      all += choices.back().second;
    }
  if (all <= limit)
    return 0;
  const WorkItemUniformity uniformity(kernel, UniformityScope::packet);
  for (const auto &[block, ranges] : choices)
    all -= uniformity.hasDivergentTerminator(*block) ? 0 : ranges;
  return all;
}

std::optional<Obstacle> findBudgetObstacle(Function &kernel, const CompileBudget &budget) {
  if (const size_t length = scalarisedLength(kernel); length > budget.packets)
    return overBudget(std::to_string(length) + " instructions, those on vectors counted by element", budget.packets);
  if (const size_t depth = branchDepth(kernel); depth > budget.packetDepth)
    return overBudget(std::to_string(depth) + " branches within each other", budget.packetDepth);
  if (const size_t cases = countDivergentCaseRanges(kernel, CodeSizes::packetCases); cases > CodeSizes::packetCases)
    return overBudget(std::to_string(cases) + " cases at which work-items part", CodeSizes::packetCases);
  return std::nullopt;
}

} // namespace

unsigned ChoosePacketsPass::chooseWidth(const Function &kernel) const {
  if (kernel.hasFnAttribute(subGroupsAttribute))
    return subGroupSize(kernel);
  if (const std::optional<uint32_t> wanted = scheduleOf(kernel).width)
    return *wanted;
  // flatten-short-rows has joined the rows of work-items to one sequence. A packet may span several rows, so its width
  // needn't suit the length of a row.
  return kernel.hasFnAttribute(flatIdsAttribute) ? profile_.packets.usual : choosePacketWidth(kernel, profile_);
}

/// Returns why the kernel is estimated to be quicker without packets, or nothing.
std::optional<Obstacle> ChoosePacketsPass::findCostObstacle(Function &kernel, FunctionAnalysisManager &analyses) const {
  if (kernel.hasFnAttribute(subGroupsAttribute))
    return std::nullopt;
  const unsigned width = chooseWidth(kernel);
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(kernel);
  if (areExplicitVectorsQuicker(kernel, width, profile_, loops, analyses.getResult<ScalarEvolutionAnalysis>(kernel)))
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
  std::optional<Obstacle> obstacle = findBudgetObstacle(*kernel, budget_);
  KernelSchedule schedule = scheduleOf(*kernel);
  if (!obstacle && schedule.executor == ScheduleExecutor::automatic)
    obstacle = findCostObstacle(*kernel, functions);
  if (obstacle) {
    giveUpPackets(*kernel, *obstacle);
    return PreservedAnalyses::none();
  }
  schedule.width = chooseWidth(*kernel);
  setSchedule(*kernel, schedule);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
