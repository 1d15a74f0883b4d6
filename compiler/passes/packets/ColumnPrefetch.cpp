// In slow loops that go down the columns of a matrix, prefetches the rows that later iterations read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/ColumnPrefetch.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include "analysis/LoopCounters.h"
#include "builtins/archive/AddressSpaces.h"
#include "passes/packets/PrefetchAddressBuilder.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// Returns whether each iteration of `loop` moves `address` one row down a column. This holds if the address is
/// computed from a product of `counter` and a row width, and the row width is large or unknown. It also holds if the
/// address is a sum, one term is `counter`, and the counter's step is large or unknown. `ofCounter` has the
/// instructions that depend on the counter.
bool isColumnAddress(const Value &address, uint64_t elementBytes, const Loop &loop, const LoopCounter &counter,
                     const DenseSet<const Instruction *> &ofCounter, const TargetProfile::Prefetch &choice) {
  const auto isLong = [&](const Value *value, uint64_t least) {
    const auto *known = dyn_cast<ConstantInt>(value);
    return known ? known->getValue().uge(least) : loop.isLoopInvariant(value);
  };
  bool isSum = true;
  SmallSetVector<const Instruction *, 16> parts;
  const auto add = [&](const Value *part) {
    if (const auto *instruction = dyn_cast<Instruction>(part); instruction && ofCounter.contains(instruction))
      parts.insert(instruction);
  };
  add(&address);
  for (size_t next = 0; next < parts.size(); ++next) {
    const Instruction &part = *parts[next];
    if (part.getOpcode() == Instruction::Mul &&
        any_of(part.operands(), [&](const Value *operand) { return isLong(operand, choice.minColumnPitch); }))
      return true;
    isSum &=
        &part == counter.phi || isa<GetElementPtrInst, CastInst>(part) || match(&part, m_AddLike(m_Value(), m_Value()));
    // The search doesn't continue at the operands of loads and phis: only arithmetic on the counter counts.
    if (!isa<LoadInst, PHINode>(part))
      for (const Value *operand : part.operands())
        add(operand);
  }
  return isSum && isLong(counter.step, divideCeil(choice.minColumnPitchBytes, elementBytes));
}

/// Returns whether the loop stores to a private array, or atomically updates memory, at an address that depends on the
/// value of `load`.
bool selectsUpdatedElement(const LoadInst &load, const Loop &loop) {
  const DenseSet<const Instruction *> ofLoad = findDependents(load);
  const auto isOfLoad = [&](const Value *place) {
    const auto *instruction = dyn_cast<Instruction>(place);
    return instruction && ofLoad.contains(instruction);
  };
  return any_of(ofLoad, [&](const Instruction *instruction) {
    if (!loop.contains(instruction))
      return false;
    if (const auto *update = dyn_cast<AtomicRMWInst>(instruction))
      return isOfLoad(update->getPointerOperand());
    const auto *store = dyn_cast<StoreInst>(instruction);
    return store && isOfLoad(store->getPointerOperand()) &&
           isa<AllocaInst>(getUnderlyingObject(store->getPointerOperand()));
  });
}

/// Returns whether `instruction` loads from global memory, and the loaded value is the index of the element that each
/// lane then updates.
bool isUpdateIndexLoad(const Instruction &instruction, const Loop &loop) {
  const auto *load = dyn_cast<LoadInst>(&instruction);
  return load && load->isSimple() && load->getPointerAddressSpace() == spirGlobal && selectsUpdatedElement(*load, loop);
}

void prefetchColumnLoads(const Loop &loop, const TargetProfile::Prefetch &choice) {
  SmallVector<Instruction *> rows;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      if (isUpdateIndexLoad(instruction, loop))
        rows.push_back(&instruction);
  if (rows.empty())
    return;
  const DataLayout &layout = loop.getHeader()->getDataLayout();
  for (const LoopCounter &counter : findCounters(loop)) {
    const DenseSet<const Instruction *> ofCounter = findDependents(*counter.phi);
    for (Instruction *row : rows) {
      Value *address = getLoadStorePointerOperand(row);
      if (!isColumnAddress(*address, layout.getTypeStoreSize(row->getType()), loop, counter, ofCounter, choice))
        continue;
      IRBuilder<> builder(row);
      Value *ahead =
          builder.CreateMul(counter.step, ConstantInt::get(counter.step->getType(), choice.iterationDistance));
      if (Value *there =
              PrefetchAddressBuilder({*counter.phi, ofCounter, ahead, choice.maxAddressLength}, *row).make(*address))
        prefetch(*there, *row, choice.columnLocality);
    }
  }
}

} // namespace

void prefetchColumns(Function &kernel, TargetProfile::Prefetch choice) {
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost())
      prefetchColumnLoads(*loop, choice);
}

} // namespace weft::compiler
