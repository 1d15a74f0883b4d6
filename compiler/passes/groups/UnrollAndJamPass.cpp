// Runs several rows of packets at once, or packets of a row, so that they share what they load.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/UnrollAndJamPass.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"
#include "passes/groups/RowLoop.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether `factor` rows take clearly less time at once: they share loads, which are many or are made while operations
/// wait for each other, or their sums wait at the same time.
bool isWorthwhile(const RowLoop &loop, unsigned factor, const TargetProfile &profile) {
  const RowLoop::Sharing sharing = loop.sharing(factor, profile);
  if (sharing.loadsLeft <= profile.rows.loadsLeft &&
      (sharing.operationsLeft <= profile.rows.operationsLeft || loop.hasLongOperation()))
    return true;
  const std::optional<unsigned> work = loop.workOfShortestSum();
  return work && *work * factor <= profile.rows.whileSumsWait;
}

/// Whether loops within `loop` load from memory, as those do that go down columns.
bool loadsInLoops(const Loop &loop) {
  return any_of(loop.getSubLoops(), [](const Loop *inner) {
    return any_of(inner->blocks(), [](const BasicBlock *block) {
      return any_of(*block, [](const Instruction &instruction) {
        return instruction.mayReadFromMemory() && !instruction.mayWriteToMemory();
      });
    });
  });
}

/// Of the private arrays of all rows, or packets, that run at once.
uint64_t mostPrivateBytes(bool areColumns, unsigned factor, const TargetProfile &profile) {
  return areColumns && factor > 2 ? profile.rows.privateBytesOfColumns : profile.rows.privateBytes;
}

/// Whether `factor` rows, or packets of a row, take less time at once, and no more than `most` instructions. Packets
/// that go down columns are quicker together in any case.
bool gains(const RowLoop &loop, bool areColumns, unsigned factor, size_t most, const TargetProfile &profile,
           RowLoop::Packets packets = RowLoop::Packets::all) {
  return loop.size(packets) * factor <= most &&
         loop.privateBytes() * factor <= mostPrivateBytes(areColumns, factor, profile) &&
         (areColumns || isWorthwhile(loop, factor, profile)) &&
         loop.registersFor(factor, profile.registers) <= profile.registers.count;
}

/// How many rows, or packets of a row, to run at once; 1 where that is best.
unsigned chooseFactor(const RowLoop &loop, bool areColumns, size_t most, const TargetProfile &profile,
                      RowLoop::Packets packets = RowLoop::Packets::all) {
  if (!loop.isJammable())
    return 1;
  const TargetProfile::Rows &limits = profile.rows;
  const unsigned ofColumns = loop.rows() == 0 ? limits.columnsOfAnyNumber : limits.columnsTogether;
  for (unsigned factor = areColumns ? ofColumns : limits.mostTogether; factor > 1; factor /= 2)
    if (loop.rows() % factor == 0 && gains(loop, areColumns, factor, most, profile, packets))
      return factor;
  return 1;
}

struct Jam {
  unsigned factor;
  RowLoop::Packets packets = RowLoop::Packets::all;
  bool hasRest = false; ///< of rows that are fewer than `factor`
};

/// In code for any local size, which a first launch waits for: what is short, or rows with much in common.
Jam chooseForAnyNumber(const RowLoop &loop, bool areColumns, const TargetProfile &profile) {
  const unsigned ofShortCode = chooseFactor(loop, areColumns, CodeSizes::jammedRowsOfAnyNumber, profile);
  if (ofShortCode > 1 || areColumns || !loop.hasLastPacket())
    return {ofShortCode, RowLoop::Packets::all, ofShortCode > 1};
  const unsigned ofLongCode = chooseFactor(loop, areColumns, CodeSizes::jammedRows, profile, RowLoop::Packets::full);
  if (loop.sharing(ofLongCode, profile).vectorsLeft > profile.rows.vectorsLeft)
    return {1};
  return {ofLongCode, RowLoop::Packets::full, /*hasRest=*/true};
}

/// Of columns in a number that nothing divides.
Jam chooseWithRest(const RowLoop &loop, const TargetProfile &profile) {
  const unsigned factor = profile.rows.columnsOfAnyNumber;
  const bool together = loop.isJammable() && loop.rows() > factor &&
                        gains(loop, /*areColumns=*/true, factor, CodeSizes::jammedRows, profile);
  return {together ? factor : 1, RowLoop::Packets::all, together};
}

/// How many times those columns of a loop with a rest that run at once are to do so: in groups of so many columns
/// they read long pieces of each row.
unsigned chooseAgain(const RowLoop &loop, bool isAnyNumber, const TargetProfile &profile) {
  const unsigned factor = profile.rows.columnsTogether / profile.rows.columnsOfAnyNumber;
  const size_t most = isAnyNumber ? CodeSizes::jammedRowsOfAnyNumber : CodeSizes::jammedRows;
  const bool areEnough = isAnyNumber || loop.rows() > factor;
  return areEnough && loop.canBeParted() && loop.privateBytes() == 0 &&
                 gains(loop, /*areColumns=*/true, factor, most, profile)
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
  bool isRestSeparate = false; // one jammed loop is enough where each takes a copy
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    const bool isOfRows = isRowLoop(*loop);
    if (!isOfRows && !isPacketLoop(*loop))
      continue;
    RowLoop rows(*loop, loops); // of the kernel as it is now: a row of those that run at once may have packets
    const bool areColumns = !isOfRows && kernel->hasFnAttribute(walksColumnsAttribute) && loadsInLoops(*loop);
    const bool isAnyNumber = rows.rows() == 0;
    const bool mayHaveRest = (isOfRows || (areColumns && !isRestSeparate)) && rows.canBeParted();
    if (isAnyNumber && !mayHaveRest)
      continue;
    const unsigned wanted = chooseFactor(rows, areColumns, CodeSizes::jammedRows, profile_);
    Jam jam{.factor = wanted};
    if (isAnyNumber)
      jam = chooseForAnyNumber(rows, areColumns, profile_);
    else if (wanted == 1 && areColumns && mayHaveRest)
      jam = chooseWithRest(rows, profile_);
    if (jam.factor < wanted || jam.packets == RowLoop::Packets::full) {
      kernel->addFnAttr(gainsBySizeAttribute);
      changed = true;
    }
    if (jam.factor == 1)
      continue;
    if (jam.hasRest) {
      rows.separateRest(jam.factor, jam.packets);
      isRestSeparate = true;
    }
    rows.jam(jam.factor);
    if (areColumns && jam.hasRest) {
      RowLoop again(*loop, loops);
      const unsigned times = chooseAgain(again, isAnyNumber, profile_);
      if (times > 1) {
        again.separateRest(times);
        again.jam(times);
        jam.factor *= times;
      }
    }
    changed = true;
    OptimizationRemark remark("unroll-and-jam", "Rows", kernel);
    kernel->getContext().diagnose(
        remark << std::to_string(jam.factor) << (isOfRows ? " rows of packets" : " packets of a row") << " at once in "
               << loop->getHeader()->getName() << (jam.hasRest ? ", where there are so many" : ""));
  }
  if (changed)
    EliminateUnreachableBlocks(*kernel); // of last packets that have code elsewhere
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
