// Asks for copies of a group's packets where these exchange values through local memory.
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

/// Loops over few packets whose numbers decide branches: those of a packet that takes one way alone are gone then, and
/// what a row's packets compute from their ids is the same in all rows.
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

/// Loops over the packets of regions that exchange values, and over rows of these; none where that is too much code, or
/// where regions in loops take part: these leave their values in memory.
SmallVector<Loop *> findExchangeLoops(const LoopInfo &loops) {
  SmallVector<Loop *> wanted;
  size_t length = 0, loading = 0;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!isPacketLoop(*loop) || isColdLoop(*loop))
      continue;
    Loop *rows = loop->getParentLoop(); // none where groups have one row
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
  // One region that loads has nothing that another one has computed; the others are of use only to such.
  if (loading < 2 || length > CodeSizes::unrolledPackets)
    wanted.clear();
  return wanted;
}

/// What a packet gathers is in registers if its code stands alone, element by element or not.
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
