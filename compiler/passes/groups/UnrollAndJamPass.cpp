// Runs several rows of packets, or several packets of a row, at once, so that they share what they load.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/UnrollAndJamPass.h"

#include <algorithm>
#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"
#include "passes/groups/UnrollAndJamLoop.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether `factor` rows take clearly less time if they run at once. There are two reasons. First, enough loads are
/// shared, and either the saved loads are a large enough share of all operations, or the loop has a long operation,
/// during which operations of the other rows can begin. Second, an inner loop that computes a sum has so little work
/// that the additions of all rows fit into the latency of one addition.
bool isWorthwhile(const UnrollAndJamLoop &loop, unsigned factor, const TargetProfile &profile) {
  const UnrollAndJamLoop::Sharing sharing = loop.sharing(factor, profile);
  if (sharing.loadRatio <= profile.rows.maxLoadRatio &&
      (sharing.operationRatio <= profile.rows.maxOperationRatio || loop.hasLongOperation()))
    return true;
  const std::optional<unsigned> work = loop.workOfShortestReduction();
  return work && *work * factor <= profile.rows.reductionLatencyOps;
}

/// Whether loops within `loop` load from memory. In a kernel with weft-walks-columns, these are the loops in which each
/// work-item reads down a column of a matrix; the comments below call their packets packets that go down columns.
bool hasLoadsInSubLoops(const Loop &loop) {
  return any_of(loop.getSubLoops(), [](const Loop *inner) {
    return any_of(inner->blocks(), [](const BasicBlock *block) {
      return any_of(*block, [](const Instruction &instruction) {
        return instruction.mayReadFromMemory() && !instruction.mayWriteToMemory();
      });
    });
  });
}

/// Chooses how many rows of packets, or packets of a row, run at once. The kernel's schedule may name the number; the
/// choice then asks only whether the loop can be jammed, and whether the code and the private memory stay in bounds.
class JamChoice {
public:
  using Packets = UnrollAndJamLoop::Packets;

  /// `wanted` is the number in the kernel's schedule. `traversesColumns`: packets go down columns of a matrix in loops
  /// that load.
  JamChoice(std::optional<unsigned> wanted, bool traversesColumns, const TargetProfile &profile)
      : wanted_(wanted), traversesColumns_(traversesColumns), profile_(profile), limits_(profile.rows) {}

  /// How many rows, or packets of a row, to run at once; 1 if running them one by one is best.
  unsigned factor(const UnrollAndJamLoop &loop, size_t most, Packets packets = Packets::all) const {
    if (!loop.isJammable())
      return 1;
    const unsigned ofColumns = loop.rows() == 0 ? limits_.maxJammedColumnsAnyCount : limits_.maxJammedColumns;
    for (unsigned factor = wanted_.value_or(traversesColumns_ ? ofColumns : limits_.maxJammedRows); factor > 1;
         factor /= 2)
      if (loop.rows() % factor == 0 && gains(loop, factor, most, packets))
        return factor;
    return 1;
  }

  struct Plan {
    unsigned factor;
    Packets packets = Packets::all;
    bool hasRest = false; ///< whether a copy of the loop runs the remaining rows, fewer than `factor`
  };

  /// Chooses the plan in code for any local size. The first launch of a kernel waits for this code, so only rows with
  /// short code, or rows that have much in common, run at once.
  Plan forUnknownTripCount(const UnrollAndJamLoop &loop) const {
    const unsigned ofShortCode = factor(loop, CodeSizes::jammedRowsAnySize);
    if (ofShortCode > 1 || traversesColumns_ || !loop.hasLastPacket())
      return {ofShortCode, Packets::all, ofShortCode > 1};
    const unsigned ofLongCode = factor(loop, CodeSizes::jammedRows, Packets::full);
    if (!wanted_ && loop.sharing(ofLongCode, profile_).vectorRatio > limits_.maxVectorRatio)
      return {1};
    return {ofLongCode, Packets::full, /*hasRest=*/true};
  }

  /// Chooses the plan for packets that go down columns, if no factor divides the number of packets. A copy of the loop
  /// runs the remaining packets.
  Plan withRest(const UnrollAndJamLoop &loop) const {
    const unsigned factor = std::min(wanted_.value_or(limits_.maxJammedColumns), limits_.maxJammedColumnsAnyCount);
    const bool together =
        factor > 1 && loop.isJammable() && loop.rows() > factor && gains(loop, factor, CodeSizes::jammedRows);
    return {together ? factor : 1, Packets::all, together};
  }

