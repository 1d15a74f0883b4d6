// Values that are the same for all work-items of a group and can be computed in the entry block.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/GroupValues.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include "codegen/CompileBudget.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool isMadeOf(Value &value, unsigned &budget) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return isa<Constant, Argument>(value);
  if (budget == 0 || !GroupValues::canHoistToEntry(*instruction))
    return false;
  --budget;
  return all_of(instruction->operands(), [&](Use &operand) { return isMadeOf(*operand, budget); });
}

} // namespace

bool GroupValues::has(Value &value) {
  unsigned budget = SearchLimits::groupValue;
  return isMadeOf(value, budget);
}

bool GroupValues::canHoistToEntry(const Instruction &instruction) {
  if (isa<PHINode, AllocaInst>(instruction) || instruction.isTerminator())
    return false;
  if (isa<LoadInst>(instruction))
    return instruction.hasMetadata(LLVMContext::MD_invariant_load);
  return (!isa<CallBase>(instruction) || isa<IntrinsicInst>(instruction)) && !instruction.mayReadOrWriteMemory() &&
         isSafeToSpeculativelyExecute(&instruction);
}

BasicBlock &GroupValues::separate(const Twine &name) {
  BasicBlock *behind = entry_.splitBasicBlock(entry_.begin(), name);
  // `first` has the instructions that stay in the entry block. It has no variables, so an instruction that uses the
  // address of a variable stays in the new block, with the other users of the variable.
  SmallPtrSet<const Instruction *, 32> first;
  const auto comesFirst = [&](const Value *value) {
    const auto *instruction = dyn_cast<Instruction>(value);
    return !instruction || first.contains(instruction);
  };
  for (Instruction &instruction : make_early_inc_range(*behind)) {
    if (canHoistToEntry(instruction) && all_of(instruction.operand_values(), comesFirst))
      first.insert(&instruction);
    else if (!isa<AllocaInst>(instruction))
      continue;
    instruction.moveBefore(entry_.getTerminator()->getIterator());
  }
  return *behind;
}

Value *GroupValues::make(Value &value, IRBuilder<> &builder) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || instruction->getParent() == &entry_)
    return &value;
  if (Value *made = made_.lookup(&value))
    return made;
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands())
    operand.set(make(*operand, builder));
  copy->dropPoisonGeneratingAnnotations(); // they may not hold if no work-item runs the original
  made_[&value] = builder.Insert(copy, instruction->getName());
  return copy;
}

} // namespace weft::compiler
