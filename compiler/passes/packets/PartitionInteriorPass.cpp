// Gives groups that lie wholly within a guard code that doesn't ask.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PartitionInteriorPass.h"

#include <optional>

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Transforms/Utils/Local.h"

#include "analysis/BoundsGuard.h"
#include "analysis/CacheLineReuse.h"
#include "analysis/LocalIdExpression.h"
#include "analysis/RepeatedGuard.h"
#include "codegen/CompileBudget.h"
#include "codegen/SystemFunctions.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/GroupVersions.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The way that inner groups take.
struct InteriorPath {
  BasicBlock *first;
  Blocks blocks;
  BoundsGuard guard;
};

/// Where the kernel begins: in one that has code of its own for groups that can't leave memory, these do.
BasicBlock &partitionStart(Function &kernel) {
  auto *branch = dyn_cast<BranchInst>(kernel.getEntryBlock().getTerminator());
  uint64_t taken = 0, notTaken = 0;
  if (!kernel.hasFnAttribute(safeGroupsAttribute) || !branch || !branch->isConditional() ||
      !extractBranchWeights(*branch, taken, notTaken))
    return kernel.getEntryBlock();
  return *branch->getSuccessor(taken > notTaken ? 0 : 1);
}

/// A kernel's loops, and how often they run.
struct KernelLoops {
  explicit KernelLoops(Function &kernel)
      : dominators(kernel), info(dominators), assumptions(kernel),
        library(noSystemFunctionInfo(kernel.getParent()->getTargetTriple())), functions(library),
        evolution(kernel, functions, assumptions, dominators, info) {}

  bool isShort(const Loop &loop) {
    const unsigned trips = evolution.getSmallConstantTripCount(&loop);
    return trips != 0 && trips <= CodeSizes::interiorUnrolledTrips;
  }

  DominatorTree dominators;
  LoopInfo info;
  AssumptionCache assumptions;
  TargetLibraryInfoImpl library;
  TargetLibraryInfo functions;
  ScalarEvolution evolution;
};

class InteriorPartitioning {
public:
  InteriorPartitioning(Function &kernel, const TargetProfile::Legal &legal)
      : legal_(legal), kernel_(kernel), entry_(partitionStart(kernel)) {}

  bool separate() {
    if (nextGuardTerm() && (!legal_.maskedStoresAreFast || loadsInLoop(reachableFrom(entry_))))
      mergeGuardTerms();
    std::optional<InteriorPath> way = find();
    if (!way)
      return partitionOnRepeatedGuard();
    IRBuilder<> builder(entry_.getTerminator());
    Value *test = way->guard.createTest(builder, lastIdsOf(kernel_, builder));
    // The branch that was the entry's, for the groups that stay in doubt.
    BasicBlock *others = entry_.splitBasicBlock(entry_.getTerminator(), "other.groups");
    BasicBlock *inner = cloneForInterior(*way, *others);
    branchTo(*inner, *others, *test);
    return true;
  }

private:
  /// Has groups for which `test` holds go to `inner`, and those that stay in doubt to `others`.
  void branchTo(BasicBlock &inner, BasicBlock &others, Value &test) {
    markCold(others);
    entry_.getTerminator()->eraseFromParent();
    IRBuilder<>(&entry_).CreateCondBr(&test, &inner, &others);
  }

  /// The same where the kernel doesn't begin with its guard, but asks it often.
  bool partitionOnRepeatedGuard() {
    const Blocks all = reachableFrom(entry_);
    if (knownIdSizes(kernel_)[0] == 0 || instructionCountOf(all) > CodeSizes::interiorCopyRepeatedGuard ||
        !canCloneAllocas(kernel_, all))
      return false;
    Instruction &from = endOfSharedPrefix();
    const std::optional<BoundsGuard> guard = findRepeatedGuard(kernel_, from);
    if (!guard)
      return false;
    BasicBlock *others = entry_.splitBasicBlock(from.getIterator(), "other.groups");
    IRBuilder<> builder(entry_.getTerminator());
    Value *test = guard->createSpeculativeTest(builder, lastIdsOf(kernel_, builder));
    BasicBlock *inner = cloneForInterior({others, reachableFrom(*others), *guard}, entry_);
    branchTo(*inner, *others, *test);
    return true;
  }

  /// A block behind the entry that asks for one part more of the guard, as && and || do.
  struct GuardTerm {
    BasicBlock *block;
    BranchInst *branch;
    bool goesOn; ///< the way that the entry's branch takes to it
    bool wanted; ///< the way that leads past the kernel otherwise
  };

