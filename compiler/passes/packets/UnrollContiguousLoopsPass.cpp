// Unrolls loops over contiguous elements of a work-item by the number of elements that a vector has.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/UnrollContiguousLoopsPass.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

#include "analysis/AffineAddress.h"
#include "analysis/PacketShapes.h"
#include "builtins/archive/MangledName.h"
#include "codegen/CompileBudget.h"
#include "kernel/ConvergentOps.h"
#include "kernel/DotProduct.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/ForwardElements.h"
#include "passes/packets/GroupVersions.h"
#include "passes/packets/LaneSpacing.h"
#include "schedule/PacketCost.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns whether the builtin `name` is inlined to a few instructions that LLVM can vectorise.
bool becomesInstructions(StringRef name) {
  return name.starts_with("convert_") || name == "sqrt" || name == "native_sqrt";
}

class ContiguousLoops {
public:
  ContiguousLoops(Function &kernel, FunctionAnalysisManager &analyses, const TargetProfile &profile)
      : profile_(profile), kernel_(kernel), analyses_(analyses), coldBlocks_(findColdBlocks(kernel)),
        dominators_(analyses.getResult<DominatorTreeAnalysis>(kernel)),
        loops_(analyses.getResult<LoopAnalysis>(kernel)),
        evolution_(analyses.getResult<ScalarEvolutionAnalysis>(kernel)) {}

  /// Returns whether some innermost loop has accesses that could be to contiguous elements, one in each iteration.
  /// Whether the elements really are contiguous can be decided only after loops are rotated.
  bool hasCandidates() const {
    return any_of(loops_.getLoopsInPreorder(), [&](const Loop *loop) {
      return loop->isInnermost() && !coldBlocks_.contains(loop->getHeader()) &&
             any_of(loop->blocks(), [&](const BasicBlock *block) {
               return any_of(*block, [&](const Instruction &instruction) {
                 return isPlainAccess(instruction, kernel_.getDataLayout());
               });
             });
    });
  }

  /// A loop in which each work-item accesses a contiguous run of elements, or a few elements that lie next to the
  /// elements of neighbouring work-items.
  struct Choice {
    Loop *loop;
    unsigned elements; ///< unroll factor; 0: not unrolled, as too long or left by lanes in different iterations
    bool isContiguousRun;
  };
  using Chosen = SmallVector<Choice>;
  Chosen choose() {
    Chosen chosen;
    const PacketShapes shapes(kernel_, scheduleOf(kernel_).width.value_or(0)); // of the unchanged kernel
    for (Loop *loop : loops_.getLoopsInPreorder())
      if (!coldBlocks_.contains(loop->getHeader()))
        if (const std::optional<Choice> choice = planUnroll(*loop, shapes))
          chosen.push_back(*choice);
    return chosen;
  }

  bool unroll(const Chosen &chosen) {
    return count_if(chosen, [&](const Choice &choice) {
             return choice.elements != 0 && unrollWithRemainder(*choice.loop, choice.elements);
           }) != 0;
  }

  /// Returns whether the kernel is better left to LLVM's loop vectoriser than run on packets. LLVM must be able to
  /// vectorise all chosen loops along the contiguous elements of one work-item. The kernel must do no more work outside
  /// these loops than in them, because the work outside is quicker on packets.
  bool preferLoopVectoriser(const Chosen &chosen) {
    if (chosen.empty() ||
        !all_of(chosen, [&](const Choice &one) { return one.isContiguousRun && isLoopVectorisable(*one.loop); }))
      return false;
    double inRows = 0, elsewhere = 0;
    for (BasicBlock &block : kernel_) {
      if (coldBlocks_.contains(&block))
        continue;
      const bool isInRow = any_of(chosen, [&](const Choice &one) { return one.loop->contains(&block); });
      const double trips = std::pow(profile_.guesses.trips, loops_.getLoopDepth(&block));
      for (const Instruction &instruction : block)
        (isInRow ? inRows : elsewhere) += trips * cyclesForWorkItem(instruction, profile_.cycles);
    }
    return elsewhere <= inRows;
  }

