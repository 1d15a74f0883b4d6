// Gives each region of a very long kernel a function of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/OutlineRegionsPass.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

#include "passes/KernelAttributes.h"

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

/// Moves a variable of the kernel that only this function gets to know into the function.
void moveVariables(Function &outlined, CallBase &call) {
  for (Argument &argument : outlined.args()) {
    auto *variable = dyn_cast<AllocaInst>(call.getArgOperand(argument.getArgNo()));
    if (!variable || !variable->hasOneUse())
      continue;
    argument.replaceAllUsesWith(variable);
    variable->moveBefore(outlined.getEntryBlock(), outlined.getEntryBlock().begin());
    call.setArgOperand(argument.getArgNo(), PoisonValue::get(argument.getType()));
  }
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

  CodeExtractorAnalysisCache cache(*kernel);
  for (const SmallVector<BasicBlock *> &blocks : regions) {
    CodeExtractor extractor(blocks, nullptr, /*AggregateArgs=*/false, nullptr, nullptr, nullptr,
                            /*AllowVarArgs=*/false, /*AllowAlloca=*/false, nullptr, blocks.front()->getName().str());
    Function *outlined = extractor.isEligible() ? extractor.extractCodeRegion(cache) : nullptr;
    if (!outlined)
      continue;
    outlined->addFnAttr(Attribute::NoInline);
    moveVariables(*outlined, *cast<CallBase>(*outlined->user_begin()));
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
