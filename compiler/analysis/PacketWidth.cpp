// Chooses how many work-items a kernel's packets have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/PacketWidth.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include "analysis/CriticalPath.h"
#include "analysis/PacketTypes.h"
#include "analysis/RegisterPressure.h"
#include "codegen/CompileBudget.h"
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

double costOf(const Instruction &instruction, TargetProfile::ComputeBound computeBound) {
  return isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction) ? computeBound.operationsPerCall : 1;
}

bool isOfDoubles(const Instruction &instruction) {
  return instruction.getType()->getScalarType()->isDoubleTy() ||
         (instruction.getNumOperands() > 0 && instruction.getOperand(0)->getType()->getScalarType()->isDoubleTy());
}

/// Whether the kernel waits mostly for results of arithmetic. Such a kernel has much arithmetic for each memory access,
/// mostly of 32 bits. It has no memory accesses in loops, no variables in memory, no barriers, and only calls of
/// functions that do nothing but compute.
bool isComputeBound(const Function &kernel, const TargetProfile &profile) {
  const DominatorTree dominators(const_cast<Function &>(kernel));
  const LoopInfo loops(dominators);
  double work = 0, ofDoubles = 0, accesses = 0;
  for (const Instruction &instruction : instructions(kernel)) {
    const bool isLoop = loops.getLoopFor(instruction.getParent()) != nullptr;
    // Arguments and sizes are loaded once for all work-items, so their loads don't count.
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
      const double cost = costOf(instruction, profile.computeBound) * (isLoop ? profile.guesses.trips : 1);
      work += cost;
      ofDoubles += isOfDoubles(instruction) ? cost : 0;
    }
  }
  return work >= profile.computeBound.minOperationsPerAccess * accesses &&
         ofDoubles <= profile.computeBound.maxDoubleShare * work;
}

/// Whether `value` is a number that mostly differs between lanes: the result of an instruction, except for conditions
/// and for loads of arguments and sizes.
bool isPerLaneValue(const Value &value) {
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || instruction->hasMetadata(LLVMContext::MD_invariant_load))
    return false;
  const Type *type = value.getType()->getScalarType();
  return (type->isIntegerTy() || type->isFloatingPointTy()) && !type->isIntegerTy(1);
}

/// Finds the values that need an element of a register for each lane. These are floating-point values, values that are
/// stored, exchanged or passed to functions, and all values from which the former are computed. Indices and bounds of
/// loops don't count.
DenseSet<const Value *> findData(const Function &kernel) {
  DenseSet<const Value *> data;
  SmallVector<const Value *> work;
  const auto add = [&](const Value *value) {
    if (isPerLaneValue(*value) && data.insert(value).second)
      work.push_back(value);
  };
  for (const Instruction &instruction : instructions(kernel)) {
    if (instruction.getType()->isFPOrFPVectorTy())
      add(&instruction);
    if (isa<LifetimeIntrinsic, AssumeInst, DbgInfoIntrinsic>(instruction))
      continue;
    if (isa<CallBase>(instruction) || instruction.mayWriteToMemory())
      for (const Value *operand : instruction.operand_values())
        add(operand);
  }
  while (!work.empty()) {
    const auto *instruction = cast<Instruction>(work.pop_back_val());
    if (const auto *element = dyn_cast<ExtractElementInst>(instruction))
      add(element->getVectorOperand());
    else if (!isa<LoadInst>(instruction))
      for (const Value *operand : instruction->operand_values())
        add(operand);
  }
  return data;
}

/// Whether a packet of the usual width has more values alive at a time than the CPU has registers, because each value
/// fills two registers or more. False if a packet mostly waits for its own results: with two registers for each value,
/// the CPU computes one while the other waits.
bool exceedsRegisters(const Function &kernel, const TargetProfile &profile) {
  const DenseSet<const Value *> data = findData(kernel);
  const auto registers = [&](const Value &value) {
    return data.contains(&value) ? static_cast<unsigned>(registersForPacket(*value.getType(), profile.cycles)) : 0;
  };
  double all = 0, half = 0; // registers of all values, whether alive together or not
  for (const Value *value : data) {
    const double usual = registers(*value);
    all += usual;
    half += std::max(elementsOf(*value->getType()), usual / 2);
  }
  const auto most = static_cast<size_t>(profile.registers.count * profile.halfWidth.minPressure);
  if (half > all * profile.halfWidth.maxRegisterShare ||
      data.size() * kernel.size() > SearchLimits::valuesTimesBlocks || static_cast<size_t>(all) <= most ||
      maxRegisterPressure(kernel, registers) <= most)
    return false;
  const CriticalPath delays = criticalPathOf(kernel, data, profile);
  return delays.latency <= delays.throughput * profile.halfWidth.maxLatencyRatio;
}

/// Whether rows of `row` work-items fill most lanes of packets. The last packet of a row has empty lanes if the row
/// isn't a multiple of the width.
bool fillsMostLanes(uint64_t row, unsigned width, const TargetProfile::Rows &rows) {
  const uint64_t empty = (width - row % width) % width;
  return static_cast<double>(empty) <= rows.maxEmptyLaneShare * static_cast<double>(row);
}

/// The number of work-items of a row along which packets lie; 0 if it isn't known.
uint64_t rowOf(const Function &kernel, PacketMapping mapping) {
  return mapping.rowLength != 0 ? mapping.rowLength : fixedLocalSize(kernel)[mapping.dimension];
}

} // namespace

bool usesOneDimension(const Function &kernel, unsigned dimension) {
  return none_of(instructions(kernel), [&](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    const int used = call ? localIdDimension(call->getCalledFunction()) : -1;
    return used >= 0 && used != static_cast<int>(dimension);
  });
}

bool canRepartitionGroups(const Function &kernel) {
  return !kernel.hasFnAttribute(observesGroupsAttribute) && !kernel.hasFnAttribute(wideIndicesAttribute) &&
         !checksOf(kernel).any();
}

unsigned choosePacketWidth(const Function &kernel, const TargetProfile &profile, PacketMapping mapping) {
  const auto [usual, widest] = profile.packets;
  const uint64_t row = rowOf(kernel, mapping);
  if (row != 0 && row <= usual / 2)
    return std::max(2u, std::bit_ceil(static_cast<unsigned>(row)));
  if (profile.halfWidth.isProfitable && exceedsRegisters(kernel, profile))
    return usual / 2;
  return isComputeBound(kernel, profile) && allowsWidest(kernel, profile, mapping) ? widest : usual;
}

bool allowsWidest(const Function &kernel, const TargetProfile &profile, PacketMapping mapping) {
  const auto [usual, widest] = profile.packets;
  const uint64_t row = rowOf(kernel, mapping);
  // If the kernel uses only one dimension, its groups are rarely too short along it for wide packets.
  const bool fillsWide = row != 0 ? fillsMostLanes(row, widest, profile.rows)
                                  : usesOneDimension(kernel, mapping.dimension) || canRepartitionGroups(kernel);
  if (widest <= usual || !fillsWide)
    return false;
  const DenseSet<const Value *> data = findData(kernel);
  const TargetProfile::Cycles cycles = profile.atWidth(widest).cycles;
  const auto weigh = [&](const Value &value) {
    return data.contains(&value) ? static_cast<unsigned>(std::ceil(registersForPacket(*value.getType(), cycles))) : 0;
  };
  return maxRegisterPressure(kernel, weigh) <= profile.registers.count;
}

} // namespace weft::compiler