  /// Returns whether LLVM can vectorise the loop of a single work-item along the contiguous elements that it accesses.
  /// The loop may compute minima, maxima or sums, if their order doesn't matter, of contiguous elements that it loads.
  /// It may also store contiguous elements.
  bool isLoopVectorisable(Loop &loop) {
    for (PHINode &phi : loop.getHeader()->phis()) {
      RecurrenceDescriptor sum;
      if (!evolution_.isSCEVable(phi.getType()) || !isa<SCEVAddRecExpr>(evolution_.getSCEV(&phi)))
        if (!RecurrenceDescriptor::isReductionPHI(&phi, &loop, sum) || sum.hasExactFPMath())
          return false;
    }
    const auto stores = [](const Instruction &instruction) { return isa<StoreInst>(instruction); };
    const bool hasStores = any_of(loop.blocks(), [&](const BasicBlock *block) { return any_of(*block, stores); });
    return (!hasStores || canVectoriseStores(loop)) && all_of(loop.blocks(), [&](const BasicBlock *block) {
             return all_of(*block, [&](const Instruction &instruction) { return isVectorisable(instruction, loop); });
           });
  }

private:
  /// Decides how to unroll `loop`. Returns nothing if a work-item's elements are neither contiguous nor next to the
  /// elements of neighbouring work-items.
  std::optional<Choice> planUnroll(Loop &loop, const PacketShapes &shapes) {
    const BasicBlock *latch = loop.getLoopLatch();
    if (!loop.isInnermost() || !loop.isLoopSimplifyForm() || loop.getExitingBlock() != latch || !latch ||
        !evolution_.hasLoopInvariantBackedgeTakenCount(&loop))
      return std::nullopt;
    unsigned bytes = 0;
    size_t length = 0;
    bool hasInterleaved = false;
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &instruction : *block) {
        ++length;
        if (isConvergentOp(instruction))
          return std::nullopt;
        // Accesses that only some iterations make can't be joined.
        if (!isPlainAccess(instruction, kernel_.getDataLayout()) || !isNextElement(instruction, loop) ||
            !dominators_.dominates(block, latch))
          continue;
        if (hasDistantLanes(instruction, shapes, kernel_.getDataLayout(), profile_))
          bytes = std::max(bytes, sizeOf(instruction));
        else
          hasInterleaved |= isInterleavedAccess(instruction, shapes, kernel_.getDataLayout(), profile_);
      }
    if (bytes == 0 && !hasInterleaved)
      return std::nullopt;
    const size_t trips = evolution_.getSmallConstantTripCount(&loop);
    const unsigned elements =
        bytes != 0 ? unrollFactorOfRun(bytes, length, trips) : unrollFactorOfMembers(trips, length);
    if (shapes.hasDivergentExits(loop) || unrolledInstructions_ + elements * length > CodeSizes::contiguousLoopBodies)
      return Choice{&loop, 0, bytes != 0};
    unrolledInstructions_ += elements * length;
    return Choice{&loop, elements, bytes != 0};
  }

  /// Returns the unroll factor of a loop of `length` instructions over contiguous elements of `bytes` bytes. Returns 0
  /// if the limits of vectors, code and `trips` allow fewer than TargetProfile's contiguousRuns.minElements iterations.
  /// `trips` is 0 if the trip count isn't known.
  unsigned unrollFactorOfRun(unsigned bytes, size_t length, size_t trips) const {
    const auto fits = std::min<size_t>({profile_.contiguousRuns.bytes / bytes, profile_.contiguousRuns.maxElements,
                                        CodeSizes::contiguousLoopBody / length});
    const auto elements = static_cast<unsigned>(std::bit_floor(trips == 0 ? fits : std::min(fits, trips)));
    return elements < profile_.contiguousRuns.minElements ? 0 : elements;
  }

  /// Returns the trip count as the unroll factor of a loop over the members of a struct, or the channels of a pixel.
  /// Returns 0 if the loop is too long to be unrolled fully.
  unsigned unrollFactorOfMembers(size_t trips, size_t length) const {
    return trips <= profile_.interleaved.maxInterleavePitch && trips * length <= CodeSizes::contiguousLoopBody
               ? static_cast<unsigned>(trips)
               : 0;
  }

  bool isVectorisable(const Instruction &instruction, const Loop &loop) const {
    if (const auto *call = dyn_cast<CallInst>(&instruction)) {
      const Function *callee = call->getCalledFunction();
      return isTriviallyVectorizable(call->getIntrinsicID()) || dotProductOf(callee) ||
             (callee && becomesInstructions(functionBaseName(callee->getName())));
    }
    if (isa<LoadInst>(instruction))
      return loop.isLoopInvariant(getLoadStorePointerOperand(&instruction)) || isNextElement(instruction, loop);
    if (const auto *store = dyn_cast<StoreInst>(&instruction))
      return store->isSimple() && isNextElement(instruction, loop);
    return !instruction.mayReadOrWriteMemory();
  }

  /// Returns whether LLVM can vectorise a loop with stores. Each store must run in each iteration, and there must be
  /// enough iterations to fill several vectors. No iteration may load what another iteration has stored.
  bool canVectoriseStores(const Loop &loop) const {
    const size_t trips = evolution_.getSmallConstantTripCount(&loop);
    if (loop.getNumBlocks() != 1 || (trips != 0 && trips < profile_.contiguousRuns.maxElements))
      return false;
    SmallVector<AffineAddress> all, stored;
    for (const Instruction &instruction : *loop.getHeader())
      if (const Value *pointer = getLoadStorePointerOperand(&instruction)) {
        all.emplace_back(*pointer, kernel_.getDataLayout(), !kernel_.hasFnAttribute(wideIndicesAttribute));
        if (isa<StoreInst>(instruction))
          stored.push_back(all.back());
        if (all.size() > SearchLimits::index)
          return false;
      }
    return all_of(stored, [&](const AffineAddress &one) {
      return all_of(all, [&](const AffineAddress &other) { return one.distanceFrom(other).value_or(0) == 0; });
    });
  }

  unsigned sizeOf(const Instruction &access) const {
    return static_cast<unsigned>(kernel_.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue());
  }

  /// Returns whether the element of each iteration lies just after, or just before, the element of the previous
  /// iteration.
  bool isNextElement(const Instruction &access, const Loop &loop) const {
    auto *pointer = const_cast<Value *>(getLoadStorePointerOperand(&access));
    const std::optional<int64_t> step = strideInLoop(*pointer, loop);
    return std::abs((step ? step : strideByIndex(*pointer, loop)).value_or(0)) == sizeOf(access);
  }

  /// Returns by how much `value` grows in each iteration, if that is a constant.
  std::optional<int64_t> strideInLoop(Value &value, const Loop &loop) const {
    const auto *steps =
        evolution_.isSCEVable(value.getType()) ? dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(&value)) : nullptr;
    const auto *step =
        steps && steps->getLoop() == &loop ? dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution_)) : nullptr;
    return step ? step->getAPInt().trySExtValue() : std::nullopt;
  }

  /// Returns by how much `pointer` grows in each iteration, where scalar evolution can't tell. An example is an index
  /// that is counted down and then extended: scalar evolution can't rule out that it wraps.
  std::optional<int64_t> strideByIndex(const Value &pointer, const Loop &loop) const {
    const AffineAddress address(pointer, kernel_.getDataLayout(), !kernel_.hasFnAttribute(wideIndicesAttribute));
    const auto changes = [&](const Value &value) {
      auto &changing = const_cast<Value &>(value);
      return !evolution_.isSCEVable(value.getType()) ||
             !evolution_.isLoopInvariant(evolution_.getSCEV(&changing), &loop);
    };
    for (PHINode &phi : loop.getHeader()->phis()) {
      const std::optional<int64_t> stride = address.strideIn(phi, changes);
      const std::optional<int64_t> step = stride ? strideInLoop(phi, loop) : std::nullopt;
      if (step)
        return *stride * *step;
    }
    return std::nullopt;
  }

  /// Unrolls `loop` by `count`. Also unrolls the loop that runs the remaining iterations, by the least number of
  /// elements for which a vector pays, because loops often have fewer iterations than `count`. Returns whether `loop`
  /// was unrolled.
  bool unrollWithRemainder(Loop &loop, unsigned count) {
    Loop *rest = nullptr;
    if (!unrollBy(loop, count, rest))
      return false;
    if (Loop *ofRest = nullptr; rest && count > profile_.contiguousRuns.minElements)
      unrollBy(*rest, profile_.contiguousRuns.minElements, ofRest);
    return true;
  }

  bool unrollBy(Loop &loop, unsigned count, Loop *&rest) {
    UnrollLoopOptions options{};
    options.Count = count;
    options.Force = true;
    options.Runtime = true;
    options.AllowExpensiveTripCount = true;
    options.ForgetAllSCEV = true;
    options.SCEVExpansionBudget = std::numeric_limits<unsigned>::max();
    return UnrollLoop(&loop, options, &loops_, &evolution_, &dominators_,
                      &analyses_.getResult<AssumptionAnalysis>(kernel_),
                      &analyses_.getResult<TargetIRAnalysis>(kernel_),
                      &analyses_.getResult<OptimizationRemarkEmitterAnalysis>(kernel_),
                      /*PreserveLCSSA=*/true, &rest) != LoopUnrollResult::Unmodified;
  }

  const TargetProfile &profile_;
  Function &kernel_;
  FunctionAnalysisManager &analyses_;
  const Blocks coldBlocks_;
  DominatorTree &dominators_;
  LoopInfo &loops_;
  ScalarEvolution &evolution_;
  size_t unrolledInstructions_ = 0; ///< instructions in the unrolled bodies of all chosen loops
};

} // namespace

