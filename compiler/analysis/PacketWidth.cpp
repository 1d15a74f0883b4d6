// How many work-items a kernel's packets have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/PacketWidth.h"

#include <algorithm>
#include <bit>

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

} // namespace

bool usesOneDimension(const Function &kernel) {
  return none_of(instructions(kernel), [](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return call && localIdDimension(call->getCalledFunction()) > 0;
  });
}

unsigned choosePacketWidth(const Function &kernel, const TargetProfile &profile) {
  const auto [usual, widest] = profile.packets;
  const uint64_t row = fixedLocalSize(kernel)[0];
  if (row != 0 && row < usual)
    return std::max(2u, std::bit_ceil(static_cast<unsigned>(row)));
  // Rows that aren't whole packets leave lanes empty. In one dimension groups are seldom small.
  const bool fillsWide = row != 0 ? row % widest == 0 : usesOneDimension(kernel);
  return widest > usual && fillsWide && mostlyComputes(kernel, profile) ? widest : usual;
}

} // namespace weft::compiler