  /// For packets that go down columns, after their loop has been jammed by `first` and a copy of it runs the remaining
  /// packets. Returns by how much to jam the loop once more, or 1 for not at all. The more packets run at once, the
  /// more neighbouring bytes of each row of the matrix the kernel reads together.
  unsigned secondFactor(const UnrollAndJamLoop &loop, unsigned first, bool isTripCountUnknown) const {
    const unsigned factor = wanted_.value_or(limits_.maxJammedColumns) / first;
    const size_t most = isTripCountUnknown ? CodeSizes::jammedRowsAnySize : CodeSizes::jammedRows;
    const bool areEnough = isTripCountUnknown || loop.rows() > factor;
    return factor > 1 && areEnough && loop.canSplitRemainder() && loop.privateBytes() == 0 && gains(loop, factor, most)
               ? factor
               : 1;
  }

private:
  /// The most bytes that the private arrays of all rows, or packets, that run at once may have together.
  uint64_t mostPrivateBytes(unsigned factor) const {
    return traversesColumns_ && factor > 2 ? limits_.maxJammedColumnBytes : limits_.maxJammedBytes;
  }

  /// Whether `factor` rows, or packets of a row, take less time if they run at once, and keep to three limits: they
  /// have no more than `most` instructions together, no more private memory than allowed, and enough registers. Packets
  /// that go down columns always take less time together.
  bool gains(const UnrollAndJamLoop &loop, unsigned factor, size_t most, Packets packets = Packets::all) const {
    if (loop.size(packets) * factor > most || loop.privateBytes() * factor > mostPrivateBytes(factor))
      return false;
    return wanted_ || ((traversesColumns_ || isWorthwhile(loop, factor, profile_)) &&
                       loop.registersFor(factor, profile_.registers) <= profile_.registers.count);
  }

  const std::optional<unsigned> wanted_;
  const bool traversesColumns_;
  const TargetProfile &profile_;
  const TargetProfile::Rows &limits_;
};

} // namespace

PreservedAnalyses UnrollAndJamPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || packetWidth(*kernel) == 1)
    return PreservedAnalyses::all();
  const DominatorTree dominators(*kernel);
  const LoopInfo loops(dominators);
  bool changed = false;
  DenseMap<const Loop *, unsigned> jammed; // the number of packets that an iteration of each loop runs
  bool isRestSeparate = false;             // at most one jammed packet loop gets a copy for the remaining packets
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    const bool iteratesOverRows = isRowLoop(*loop);
    if (!iteratesOverRows && !isPacketLoop(*loop))
      continue;
    UnrollAndJamLoop rows(*loop, loops); // analysed only now: the loop around this one may have been jammed
    const bool traversesColumns =
        !iteratesOverRows && kernel->hasFnAttribute(walksColumnsAttribute) && hasLoadsInSubLoops(*loop);
    const bool isTripCountUnknown = rows.rows() == 0;
    const bool mayHaveRest = (iteratesOverRows || (traversesColumns && !isRestSeparate)) && rows.canSplitRemainder();
    if (isTripCountUnknown && !mayHaveRest)
      continue;
    std::optional<unsigned> wanted = scheduleOf(*kernel).jam;
    if (wanted) // the number that a loop around this one runs at once counts, too
      wanted = std::max(1u, *wanted / std::max(1u, jammed.lookup(loop->getParentLoop())));
    const JamChoice choice(wanted, traversesColumns, profile_);
    const unsigned best = choice.factor(rows, CodeSizes::jammedRows);
    JamChoice::Plan jam{.factor = best};
    if (isTripCountUnknown)
      jam = choice.forUnknownTripCount(rows);
    else if (best == 1 && traversesColumns && mayHaveRest)
      jam = choice.withRest(rows);
    if (jam.factor < best || jam.packets == UnrollAndJamLoop::Packets::full) {
      kernel->addFnAttr(gainsBySizeAttribute);
      changed = true;
    }
    if (jam.factor == 1)
      continue;
    if (jam.hasRest) {
      rows.splitRemainder(jam.factor, jam.packets);
      isRestSeparate = true;
    }
    rows.jam(jam.factor);
    if (traversesColumns && jam.hasRest) {
      UnrollAndJamLoop again(*loop, loops);
      const unsigned times = choice.secondFactor(again, jam.factor, isTripCountUnknown);
      if (times > 1) {
        again.splitRemainder(times);
        again.jam(times);
        jam.factor *= times;
      }
    }
    changed = true;
    jammed[loop] = jam.factor * std::max(1u, jammed.lookup(loop->getParentLoop()));
    OptimizationRemark remark("unroll-and-jam", "Rows", kernel);
    kernel->getContext().diagnose(
        remark << std::to_string(jam.factor) << (iteratesOverRows ? " rows of packets" : " packets of a row")
               << " at once in " << loop->getHeader()->getName() << (jam.hasRest ? ", where there are so many" : ""));
  }
  const auto most = std::ranges::max_element(jammed, {}, [](const auto &loop) { return loop.second; });
  decide(*kernel, &KernelSchedule::jam, most == jammed.end() ? 1u : most->second);
  if (changed)
    EliminateUnreachableBlocks(*kernel); // of last packets, which only the copies of their loops run now
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
