// Marks the loops over a group's packets for unrolling if packets exchange values or branch on their index.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/UnrollPacketLoopPass.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include "builtins/archive/AddressSpaces.h"
#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"
#include "passes/groups/UnrollAndJamLoop.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool loadsLocalMemory(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      if (auto *load = dyn_cast<LoadInst>(&instruction))
        return load->getPointerAddressSpace() == spirLocal;
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      return call &&
             (call->getIntrinsicID() == Intrinsic::masked_load || call->getIntrinsicID() == Intrinsic::masked_gather) &&
             call->getArgOperand(0)->getType()->getPointerAddressSpace() == spirLocal;
    });
  });
}

/// Returns the loops over few packets in which branches depend only on the packet's index. After unrolling, each packet
/// has only the code of the paths that it takes. What a packet computes from its ids of dimension 0 is then the same in
/// all rows, so it is computed once for all of them.
SmallVector<Loop *> findBranchControllers(const LoopInfo &loops) {
  SmallVector<Loop *> decided;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!isPacketLoop(*loop) || isColdLoop(*loop))
      continue;
    const UnrollAndJamLoop packets(*loop, loops);
    if (packets.rows() > 1 && packets.rows() * packets.size() <= CodeSizes::packetIndexBranches &&
        packets.controlsBranches())
      decided.push_back(loop);
  }
  return decided;
}

/// Returns the loops over packets, and the loops over rows around them, if several regions load from local memory and
/// so may exchange values. Returns none if unrolling them would make too much code. Also returns none if a packet loop
/// that loads from local memory contains a loop, or lies in a loop that isn't over rows. The values that it loads stay
/// in memory even after unrolling.
SmallVector<Loop *> findExchangeLoops(const LoopInfo &loops) {
  SmallVector<Loop *> wanted;
  size_t length = 0, loading = 0;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!isPacketLoop(*loop) || isColdLoop(*loop))
      continue;
    Loop *rows = loop->getParentLoop(); // null if groups have one row
    if ((rows && !isRowLoop(*rows)) || !loop->isInnermost()) {
      if (loadsLocalMemory(*loop))
        return {};
      continue;
    }
    const UnrollAndJamLoop packets(*loop, loops);
    length += packets.rows() * (rows ? UnrollAndJamLoop(*rows, loops).rows() : 1) * packets.vectorOperations();
    loading += loadsLocalMemory(*loop) ? 1 : 0;
    wanted.push_back(loop);
    if (rows)
      wanted.push_back(rows);
  }
  // If only one region loads from local memory, unrolling gains too little. Regions that don't load are unrolled only
  // so that the loads of other regions can take their values from registers.
  if (loading < 2 || length > CodeSizes::unrolledPackets)
    wanted.clear();
  return wanted;
}

/// If `loop` can load elements either by a gather or by one scalar access for each lane, makes it always gather. After
/// unrolling, the elements come from registers instead of memory, so the scalar form has no advantage.
void forceGathers(const Loop &loop) {
  for (BasicBlock *block : loop.blocks())
    if (auto *branch = dyn_cast<BranchInst>(block->getTerminator()); branch && branch->hasMetadata(scalarisedMetadata))
      branch->setCondition(ConstantInt::getFalse(branch->getContext()));
}

} // namespace

PreservedAnalyses UnrollPacketLoopPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || packetWidth(*kernel) == 1)
    return PreservedAnalyses::all();
  const DominatorTree dominators(*kernel);
  const LoopInfo loops(dominators);
  SetVector<Loop *> wanted;
  if (fixedLocalSize(*kernel)[2] == 1)
    wanted.insert_range(findExchangeLoops(loops));
  for (Loop *loop : wanted) {
    forceGathers(*loop);
    addStringMetadataToLoop(loop, unrolledLoopProperty);
  }
  wanted.insert_range(findBranchControllers(loops));
  for (Loop *loop : wanted)
    addStringMetadataToLoop(loop, "llvm.loop.unroll.full");
  return wanted.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft::compiler
