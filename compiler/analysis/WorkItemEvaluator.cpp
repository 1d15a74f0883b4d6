// Computes the values of integers for one work-item of a group whose size is known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/WorkItemEvaluator.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

Constant *WorkItemEvaluator::valueOf(Value &value, unsigned depth) {
  if (auto *constant = dyn_cast<Constant>(&value))
    return isa<ConstantInt>(constant) ? constant : nullptr;
  if (depth == SearchLimits::localIndexDepth)
    return nullptr;
  if (const auto found = known_.find(&value); found != known_.end())
    return found->second;
  Constant *number = compute(value, depth + 1);
  known_[&value] = number;
  return number;
}

Constant *WorkItemEvaluator::compute(Value &value, unsigned depth) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || !instruction->getType()->isIntegerTy())
    return nullptr;
  if (const auto *call = dyn_cast<CallInst>(instruction))
    if (const int dimension = localIdDimension(call->getCalledFunction()); dimension >= 0)
      return ConstantInt::get(call->getType(), ids_[static_cast<size_t>(dimension)]);
  const auto *phi = dyn_cast<PHINode>(instruction);
  if (phi && phi->getNumIncomingValues() == 1)
    return valueOf(*phi->getIncomingValue(0), depth);
  if (!isa<BinaryOperator, CastInst, CmpInst, SelectInst, IntrinsicInst>(instruction) ||
      instruction->mayReadOrWriteMemory())
    return nullptr;
  SmallVector<Constant *, 4> operands;
  for (Value *operand : instruction->operand_values()) {
    Constant *known = isa<Function>(operand) ? cast<Constant>(operand) : valueOf(*operand, depth);
    if (!known)
      return nullptr;
    operands.push_back(known);
  }
  return dyn_cast_or_null<ConstantInt>(
      ConstantFoldInstOperands(instruction, operands, instruction->getModule()->getDataLayout()));
}

std::optional<int64_t> WorkItemEvaluator::offsetOf(GEPOperator &address) {
  constexpr unsigned width = 64;
  SmallMapVector<Value *, APInt, 4> variable;
  APInt offset(width, 0);
  const auto *instruction = dyn_cast<Instruction>(&address);
  if (!instruction || !address.collectOffset(instruction->getModule()->getDataLayout(), width, variable, offset))
    return std::nullopt;
  for (const auto &[index, scale] : variable) {
    const auto *number = dyn_cast_or_null<ConstantInt>(valueOf(*index));
    if (!number)
      return std::nullopt;
    offset += number->getValue().sextOrTrunc(width) * scale;
  }
  return offset.getSExtValue();
}

} // namespace weft::compiler
