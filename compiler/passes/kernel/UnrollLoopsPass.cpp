// Unrolls loops that keep private arrays out of registers, and loops with barriers that double or halve a distance.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/UnrollLoopsPass.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

#include "analysis/PowerOfTwoLoops.h"
#include "kernel/ConvergentOps.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// LLVM's analyses of one function.
struct Analyses {
  LoopInfo &loops;
  ScalarEvolution &evolution;
  DominatorTree &dominators;
  AssumptionCache &assumptions;
  TargetTransformInfo &target;
  OptimizationRemarkEmitter &remarks;
};

/// Name of the metadata that marks the loops to be unrolled. If an outer loop is unrolled first, the copies of a marked
/// inner loop are marked, too.
constexpr char chosenLoop[] = "weft.loop.unroll";

bool hasConvergentOp(const BasicBlock *block) { return any_of(*block, isConvergentOp); }

/// Returns the loops that contain convergent operations.
SmallPtrSet<const Loop *, 8> loopsWithConvergentOps(Function &kernel, const LoopInfo &loops) {
  SmallPtrSet<const Loop *, 8> found;
  for (const BasicBlock &block : kernel)
    if (hasConvergentOp(&block))
      for (const Loop *loop = loops.getLoopFor(&block); loop && found.insert(loop).second;)
        loop = loop->getParentLoop();
  return found;
}

bool hasUnrollHint(const Loop &loop) {
  return findOptionMDForLoop(&loop, "llvm.loop.unroll.full") || findOptionMDForLoop(&loop, "llvm.loop.unroll.enable");
}
bool isForbidden(const Loop &loop) { return findOptionMDForLoop(&loop, "llvm.loop.unroll.disable") != nullptr; }

/// Whether the loop is a power-of-two loop (a loop that multiplies or divides a distance in each iteration) whose
/// distances become constants by unrolling: of the loop, and of any outer loop from which the distance starts.
bool hasConstantDistances(const Loop &loop) {
  return isPowerOfTwoLoop(loop) && (distanceFromConstant(loop) || distanceFromOuter(loop));
}

/// A loop that can be unrolled completely, whether or not the pass will choose it.
struct Candidate {
  unsigned trips; ///< the trip count, or an upper bound of it
  /// The outer loops on whose counters the trip count depends. Once these loops are unrolled, the trip count is a
  /// constant.
  SmallVector<const Loop *, 2> before;
};
using Candidates = DenseMap<const Loop *, Candidate>;

/// Describes how `loop` can be unrolled. `around` has those outer loops that can be unrolled, too. If `loop` can't be
/// unrolled, the result's trip count is 0.
Candidate describe(const Loop &loop, ScalarEvolution &evolution, const Candidates &around) {
  if (const unsigned trips = evolution.getSmallConstantTripCount(&loop))
    return {trips, {}};
  // The inner loop halves a distance that the outer loop doubles, so it has no more iterations than the outer loop.
  if (const auto outer = around.find(loop.getParentLoop());
      outer != around.end() && isUnrolledWithOuter(loop, evolution))
    return {outer->second.trips, {outer->first}};
  Candidate candidate{evolution.getSmallConstantMaxTripCount(&loop), {}};
  const SCEV *count = evolution.getBackedgeTakenCount(&loop);
  const bool depends = isa<SCEVCouldNotCompute>(count) || SCEVExprContains(count, [&](const SCEV *part) {
                         const auto *steps = dyn_cast<SCEVAddRecExpr>(part);
                         if (steps && around.contains(steps->getLoop()))
                           candidate.before.push_back(steps->getLoop());
                         return isa<SCEVUnknown>(part) || (steps && !around.contains(steps->getLoop()));
                       });
  return depends ? Candidate{0, {}} : candidate;
}

Candidates findCandidates(Function &kernel, const Analyses &analyses, size_t mostTrips) {
  Candidates candidates;
  const SmallPtrSet<const Loop *, 8> withConvergentOps = loopsWithConvergentOps(kernel, analyses.loops);
  for (Loop *loop : analyses.loops.getLoopsInPreorder()) {
    Candidate candidate = describe(*loop, analyses.evolution, candidates);
    if (candidate.trips > 0 && candidate.trips <= mostTrips && loop->isLoopSimplifyForm() && !isForbidden(*loop) &&
        (!withConvergentOps.contains(loop) || hasConstantDistances(*loop)))
      candidates[loop] = std::move(candidate);
  }
  return candidates;
}