PreservedAnalyses UnrollContiguousLoopsPass::run(Function &kernel, FunctionAnalysisManager &analyses) {
  KernelSchedule schedule = scheduleOf(kernel);
  if (schedule.unroll == false || !ContiguousLoops(kernel, analyses, profile_).hasCandidates())
    return PreservedAnalyses::all();
  FunctionPassManager rotation;
  rotation.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass(), /*UseMemorySSA=*/false));
  PreservedAnalyses preserved = rotation.run(kernel, analyses);
  analyses.invalidate(kernel, preserved);
  ContiguousLoops rows(kernel, analyses, profile_);
  const ContiguousLoops::Chosen chosen = rows.choose();
  if (schedule.executor == ScheduleExecutor::automatic && !kernel.hasFnAttribute(subGroupsAttribute) &&
      rows.preferLoopVectoriser(chosen)) {
    schedule.executor = ScheduleExecutor::loops;
    setSchedule(kernel, schedule);
    return preserved;
  }
  if (!rows.unroll(chosen))
    return preserved;
  decide(kernel, &KernelSchedule::unroll, true);
  analyses.invalidate(kernel, PreservedAnalyses::none());
  FunctionPassManager cleanup;
  cleanup.addPass(EarlyCSEPass());
  cleanup.run(kernel, analyses);
  forwardElements(kernel);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
