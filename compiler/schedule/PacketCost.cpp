// Estimates whether a kernel is quicker on packets than for one work-item after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schedule/PacketCost.h"

#include <algorithm>
#include <cmath>

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

#include "analysis/CacheLineReuse.h"
#include "analysis/PacketShapes.h"
#include "analysis/PacketTypes.h"
#include "analysis/PacketWidth.h"
#include "builtins/archive/AddressSpaces.h"
#include "builtins/archive/MangledName.h"
#include "codegen/CompileBudget.h"
#include "kernel/ImageTypes.h"
#include "kernel/KernelAttributes.h"
#include "recipes/AccessPlans.h"
#include "schedule/EarlyExitLoops.h"
#include "schedule/PacketLegality.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// How many elements an operand has. Constant elements don't count.
struct Elements {
  double differing = 0; ///< the elements in which lanes differ
  double all = 0;
};

/// Counts the elements of `operand`. Follows a vector back through the insertions of its elements.
Elements elementsOfOperand(const Value &operand, const PacketShapes &shapes) {
  Elements elements;
  const Value *vector = &operand;
  SmallBitVector later(static_cast<unsigned>(elementsOf(*operand.getType())));
  while (auto *insertion = dyn_cast<InsertElementInst>(vector)) {
    auto *index = dyn_cast<ConstantInt>(insertion->getOperand(2));
    if (!index || index->getValue().uge(later.size()))
      break;
    const auto place = static_cast<unsigned>(index->getZExtValue());
    if (!later.test(place) && !isa<Constant>(insertion->getOperand(1))) {
      elements.differing += shapes.isUniform(*insertion->getOperand(1)) ? 0 : 1;
      ++elements.all;
    }
    later.set(place);
    vector = insertion->getOperand(0);
  }
  if (isa<Constant>(vector))
    return elements;
  const double others = static_cast<double>(later.size() - later.count());
  elements.differing += shapes.isUniform(*vector) ? 0 : others;
  elements.all += others;
  return elements;
}

/// Returns how many elements of the result of `instruction` are used.
double usedElements(const Instruction &instruction) {
  const double all = elementsOf(*instruction.getType());
  SmallBitVector used(static_cast<unsigned>(all));
  for (const User *user : instruction.users()) {
    auto *extraction = dyn_cast<ExtractElementInst>(user);
    auto *index = extraction ? dyn_cast<ConstantInt>(extraction->getIndexOperand()) : nullptr;
    if (!index || index->getValue().uge(used.size()))
      return all;
    used.set(static_cast<unsigned>(index->getZExtValue()));
  }
  return used.count();
}

/// Returns whether `instruction` calls an image function. It handles each coordinate separately, so what it computes
/// from uniform coordinates is computed once for all lanes.
bool isElementwiseImageCall(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return call && call->getCalledFunction() && isImageFunction(call->getCalledFunction()->getName());
}

/// Returns whether `instruction` only selects elements of vectors. This takes no time on packets, where each element is
/// a separate vector of lanes.
bool selectsElements(const Instruction &instruction) {
  if (const auto *extraction = dyn_cast<ExtractElementInst>(&instruction))
    return isa<ConstantInt>(extraction->getIndexOperand());
  return isa<ShuffleVectorInst>(instruction) ||
         (isa<InsertElementInst>(instruction) && isa<ConstantInt>(instruction.getOperand(2)));
}

} // namespace

bool PacketCost::walksColumns(Instruction &access, const Loop *loop, ScalarEvolution &evolution) const {
  const Value *pointer = getLoadStorePointerOperand(&access);
  return loop && isa<LoadInst>(access) && !shapes_.isUniform(*pointer) && !legality_.isScalarisedPerLane(access) &&
         plans_.of(access).kind == AccessKind::contiguous && crossesCacheLines(access, *loop, evolution);
}

namespace {

/// Returns whether `block` ends with a call that reports a fault, such as a bad access. The block then runs only if
/// there is a fault.
bool reportsFault(const BasicBlock &block) {
  const Instruction *end = block.getTerminator();
  const auto *call = end ? dyn_cast_or_null<CallInst>(end->getPrevNode()) : nullptr;
  return call && isCheckFunction(call->getCalledFunction()) && call->hasFnAttr(Attribute::Cold);
}

/// Returns whether `instruction` only checks for faults. The estimates leave such checks out: they take time with and
/// without packets, and don't show which of the two runs the kernel's own work more quickly.
bool isFaultCheck(const Instruction &instruction) {
  const auto asks = [](const User *user) {
    const auto *branch = dyn_cast<BranchInst>(user);
    return branch && any_of(branch->successors(), [](const BasicBlock *next) { return reportsFault(*next); });
  };
  if (reportsFault(*instruction.getParent()) || asks(&instruction))
    return true;
  return instruction.getType()->isIntegerTy(1) && !instruction.use_empty() && all_of(instruction.users(), asks);
}

} // namespace

