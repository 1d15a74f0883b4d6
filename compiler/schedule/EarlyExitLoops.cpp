// Finds loops whose loaded data decide when they end. Work-items may run such loops quicker one by one than as a
// packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schedule/EarlyExitLoops.h"

#include <cstdint>
#include <optional>

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

#include "analysis/PacketShapes.h"
#include "codegen/CompileBudget.h"
#include "recipes/AccessPlans.h"

using namespace llvm;

namespace weft::compiler {

namespace {

const Value *conditionOf(const BasicBlock &block) {
  const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  return branch && branch->isConditional() ? branch->getCondition() : nullptr;
}

/// Finds the loads of a loop from which given values are computed, in the same iteration or in earlier ones. Follows
/// only operands that differ between lanes.
class LoadOrigins {
public:
  /// Whether the search follows the conditions of branches whose paths join at a phi, as well as the values that the
  /// phi joins.
  enum class Follow { values, valuesAndConditions };

  LoadOrigins(ArrayRef<const Value *> values, const Loop &loop, const PacketShapes &shapes,
              Follow follow = Follow::valuesAndConditions)
      : loop_(loop), shapes_(shapes), follow_(follow), worklist_(values) {
    // The values that were found first come first: they are nearest to the given ones, if the limit ends the search.
    for (size_t next = 0; next < worklist_.size() && seen_.size() < SearchLimits::index; ++next)
      look(*worklist_[next]);
  }

  ArrayRef<const LoadInst *> loads() const { return loads_; }
  /// The conditions that choose between values on the way from the loads: those of selects, and of branches whose paths
  /// join at phis.
  ArrayRef<const Value *> choices() const { return choices_; }

private:
  void look(const Value &value) {
    const auto *part = dyn_cast<Instruction>(&value);
    if (!part || !loop_.contains(part) || shapes_.isUniform(*part) || !seen_.insert(part).second)
      return;
    if (const auto *load = dyn_cast<LoadInst>(part)) {
      loads_.push_back(load);
      return;
    }
    append_range(worklist_, part->operand_values());
    if (const auto *select = dyn_cast<SelectInst>(part))
      choices_.push_back(select->getCondition());
    else if (const auto *join = dyn_cast<PHINode>(part);
             join && join->getParent() != loop_.getHeader() && follow_ == Follow::valuesAndConditions)
      addPhiConditions(*join);
  }

  /// Adds the conditions of the branches whose paths join at `join`. They choose nothing if only one path brings a
  /// value.
  void addPhiConditions(const PHINode &join) {
    if (count_if(join.incoming_values(), [](const Use &brought) { return !isa<UndefValue>(brought); }) < 2)
      return;
    for (const BasicBlock *from : join.blocks()) {
      const BasicBlock *before = from->getSinglePredecessor();
      if (const Value *condition = conditionOf(before && !conditionOf(*from) ? *before : *from)) {
        choices_.push_back(condition);
        worklist_.push_back(condition);
      }
    }
  }

  const Loop &loop_;
  const PacketShapes &shapes_;
  const Follow follow_;
  SmallVector<const Value *> worklist_;
  SmallPtrSet<const Value *, 16> seen_;
  SmallVector<const LoadInst *, 4> loads_;
  SmallVector<const Value *, 4> choices_;
};

/// Whether the address of `load` doesn't depend on what `loop` loads. A CPU that predicts the loop's branches then
/// starts the load of the next iteration before it has the data of this one.
bool isAddressKnownAhead(const LoadInst &load, const Loop &loop, const PacketShapes &shapes) {
  return LoadOrigins(load.getPointerOperand(), loop, shapes, LoadOrigins::Follow::values).loads().empty();
}

/// The loads from which the exit conditions of `loop` are computed.
SmallVector<const LoadInst *, 4> loadsForExits(const Loop &loop, const PacketShapes &shapes) {
  SmallVector<BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  SmallVector<const Value *> conditions;
  for (const BasicBlock *from : exiting)
    if (const Value *condition = conditionOf(*from))
      conditions.push_back(condition);
  return SmallVector<const LoadInst *, 4>(LoadOrigins(conditions, loop, shapes).loads());
}

/// Whether `access`, a load or store, may be a gather or scatter, for which each lane has an address of its own.
bool mayGatherOrScatter(const Instruction &access, const PacketShapes &shapes, const AccessPlans &plans) {
  using enum AccessKind;
  if (shapes.isUniform(*getLoadStorePointerOperand(&access)))
    return false;
  return is_contained({gatherScatter, transposed, contiguousIfChecked}, plans.of(access).kind);
}

/// Whether `loop` stores to a private array from which one of `loads` reads, where the load may be a gather and the
/// store a scatter.
bool readsStoredPrivateArray(ArrayRef<const LoadInst *> loads, const Loop &loop, const PacketShapes &shapes,
                             const AccessPlans &plans) {
  SmallPtrSet<const Value *, 4> arrays;
  for (const LoadInst *load : loads) {
    const Value *array = getUnderlyingObject(load->getPointerOperand());
    if (load->isSimple() && isa<AllocaInst>(array) && mayGatherOrScatter(*load, shapes, plans))
      arrays.insert(array);
  }
  return !arrays.empty() && any_of(loop.blocks(), [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &instruction) {
      const auto *store = dyn_cast<StoreInst>(&instruction);
      return store && store->isSimple() && arrays.contains(getUnderlyingObject(store->getPointerOperand())) &&
             mayGatherOrScatter(*store, shapes, plans);
    });
  });
}

} // namespace

ExitDependence exitDependenceOf(const Loop &loop, const PacketShapes &shapes, const AccessPlans &plans) {
  if (!loop.isInnermost() || !shapes.hasDivergentExits(loop))
    return ExitDependence::none;
  const SmallVector<const LoadInst *, 4> loads = loadsForExits(loop, shapes);
  if (readsStoredPrivateArray(loads, loop, shapes, plans))
    return ExitDependence::scatter;
  ExitDependence dependence = ExitDependence::none;
  for (const LoadInst *load : loads) {
    if (!load->isSimple() || shapes.isUniform(*load->getPointerOperand()) || !isAddressKnownAhead(*load, loop, shapes))
      continue;
    if (mayGatherOrScatter(*load, shapes, plans))
      return ExitDependence::gather;
    dependence = ExitDependence::vectorLoad;
  }
  return dependence;
}

bool selectsAddressByLoad(const Loop &loop, const PacketShapes &shapes) {
  if (!loop.isInnermost())
    return false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      const auto *load = dyn_cast<LoadInst>(&instruction);
      if (!load)
        continue;
      const LoadOrigins places(load->getPointerOperand(), loop, shapes);
      if (any_of(places.choices(),
                 [&](const Value *choice) { return !LoadOrigins(choice, loop, shapes).loads().empty(); }))
        return true;
    }
  return false;
}

} // namespace weft::compiler
