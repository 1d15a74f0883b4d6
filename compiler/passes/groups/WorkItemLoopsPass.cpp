// Turns a kernel, written for one work-item, into a function that runs all work-items of a group in loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/WorkItemLoopsPass.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

#include "analysis/BarrierRegions.h"
#include "codegen/CompileBudget.h"
#include "kernel/GenericPointerFunctions.h"
#include "kernel/KernelAttributes.h"
#include "passes/groups/RegionCuts.h"
#include "passes/groups/RegionLoops.h"
#include "passes/groups/WorkItemContext.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Makes the entry block consist of all variables and nothing else. All its other instructions move to a new block.
void isolateEntry(Function &kernel) {
  BasicBlock &entry = kernel.getEntryBlock();
  SmallVector<Instruction *> variables;
  for (Instruction &instruction : instructions(kernel))
    if (isa<AllocaInst>(instruction))
      variables.push_back(&instruction);
  for (Instruction *variable : variables)
    variable->moveBefore(entry, entry.begin());
  entry.splitBasicBlock(entry.getFirstNonPHIOrDbgOrAlloca(), "body");
}

/// Whether `instruction` is an unsigned division whose divisor is known not to be 0. isSafeToSpeculativelyExecute
/// accepts only constant divisors.
bool dividesByMoreThanZero(const Instruction &instruction) {
  return (instruction.getOpcode() == Instruction::UDiv || instruction.getOpcode() == Instruction::URem) &&
         isKnownNonZero(instruction.getOperand(1), instruction.getDataLayout());
}

/// Whether `instruction` computes one value for the whole group, from operands that are available in the entry block.
/// `isFirst`: every work-item runs the instruction before any work-item has written anything that others may read.
bool isHoistable(const Instruction &instruction, const BasicBlock &entry, bool isFirst) {
  if (instruction.isTerminator() || isa<PHINode, AllocaInst>(instruction) || instruction.getType()->isVoidTy())
    return false;
  bool available = all_of(instruction.operands(), [&](const Value *operand) {
    auto *other = dyn_cast<Instruction>(operand);
    return !other || (other->getParent() == &entry && !isa<AllocaInst>(other));
  });
  if (!available)
    return false;
  if (isStackBound(instruction))
    return true;
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return load->hasMetadata(LLVMContext::MD_invariant_load) || (isFirst && load->isSimple());
  if (const auto *call = dyn_cast<CallBase>(&instruction)) {
    const Function *callee = call->getCalledFunction();
    if (localIdDimension(callee) >= 0 || isPacketMask(callee) || isUniformPerPacket(callee))
      return false;
  }
  return !instruction.mayReadOrWriteMemory() &&
         (isSafeToSpeculativelyExecute(&instruction) || dividesByMoreThanZero(instruction));
}

/// Whether the code generator fuses the comparison with the branch of its block, so that the result takes no register.
bool isFusedWithBranch(const Instruction &instruction) {
  const auto *comparison = dyn_cast<ICmpInst>(&instruction);
  return comparison && isa<Constant>(comparison->getOperand(1)) && comparison->hasOneUse() &&
         comparison->user_back() == comparison->getParent()->getTerminator();
}

/// Moves what doesn't depend on the work-item to the entry block, where it is computed once. In a kernel of many
/// blocks, the conditions of branches stay where they are: otherwise thousands of values would live across all blocks,
/// and become arguments of the functions into which the kernel is cut.
void hoistUniformValues(Function &kernel) {
  BasicBlock &entry = kernel.getEntryBlock();
  const bool hoistsConditions = kernel.size() <= CodeSizes::blocksOfHoistedConditions;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&kernel)) {
    if (block == &entry)
      continue;
    bool isFirst = block == entry.getSingleSuccessor();
    for (Instruction &instruction : make_early_inc_range(*block)) {
      const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      isFirst = isFirst && (!instruction.mayWriteToMemory() || (intrinsic && intrinsic->isAssumeLikeIntrinsic()));
      if (isHoistable(instruction, entry, isFirst) && (hoistsConditions || !isFusedWithBranch(instruction)))
        instruction.moveBefore(entry.getTerminator()->getIterator());
    }
  }
}

/// Removes the lifetime markers of variables that move to scratch, where they live as long as the group.
void dropLifetimes(ArrayRef<AllocaInst *> variables) {
  for (AllocaInst *variable : variables)
    for (User *user : make_early_inc_range(variable->users()))
      if (auto *intrinsic = dyn_cast<LifetimeIntrinsic>(user))
        intrinsic->eraseFromParent();
}

/// Removes stack variables that are unused since they moved to scratch.
void dropUnusedVariables(Function &kernel) {
  for (Instruction &instruction : make_early_inc_range(kernel.getEntryBlock()))
    if (isa<AllocaInst>(instruction) && instruction.use_empty())
      instruction.eraseFromParent();
}

/// Turns variables that are only loaded and stored whole into values. This function searches from each load back to the
/// stores that reach it, mostly a short way. LLVM's mem2reg would visit all blocks that a store dominates, which for
/// each of many variables is most of the kernel.
void promote(ArrayRef<AllocaInst *> variables) {
  for (AllocaInst *variable : variables) {
    SmallVector<Instruction *> accesses;
    for (User *user : variable->users())
      accesses.push_back(cast<Instruction>(user));
    SSAUpdater updater;
    LoadAndStorePromoter(accesses, updater, variable->getName()).run(accesses);
    variable->eraseFromParent();
  }
}

} // namespace

PreservedAnalyses WorkItemLoopsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  removeUnreachableBlocks(*kernel);
  isolateEntry(*kernel);
  hoistUniformValues(*kernel);
  if (!kernel->hasFnAttribute(unoptimisedAttribute))
    cutLongRegions(*kernel, limits_);
  cutOverlappingRegions(*kernel, limits_);

  BarrierRegions regions(*kernel);
  WorkItemContext context(*kernel, regions);
  setNumericAttribute(*kernel, scratchBytesAttribute, context.scratchBytesPerItem());
  dropLifetimes(context.privateVariables());

  SmallVector<BasicBlock *> starts;
  for (unsigned number = 0; number < regions.regions().size(); ++number)
    starts.push_back(BasicBlock::Create(module.getContext(), "region." + Twine(number), kernel));
  BasicBlock *end = BasicBlock::Create(module.getContext(), "end", kernel);
  ReturnInst::Create(module.getContext(), end);
  RegionLoops loops(*kernel, regions, context, starts, end, hasSeparatePartialPackets(*kernel, regions, limits_));
  for (unsigned number = 0; number < starts.size(); ++number) {
    loops.build(number);
    starts[number]->getTerminator()->setMetadata(regionStartMetadata, MDNode::get(module.getContext(), {}));
  }

  kernel->getEntryBlock().getTerminator()->setSuccessor(0, starts.front());
  removeUnreachableBlocks(*kernel);
  promote(context.uniformVariables());
  dropUnusedVariables(*kernel);
  kernel->removeFnAttr(Attribute::Convergent);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
