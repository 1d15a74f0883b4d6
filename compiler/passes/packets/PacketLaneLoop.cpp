// Runs an instruction that has no vector form for one lane of a packet after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketLaneLoop.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns the types of the elements of a vector or a struct. A scalar counts as one element.
SmallVector<Type *, 4> elementTypes(Type *type) {
  if (auto *structType = dyn_cast<StructType>(type))
    return {structType->element_begin(), structType->element_end()};
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return SmallVector<Type *, 4>(vector->getNumElements(), vector->getElementType());
  return type->isVoidTy() ? SmallVector<Type *, 4>() : SmallVector<Type *, 4>{type};
}

/// Inserts a copy of `instruction` for `lane`. Returns `results` after the copy's results have replaced the elements of
/// this lane.
PacketElements updateLane(IRBuilder<> &builder, const Instruction &instruction, ValueInLane inLane,
                          ArrayRef<PHINode *> results, Value *lane) {
  Instruction *one = cloneForLane(builder, instruction, inLane, lane);
  PacketElements updated;
  for (auto [number, result] : enumerate(results)) {
    Value *value = one->getType()->isStructTy()   ? builder.CreateExtractValue(one, number)
                   : one->getType()->isVectorTy() ? builder.CreateExtractElement(one, number)
                                                  : one;
    updated.push_back(builder.CreateInsertElement(result, value, lane));
  }
  return updated;
}

/// Keeps LLVM from unrolling the loop whose last branch is `end`.
void dontUnroll(BranchInst &end) {
  LLVMContext &context = end.getContext();
  MDNode *disabled = MDNode::get(context, MDString::get(context, "llvm.loop.unroll.disable"));
  MDNode *loop = MDNode::getDistinct(context, {nullptr, disabled});
  loop->replaceOperandWith(0, loop);
  end.setMetadata(LLVMContext::MD_loop, loop);
}

} // namespace

Instruction *cloneForLane(IRBuilder<> &builder, const Instruction &instruction, ValueInLane inLane, Value *lane) {
  Instruction *one = instruction.clone();
  for (Use &operand : one->operands())
    operand = inLane(builder, operand, lane);
  return builder.Insert(one);
}

PacketElements emitLaneLoop(Instruction &instruction, ValueInLane inLane, Value *mask, bool isRare) {
  const unsigned width = cast<FixedVectorType>(mask->getType())->getNumElements();
  BasicBlock *before = instruction.getParent();
  BasicBlock *behind = before->splitBasicBlock(&instruction, before->getName() + ".behind");
  Function *function = before->getParent();
  BasicBlock *test = BasicBlock::Create(function->getContext(), "lane", function, behind);
  BasicBlock *run = BasicBlock::Create(function->getContext(), "lane.run", function, behind);
  BasicBlock *next = BasicBlock::Create(function->getContext(), "lane.next", function, behind);
  before->getTerminator()->setSuccessor(0, test);

  IRBuilder<> builder(test);
  PHINode *lane = builder.CreatePHI(builder.getInt64Ty(), 2, "lane");
  SmallVector<PHINode *, 4> results;
  for (Type *type : elementTypes(instruction.getType()))
    results.push_back(builder.CreatePHI(FixedVectorType::get(type, width), 2));
  builder.CreateCondBr(builder.CreateExtractElement(mask, lane), run, next);

  builder.SetInsertPoint(run);
  const PacketElements updated = updateLane(builder, instruction, inLane, results, lane);
  builder.CreateBr(next);

  builder.SetInsertPoint(next);
  PacketElements merged;
  for (auto [result, value] : zip(results, updated)) {
    PHINode *phi = builder.CreatePHI(result->getType(), 2);
    phi->addIncoming(result, test);
    phi->addIncoming(value, run);
    merged.push_back(phi);
  }
  Value *following = builder.CreateAdd(lane, builder.getInt64(1));
  BranchInst *end = builder.CreateCondBr(builder.CreateICmpULT(following, builder.getInt64(width)), test, behind);
  if (isRare)
    dontUnroll(*end);
  lane->addIncoming(builder.getInt64(0), before);
  lane->addIncoming(following, next);
  for (auto [result, value] : zip(results, merged)) {
    result->addIncoming(PoisonValue::get(result->getType()), before);
    result->addIncoming(value, next);
  }
  return merged;
}

} // namespace weft::compiler
