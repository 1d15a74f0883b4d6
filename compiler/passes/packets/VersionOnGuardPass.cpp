// Inserts tests whether all work-items of a group pass the bounds guard of an access, which then needs no mask.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/VersionOnGuardPass.h"

#include <optional>

#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "analysis/BoundsGuard.h"
#include "builtins/archive/AddressSpaces.h"
#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// A block that only work-items within a guard run. It lies between the branch of the guard and the block where all
/// work-items continue.
struct GuardedBlock {
  BranchInst *branch;
  BasicBlock *way;
  BoundsGuard guard;
};

/// Returns whether `instruction` is an access that takes longer with a mask, so that the branch on the whole group
/// pays: a load, or a store if masked stores are slow on the CPU.
bool isSlowWhenMasked(const Instruction &instruction, const TargetProfile::Legal &legal) {
  const Value *pointer = getLoadStorePointerOperand(&instruction);
  return pointer && (isa<LoadInst>(instruction) || !legal.maskedStoresAreFast) &&
         pointer->getType()->getPointerAddressSpace() != spirPrivate;
}

/// Returns whether `instruction` calls a function. A barrier is such a call.
bool isCallOfFunction(const Instruction &instruction) {
  return isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction);
}

/// Returns whether the branch in `before` leads to `next` not only through its successor `way`, but also by its other
/// successor, directly or through one block. Values that `way` computes then reach other blocks only through phis.
bool reconvergeAt(const BasicBlock &next, const BasicBlock &way, const BasicBlock &before) {
  return any_of(predecessors(&next), [&](const BasicBlock *from) {
    return from == &before || (from != &way && from->getSinglePredecessor() == &before);
  });
}

/// Returns whether `block` can be entered only from the branch in `before`, is short, accesses memory, and continues
/// where work-items that skip it continue.
bool isGuardedBlock(const BasicBlock &block, const BasicBlock &before, const TargetProfile::Legal &legal) {
  const BasicBlock *next = block.getSingleSuccessor();
  return block.getSinglePredecessor() == &before && next && next != &before && reconvergeAt(*next, block, before) &&
         block.phis().empty() && block.size() <= CodeSizes::guardConditionDistance &&
         any_of(block, [&](const Instruction &one) { return isSlowWhenMasked(one, legal); }) &&
         none_of(block, isCallOfFunction);
}

std::optional<GuardedBlock> findGuardedBlock(BasicBlock &block, const WorkItemUniformity &uniformity,
                                             const TargetProfile::Legal &legal) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return std::nullopt;
  for (const bool wanted : {true, false}) {
    BasicBlock *way = branch->getSuccessor(wanted ? 0 : 1);
    if (!isGuardedBlock(*way, block, legal))
      continue;
    if (std::optional<BoundsGuard> guard = BoundsGuard::read(*branch->getCondition(), wanted, uniformity))
      return GuardedBlock{branch, way, std::move(*guard)};
  }
  return std::nullopt;
}

void insertGroupTest(const GuardedBlock &guarded, Function &kernel) {
  BasicBlock *before = guarded.branch->getParent(), *next = guarded.way->getSingleSuccessor();
  IRBuilder<> builder(guarded.branch);
  Value *all = guarded.guard.createTest(builder, lastIdsOf(kernel, builder));
  BasicBlock *inDoubt = before->splitBasicBlock(guarded.branch->getIterator(), "in.doubt");
  ValueToValueMapTy copies;
  BasicBlock *copy = CloneBasicBlock(guarded.way, copies, ".all", &kernel);
  copy->moveAfter(guarded.way);
  remapInstructionsInBlocks({copy}, copies);
  for (PHINode &phi : next->phis()) {
    Value *value = phi.getIncomingValueForBlock(guarded.way);
    const auto copied = copies.find(value);
    phi.addIncoming(copied == copies.end() ? value : &*copied->second, copy);
  }
  before->getTerminator()->eraseFromParent();
  IRBuilder<>(before).CreateCondBr(all, copy, inDoubt, MDBuilder(kernel.getContext()).createLikelyBranchWeights());
}

} // namespace

PreservedAnalyses VersionOnGuardPass::run(Function &kernel, FunctionAnalysisManager &) {
  // Kernels without barriers test their bounds once, at their beginning, or are so short that the copy would take
  // longer to compile than it saves.
  if (scheduleOf(kernel).guard == false || none_of(instructions(kernel), isBarrier))
    return PreservedAnalyses::all();
  SmallVector<GuardedBlock, 0> ways;
  const WorkItemUniformity uniformity(kernel);
  // The test computes the ids of the group's last work-item. The no-wrap flags of this computation hold only if this
  // work-item reaches the guard. So branches that only some work-items reach stay as they are.
  const auto runApart = divergentBlocks(kernel, uniformity);
  for (BasicBlock &block : kernel)
    if (!runApart.contains(&block))
      if (std::optional<GuardedBlock> way = findGuardedBlock(block, uniformity, legal_))
        ways.push_back(std::move(*way));
  for (const GuardedBlock &way : ways)
    insertGroupTest(way, kernel);
  if (ways.empty())
    return PreservedAnalyses::all();
  decide(kernel, &KernelSchedule::guard, true);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