  /// Makes one condition of the parts of a guard: LLVM leaves them apart where they take a few instructions. Where
  /// masks are free and rows have no loop to share loads in, half of the guard is as good, and stencils in memory
  /// faster.
  void mergeGuardTerms() {
    while (const std::optional<GuardTerm> part = nextGuardTerm()) {
      Instruction *end = entry_.getTerminator();
      Value *first = cast<BranchInst>(end)->getCondition();
      Value *second = part->branch->getCondition();
      BasicBlock *past = part->branch->getSuccessor(part->wanted ? 1 : 0);
      entry_.splice(end->getIterator(), part->block, part->block->begin(), part->branch->getIterator());
      IRBuilder<> builder(end);
      if (!part->goesOn)
        first = builder.CreateNot(first);
      if (!part->wanted)
        second = builder.CreateNot(second);
      past->removePredecessor(part->block);
      BasicBlock *kept = part->branch->getSuccessor(part->wanted ? 0 : 1);
      kept->replacePhiUsesWith(part->block, &entry_);
      builder.CreateCondBr(builder.CreateLogicalAnd(first, second, "guard"), kept, past);
      end->eraseFromParent();
      part->block->eraseFromParent();
    }
  }

  /// If groups can answer it, and it may be asked for all work-items.
  std::optional<GuardTerm> nextGuardTerm() const {
    auto *branch = dyn_cast<BranchInst>(entry_.getTerminator());
    if (!branch || !branch->isConditional())
      return std::nullopt;
    for (const bool goesOn : {true, false}) {
      BasicBlock *block = branch->getSuccessor(goesOn ? 0 : 1);
      BasicBlock *past = branch->getSuccessor(goesOn ? 1 : 0);
      auto *next = dyn_cast<BranchInst>(block->getTerminator());
      if (!next || !next->isConditional() || block->getSinglePredecessor() != &entry_ || isa<PHINode>(past->front()) ||
          isa<PHINode>(block->front()) || block->size() > CodeSizes::guardConditionDistance ||
          next->getSuccessor(0) == next->getSuccessor(1) || !all_of(*block, [&](const Instruction &instruction) {
            return &instruction == next || isSafeToSpeculativelyExecute(&instruction);
          }))
        continue;
      for (const bool wanted : {true, false})
        if (next->getSuccessor(wanted ? 1 : 0) == past &&
            BoundsGuard::read(*next->getCondition(), wanted, WorkItemUniformity(kernel_)))
          return GuardTerm{block, next, goesOn, wanted};
    }
    return std::nullopt;
  }

  std::optional<InteriorPath> find() const {
    const std::array<uint64_t, 3> sizes = knownIdSizes(kernel_);
    auto *branch = dyn_cast<BranchInst>(entry_.getTerminator());
    const bool isOfAnySize = sizes[0] == 0;
    if (!branch || !branch->isConditional() || &endOfSharedPrefix() != branch)
      return std::nullopt;
    // The longer way is what the guard is for.
    const Blocks taken = reachableFrom(*branch->getSuccessor(0));
    const Blocks notTaken = reachableFrom(*branch->getSuccessor(1));
    const bool wanted = instructionCountOf(taken) > instructionCountOf(notTaken);
    const Blocks &blocks = wanted ? taken : notTaken;
    const size_t most = isOfAnySize ? CodeSizes::interiorCopyAnySize : CodeSizes::interiorCopy;
    const bool hasLoop = loadsInLoop(blocks);
    const bool gains = isOfAnySize ? loadsInLongLoop(blocks) : hasLoop || loadsOneObjectOften(blocks);
    if (instructionCountOf(blocks) > most || !gains || !canCloneAllocas(kernel_, blocks))
      return std::nullopt;
    const WorkItemUniformity uniformity(kernel_);
    std::optional<BoundsGuard> guard = BoundsGuard::read(*branch->getCondition(), wanted, uniformity);
    const auto isGroupUniform = [](const BoundsGuard::Condition &part) {
      return part.comparison && part.comparison->isGroupUniform();
    };
    if (guard && !isOfAnySize && any_of(guard->conditions(), isGroupUniform))
      return std::nullopt;
    // Only rows of packets, and packets down columns, are worth code that the first launches alone use.
    if (!guard || (!guard->dependsOnDimension(1) && !(isOfAnySize ? walksColumns(blocks, uniformity) : hasLoop)))
      return std::nullopt;
    return InteriorPath{branch->getSuccessor(wanted ? 0 : 1), blocks, std::move(*guard)};
  }

