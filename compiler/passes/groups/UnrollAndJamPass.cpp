// Runs several rows of packets, or several packets of a row, at once, so that they share what they load.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/UnrollAndJamPass.h"

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

/// The most bytes that the private arrays of all rows, or packets, that run at once may have together.
uint64_t mostPrivateBytes(bool traversesColumns, unsigned factor, const TargetProfile &profile) {
  return traversesColumns && factor > 2 ? profile.rows.maxJammedColumnBytes : profile.rows.maxJammedBytes;
}

/// Whether `factor` rows, or packets of a row, take less time if they run at once, and keep to three limits: they have
/// no more than `most` instructions together, no more private memory than allowed, and enough registers. Packets that
/// go down columns of a matrix always take less time together than one after the other.
bool gains(const UnrollAndJamLoop &loop, bool traversesColumns, unsigned factor, size_t most,
           const TargetProfile &profile, UnrollAndJamLoop::Packets packets = UnrollAndJamLoop::Packets::all) {
  return loop.size(packets) * factor <= most &&
         loop.privateBytes() * factor <= mostPrivateBytes(traversesColumns, factor, profile) &&
         (traversesColumns || isWorthwhile(loop, factor, profile)) &&
         loop.registersFor(factor, profile.registers) <= profile.registers.count;
}

/// How many rows, or packets of a row, to run at once; 1 if running them one by one is best.
unsigned chooseFactor(const UnrollAndJamLoop &loop, bool traversesColumns, size_t most, const TargetProfile &profile,
                      UnrollAndJamLoop::Packets packets = UnrollAndJamLoop::Packets::all) {
  if (!loop.isJammable())
    return 1;
  const TargetProfile::Rows &limits = profile.rows;
  const unsigned ofColumns = loop.rows() == 0 ? limits.maxJammedColumnsAnyCount : limits.maxJammedColumns;
  for (unsigned factor = traversesColumns ? ofColumns : limits.maxJammedRows; factor > 1; factor /= 2)
    if (loop.rows() % factor == 0 && gains(loop, traversesColumns, factor, most, profile, packets))
      return factor;
  return 1;
}

struct JamPlan {
  unsigned factor;
  UnrollAndJamLoop::Packets packets = UnrollAndJamLoop::Packets::all;
  bool hasRest = false; ///< whether a copy of the loop runs the remaining rows, fewer than `factor`
};

/// Chooses how many rows of `loop` run at once in code for any local size. The first launch of a kernel waits for this
/// code, so only rows with short code, or rows that have much in common, run at once.
JamPlan chooseForUnknownTripCount(const UnrollAndJamLoop &loop, bool traversesColumns, const TargetProfile &profile) {
  const unsigned ofShortCode = chooseFactor(loop, traversesColumns, CodeSizes::jammedRowsAnySize, profile);
  if (ofShortCode > 1 || traversesColumns || !loop.hasLastPacket())
    return {ofShortCode, UnrollAndJamLoop::Packets::all, ofShortCode > 1};
  const unsigned ofLongCode =
      chooseFactor(loop, traversesColumns, CodeSizes::jammedRows, profile, UnrollAndJamLoop::Packets::full);
  if (loop.sharing(ofLongCode, profile).vectorRatio > profile.rows.maxVectorRatio)
    return {1};
  return {ofLongCode, UnrollAndJamLoop::Packets::full, /*hasRest=*/true};
}

/// Chooses how many packets run at once if they go down columns of a matrix, and no factor divides the number of
/// packets. A copy of the loop runs the remaining packets.
JamPlan chooseWithRest(const UnrollAndJamLoop &loop, const TargetProfile &profile) {
  const unsigned factor = profile.rows.maxJammedColumnsAnyCount;
  const bool together = loop.isJammable() && loop.rows() > factor &&
                        gains(loop, /*traversesColumns=*/true, factor, CodeSizes::jammedRows, profile);
  return {together ? factor : 1, UnrollAndJamLoop::Packets::all, together};
}

/// Called for packets that go down columns of a matrix, after their loop has been jammed and a copy of it runs the
/// remaining packets. Returns by which factor to jam the loop once more, or 1 for not at all. The more packets run at
/// once, the more neighbouring bytes of each row of the matrix the kernel reads together.
unsigned chooseSecondFactor(const UnrollAndJamLoop &loop, bool isTripCountUnknown, const TargetProfile &profile) {
  const unsigned factor = profile.rows.maxJammedColumns / profile.rows.maxJammedColumnsAnyCount;
  const size_t most = isTripCountUnknown ? CodeSizes::jammedRowsAnySize : CodeSizes::jammedRows;
  const bool areEnough = isTripCountUnknown || loop.rows() > factor;
  return areEnough && loop.canSplitRemainder() && loop.privateBytes() == 0 &&
                 gains(loop, /*traversesColumns=*/true, factor, most, profile)
             ? factor
             : 1;
}

} // namespace

PreservedAnalyses UnrollAndJamPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || packetWidth(*kernel) == 1)
    return PreservedAnalyses::all();
  const DominatorTree dominators(*kernel);
  const LoopInfo loops(dominators);
  bool changed = false;
  bool isRestSeparate = false; // at most one jammed packet loop gets a copy for the remaining packets
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
    const unsigned wanted = chooseFactor(rows, traversesColumns, CodeSizes::jammedRows, profile_);
    JamPlan jam{.factor = wanted};
    if (isTripCountUnknown)
      jam = chooseForUnknownTripCount(rows, traversesColumns, profile_);
    else if (wanted == 1 && traversesColumns && mayHaveRest)
      jam = chooseWithRest(rows, profile_);
    if (jam.factor < wanted || jam.packets == UnrollAndJamLoop::Packets::full) {
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
      const unsigned times = chooseSecondFactor(again, isTripCountUnknown, profile_);
      if (times > 1) {
        again.splitRemainder(times);
        again.jam(times);
        jam.factor *= times;
      }
    }
    changed = true;
    OptimizationRemark remark("unroll-and-jam", "Rows", kernel);
    kernel->getContext().diagnose(
        remark << std::to_string(jam.factor) << (iteratesOverRows ? " rows of packets" : " packets of a row")
               << " at once in " << loop->getHeader()->getName() << (jam.hasRest ? ", where there are so many" : ""));
  }
  if (changed)
    EliminateUnreachableBlocks(*kernel); // of last packets, which only the copies of their loops run now
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
