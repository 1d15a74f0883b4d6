// Brings a kernel into the form that packets are made from, and clears away what is left of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketPreparation.h"

#include <optional>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Scalar/StructurizeCFG.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"
#include "llvm/Transforms/Utils/UnifyLoopExits.h"

#include "analysis/WorkItemUniformity.h"
#include "kernel/AnalysisManagers.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

PreservedAnalyses PacketKernelPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  AnalysisManagers analyses;
  WorkItemUniformity::registerTarget(analyses.functions, UniformityScope::packet);
  analyses.registerAll();
  passes_.run(*kernel, analyses.functions);
  return PreservedAnalyses::none();
}

namespace {

/// All elements of a vector in one operation.
Value *joinElements(IRBuilder<> &builder, Value *vector, Instruction::BinaryOps operation) {
  Value *all = builder.CreateExtractElement(vector, uint64_t{0});
  for (uint64_t i = 1; i < cast<FixedVectorType>(vector->getType())->getNumElements(); ++i)
    all = builder.CreateBinOp(operation, all, builder.CreateExtractElement(vector, i));
  return all;
}

/// What a reduction of integers joins their elements by.
std::optional<Instruction::BinaryOps> joiningOperation(const IntrinsicInst &call) {
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

/// Whether a comparison asks of a vector of conditions, as one number, whether all of them, or none, hold.
bool asksForAllOrNone(const User *user) {
  const auto *comparison = dyn_cast<ICmpInst>(user);
  return comparison && comparison->isEquality() &&
         (match(comparison->getOperand(1), PatternMatch::m_Zero()) ||
          match(comparison->getOperand(1), PatternMatch::m_AllOnes()));
}

bool areConditions(const BitCastInst &cast) {
  return cast.getSrcTy()->isVectorTy() && cast.getSrcTy()->isIntOrIntVectorTy(1) && cast.getDestTy()->isIntegerTy() &&
         all_of(cast.users(), asksForAllOrNone);
}

/// Those of a work-item's own vector are of lanes then, which conditions in bits of a number, and a reduction of a
/// vector of all lanes' vectors, are not.
struct TakeApartReductions : PassInfoMixin<TakeApartReductions> {
  PreservedAnalyses run(Function &kernel, FunctionAnalysisManager &) {
    SmallVector<IntrinsicInst *> reductions;
    SmallVector<BitCastInst *> conditions;
    for (Instruction &instruction : instructions(kernel))
      if (auto *call = dyn_cast<IntrinsicInst>(&instruction); call && joiningOperation(*call))
        reductions.push_back(call);
      else if (auto *cast = dyn_cast<BitCastInst>(&instruction); cast && areConditions(*cast))
        conditions.push_back(cast);
    for (IntrinsicInst *call : reductions) {
      IRBuilder<> builder(call);
      call->replaceAllUsesWith(joinElements(builder, call->getArgOperand(0), *joiningOperation(*call)));
      call->eraseFromParent();
    }
    for (BitCastInst *cast : conditions)
      askEach(*cast);
    return reductions.empty() && conditions.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }

private:
  static void askEach(BitCastInst &conditions) {
    IRBuilder<> builder(&conditions);
    for (User *user : make_early_inc_range(conditions.users())) {
      auto *comparison = cast<ICmpInst>(user);
      const bool asksForNone = match(comparison->getOperand(1), PatternMatch::m_Zero());
      Value *joined = joinElements(builder, conditions.getOperand(0), asksForNone ? Instruction::Or : Instruction::And);
      // None: not one of them holds. All: each does.
      if (asksForNone == (comparison->getPredicate() == ICmpInst::ICMP_EQ))
        joined = builder.CreateNot(joined);
      comparison->replaceAllUsesWith(joined);
      comparison->eraseFromParent();
    }
    conditions.eraseFromParent();
  }
};

} // namespace

FunctionPassManager scalariseVectors() {
  FunctionPassManager passes;
  passes.addPass(TakeApartReductions());
  passes.addPass(ScalarizerPass());
  return passes;
}

FunctionPassManager shapeLoops() {
  FunctionPassManager passes;
  passes.addPass(UnifyFunctionExitNodesPass());
  passes.addPass(LowerSwitchPass());
  passes.addPass(FixIrreduciblePass());
  passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass(), /*UseMemorySSA=*/false));
  passes.addPass(LoopSimplifyPass());
  passes.addPass(UnifyLoopExitsPass());
  return passes;
}

FunctionPassManager structurise() {
  FunctionPassManager passes;
  passes.addPass(StructurizeCFGPass(/*SkipUniformRegions=*/true));
  passes.addPass(EarlyCSEPass());
  return passes;
}

FunctionPassManager closeLoops() {
  FunctionPassManager passes;
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.addPass(ScalarizerPass()); // the phis that have come
  return passes;
}

FunctionPassManager cleanUpPackets() {
  FunctionPassManager passes;
  passes.addPass(ADCEPass());
  return passes;
}

} // namespace weft::compiler
