// Turns long chains of products and sums with constants into multiply-adds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/ContractMultiplyAddsPass.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include "codegen/CompileBudget.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// A step of a chain: a sum or difference of a constant and a product. One factor of the product is a constant, too.
struct MultiplyAdd {
  BinaryOperator *sum, *product;
  unsigned productIndex, factorIndex; ///< the product among the sum's operands; the constant among the product's
  unsigned length = 1;                ///< the number of steps of the chain up to this one
  bool feedsNext = false;             ///< whether the result's only use is another step

  Value *input() const { return product->getOperand(1 - factorIndex); }
};
using MultiplyAdds = MapVector<Value *, MultiplyAdd>;

/// Returns the index of the operand that is a constant; -1 if both operands are constants, or if neither is.
int constantOperand(const BinaryOperator &operation) {
  const bool isFirst = isa<Constant>(operation.getOperand(0));
  const bool isSecond = isa<Constant>(operation.getOperand(1));
  if (isFirst == isSecond)
    return -1;
  return isSecond ? 1 : 0;
}

void addMultiplyAdd(Instruction &instruction, MultiplyAdds &steps) {
  const unsigned opcode = instruction.getOpcode();
  if ((opcode != Instruction::FAdd && opcode != Instruction::FSub) || !instruction.hasAllowContract() ||
      !instruction.hasAllowReassoc())
    return;
  auto *sum = cast<BinaryOperator>(&instruction);
  const int summand = constantOperand(*sum);
  auto *product = summand < 0 ? nullptr : dyn_cast<BinaryOperator>(sum->getOperand(1 - summand));
  if (!product || product->getOpcode() != Instruction::FMul || !product->hasAllowContract() || !product->hasOneUse() ||
      product->getParent() != sum->getParent())
    return;
  const int factor = constantOperand(*product);
  if (factor < 0)
    return;
  MultiplyAdd step{sum, product, static_cast<unsigned>(1 - summand), static_cast<unsigned>(factor)};
  if (auto *before = steps.find(step.input()); before != steps.end() && before->first->hasOneUse()) {
    step.length += before->second.length;
    before->second.feedsNext = true;
  }
  steps.insert({sum, step});
}

void contract(const MultiplyAdd &step) {
  IRBuilder<> builder(step.sum);
  builder.setFastMathFlags(step.product->getFastMathFlags() & step.sum->getFastMathFlags());
  const bool isDifference = step.sum->getOpcode() == Instruction::FSub;
  Value *factor = step.product->getOperand(step.factorIndex);
  Value *summand = step.sum->getOperand(1 - step.productIndex);
  if (isDifference) {
    Value *&subtracted = step.productIndex == 1 ? factor : summand;
    subtracted = builder.CreateFNeg(subtracted);
  }
  Value *fused = builder.CreateIntrinsic(Intrinsic::fmuladd, {step.sum->getType()}, {step.input(), factor, summand});
  fused->takeName(step.sum);
  step.sum->replaceAllUsesWith(fused);
  step.sum->eraseFromParent();
  step.product->eraseFromParent();
}

bool contractIn(Function &function) {
  MultiplyAdds steps;
  for (Instruction &instruction : instructions(function))
    addMultiplyAdd(instruction, steps);
  SmallVector<MultiplyAdd> chosen;
  // The order is reversed, so that a chain's last step is examined first. If that step belongs to a long chain, all
  // earlier steps of the chain do, too.
  SmallPtrSet<Value *, 16> inLongChains;
  for (auto &[sum, step] : reverse(steps))
    if (step.feedsNext ? inLongChains.contains(sum) : step.length >= CodeSizes::multiplyAdds) {
      chosen.push_back(step);
      inLongChains.insert(step.input());
    }
  for (const MultiplyAdd &step : chosen)
    contract(step);
  return !chosen.empty();
}

} // namespace

PreservedAnalyses ContractMultiplyAddsPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module)
    changed |= contractIn(function);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
