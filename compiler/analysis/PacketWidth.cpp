// How many work-items a kernel's packets have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/PacketWidth.h"

#include <algorithm>
#include <bit>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include "codegen/TargetProfile.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool isArithmetic(const Instruction &instruction) {
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return localIdDimension(call->getCalledFunction()) < 0;
  return isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst>(instruction);
}

double costOf(const Instruction &instruction, TargetProfile::Computing computing) {
  return isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction) ? computing.function : 1;
}

bool isOfDoubles(const Instruction &instruction) {
  return instruction.getType()->getScalarType()->isDoubleTy() ||
         (instruction.getNumOperands() > 0 && instruction.getOperand(0)->getType()->getScalarType()->isDoubleTy());
}

/// Whether there is little to wait for but results of arithmetic: much of that, mostly of 32 bits, for each access to
/// memory; no such access in loops, no variables in memory, no barriers, no functions that do more than compute.
bool mostlyComputes(const Function &kernel, const TargetProfile &profile) {
  const DominatorTree dominators(const_cast<Function &>(kernel));
  const LoopInfo loops(dominators);
  double work = 0, ofDoubles = 0, accesses = 0;
  for (const Instruction &instruction : instructions(kernel)) {
    const bool isLoop = loops.getLoopFor(instruction.getParent()) != nullptr;
    // Arguments and sizes are loaded once for all.
    if (isa<DbgInfoIntrinsic, LifetimeIntrinsic, AssumeInst>(instruction) ||
        instruction.hasMetadata(LLVMContext::MD_invariant_load))
      continue;
    if (isa<AllocaInst>(instruction))
      return false;
    if (instruction.mayReadOrWriteMemory()) {
      if (isLoop || !getLoadStorePointerOperand(&instruction))
        return false;
      accesses += 1;
    } else if (isArithmetic(instruction)) {
      const double cost = costOf(instruction, profile.computing) * (isLoop ? profile.guesses.trips : 1);
      work += cost;
      ofDoubles += isOfDoubles(instruction) ? cost : 0;
    }
  }
  return work >= profile.computing.leastShare * accesses && ofDoubles <= profile.computing.doubles * work;
}

/// A number that is computed, or loaded as no argument is: lanes mostly have one each.
bool isOwnNumber(const Value &value) {
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || instruction->hasMetadata(LLVMContext::MD_invariant_load))
    return false;
  const Type *type = value.getType()->getScalarType();
  return (type->isIntegerTy() || type->isFloatingPointTy()) && !type->isIntegerTy(1);
}

using Numbers = SmallPtrSet<const Value *, 32>;

/// Goes back through the block from what is needed behind it to what is needed before it. The most on the way.
size_t goBack(const BasicBlock &block, Numbers &needed) {
  size_t most = needed.size();
  for (const Instruction &instruction : reverse(block)) {
    needed.erase(&instruction);
    if (!isa<PHINode>(instruction))
      for (const Value *operand : instruction.operand_values())
        if (isOwnNumber(*operand))
          needed.insert(operand);
    most = std::max<size_t>(most, needed.size());
  }
  return most;
}

/// How many numbers a work-item has at a time, at most.
size_t mostNumbersAtOnce(const Function &kernel) {
  DenseMap<const BasicBlock *, Numbers> atStarts;
  size_t most = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const BasicBlock *block : post_order(&kernel)) {
      Numbers needed;
      for (const BasicBlock *next : successors(block)) {
        needed.insert_range(atStarts[next]);
        for (const PHINode &phi : next->phis())
          if (const Value *value = phi.getIncomingValueForBlock(block); isOwnNumber(*value))
            needed.insert(value);
      }
      most = std::max(most, goBack(*block, needed));
      Numbers &known = atStarts[block];
      changed |= known.size() != needed.size();
      known = std::move(needed);
    }
  }
  return most;
}

/// Rows that aren't whole packets leave lanes of their last one empty.
bool leavesFewEmpty(uint64_t row, unsigned width, const TargetProfile::Rows &rows) {
  const uint64_t empty = (width - row % width) % width;
  return static_cast<double>(empty) <= rows.mostEmpty * static_cast<double>(row);
}

} // namespace

bool usesOneDimension(const Function &kernel) {
  return none_of(instructions(kernel), [](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return call && localIdDimension(call->getCalledFunction()) > 0;
  });
}

bool mayBeCutAnew(const Function &kernel) {
  return !kernel.hasFnAttribute(observesGroupsAttribute) && !kernel.hasFnAttribute(wideIndicesAttribute) &&
         !checksOf(kernel).any();
}

unsigned choosePacketWidth(const Function &kernel, const TargetProfile &profile) {
  const auto [usual, widest] = profile.packets;
  const uint64_t row = fixedLocalSize(kernel)[0];
  if (row != 0 && row < usual)
    return std::max(2u, std::bit_ceil(static_cast<unsigned>(row)));
  // In one dimension groups are seldom small.
  const bool fillsWide =
      row != 0 ? leavesFewEmpty(row, widest, profile.rows) : usesOneDimension(kernel) || mayBeCutAnew(kernel);
  if (widest <= usual || !fillsWide || !mostlyComputes(kernel, profile))
    return usual;
  return mostNumbersAtOnce(kernel) * (widest / usual) <= profile.registers.count ? widest : usual;
}

} // namespace weft::compiler