bool isLibraryCall(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return call && !isa<IntrinsicInst>(call) && (!callee || !callee->getName().starts_with("weft."));
}

double cyclesForWorkItem(const Instruction &instruction, const TargetProfile::Cycles &cycles) {
  if (isa<PHINode, GetElementPtrInst, AllocaInst, DbgInfoIntrinsic, LifetimeIntrinsic, AssumeInst>(instruction) ||
      isFaultCheck(instruction))
    return 0;
  if (isa<LoadInst, StoreInst>(instruction))
    return cycles.scalarAccess;
  // Atomic updates of local memory become ordinary instructions (relax-local-atomics), because only one thread accesses
  // the local memory of a group.
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getPointerAddressSpace() == spirLocal ? cycles.scalarOperation : cycles.atomic;
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return exchange->getPointerAddressSpace() == spirLocal ? cycles.scalarOperation : cycles.atomic;
  const unsigned opcode = instruction.getOpcode();
  if (instruction.isIntDivRem() && isa<ConstantInt>(instruction.getOperand(1)))
    return cycles.divisionByConstant;
  if (instruction.isIntDivRem() || opcode == Instruction::FDiv || opcode == Instruction::FRem)
    return cycles.division;
  const auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (callee && functionBaseName(callee->getName()).starts_with("convert_"))
    return cycles.scalarOperation;
  if (callee && isImageFunction(callee->getName()) && !isFilteringFunction(callee->getName()))
    return cycles.texel;
  // Calls of Weft's primitives are cheap: work-items don't wait at barriers, and their ids are in registers.
  return isLibraryCall(instruction) ? cycles.function : cycles.scalarOperation;
}

/// Returns whether the old value of `update` is unused, and each lane loads the index of the element that it updates by
/// a scalar load (AccessPlans::loadsToRepeat). If not, each lane waits until its index is extracted from a vector. A
/// CPU that has begun the updates of the next lanes meanwhile may have to begin them again.
bool PacketCost::usesRepeatedLoad(const AtomicRMWInst &update) const {
  const auto *place = dyn_cast<GetElementPtrInst>(update.getPointerOperand());
  if (!update.use_empty() || !place || update.getPointerAddressSpace() != spirLocal ||
      !shapes_.isUniform(*place->getPointerOperand()))
    return false;
  const auto differs = [&](const Use &use) { return !shapes_.isUniform(*use); };
  const Instruction *part = place;
  for (unsigned length = 0; length < SearchLimits::index && part; ++length) {
    if (const auto *load = dyn_cast<LoadInst>(part))
      return load->isSimple() && !load->getType()->isVectorTy() && load->getParent() == update.getParent() &&
             plans_.of(*load).kind == AccessKind::contiguous;
    if (!isa<GetElementPtrInst, CastInst, BinaryOperator>(part) || count_if(part->operands(), differs) != 1)
      return false;
    part = dyn_cast<Instruction>(*find_if(part->operands(), differs));
  }
  return false;
}

double PacketCost::costForPacket(const Instruction &instruction) const {
  const PacketMapping &mapping = shapes_.mapping();
  if (mapping.isRowIndex(instruction) || mapping.isIndexInRow(instruction))
    return 0;                                                  // map-ids replaces these divisions by ids
  if (mapping.rowLength != 0 && mapping.isLaneId(instruction)) // and the linear id by the sum of a product and an id
    return 2 * cycles_.scalarOperation + 2 * cycles_.vectorOperation;
  const double alone = cyclesForWorkItem(instruction, cycles_);
  const bool takesLanes = any_of(instruction.operands(), [&](const Use &use) { return !shapes_.isUniform(*use); });
  if (alone == 0 || (shapes_.isUniform(instruction) && !takesLanes))
    return alone;
  const auto *update = dyn_cast<AtomicRMWInst>(&instruction);
  // One update and a reduction over the active lanes. If the old value is used, each lane also computes the sum of the
  // lanes before it. The reduction and this sum each take about as long as the check whether the lanes' elements are
  // contiguous.
  if (update && canCombineLanes(*update, shapes_))
    return alone + cycles_.contiguityCheck * (update->use_empty() ? 1 : 2);
  if (update && usesRepeatedLoad(*update))
    return legality_.width() * std::max(alone, cycles_.readModifyWrite);
  if (legality_.isScalarisedPerLane(instruction)) {
    Elements taken;
    for (const Use &operand : instruction.operands()) {
      const Elements elements = elementsOfOperand(*operand, shapes_);
      taken.differing += elements.differing;
      taken.all += operand->getType()->isVectorTy() ? elements.all : 0;
    }
    const double moves = cycles_.extractOrInsert * (taken.differing + usedElements(instruction));
    if (isElementwiseImageCall(instruction) && taken.differing < taken.all)
      return alone + legality_.width() * (alone * taken.differing / taken.all + moves);
    return legality_.width() * (alone + moves);
  }
  if (isa<LoadInst, StoreInst>(instruction))
    return plans_.of(instruction).cost(instruction);
  if (selectsElements(instruction))
    return 0;
  if (instruction.isIntDivRem()) {
    Value *divisor = instruction.getOperand(1);
    match(divisor, m_Select(m_Value(), m_One(), m_Value(divisor))); // guard-arithmetic selects 1 instead of 0
    if (isa<Constant>(divisor)) // the upper half of a product takes two multiplications of every other lane
      return 2 * alone * registersForPacket(*instruction.getType(), cycles_);
    return legality_.width() * elementsOf(*instruction.getType()) *
           (shapes_.isUniform(*divisor) ? cycles_.divisionByUniform : cycles_.divisionByVarying);
  }
  Type *type = instruction.getNumOperands() > 0 ? instruction.getOperand(0)->getType() : instruction.getType();
  return std::max(alone, cycles_.vectorOperation) *
         registersForPacket(type->isSized() ? *type : *instruction.getType(), cycles_);
}

