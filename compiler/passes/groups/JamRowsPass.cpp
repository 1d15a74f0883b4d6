// Runs several rows of packets at once, or packets of a row, so that they share what they load.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/JamRowsPass.h"

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

/// How many rows, or packets of a row, to run at once; 1 where that is best. Packets that go down columns are quicker
/// together in any case. `most` is how many instructions all of them may have.
unsigned chooseFactor(const RowLoop &loop, bool areColumns, size_t most, const TargetProfile &profile,
                      RowLoop::Packets packets = RowLoop::Packets::all) {
  if (!loop.isJammable())
    return 1;
  for (unsigned factor = areColumns ? profile.rows.columnsTogether : profile.rows.mostTogether; factor > 1; factor /= 2)
    if (loop.rows() % factor == 0 && loop.size(packets) * factor <= most &&
        loop.privateBytes() * factor <= mostPrivateBytes(areColumns, factor, profile) &&
        (areColumns || isWorthwhile(loop, factor, profile)) &&
        loop.registersFor(factor, profile.registers) <= profile.registers.count)
      return factor;
  return 1;
}

struct Jam {
  unsigned factor;
  RowLoop::Packets packets = RowLoop::Packets::all;
};

/// In code for any local size, which a first launch waits for: what is short, or rows with much in common.
Jam chooseForAnyNumber(const RowLoop &loop, bool areColumns, const TargetProfile &profile) {
  const unsigned ofShortCode = chooseFactor(loop, areColumns, CodeSizes::jammedRowsOfAnyNumber, profile);
  if (ofShortCode > 1 || areColumns || !loop.hasLastPacket())
    return {ofShortCode};
  const unsigned ofLongCode = chooseFactor(loop, areColumns, CodeSizes::jammedRows, profile, RowLoop::Packets::full);
  if (loop.sharing(ofLongCode, profile).vectorsLeft > profile.rows.vectorsLeft)
    return {1};
  return {ofLongCode, RowLoop::Packets::full};
}

} // namespace

PreservedAnalyses JamRowsPass::run(Module &module, ModuleAnalysisManager &) {
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
    const bool mayHaveRest = isOfRows || (areColumns && !isRestSeparate);
    if (isAnyNumber && (!mayHaveRest || !rows.areCounted()))
      continue;
    const unsigned wanted = chooseFactor(rows, areColumns, CodeSizes::jammedRows, profile_);
    const Jam jam = isAnyNumber ? chooseForAnyNumber(rows, areColumns, profile_) : Jam{.factor = wanted};
    if (jam.factor < wanted || jam.packets == RowLoop::Packets::full) {
      kernel->addFnAttr(gainsBySizeAttribute);
      changed = true;
    }
    if (jam.factor == 1)
      continue;
    if (isAnyNumber) {
      rows.separateRest(jam.factor, jam.packets);
      isRestSeparate = true;
    }
    rows.jam(jam.factor);
    changed = true;
    OptimizationRemark remark("jam-rows", "Rows", kernel);
    kernel->getContext().diagnose(
        remark << std::to_string(jam.factor) << (isOfRows ? " rows of packets" : " packets of a row") << " at once in "
               << loop->getHeader()->getName() << (isAnyNumber ? ", where there are so many" : ""));
  }
  if (changed)
    EliminateUnreachableBlocks(*kernel); // of last packets that have code elsewhere
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