/// Finds for a value, such as an index, the loops after whose unrolling the value is a constant in each copy.
class IndexLoops {
public:
  using Loops = SmallSetVector<const Loop *, 4>;

  IndexLoops(const LoopInfo &loops, const Candidates &candidates) : loops_(loops), candidates_(candidates) {}

  /// Adds to `found` the candidates (loops that can be unrolled completely) from whose counters `index` is computed.
  /// Returns false if `index` is computed from anything else that isn't a constant: then unrolling loops doesn't make
  /// it a constant.
  bool collect(Value *index, Loops &found) {
    if (isa<Constant>(index))
      return true;
    auto *instruction = dyn_cast<Instruction>(index);
    if (!instruction)
      return false;
    if (seen_.insert(instruction).second)
      visit(*instruction);
    const auto known = known_.find(instruction);
    if (known == known_.end())
      return false;
    found.insert(known->second.begin(), known->second.end());
    return true;
  }

private:
  static bool isArithmetic(const Instruction &instruction) {
    return isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst>(instruction) ||
           (isa<IntrinsicInst>(instruction) && !instruction.mayReadOrWriteMemory());
  }

  /// Adds `instruction` to known_ if all its operands are known: constants, or values computed only from counters of
  /// candidate loops. A counter is computed from itself, so it is added first, as an assumption. If one of its operands
  /// turns out to be unknown, the counter is removed, and so are all values that were added after it.
  void visit(Instruction &instruction) {
    Loops own;
    const size_t before = order_.size();
    auto *phi = dyn_cast<PHINode>(&instruction);
    if (phi && !isValueOfTrip(*phi, own))
      return;
    if (phi)
      know(instruction, own);
    else if (!isArithmetic(instruction))
      return;
    if (all_of(instruction.operands(), [&](Value *operand) { return collect(operand, own); }))
      return know(instruction, own);
    for (const Instruction *doubtful : ArrayRef(order_).drop_front(before))
      known_.erase(doubtful);
  }

  /// Whether `phi` has only one incoming value or is in the header of a candidate (a loop that can be unrolled
  /// completely), where it may be a counter. In the second case the loop, and the outer loops on which its trip count
  /// depends, are added to `found`.
  bool isValueOfTrip(const PHINode &phi, Loops &found) const {
    if (phi.getNumIncomingValues() == 1)
      return true;
    const Loop *loop = loops_.getLoopFor(phi.getParent());
    const auto candidate = loop && loop->getHeader() == phi.getParent() ? candidates_.find(loop) : candidates_.end();
    if (candidate == candidates_.end())
      return false;
    found.insert(loop);
    found.insert(candidate->second.before.begin(), candidate->second.before.end());
    return true;
  }

  void know(const Instruction &instruction, const Loops &loops) {
    known_[&instruction] = loops;
    order_.push_back(&instruction);
  }

  const LoopInfo &loops_;
  const Candidates &candidates_;
  SmallPtrSet<const Instruction *, 16> seen_;
  DenseMap<const Instruction *, Loops> known_;
  SmallVector<const Instruction *> order_; ///< the keys of known_, in the order in which they were added
};

/// Returns the loops from whose counters the indices into `array` are computed. Once they are unrolled, all these
/// indices are constants. Returns nothing if an index is computed from anything else, or if the array's address is used
/// for anything but loads and stores.
std::optional<SmallSetVector<const Loop *, 4>> loopsOfIndices(AllocaInst &array, IndexLoops &indices) {
  SmallSetVector<const Loop *, 4> found;
  SmallVector<Instruction *> addresses{&array};
  while (!addresses.empty()) {
    Instruction *address = addresses.pop_back_val();
    for (User *user : address->users()) {
      auto *access = cast<Instruction>(user);
      if (auto *element = dyn_cast<GetElementPtrInst>(access)) {
        if (!all_of(element->indices(), [&](Value *index) { return indices.collect(index, found); }))
          return std::nullopt;
        addresses.push_back(element);
      } else if (auto *intrinsic = dyn_cast<IntrinsicInst>(access)) {
        // Instructions that clear or copy a whole array have no index. SROA splits them.
        if (!intrinsic->isLifetimeStartOrEnd() && !isa<MemIntrinsic>(intrinsic) && !isa<DbgInfoIntrinsic>(intrinsic))
          return std::nullopt;
      } else if (!isa<LoadInst>(access) && (!isa<StoreInst>(access) || access->getOperand(0) == address)) {
        return std::nullopt;
      }
    }
  }
  return found;
}

