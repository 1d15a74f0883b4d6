// Asks for the rows to come of columns that work-items walk down, where each row takes long.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/ColumnPrefetch.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include "builtins/archive/AddressSpaces.h"
#include "passes/packets/AddressAhead.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The number of the trip, from wherever on: an integer that grows by one.
PHINode *findCounter(const Loop &loop) {
  const BasicBlock *latch = loop.getLoopLatch();
  if (!latch)
    return nullptr;
  for (PHINode &phi : loop.getHeader()->phis())
    if (phi.getType()->isIntegerTy() &&
        match(phi.getIncomingValueForBlock(latch),
              PatternMatch::m_c_Add(PatternMatch::m_Specific(&phi), PatternMatch::m_One())))
      return &phi;
  return nullptr;
}

/// Whether the address is computed from a product of the counter, which `ofCounter` depend on, and a width that lets
/// rows lie far apart, or isn't known.
bool goesDownAColumn(const Value &address, const Loop &loop, const DenseSet<const Instruction *> &ofCounter,
                     uint64_t farApart) {
  const auto isWidth = [&](const Value *value) {
    const auto *known = dyn_cast<ConstantInt>(value);
    return known ? known->getValue().uge(farApart) : loop.isLoopInvariant(value);
  };
  SmallSetVector<const Instruction *, 16> parts;
  const auto add = [&](const Value *part) {
    if (const auto *instruction = dyn_cast<Instruction>(part); instruction && ofCounter.contains(instruction))
      parts.insert(instruction);
  };
  add(&address);
  for (size_t next = 0; next < parts.size(); ++next) {
    const Instruction &part = *parts[next];
    if (part.getOpcode() == Instruction::Mul && any_of(part.operands(), isWidth))
      return true;
    // What is loaded, or kept from an earlier trip, is no part of where a row lies.
    if (!isa<LoadInst, PHINode>(part))
      for (const Value *operand : part.operands())
        add(operand);
  }
  return false;
}

/// Whether a private array is written at a place that the loaded value says.
bool choosesPrivateElement(const LoadInst &load, const Loop &loop) {
  const DenseSet<const Instruction *> ofLoad = findDependents(load);
  return any_of(ofLoad, [&](const Instruction *instruction) {
    const auto *store = dyn_cast<StoreInst>(instruction);
    if (!store || !loop.contains(store))
      return false;
    const auto *place = dyn_cast<Instruction>(store->getPointerOperand());
    return place && isa<AllocaInst>(getUnderlyingObject(place)) && ofLoad.contains(place);
  });
}

/// The row's piece of a column, by whose value lane after lane does something.
bool isSlowRow(const Instruction &instruction, const Loop &loop) {
  const auto *load = dyn_cast<LoadInst>(&instruction);
  return load && load->isSimple() && load->getPointerAddressSpace() == spirGlobal && choosesPrivateElement(*load, loop);
}

void prefetchRows(const Loop &loop, const TargetProfile::Prefetch &choice) {
  PHINode *counter = findCounter(loop);
  if (!counter)
    return;
  const DenseSet<const Instruction *> ofCounter = findDependents(*counter);
  SmallVector<Instruction *> rows;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      if (isSlowRow(instruction, loop) &&
          goesDownAColumn(*getLoadStorePointerOperand(&instruction), loop, ofCounter, choice.farApart))
        rows.push_back(&instruction);
  for (Instruction *row : rows)
    if (Value *address = AddressAhead({*counter, ofCounter, choice.tripsAhead, choice.longestAddress}, *row)
                             .make(*getLoadStorePointerOperand(row)))
      prefetch(*address, *row, choice.localityOfColumns);
}

} // namespace

void prefetchColumns(Function &kernel, TargetProfile::Prefetch choice) {
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost())
      prefetchRows(*loop, choice);
}

} // namespace weft::compiler
