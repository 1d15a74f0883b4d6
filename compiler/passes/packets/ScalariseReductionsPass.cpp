// Splits reductions of OpenCL C vectors into operations on the elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/ScalariseReductionsPass.h"

#include <optional>
#include <utility>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// Combines all elements of `vector` by `operation`.
Value *reduceElements(IRBuilder<> &builder, Value *vector, Instruction::BinaryOps operation) {
  Value *all = builder.CreateExtractElement(vector, uint64_t{0});
  for (uint64_t i = 1; i < cast<FixedVectorType>(vector->getType())->getNumElements(); ++i)
    all = builder.CreateBinOp(operation, all, builder.CreateExtractElement(vector, i));
  return all;
}

/// Returns the operation by which `call` combines elements, if it is a reduction of integers.
std::optional<Instruction::BinaryOps> reductionOperation(const IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::vector_reduce_and:
    return Instruction::And;
  case Intrinsic::vector_reduce_or:
    return Instruction::Or;
  case Intrinsic::vector_reduce_xor:
    return Instruction::Xor;
  case Intrinsic::vector_reduce_add:
    return Instruction::Add;
  case Intrinsic::vector_reduce_mul:
    return Instruction::Mul;
  default:
    return std::nullopt;
  }
}

/// Returns whether `user` tests whether all conditions of a vector hold, or none. The vector of conditions is cast to
/// one integer, which `user` compares with all ones or zero.
bool isAllOrNoneTest(const User *user) {
  const auto *comparison = dyn_cast<ICmpInst>(user);
  return comparison && comparison->isEquality() &&
         (match(comparison->getOperand(1), m_Zero()) || match(comparison->getOperand(1), m_AllOnes()));
}

bool areConditions(const BitCastInst &cast) {
  return cast.getSrcTy()->isVectorTy() && cast.getSrcTy()->isIntOrIntVectorTy(1) && cast.getDestTy()->isIntegerTy() &&
         all_of(cast.users(), isAllOrNoneTest);
}

void testEachElement(BitCastInst &conditions) {
  IRBuilder<> builder(&conditions);
  for (User *user : make_early_inc_range(conditions.users())) {
    auto *comparison = cast<ICmpInst>(user);
    const bool asksForNone = match(comparison->getOperand(1), m_Zero());
    Value *joined = reduceElements(builder, conditions.getOperand(0), asksForNone ? Instruction::Or : Instruction::And);
    // `joined` is whether any condition holds (compared with zero), or whether all hold (compared with all ones). An
    // equality with zero, and an inequality with all ones, are the opposite.
    if (asksForNone == (comparison->getPredicate() == ICmpInst::ICMP_EQ))
      joined = builder.CreateNot(joined);
    comparison->replaceAllUsesWith(joined);
    comparison->eraseFromParent();
  }
  conditions.eraseFromParent();
}

} // namespace

PreservedAnalyses ScalariseReductionsPass::run(Function &kernel, FunctionAnalysisManager &) {
  SmallVector<std::pair<IntrinsicInst *, Instruction::BinaryOps>> reductions;
  SmallVector<BitCastInst *> conditions;
  for (Instruction &instruction : instructions(kernel)) {
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
      if (const auto operation = reductionOperation(*call))
        reductions.push_back({call, *operation});
    if (auto *cast = dyn_cast<BitCastInst>(&instruction); cast && areConditions(*cast))
      conditions.push_back(cast);
  }
  for (const auto &[call, operation] : reductions) {
    IRBuilder<> builder(call);
    call->replaceAllUsesWith(reduceElements(builder, call->getArgOperand(0), operation));
    call->eraseFromParent();
  }
  for (BitCastInst *cast : conditions)
    testEachElement(*cast);
  return reductions.empty() && conditions.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft::compiler