/// Two counts of instructions. Choice::lengthOf() caps them before it multiplies them by trip counts, so that they
/// don't overflow.
struct CodeLength {
  size_t copied;  ///< the instructions of the code just after unrolling
  size_t staying; ///< those of them that remain after constant folding and promotion of variables
};

/// Chooses the loops to unroll. Each call of add() passes loops that are useful only if all of them are unrolled. They
/// are chosen if all chosen loops together stay within the limits after unrolling; otherwise none of them is.
class Choice {
public:
  /// `most` limits the instructions of all unrolled loops together that remain after simplification. Before
  /// simplification there may be CodeSizes::unrolledCopies times as many.
  Choice(Function &kernel, const LoopInfo &loops, IndexLoops &indices, const Candidates &candidates, size_t most)
      : loops_(loops), candidates_(candidates), most_(most) {
    for (BasicBlock &block : kernel)
      if (const Loop *loop = loops.getLoopFor(&block))
        for (Instruction &instruction : block)
          if (!isa<DbgInfoIntrinsic, LifetimeIntrinsic>(instruction)) {
            ownLengths_[loop].copied +=
                isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction) && !isBarrier(instruction)
                    ? CodeSizes::builtinCallCost
                    : 1;
            ownLengths_[loop].staying += stays(instruction, indices) ? 1 : 0;
          }
  }

  void add(ArrayRef<const Loop *> wanted) {
    if (all_of(wanted, [&](const Loop *loop) { return chosen_.contains(loop); }))
      return;
    SmallPtrSet<const Loop *, 8> tried = chosen_;
    tried.insert(wanted.begin(), wanted.end());
    CodeLength length{};
    for (const Loop *loop : loops_)
      add(lengthOf(*loop, tried).ofUnrolled, length);
    if (length.staying <= most_ && length.copied <= CodeSizes::unrolledCopies * most_)
      chosen_ = std::move(tried);
  }
  const SmallPtrSet<const Loop *, 8> &chosen() const { return chosen_; }

private:
  /// Whether copies of `instruction` remain in the code after unrolling and simplification. They don't if they become
  /// constants, as values computed from counters do, or address or access a variable that becomes values.
  static bool stays(Instruction &instruction, IndexLoops &indices) {
    if (isa<GetElementPtrInst>(instruction))
      return false;
    if (const Value *pointer = getLoadStorePointerOperand(&instruction))
      return !isa<AllocaInst>(getUnderlyingObject(pointer));
    SmallSetVector<const Loop *, 4> counted;
    return instruction.isTerminator() || !indices.collect(&instruction, counted);
  }

  static void add(CodeLength more, CodeLength &length) {
    length.copied += more.copied;
    length.staying += more.staying;
  }

  struct Length {
    CodeLength whole;
    CodeLength ofUnrolled; ///< only the part in loops that are unrolled
  };
  Length lengthOf(const Loop &loop, const SmallPtrSetImpl<const Loop *> &unrolled) const {
    Length length{ownLengths_.lookup(&loop), {}};
    for (const Loop *inner : loop.getSubLoops()) {
      const Length ofInner = lengthOf(*inner, unrolled);
      add(ofInner.whole, length.whole);
      add(ofInner.ofUnrolled, length.ofUnrolled);
    }
    if (!unrolled.contains(&loop))
      return length;
    const size_t trips = candidates_.find(&loop)->second.trips,
                 bound = CodeSizes::unrolledCopies * most_ + 1; // prevents an overflow
    const CodeLength whole{std::min(length.whole.copied, bound) * trips, std::min(length.whole.staying, bound) * trips};
    return {whole, whole};
  }

  const LoopInfo &loops_;
  const Candidates &candidates_;
  const size_t most_;
  DenseMap<const Loop *, CodeLength> ownLengths_; ///< of one iteration, without the loop's inner loops
  SmallPtrSet<const Loop *, 8> chosen_;
};

