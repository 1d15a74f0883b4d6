// Lowers dot products of bytes and halves to the CPU's instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/LowerVectorOperationsPass.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

#include "codegen/NativeDotProducts.h"
#include "kernel/DotProduct.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// Extends element `place` of each 32-bit word to 32 bits: with its sign, or with zeros.
Value *elementOf(IRBuilder<> &builder, Value *words, unsigned bits, unsigned place, bool isSigned) {
  Value *highest = builder.CreateShl(words, 32 - bits * (place + 1));
  return isSigned ? builder.CreateAShr(highest, 32 - bits) : builder.CreateLShr(highest, 32 - bits);
}

Value *lowerGenerically(IRBuilder<> &builder, DotProduct kind, Value *sum, Value *first, Value *second) {
  for (unsigned place = 0; place < 32 / kind.bits; ++place) {
    Value *product = builder.CreateMul(elementOf(builder, first, kind.bits, place, kind.isFirstSigned),
                                       elementOf(builder, second, kind.bits, place, kind.isSecondSigned));
    sum = sum ? builder.CreateAdd(sum, product) : product;
  }
  return sum;
}

/// Computes the dot product by the CPU's instruction, for as many lanes at a time as the instruction has.
Value *lowerInChunks(IRBuilder<> &builder, const NativeDotProduct &native, Value *sum, Value *first, Value *second) {
  auto *type = cast<FixedVectorType>(first->getType());
  if (!sum)
    sum = Constant::getNullValue(type);
  const unsigned lanes = native.lanes;
  if (lanes == type->getNumElements())
    return native.make(builder, sum, first, second);
  SmallVector<Value *> parts;
  for (unsigned begin = 0; begin < type->getNumElements(); begin += lanes) {
    const auto part = [&](Value *all) {
      return builder.CreateShuffleVector(all, createSequentialMask(begin, lanes, 0));
    };
    parts.push_back(native.make(builder, part(sum), part(first), part(second)));
  }
  return concatenateVectors(builder, parts);
}

/// The addition that is the only use of `dot`, or null.
BinaryOperator *singleAddUser(CallInst &dot) {
  if (!dot.hasOneUse() || !match(dot.user_back(), m_Add(m_Value(), m_Value())))
    return nullptr;
  auto *addition = cast<BinaryOperator>(dot.user_back());
  return addition->getParent() == dot.getParent() && addition->getOperand(0) != addition->getOperand(1) ? addition
                                                                                                        : nullptr;
}

void lower(CallInst &dot, DotProduct kind, const NativeDotProducts &cpu) {
  BinaryOperator *addition = singleAddUser(dot);
  Instruction &replaced = addition ? cast<Instruction>(*addition) : dot;
  Value *sum = addition ? addition->getOperand(addition->getOperand(0) == &dot ? 1 : 0) : nullptr;
  IRBuilder<> builder(&replaced);
  Value *first = dot.getArgOperand(0), *second = dot.getArgOperand(1);
  auto *type = dyn_cast<FixedVectorType>(dot.getType());
  const std::optional<NativeDotProduct> native =
      type ? cpu.find(kind.bits, kind.isFirstSigned, kind.isSecondSigned, type->getNumElements()) : std::nullopt;
  Value *result = native ? lowerInChunks(builder, *native, sum, first, second)
                         : lowerGenerically(builder, kind, sum, first, second);
  result->takeName(&replaced);
  replaced.replaceAllUsesWith(result);
  if (addition)
    addition->eraseFromParent();
  dot.eraseFromParent();
}

} // namespace

void lowerDotProducts(Module &module, const TargetMachine &target) {
  const NativeDotProducts cpu(target);
  bool changed = false;
  for (Function &function : module) {
    const std::optional<DotProduct> kind = dotProductOf(&function);
    if (!kind)
      continue;
    changed = true;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function)
        lower(*call, *kind, cpu);
  }
  if (changed)
    withdrawVectorDotProducts(module);
}

} // namespace weft::compiler
