// Decides how a kernel's work-items form packets, before any pass changes the kernel for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schedule/ChooseSchedulePass.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include "analysis/CacheLineReuse.h"
#include "analysis/CodeLength.h"
#include "analysis/InstructionKinds.h"
#include "analysis/PacketMapping.h"
#include "analysis/PacketShapes.h"
#include "analysis/PacketWidth.h"
#include "analysis/WorkItemUniformity.h"
#include "builtins/archive/AddressSpaces.h"
#include "kernel/KernelAttributes.h"
#include "kernel/PacketFork.h"
#include "recipes/AccessPlans.h"
#include "schedule/ExplicitVectors.h"
#include "schedule/PacketCost.h"
#include "schedule/PacketLegality.h"
#include "schedule/ScheduleCandidates.h"
#include "schedule/WholeVectors.h"

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

/// Reports all candidates with their estimates, for those who ask for facts.
void reportCandidates(Function &kernel, const BuiltinLibrary &builtins, const TargetProfile &profile,
                      FunctionAnalysisManager &analyses) {
  LLVMContext &context = kernel.getContext();
  const DiagnosticHandler *handler = context.getDiagHandlerPtr();
  if (!handler || !handler->isAnalysisRemarkEnabled("schedule-facts"))
    return;
  using Argument = DiagnosticInfoOptimizationBase::Argument;
  for (const ScheduleCandidate &candidate :
       listCandidates(kernel, analyses.getResult<LoopAnalysis>(kernel),
                      analyses.getResult<ScalarEvolutionAnalysis>(kernel), builtins, profile)) {
    OptimizationRemarkAnalysis remark("schedule-facts", "Candidate", DiagnosticLocation(), &kernel.getEntryBlock());
    context.diagnose(remark << Argument("Candidate", candidate.schedule.text()) << " takes an estimated "
                            << Argument("Cycles", formatv("{0:F1}", candidate.cycles).str())
                            << " cycles for each work-item");
  }
}

/// Completes the schedule of one kernel.
class Chooser {
public:
  Chooser(Function &kernel, const BuiltinLibrary &builtins, const TargetProfile &profile,
          FunctionAnalysisManager &analyses)
      : kernel_(kernel), builtins_(builtins), profile_(profile), analyses_(analyses), schedule_(scheduleOf(kernel)) {}

  KernelSchedule choose() {
    if (kernel_.hasFnAttribute(subGroupsAttribute)) {
      // Sub-groups follow the flattened id, and each of them is a packet.
      schedule_.flatten = schedule_.delinearise = std::nullopt;
      schedule_.dimension = std::nullopt;
      schedule_.width = subGroupSize(kernel_);
      return schedule_;
    }
    chooseFlatten();
    chooseDimension();
    chooseDelinearise();
    chooseWidth();
    return schedule_;
  }

  /// Which work-items the chosen schedule's packets have. The analyses know no mapping for flattened ids, whose rows
  /// are short; they take packets along dimension 0 for them.
  PacketMapping mapping() const {
    return {.dimension = schedule_.dimension.value_or(0),
            .rowLength = schedule_.delinearise == true ? findRowLength(kernel_) : 0};
  }

private:
  /// Rows that are much shorter than a packet would leave most lanes empty.
  void chooseFlatten() {
    const std::array<uint64_t, 3> size = fixedLocalSize(kernel_);
    const bool isPossible = size[0] != 0 && size[1] * size[2] != 1;
    schedule_.flatten = isPossible && schedule_.flatten.value_or(size[0] <= profile_.rows.maxFlattenedRow);
  }

  bool isFlat() const { return schedule_.flatten == true; }

  void chooseDimension() {
    const LocalIdCalls ids = findLocalIds(kernel_);
    const bool isForAnySize = fixedLocalSize(kernel_)[0] == 0;
    unsigned best = schedule_.dimension.value_or(0);
    if (best != 0 && (isFlat() || ids[best].empty() || !mayHaveItems(kernel_, best)))
      best = 0;
    if (!schedule_.dimension && !isFlat())
      best = cheapestDimension(ids);
    // The runtime divides the range anew, into groups that are long along the packets' dimension.
    if (best != 0 && isForAnySize && !canRepartitionGroups(kernel_)) {
      kernel_.addFnAttr(gainsBySizeAttribute);
      best = 0;
    }
    schedule_.dimension = best;
  }

  unsigned cheapestDimension(const LocalIdCalls &ids) const {
    unsigned best = 0;
    double leastCycles = 0;
    for (const unsigned dimension : {1U, 2U}) {
      // If the local size in this dimension isn't a multiple of a packet's width, lanes would stay empty, so the
      // dimension isn't tried.
      if (ids[dimension].empty() || fixedLocalSize(kernel_)[dimension] % profile_.packets.usual != 0)
        continue;
      if (leastCycles == 0)
        leastCycles = profile_.rows.maxInterchangedCost * cyclesPerItem({});
      if (const double cycles = cyclesPerItem({.dimension = dimension}); cycles < leastCycles) {
        leastCycles = cycles;
        best = dimension;
      }
    }
    return best;
  }

