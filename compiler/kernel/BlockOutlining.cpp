// Moves some basic blocks of a long function into a new function, which the long function then calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/BlockOutlining.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include "codegen/CompileBudget.h"
#include "kernel/GenericPointerFunctions.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Moves a variable of the caller into `outlined` if its only use in the caller is as an argument of `call`, the call
/// of `outlined`.
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

/// Returns the first position after `value`, an argument or an instruction of the entry block, where an instruction may
/// use it.
BasicBlock::iterator insertionPointAfter(Value *value) {
  if (auto *argument = dyn_cast<Argument>(value))
    return argument->getParent()->getEntryBlock().getFirstInsertionPt();
  return std::next(cast<Instruction>(value)->getIterator());
}

bool usesStackBounds(Function &function) { return any_of(instructions(function), isStackBound); }

} // namespace

BlockOutlining::BlockOutlining(Function &function)
    : cache_(function), usesStackBounds_(any_of(*function.getParent(), usesStackBounds)) {
  // If the program compares addresses with the bounds of the kernel's stack frame, all private variables must stay in
  // that frame. LLVM's extractor moves only variables with lifetime markers out of a function, so the markers are
  // erased.
  if (usesStackBounds_)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (isa<LifetimeIntrinsic>(instruction))
        instruction.eraseFromParent();
}

void BlockOutlining::shortenUseLists(ArrayRef<BasicBlock *> blocks) {
  const auto isShared = [](const Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    return value->getType()->isSingleValueType() && !isa<AllocaInst>(value) &&
           (instruction ? instruction->getParent()->isEntryBlock() : isa<Argument>(value));
  };
  MapVector<Value *, SmallVector<Use *>> uses;
  for (BasicBlock *block : blocks)
    for (Instruction &instruction : *block)
      if (!isa<PHINode>(instruction))
        for (Use &operand : instruction.operands())
          if (isShared(operand))
            uses[operand].push_back(&operand);
  for (auto &[value, operands] : uses) {
    Name &name = names_[value];
    if (name.parts == CodeSizes::partsPerAlias)
      name = {
          CastInst::Create(Instruction::BitCast, value, value->getType(), value->getName(), insertionPointAfter(value)),
          0};
    ++name.parts;
    if (name.value)
      for (Use *operand : operands)
        operand->set(name.value);
  }
}

Function *BlockOutlining::outline(ArrayRef<BasicBlock *> blocks) {
  CodeExtractor extractor(blocks, nullptr, /*AggregateArgs=*/false, nullptr, nullptr, nullptr, /*AllowVarArgs=*/false,
                          /*AllowAlloca=*/false, nullptr, blocks.front()->getName().str());
  if (!extractor.isEligible())
    return nullptr;
  shortenUseLists(blocks);
  Function *outlined = extractor.extractCodeRegion(cache_);
  if (outlined)
    outlined->addFnAttr(Attribute::NoInline);
  return outlined;
}

Function *BlockOutlining::outlineWithVariables(ArrayRef<BasicBlock *> blocks) {
  Function *outlined = outline(blocks);
  if (outlined && !usesStackBounds_)
    moveVariables(*outlined, *cast<CallBase>(*outlined->user_begin()));
  return outlined;
}

} // namespace weft::compiler
