// Keeps elements of memory that a loop updates in registers during the loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PromoteToScalarPass.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"

#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns whether `instruction` is a store to the same address in all iterations of `loop`, with noalias metadata.
bool isPromotableStore(const Instruction &instruction, const Loop &loop, ScalarEvolution &evolution) {
  const auto *store = dyn_cast<StoreInst>(&instruction);
  return store && store->isSimple() && store->hasMetadata(LLVMContext::MD_noalias) &&
         evolution.isLoopInvariant(evolution.getSCEV(const_cast<Value *>(store->getPointerOperand())), &loop);
}

/// Returns whether the loop has a promotable store and no barrier. At a barrier, an element must be in memory.
bool hasPromotableStore(const Loop &loop, ScalarEvolution &evolution) {
  return none_of(loop.blocks(), [](const BasicBlock *block) { return hasBarrier(*block); }) &&
         any_of(loop.blocks(), [&](const BasicBlock *block) {
           return any_of(*block, [&](const Instruction &one) { return isPromotableStore(one, loop, evolution); });
         });
}

class PromoteInLoop : public PassInfoMixin<PromoteInLoop> {
public:
  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &analyses, LoopStandardAnalysisResults &results,
                        LPMUpdater &updater) {
    return hasPromotableStore(loop, results.SE) ? LICMPass(LICMOptions()).run(loop, analyses, results, updater)
                                                : PreservedAnalyses::all();
  }
};

/// Returns whether `instruction` could make other work-items see what this work-item has written.
bool maySynchronise(const Instruction &instruction) {
  return instruction.isAtomic() || instruction.isVolatile() ||
         (isa<CallBase>(instruction) && instruction.mayWriteToMemory());
}

/// Lets LICM promote an element that only some iterations of a loop write. LICM would then store the element after the
/// loop even if no iteration has written it, and must know that this is allowed. This store is allowed if the work-item
/// has written the element just before the loop, because no other work-item may then access the element (OpenCL C 3.0,
/// 6.15.12.2). As a hint for LICM, this class inserts a load of the element, and a store of the loaded value, that run
/// in each iteration.
class WritabilityHints {
public:
  explicit WritabilityHints(const LoopInfo &loops) {
    for (const Loop *loop : loops.getLoopsInPreorder())
      if (loop->getLoopPreheader() &&
          none_of(loop->blocks(), [](const BasicBlock *block) { return any_of(*block, maySynchronise); }))
        for (BasicBlock *block : loop->blocks())
          for (Instruction &instruction : *block)
            if (auto *store = dyn_cast<StoreInst>(&instruction))
              add(*store, *loop);
  }

  bool empty() const { return stores_.empty(); }

  /// Erases the hints that LICM has left. Each of these stores writes a value that is in memory already.
  void clear() {
    for (const WeakTrackingVH &handle : stores_)
      if (auto *store = dyn_cast_or_null<StoreInst>(static_cast<Value *>(handle))) {
        auto *load = dyn_cast<LoadInst>(store->getValueOperand());
        store->eraseFromParent();
        if (load && load->use_empty())
          load->eraseFromParent();
      }
  }

private:
  void add(StoreInst &store, const Loop &loop) {
    if (!store.isSimple() || !store.hasMetadata(LLVMContext::MD_noalias) ||
        !loop.isLoopInvariant(store.getPointerOperand()) || known_.contains(store.getPointerOperand()) ||
        !isWrittenBefore(store, *loop.getLoopPreheader()))
      return;
    known_.insert(store.getPointerOperand());
    IRBuilder<> builder(loop.getHeader(), loop.getHeader()->getFirstInsertionPt());
    LoadInst *load = builder.CreateAlignedLoad(store.getValueOperand()->getType(), store.getPointerOperand(),
                                               store.getAlign(), "written");
    StoreInst *back = builder.CreateAlignedStore(load, store.getPointerOperand(), store.getAlign());
    for (Instruction *access : {cast<Instruction>(load), cast<Instruction>(back)})
      access->copyMetadata(store, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias, LLVMContext::MD_tbaa});
    stores_.push_back(back);
  }

  /// Returns whether another store writes the element of `store` shortly before the end of `block`, on the only path to
  /// this end. Searches at most SearchLimits::interleaveGroup instructions.
  static bool isWrittenBefore(const StoreInst &store, const BasicBlock &block) {
    unsigned passed = 0;
    for (const BasicBlock *at = &block; at; at = at->getSinglePredecessor())
      for (const Instruction &instruction : reverse(*at)) {
        const auto *before = dyn_cast<StoreInst>(&instruction);
        if (before && before->isSimple() && before->getPointerOperand() == store.getPointerOperand() &&
            before->getValueOperand()->getType() == store.getValueOperand()->getType())
          return true;
        if (maySynchronise(instruction) || ++passed > SearchLimits::interleaveGroup)
          return false;
      }
    return false;
  }

  SmallPtrSet<const Value *, 4> known_;
  SmallVector<WeakTrackingVH, 4> stores_;
};

} // namespace

PreservedAnalyses PromoteToScalarPass::run(Function &kernel, FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(kernel);
  SmallVector<Loop *> loops = analyses.getResult<LoopAnalysis>(kernel).getLoopsInPreorder();
  if (none_of(loops, [&](const Loop *loop) { return hasPromotableStore(*loop, evolution); }))
    return PreservedAnalyses::all();
  FunctionPassManager rotation, promotion;
  rotation.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass(), /*UseMemorySSA=*/false));
  promotion.addPass(createFunctionToLoopPassAdaptor(PromoteInLoop(), /*UseMemorySSA=*/true));
  rotation.run(kernel, analyses);
  WritabilityHints written(analyses.getResult<LoopAnalysis>(kernel));
  if (!written.empty())
    analyses.invalidate(kernel, PreservedAnalyses::none());
  promotion.run(kernel, analyses);
  written.clear();
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
