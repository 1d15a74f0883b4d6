// Moves blocks of a function into a function of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/BlockOutlining.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include "passes/GenericPointerFunctions.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Moves variables of the caller that only this function gets to know into the function.
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

bool asksForBounds(Function &function) { return any_of(instructions(function), isStackBound); }

} // namespace

BlockOutlining::BlockOutlining(Function &function)
    : cache_(function), framesMatter_(any_of(*function.getParent(), asksForBounds)) {
  // Without its lifetime in sight no variable leaves the function.
  if (framesMatter_)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (isa<LifetimeIntrinsic>(instruction))
        instruction.eraseFromParent();
}

Function *BlockOutlining::outline(ArrayRef<BasicBlock *> blocks) {
  CodeExtractor extractor(blocks, nullptr, /*AggregateArgs=*/false, nullptr, nullptr, nullptr, /*AllowVarArgs=*/false,
                          /*AllowAlloca=*/false, nullptr, blocks.front()->getName().str());
  Function *outlined = extractor.isEligible() ? extractor.extractCodeRegion(cache_) : nullptr;
  if (outlined)
    outlined->addFnAttr(Attribute::NoInline);
  return outlined;
}

Function *BlockOutlining::outlineWithVariables(ArrayRef<BasicBlock *> blocks) {
  Function *outlined = outline(blocks);
  if (outlined && !framesMatter_)
    moveVariables(*outlined, *cast<CallBase>(*outlined->user_begin()));
  return outlined;
}

} // namespace weft::compiler