  void chooseDelinearise() {
    const uint64_t length = isFlat() || schedule_.dimension != 0 ? 0 : findRowLength(kernel_);
    if (length == 0) {
      // Rows whose length is known only when the kernel runs are another pass's (version-delinearised-ids).
      schedule_.delinearise = schedule_.delinearise == false ? std::optional(false) : std::nullopt;
      return;
    }
    if (!schedule_.delinearise)
      schedule_.delinearise = cyclesPerRowItem({.rowLength = length}, length) <
                              profile_.rows.maxDelinearisedCost * cyclesPerRowItem({}, fixedLocalSize(kernel_)[0]);
  }

  void chooseWidth() {
    if (schedule_.width)
      return;
    unsigned width = isFlat() ? profile_.packets.usual : choosePacketWidth(kernel_, profile_, mapping());
    if (width == profile_.packets.usual && !isFlat() && allowsWidest(kernel_, profile_, mapping()) && isWidestFaster())
      width = profile_.packets.widest;
    schedule_.width = width;
  }

  /// Whether packets of the widest width take clearly less time than those of the usual width, for each work-item. They
  /// do if values are shorter than 32 bits, and if packets of the usual width wait for gathered elements in loops.
  bool isWidestFaster() {
    const LoopInfo &loops = analyses_.getResult<LoopAnalysis>(kernel_);
    auto &evolution = analyses_.getResult<ScalarEvolutionAnalysis>(kernel_);
    const auto cycles = [&](unsigned width) {
      return estimatePacketAt(kernel_, width, mapping(), loops, evolution, builtins_, profile_).packet / width;
    };
    return cycles(profile_.packets.widest) <= profile_.rows.maxWidestCost * cycles(profile_.packets.usual) &&
           !hasReasonForUsualWidth(loops, evolution);
  }

  /// Whether the kernel has accesses that gain more by other means than by wider packets. Loads in loops that packets
  /// share, or that are contiguous, are for unroll-and-jam. Shuffled vectors take more shuffles in wider packets. And
  /// if each lane goes along a row of its own, many rows share sets of the cache.
  bool hasReasonForUsualWidth(const LoopInfo &loops, ScalarEvolution &evolution) const {
    const unsigned width = profile_.packets.usual;
    const PacketShapes shapes(kernel_, width, mapping());
    const AccessPlans plans(kernel_, shapes, width, profile_);
    return any_of(instructions(kernel_), [&](const Instruction &instruction) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer || needsPerLaneAccess(instruction))
        return false;
      const Loop *loop = loops.getLoopFor(instruction.getParent());
      if (shapes.isUniform(*pointer))
        return loop != nullptr;
      using enum AccessKind;
      const AccessKind kind = plans.of(instruction).kind;
      return is_contained({interleaved, permuted, transposed}, kind) || (loop && kind == contiguous) ||
             (loop && kind == gatherScatter && isa<LoadInst>(instruction) &&
              pointer->getType()->getPointerAddressSpace() == spirGlobal &&
              !crossesCacheLines(instruction, *loop, evolution));
    });
  }

  double cyclesPerItem(PacketMapping mapping) const {
    const PacketEstimate packet = estimatePacket(kernel_, builtins_, profile_, mapping);
    return packet.cycles / packet.width;
  }

  /// Returns the cycles per work-item of a row of `length` work-items. The last packet of the row may have empty lanes.
  double cyclesPerRowItem(PacketMapping mapping, uint64_t length) const {
    const PacketEstimate packet = estimatePacket(kernel_, builtins_, profile_, mapping);
    return packet.cycles * static_cast<double>(divideCeil(length, packet.width)) / static_cast<double>(length);
  }

  Function &kernel_;
  const BuiltinLibrary &builtins_;
  const TargetProfile &profile_;
  FunctionAnalysisManager &analyses_;
  KernelSchedule schedule_;
};

/// Returns why the kernel is estimated to be quicker without packets, or nothing.
std::optional<Obstacle> findCostObstacle(Function &kernel, unsigned width, PacketMapping mapping,
                                         const BuiltinLibrary &builtins, const TargetProfile &profile,
                                         FunctionAnalysisManager &analyses) {
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(kernel);
  if (areExplicitVectorsQuicker(kernel, width, profile, mapping, loops,
                                analyses.getResult<ScalarEvolutionAnalysis>(kernel)))
    return Obstacle{"its loops carry more elements of vectors than there are registers"};
  if (areWholeVectorsQuicker(kernel, loops, std::min(width, profile.packets.usual), mapping, builtins, profile))
    return Obstacle{"it computes with whole vectors, which packets would turn"};
  return std::nullopt;
}

} // namespace

PreservedAnalyses ChooseSchedulePass::run(Module &module, ModuleAnalysisManager &analyses) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  if (const std::optional<Obstacle> obstacle = findBudgetObstacle(*kernel, budget_)) {
    giveUpPackets(*kernel, *obstacle);
    return PreservedAnalyses::none();
  }
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  reportCandidates(*kernel, builtins_, profile_, functions);
  Chooser chooser(*kernel, builtins_, profile_, functions);
  const KernelSchedule schedule = chooser.choose();
  if (schedule.executor == ScheduleExecutor::automatic && !kernel->hasFnAttribute(subGroupsAttribute)) {
    if (const std::optional<Obstacle> obstacle =
            findCostObstacle(*kernel, schedule.width.value_or(1), chooser.mapping(), builtins_, profile_, functions)) {
      giveUpPackets(*kernel, *obstacle);
      return PreservedAnalyses::none();
    }
  }
  setSchedule(*kernel, schedule);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