double PacketCost::tripsOfPacket(const BasicBlock &block, const LoopInfo &loops) const {
  double trips = std::pow(guesses_.trips, loops.getLoopDepth(&block));
  for (const Loop *loop = loops.getLoopFor(&block); loop; loop = loop->getParentLoop())
    trips *= shapes_.hasDivergentExits(*loop) ? guesses_.divergentTripRatio : 1;
  return trips;
}

namespace {

/// How often a work-item runs each block.
class WorkItemTrips {
public:
  WorkItemTrips(Function &kernel, const LoopInfo &loops, double tripsOfLoop)
      : loops_(loops), tripsOfLoop_(tripsOfLoop), probabilities_(kernel, loops),
        frequencies_(kernel, probabilities_, loops) {}

  /// Only branches within the innermost loop around `block` count. Those around a loop mostly guard it against ids
  /// beyond the data, and nearly all work-items pass.
  double of(const BasicBlock &block) const {
    const Loop *loop = loops_.getLoopFor(&block);
    return loop ? std::pow(tripsOfLoop_, loop->getLoopDepth()) * shareOf(block, *loop->getHeader()) : 1;
  }

private:
  /// In how many of the times that a work-item runs `first` it runs `block`, too.
  double shareOf(const BasicBlock &block, const BasicBlock &first) const {
    return std::min(1.0, static_cast<double>(frequencies_.getBlockFreq(&block).getFrequency()) /
                             static_cast<double>(frequencies_.getBlockFreq(&first).getFrequency()));
  }

  const LoopInfo &loops_;
  const double tripsOfLoop_;
  const BranchProbabilityInfo probabilities_;
  const BlockFrequencyInfo frequencies_;
};

} // namespace

double PacketCost::cyclesOfPacket(const Function &kernel, const LoopInfo &loops) const {
  double cycles = 0;
  for (const BasicBlock &block : kernel) {
    const double trips = tripsOfPacket(block, loops);
    for (const Instruction &instruction : block)
      cycles += trips * costForPacket(instruction);
  }
  return cycles;
}

bool PacketCost::walksColumns(Function &kernel, const LoopInfo &loops, ScalarEvolution &evolution) const {
  return any_of(instructions(kernel), [&](Instruction &access) {
    return isa<LoadInst>(access) && walksColumns(access, loops.getLoopFor(access.getParent()), evolution);
  });
}

double PacketCost::latencyOf(ExitDependence wait) const {
  switch (wait) {
  case ExitDependence::none:
    return 0;
  case ExitDependence::vectorLoad:
    return cycles_.loadToMaskLatency;
  case ExitDependence::gather:
    return cycles_.gatherToMaskLatency;
  case ExitDependence::scatter:
    return cycles_.scatterToMaskLatency;
  }
  llvm_unreachable("no such dependence");
}

