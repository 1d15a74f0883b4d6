// Creates a copy of the kernel without bounds checks for groups whose work-items all pass these checks.
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
#include "analysis/IdExpressions.h"
#include "analysis/RepeatedGuard.h"
#include "codegen/CompileBudget.h"
#include "codegen/SystemFunctions.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/GroupVersions.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The code that interior groups run.
struct InteriorPath {
  BasicBlock *first;
  Blocks blocks;
  BoundsGuard guard;
};

/// Returns the block in which the pass takes the kernel to begin. In a kernel with separate code for groups that can't
/// access memory out of bounds (weft-safe-groups), this is the first block of the separate code.
BasicBlock &partitionStart(Function &kernel) {
  auto *branch = dyn_cast<BranchInst>(kernel.getEntryBlock().getTerminator());
  uint64_t taken = 0, notTaken = 0;
  if (!kernel.hasFnAttribute(safeGroupsAttribute) || !branch || !branch->isConditional() ||
      !extractBranchWeights(*branch, taken, notTaken))
    return kernel.getEntryBlock();
  return *branch->getSuccessor(taken > notTaken ? 0 : 1);
}

/// A kernel's loops and their trip counts.
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
  /// `isWanted`: the kernel is partitioned even if that isn't expected to make it faster.
  InteriorPartitioning(Function &kernel, const TargetProfile::Legal &legal, bool isWanted)
      : legal_(legal), kernel_(kernel), isWanted_(isWanted), entry_(partitionStart(kernel)) {}

  bool separate() {
    if (nextGuardTerm() && (!legal_.maskedStoresAreFast || loadsInLoop(reachableFrom(entry_))))
      mergeGuardTerms();
    std::optional<InteriorPath> way = find();
    if (!way)
      return partitionOnRepeatedGuard();
    IRBuilder<> builder(entry_.getTerminator());
    Value *test = way->guard.createTest(builder, lastIdsOf(kernel_, builder));
    // `others` has the former branch of the entry block. Groups that may lie at the border run it.
    BasicBlock *others = entry_.splitBasicBlock(entry_.getTerminator(), "other.groups");
    BasicBlock *inner = cloneForInterior(*way, *others);
    branchTo(*inner, *others, *test);
    return true;
  }