  /// What the entry has up to there, both copies may have in front of them: it would not have to be kept in memory for
  /// each work-item, across the barriers.
  Instruction &endOfSharedPrefix() const {
    const bool isSafeGroupsPath = &entry_ != &kernel_.getEntryBlock(); // which begins with a barrier
    const WorkItemUniformity uniformity(kernel_);
    return *find_if(entry_, [&](const Instruction &instruction) {
      const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      if ((isBarrier(instruction) && isSafeGroupsPath) || (intrinsic && intrinsic->isAssumeLikeIntrinsic()))
        return false;
      return instruction.isTerminator() || instruction.mayWriteToMemory() ||
             (instruction.mayReadFromMemory() && !instruction.hasMetadata(LLVMContext::MD_invariant_load) &&
              !uniformity.isUniform(instruction));
    });
  }

  static bool loads(const BasicBlock &block) {
    return any_of(block, [](const Instruction &instruction) { return isa<LoadInst>(instruction); });
  }

  /// Else there is little that rows of packets could share.
  bool loadsInLoop(const Blocks &blocks) const {
    const DominatorTree dominators(kernel_);
    const LoopInfo loops(dominators);
    return any_of(blocks, [&](const BasicBlock *block) { return loops.getLoopFor(block) && loads(*block); });
  }

  /// Code that the first launches alone use is there later with a copy, and not much quicker where all is straight when
  /// loops are unrolled.
  bool loadsInLongLoop(const Blocks &blocks) const {
    KernelLoops loops(kernel_);
    return any_of(blocks, [&](const BasicBlock *block) {
      const Loop *loop = loops.info.getLoopFor(block);
      while (loop && loops.isShort(*loop))
        loop = loop->getParentLoop();
      return loop && loads(*block);
    });
  }

  /// Whether work-items load from other lines in each trip of a loop, and not all from the same: several packets along
  /// dimension 0 are quicker together (walksColumnsAttribute).
  bool walksColumns(const Blocks &blocks, const WorkItemUniformity &uniformity) const {
    KernelLoops loops(kernel_);
    return any_of(blocks, [&](BasicBlock *block) {
      const Loop *loop = loops.info.getLoopFor(block);
      return loop && any_of(*block, [&](Instruction &instruction) {
               const auto *load = dyn_cast<LoadInst>(&instruction);
               const auto *pointer = load ? dyn_cast<Instruction>(load->getPointerOperand()) : nullptr;
               return pointer && !uniformity.isUniformAtDefinition(*pointer) &&
                      crossesCacheLines(instruction, *loop, loops.evolution);
             });
    });
  }

  /// Whether several loads are of one object, as a stencil's: then rows of packets share them.
  static bool loadsOneObjectOften(const Blocks &blocks) {
    constexpr unsigned fewest = 4;
    DenseMap<const Value *, unsigned> loads;
    return any_of(blocks, [&](const BasicBlock *block) {
      return any_of(*block, [&](const Instruction &instruction) {
        const auto *load = dyn_cast<LoadInst>(&instruction);
        return load && ++loads[getUnderlyingObject(load->getPointerOperand())] == fewest;
      });
    });
  }

  /// The block in which inner groups begin. `others` is the one from which the way begins for all others.
  BasicBlock *cloneForInterior(const InteriorPath &way, BasicBlock &others) const {
    ValueToValueMapTy copies;
    for (const BoundsGuard::Condition &part : way.guard.conditions()) {
      Constant *answer = ConstantInt::getBool(kernel_.getContext(), part.isTrue);
      copies[part.value] = answer;
      for (BasicBlock *block : way.blocks)
        for (Instruction &instruction : *block)
          if (BoundsGuard::matchesCondition(instruction, part))
            copies[&instruction] = answer;
    }
    BasicBlock &inner = cloneForGroups(kernel_, way.blocks, others, *way.first, "inner", copies);
    createBarrier(inner);
    for (BasicBlock *block : way.blocks)
      ConstantFoldTerminator(cast<BasicBlock>(copies[block]), /*DeleteDeadConditions=*/true);
    return &inner;
  }

  const TargetProfile::Legal &legal_;
  Function &kernel_;
  BasicBlock &entry_; ///< or the one that such groups begin with
};

} // namespace

PreservedAnalyses PartitionInteriorPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || !InteriorPartitioning(*kernel, legal_).separate())
    return PreservedAnalyses::all();
  OptimizationRemark remark("partition-interior", "InteriorPartitioning", kernel);
  kernel->getContext().diagnose(remark << "code of its own for groups that lie wholly within the kernel's guard");
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