double PacketCost::carriedLatency(const Loop &loop) const {
  const BasicBlock *latch = loop.getLoopLatch();
  if (!latch)
    return 0;
  DenseMap<const Value *, double> readyAt;
  for (const PHINode &phi : loop.getHeader()->phis())
    readyAt[&phi] = 0;
  const auto latencyOf = [&](const Instruction &instruction) -> double {
    if (isa<PHINode, GetElementPtrInst, CastInst>(instruction))
      return 0;
    if (isa<LoadInst>(instruction))
      return !shapes_.isUniform(*getLoadStorePointerOperand(&instruction)) &&
                     !legality_.isScalarisedPerLane(instruction) &&
                     is_contained({AccessKind::gatherScatter, AccessKind::transposed}, plans_.of(instruction).kind)
                 ? latencies_.gather
                 : latencies_.load;
    const unsigned opcode = instruction.getOpcode();
    if (instruction.isIntDivRem() || opcode == Instruction::FDiv || opcode == Instruction::FRem)
      return latencies_.division;
    if (isLibraryCall(instruction))
      return latencies_.function;
    return latencies_.operation; // sums of floating-point numbers are jammed (unroll-and-jam)
  };
  for (const BasicBlock *block : loop.blocks()) // in reverse post-order
    for (const Instruction &instruction : *block) {
      std::optional<double> ready;
      for (const Value *operand : instruction.operand_values())
        if (const auto found = readyAt.find(operand); found != readyAt.end())
          ready = std::max(ready.value_or(0), found->second);
      if (ready)
        readyAt.try_emplace(&instruction, *ready + latencyOf(instruction));
    }
  double longest = 0;
  for (const PHINode &phi : loop.getHeader()->phis())
    longest = std::max(longest, readyAt.lookup(phi.getIncomingValueForBlock(latch)));
  return longest;
}

double PacketCost::cyclesOfWaits(const LoopInfo &loops) const {
  double waits = 0;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost())
      continue;
    double work = 0;
    for (const BasicBlock *block : loop->blocks())
      for (const Instruction &instruction : *block)
        work += costForPacket(instruction);
    waits += tripsOfPacket(*loop->getHeader(), loops) * std::max(0.0, carriedLatency(*loop) - work);
  }
  return waits;
}

PacketCost::Cycles PacketCost::estimate(Function &kernel, const LoopInfo &loops, ScalarEvolution &evolution) const {
  Cycles cycles{.packet = cyclesOfPacket(kernel, loops)};
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    const BasicBlock &header = *loop->getHeader();
    if (const ExitDependence wait = exitDependenceOf(*loop, shapes_, plans_); wait != ExitDependence::none)
      cycles.packet += tripsOfPacket(header, loops) * latencyOf(wait);
    if (selectsAddressByLoad(*loop, shapes_))
      cycles.workItems +=
          std::pow(guesses_.trips, loops.getLoopDepth(&header)) * legality_.width() * cycles_.branchMispredict;
  }
  const WorkItemTrips tripsOfItem(kernel, loops, guesses_.trips);
  for (BasicBlock &block : kernel) {
    // Lanes that may diverge run all blocks; a work-item runs only some.
    const bool isDivergent = shapes_.isDivergentBlock(block);
    const double trips = isDivergent ? tripsOfItem.of(block) : std::pow(guesses_.trips, loops.getLoopDepth(&block));
    for (Instruction &instruction : block) {
      // LLVM moves a uniform instruction out of the loop over work-items, so that it runs once. It can't if the
      // instruction is in a loop of the kernel.
      const bool isOnce = loops.getLoopDepth(&block) == 0 && shapes_.isUniform(instruction);
      const double alone = walksColumns(instruction, loops.getLoopFor(&block), evolution)
                               ? cycles_.cacheMiss
                               : cyclesForWorkItem(instruction, cycles_);
      cycles.workItems += trips * (isOnce ? 1 : legality_.width()) * alone;
    }
  }
  return cycles;
}

PacketCost::Cycles estimatePacketAt(Function &kernel, unsigned width, PacketMapping mapping, const LoopInfo &loops,
                                    ScalarEvolution &evolution, const BuiltinLibrary &builtins,
                                    const TargetProfile &profile) {
  const TargetProfile atWidth = profile.atWidth(width);
  const PacketShapes shapes(kernel, width, mapping);
  const PacketLegality legality(shapes, builtins, width);
  const AccessPlans plans(kernel, shapes, width, atWidth);
  const PacketCost cost(shapes, legality, plans, atWidth);
  PacketCost::Cycles cycles = cost.estimate(kernel, loops, evolution);
  cycles.packet += cost.cyclesOfWaits(loops);
  return cycles;
}

PacketEstimate estimatePacket(Function &kernel, const BuiltinLibrary &builtins, const TargetProfile &profile,
                              PacketMapping mapping) {
  const unsigned width = choosePacketWidth(kernel, profile, mapping);
  const TargetProfile atWidth = profile.atWidth(width);
  const PacketShapes shapes(kernel, width, mapping);
  const PacketLegality legality(shapes, builtins, width);
  const AccessPlans plans(kernel, shapes, width, atWidth);
  const DominatorTree dominators(kernel);
  return {PacketCost(shapes, legality, plans, atWidth).cyclesOfPacket(kernel, LoopInfo(dominators)), width};
}

} // namespace weft::compiler