SmallPtrSet<const Loop *, 8> choose(Function &kernel, const Analyses &analyses, const CompileBudget &budget) {
  const Candidates candidates = findCandidates(kernel, analyses, budget.unrolled);
  if (candidates.empty())
    return {};
  IndexLoops indices(analyses.loops, candidates);
  Choice choice(kernel, analyses.loops, indices, candidates, budget.unrolled);
  for (Instruction &instruction : kernel.getEntryBlock()) {
    auto *array = dyn_cast<AllocaInst>(&instruction);
    if (!array)
      continue;
    if (auto loops = loopsOfIndices(*array, indices); loops && !loops->empty())
      choice.add(loops->getArrayRef());
  }
  for (const Loop *loop : analyses.loops.getLoopsInPreorder()) {
    const auto candidate = candidates.find(loop);
    if (candidate == candidates.end() || !candidate->second.before.empty())
      continue;
    const auto all = loop->getLoopsInPreorder();
    if (hasConstantDistances(*loop)) {
      if (all_of(all, [&](const Loop *inner) { return candidates.contains(inner); }))
        choice.add(all);
    } else if (hasUnrollHint(*loop)) {
      choice.add(loop);
    }
  }
  return choice.chosen();
}

/// As long as an object of this class exists, LLVM may copy calls of the barrier, because the function lacks the
/// attribute noduplicate. At other times LLVM must not copy them, because it could put a copy on one side of a branch,
/// which only some work-items take.
class AllowBarrierCloning {
public:
  explicit AllowBarrierCloning(Module &module) : barrier_(module.getFunction(barrierName)) {
    if (barrier_)
      barrier_->removeFnAttr(Attribute::NoDuplicate);
  }
  AllowBarrierCloning(const AllowBarrierCloning &) = delete;
  AllowBarrierCloning &operator=(const AllowBarrierCloning &) = delete;
  ~AllowBarrierCloning() {
    if (barrier_)
      barrier_->addFnAttr(Attribute::NoDuplicate);
  }

private:
  Function *barrier_;
};

bool unroll(Loop &loop, const Analyses &analyses) {
  UnrollLoopOptions options{};
  options.Count = analyses.evolution.getSmallConstantTripCount(&loop);
  if (options.Count == 0)
    return false;
  options.Force = true;
  options.ForgetAllSCEV = true;
  return UnrollLoop(&loop, options, &analyses.loops, &analyses.evolution, &analyses.dominators, &analyses.assumptions,
                    &analyses.target, &analyses.remarks, /*PreserveLCSSA=*/true) == LoopUnrollResult::FullyUnrolled;
}

} // namespace

PreservedAnalyses UnrollLoopsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  const Analyses known{functions.getResult<LoopAnalysis>(*kernel),
                       functions.getResult<ScalarEvolutionAnalysis>(*kernel),
                       functions.getResult<DominatorTreeAnalysis>(*kernel),
                       functions.getResult<AssumptionAnalysis>(*kernel),
                       functions.getResult<TargetIRAnalysis>(*kernel),
                       functions.getResult<OptimizationRemarkEmitterAnalysis>(*kernel)};
  if (known.loops.empty())
    return PreservedAnalyses::all();
  for (Loop *loop : known.loops) {
    simplifyLoop(loop, &known.dominators, &known.loops, &known.evolution, &known.assumptions, nullptr,
                 /*PreserveLCSSA=*/false);
    formLCSSARecursively(*loop, known.dominators, &known.loops, &known.evolution);
  }
  const SmallPtrSet<const Loop *, 8> chosen = choose(*kernel, known, budget_);
  for (const Loop *loop : chosen)
    addStringMetadataToLoop(const_cast<Loop *>(loop), chosenLoop);
  const AllowBarrierCloning copied(module);
  // Each round unrolls inner loops before outer loops, and skips a loop whose trip count isn't a constant yet. The
  // copies of an outer loop then contain only inner loops whose trip count depended on the outer loop's counter. In
  // each copy the trip count is a constant, so the next round unrolls these loops.
  bool changes;
  do {
    changes = false;
    for (Loop *loop : reverse(known.loops.getLoopsInPreorder()))
      if (findOptionMDForLoop(loop, chosenLoop) && unroll(*loop, known)) {
        kernel->addFnAttr(unrolledAttribute);
        changes = true;
      }
  } while (changes);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
