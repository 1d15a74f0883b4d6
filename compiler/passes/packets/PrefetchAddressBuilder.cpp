// Computes the address that an access will have when a counter or id is greater, and prefetches from this address.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PrefetchAddressBuilder.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft::compiler {

DenseSet<const Instruction *> findDependents(const Instruction &root) {
  DenseSet<const Instruction *> dependents{&root};
  SmallVector<const Instruction *> worklist{&root};
  while (!worklist.empty())
    for (const User *user : worklist.pop_back_val()->users())
      if (const auto *next = cast<Instruction>(user); !isa<PHINode>(next) && dependents.insert(next).second)
        worklist.push_back(next);
  return dependents;
}

Value *PrefetchAddressBuilder::copyOf(Value &value) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || !lookahead_.dependents.contains(instruction))
    return &value;
  if (instruction == &lookahead_.root)
    return builder_.CreateAdd(instruction, lookahead_.by, "ahead");
  if (Value *known = copies_.lookup(instruction))
    return known;
  if (!isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst, IntrinsicInst>(instruction) ||
      instruction->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(instruction) ||
      ++length_ > lookahead_.longest)
    return nullptr;
  SmallVector<Value *> operands;
  for (Use &operand : instruction->operands()) {
    Value *copied = isa<Function>(operand) ? operand.get() : copyOf(*operand);
    if (!copied)
      return nullptr;
    operands.push_back(copied);
  }
  Instruction *copy = instruction->clone();
  for (auto [index, operand] : enumerate(operands))
    copy->setOperand(index, operand);
  copy->dropPoisonGeneratingFlags(); // no-wrap flags may not hold for the later address
  builder_.Insert(copy);
  return copies_[instruction] = copy;
}

void prefetch(Value &address, Instruction &access, unsigned locality) {
  IRBuilder<> builder(&access);
  constexpr unsigned read = 0, data = 1;
  builder.CreateIntrinsic(Intrinsic::prefetch, {address.getType()},
                          {&address, builder.getInt32(read), builder.getInt32(locality), builder.getInt32(data)});
}

} // namespace weft::compiler