private:
  /// Makes groups for which `test` holds go to `inner`, and all other groups to `others`.
  void branchTo(BasicBlock &inner, BasicBlock &others, Value &test) {
    markCold(others);
    entry_.getTerminator()->eraseFromParent();
    IRBuilder<>(&entry_).CreateCondBr(&test, &inner, &others);
  }

  /// Partitions a kernel that doesn't begin with its guard, but tests the guard often. Returns whether it has done so.
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

  /// The block in which a guard of several terms (`a && b`) tests its second or a later term, and the branch that ends
  /// the block.
  struct GuardTerm {
    BasicBlock *block;
    BranchInst *branch;
    bool goesOn; ///< the value of the entry's condition that leads to the block
    bool wanted; ///< the value of the term for a work-item that doesn't skip the kernel
  };

  /// Merges the terms of a guard into one condition. LLVM leaves terms that take a few instructions in separate
  /// branches. The caller leaves them separate if masked stores are fast and no loop loads. For these kernels, a
  /// partition by the first term alone is as good as by all terms, and stencils are faster with it.
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

  /// Returns the term that is tested after the entry's condition. The term must be a guard (BoundsGuard::read), so that
  /// one comparison can decide for a whole group. It must also be safe to compute for work-items that fail the entry's
  /// condition.
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
    // The longer path is the code that the guard protects.
    const Blocks taken = reachableFrom(*branch->getSuccessor(0));
    const Blocks notTaken = reachableFrom(*branch->getSuccessor(1));
    const bool wanted = instructionCountOf(taken) > instructionCountOf(notTaken);
    const Blocks &blocks = wanted ? taken : notTaken;
    const size_t most = isOfAnySize ? CodeSizes::interiorCopyAnySize : CodeSizes::interiorCopy;
    const bool hasLoop = loadsInLoop(blocks);
    const bool gains = isWanted_ || (isOfAnySize ? loadsInLongLoop(blocks) : hasLoop || loadsOneObjectOften(blocks));
    if (instructionCountOf(blocks) > most || !gains || !canCloneAllocas(kernel_, blocks))
      return std::nullopt;
    const WorkItemUniformity uniformity(kernel_);
    std::optional<BoundsGuard> guard = BoundsGuard::read(*branch->getCondition(), wanted, uniformity);
    const auto isGroupUniform = [](const BoundsGuard::Condition &part) {
      return part.comparison && part.comparison->isGroupUniform();
    };
    if (guard && !isWanted_ && !isOfAnySize && any_of(guard->conditions(), isGroupUniform))
      return std::nullopt;
    // Code for any local size serves only the first launches. It is copied only if rows of packets can run together (a
    // guard of dimension 1), or if packets go down columns of memory.
    if (!guard ||
        (!isWanted_ && !guard->dependsOnDimension(1) && !(isOfAnySize ? walksColumns(blocks, uniformity) : hasLoop)))
      return std::nullopt;
    return InteriorPath{branch->getSuccessor(wanted ? 0 : 1), blocks, std::move(*guard)};
  }

  /// Returns the first instruction of the entry block that must not run before interior and other groups take different
  /// branches. The instructions before it stay where they are, and both copies use their values. These values needn't
  /// be stored in memory for each work-item across the barriers.
  Instruction &endOfSharedPrefix() const {
    const bool isSafeGroupsPath = &entry_ != &kernel_.getEntryBlock(); // weft-safe-groups: starts with a barrier
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

  /// Returns whether a loop in `blocks` loads. Without such a loop, rows of packets have few loads to share.
  bool loadsInLoop(const Blocks &blocks) const {
    const DominatorTree dominators(kernel_);
    const LoopInfo loops(dominators);
    return any_of(blocks, [&](const BasicBlock *block) { return loops.getLoopFor(block) && loads(*block); });
  }

  /// Returns whether a loop of many iterations loads. Short loops are unrolled into straight-line code, where a copy
  /// isn't much quicker. Only code for any local size must have a loop of this kind to be copied: it serves only the
  /// first launches, which the compilation of a copy would delay.
  bool loadsInLongLoop(const Blocks &blocks) const {
    KernelLoops loops(kernel_);
    return any_of(blocks, [&](const BasicBlock *block) {
      const Loop *loop = loops.info.getLoopFor(block);
      while (loop && loops.isShort(*loop))
        loop = loop->getParentLoop();
      return loop && loads(*block);
    });
  }

  /// Returns whether work-items load from different cache lines in each iteration of a loop, and at addresses that
  /// aren't uniform. Several packets along dimension 0 are then quicker together (walksColumnsAttribute).
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

  /// Returns whether at least `fewest` loads are from one object, as in a stencil. Rows of packets that run together
  /// share such loads.
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

  /// Copies the code of `way` for interior groups, in which the results of the guard's conditions are known. Returns
  /// the first block of the copy. `others` is the block from which all other groups enter the original code.
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
  const bool isWanted_;
  BasicBlock &entry_; ///< the result of partitionStart()
};

} // namespace

PreservedAnalyses PartitionInteriorPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  const std::optional<bool> wanted = scheduleOf(*kernel).partition;
  if (wanted == false || !InteriorPartitioning(*kernel, legal_, wanted.has_value()).separate())
    return PreservedAnalyses::all();
  decide(*kernel, &KernelSchedule::partition, true);
  OptimizationRemark remark("partition-interior", "InteriorPartitioning", kernel);
  kernel->getContext().diagnose(remark << "code of its own for groups that lie wholly within the kernel's guard");
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
