// Whether a work-item's own vectors make better use of the registers than lanes would.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/ExplicitVectors.h"

#include <algorithm>
#include <optional>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

#include "analysis/AccessPlans.h"
#include "analysis/CacheLineReuse.h"
#include "analysis/PacketShapes.h"
#include "analysis/PacketTypes.h"
#include "codegen/TargetProfile.h"
#include "kernel/ConvergentOps.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool hasConvergentOp(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, isConvergentOp); });
}

/// Registers of values that are vectors of a work-item's own, long enough to be worth one.
struct Registers {
  double ofItem = 0;   ///< of a work-item by itself
  double ofPacket = 0; ///< of a packet: the lanes of each element side by side

  void add(const Type &type, const TargetProfile &profile) {
    const auto *vector = dyn_cast<FixedVectorType>(&type);
    const uint64_t bits = vector ? uint64_t{vector->getNumElements()} * vector->getScalarSizeInBits() : 0;
    if (bits < profile.registers.minVectorBits)
      return;
    ofItem += static_cast<double>(divideCeil(bits, uint64_t{8} * profile.registers.bytes));
    ofPacket += registersForPacket(type, profile.cycles);
  }
};

Registers carriedBy(const Loop &loop, const TargetProfile &profile) {
  Registers carried;
  for (const PHINode &phi : loop.getHeader()->phis())
    carried.add(*phi.getType(), profile);
  return carried;
}

/// Whether a product becomes one instruction with the sum that it is part of.
bool fusesIntoSum(const Instruction &instruction) {
  if (instruction.getOpcode() != Instruction::FMul || !instruction.hasOneUse())
    return false;
  const unsigned opcode = cast<Instruction>(*instruction.user_begin())->getOpcode();
  return opcode == Instruction::FAdd || opcode == Instruction::FSub;
}

/// How often a trip computes a number for each element that it carries, at least once.
double updatesOf(const Loop &loop) {
  double computed = 0, carried = 0;
  for (const PHINode &phi : loop.getHeader()->phis())
    carried += phi.getType()->isVectorTy() ? elementsOf(*phi.getType()) : 0;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (isa<BinaryOperator, UnaryOperator, CallBase>(instruction) && instruction.getType()->isFPOrFPVectorTy() &&
          !fusesIntoSum(instruction))
        computed += elementsOf(*instruction.getType());
  return std::max(1.0, computed / carried);
}

/// What carried registers take that have no place in one of the CPU's, where each of them takes `move`.
double cyclesOfSpills(double carried, double move, const TargetProfile &profile) {
  return move * std::max(0.0, carried - (profile.registers.count - profile.registers.operandRegisters));
}

/// What a work-item by itself takes for `load`. Those that go down a column take another line with each trip; between
/// two barriers these are few, which stay in a near cache, and neighbours take the rest of them.
double cyclesOfLoad(const LoadInst &load, bool isColumnLoad, bool isBetweenBarriers,
                    const TargetProfile::Cycles &cycles) {
  if (!isColumnLoad)
    return cycles.scalarAccess;
  if (!isBetweenBarriers)
    return cycles.cacheMiss;
  constexpr double line = 64;
  const auto bytes = static_cast<double>(load.getDataLayout().getTypeStoreSize(load.getType()).getFixedValue());
  return std::max(cycles.scalarAccess, cycles.cacheMiss * std::min(1.0, bytes / line));
}

/// Compares trips through loops of one kernel.
class Comparison {
public:
  Comparison(Function &kernel, unsigned width, const TargetProfile &profile, ScalarEvolution &evolution)
      : width_(width), profile_(profile), evolution_(evolution), shapes_(kernel, width),
        plans_(kernel, shapes_, width, profile) {}

  /// Whether a packet's work-items take less by themselves for a trip through `loop`, which carries so many registers.
  bool isQuickerByItems(const Loop &loop, const Registers &carried) const {
    const TargetProfile::Cycles &cycles = profile_.cycles;
    // Packets narrower than a register compute and move less.
    const double filled = std::min(1.0, width_ / static_cast<double>(profile_.packets.usual));
    const double updates = updatesOf(loop);
    double ofItem = updates * (carried.ofItem * cycles.vectorOperation +
                               cyclesOfSpills(carried.ofItem, cycles.spill / 2, profile_));
    double ofPacket = updates * (carried.ofPacket * std::max(cycles.vectorOperation, cycles.floatOperation * filled) +
                                 cyclesOfSpills(carried.ofPacket, cycles.spill * filled, profile_));
    const bool isBetweenBarriers = hasConvergentOp(*loop.getOutermostLoop());
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &instruction : *block)
        if (const auto *load = dyn_cast<LoadInst>(&instruction)) {
          ofItem += cyclesOfLoad(*load, isColumnLoad(*load, loop), isBetweenBarriers, cycles);
          ofPacket += cyclesForPacket(*load);
        }
    return width_ * ofItem < ofPacket;
  }

private:
  bool differs(const LoadInst &load) const { return !shapes_.isUniform(*load.getPointerOperand()); }
  bool isColumnLoad(const LoadInst &load, const Loop &loop) const {
    return differs(load) && crossesCacheLines(load, loop, evolution_);
  }
  /// Volatile and atomic loads that differ have no plan: each lane makes its own.
  double cyclesForPacket(const LoadInst &load) const {
    if (!differs(load))
      return profile_.cycles.scalarAccess;
    return load.isSimple() ? plans_.of(load).cycles : width_ * profile_.cycles.scalarAccess;
  }

  const unsigned width_;
  const TargetProfile &profile_;
  ScalarEvolution &evolution_;
  const PacketShapes shapes_;
  const AccessPlans plans_;
};

} // namespace

bool areExplicitVectorsQuicker(Function &kernel, unsigned width, const TargetProfile &profile, const LoopInfo &loops,
                               ScalarEvolution &evolution) {
  std::optional<Comparison> comparison; // few kernels carry so much
  return any_of(loops.getLoopsInPreorder(), [&](const Loop *loop) {
    const Registers carried = carriedBy(*loop, profile);
    if (carried.ofPacket <= profile.registers.count - profile.registers.operandRegisters || hasConvergentOp(*loop))
      return false;
    if (!comparison)
      comparison.emplace(kernel, width, profile, evolution);
    return comparison->isQuickerByItems(*loop, carried);
  });
}

} // namespace weft::compiler
