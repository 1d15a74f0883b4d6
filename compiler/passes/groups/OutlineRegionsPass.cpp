// Gives each region of a very long kernel a function of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/OutlineRegionsPass.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include "kernel/BlockOutlining.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool startsRegion(const BasicBlock &block) { return block.getTerminator()->hasMetadata(regionStartMetadata); }

/// The blocks from `start` up to those where other regions start and the one that returns.
SmallVector<BasicBlock *> blocksOf(BasicBlock *start) {
  SetVector<BasicBlock *> blocks;
  blocks.insert(start);
  for (unsigned i = 0; i < blocks.size(); ++i)
    for (BasicBlock *next : successors(blocks[i]))
      if (!startsRegion(*next) && !isa<ReturnInst>(next->getTerminator()))
        blocks.insert(next);
  return blocks.takeVector();
}

} // namespace

PreservedAnalyses OutlineRegionsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || kernel->getInstructionCount() < leastInstructions_)
    return PreservedAnalyses::all();
  // All of them first: what stands for a region that has moved away is no longer marked as a start.
  SmallVector<SmallVector<BasicBlock *>> regions;
  for (BasicBlock &block : *kernel)
    if (startsRegion(block))
      regions.push_back(blocksOf(&block));
  if (regions.size() < leastRegions_)
    return PreservedAnalyses::all();

  BlockOutlining outlining(*kernel);
  for (const SmallVector<BasicBlock *> &blocks : regions)
    outlining.outlineWithVariables(blocks);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
