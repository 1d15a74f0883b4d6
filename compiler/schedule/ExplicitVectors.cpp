// Decides whether single work-items, with the vectors of the kernel's source, use the CPU's registers better than
// packets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schedule/ExplicitVectors.h"

#include <algorithm>
#include <optional>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

#include "analysis/CacheLineReuse.h"
#include "analysis/PacketShapes.h"
#include "analysis/PacketTypes.h"
#include "codegen/TargetProfile.h"
#include "kernel/ConvergentOps.h"
#include "recipes/AccessPlans.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool hasConvergentOp(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, isConvergentOp); });
}

/// The number of registers that vectors of the kernel's source take. Vectors shorter than `minVectorBits` don't count.
struct Registers {
  double ofItem = 0;   ///< for a work-item that runs alone
  double ofPacket = 0; ///< for a packet, with the lanes of each element side by side

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

/// Whether `instruction` is a product that becomes one instruction together with the sum or difference that uses it.
bool fusesIntoSum(const Instruction &instruction) {
  if (instruction.getOpcode() != Instruction::FMul || !instruction.hasOneUse())
    return false;
  const unsigned opcode = cast<Instruction>(*instruction.user_begin())->getOpcode();
  return opcode == Instruction::FAdd || opcode == Instruction::FSub;
}

/// How often an iteration updates each vector element that the loop carries: the number of floating-point results that
/// the iteration computes, divided by the number of these elements; at least 1.
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

/// The cycles of spills in one iteration, if a loop carries `carried` registers from iteration to iteration. Each
/// register that the CPU lacks takes `move` cycles.
double cyclesOfSpills(double carried, double move, const TargetProfile &profile) {
  return move * std::max(0.0, carried - (profile.registers.count - profile.registers.operandRegisters));
}

/// The cycles that a work-item that runs alone takes for `load`. A load down a column (`isColumnLoad`) reads another
/// cache line in each iteration. Between two barriers such lines are few and stay in a near cache, where neighbouring
/// work-items find the other elements of each line.
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

/// Compares how long iterations of a kernel's loops take for single work-items and for packets.
class Comparison {
public:
  Comparison(Function &kernel, unsigned width, PacketMapping mapping, const TargetProfile &profile,
             ScalarEvolution &evolution)
      : width_(width), profile_(profile), evolution_(evolution), shapes_(kernel, width, mapping),
        plans_(kernel, shapes_, width, profile) {}

  /// Whether an iteration of `loop` takes less time if the work-items that would form a packet run one by one.
  /// `carried`: the registers that the loop carries from iteration to iteration.
  bool isQuickerByItems(const Loop &loop, const Registers &carried) const {
    const TargetProfile::Cycles &cycles = profile_.cycles;
    // Packets narrower than a register take fewer cycles to compute and to spill.
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
  /// The cycles of `load` for a packet. A volatile or atomic load whose address differs between lanes has no plan: each
  /// lane loads by itself.
  double cyclesForPacket(const LoadInst &load) const {
    if (!differs(load))
      return profile_.cycles.scalarAccess;
    return load.isSimple() ? plans_.of(load).cost(load) : width_ * profile_.cycles.scalarAccess;
  }

  const unsigned width_;
  const TargetProfile &profile_;
  ScalarEvolution &evolution_;
  const PacketShapes shapes_;
  const AccessPlans plans_;
};

} // namespace

bool areExplicitVectorsQuicker(Function &kernel, unsigned width, const TargetProfile &profile, PacketMapping mapping,
                               const LoopInfo &loops, ScalarEvolution &evolution) {
  std::optional<Comparison> comparison; // created on demand: few kernels carry so many registers
  return any_of(loops.getLoopsInPreorder(), [&](const Loop *loop) {
    const Registers carried = carriedBy(*loop, profile);
    if (carried.ofPacket <= profile.registers.count - profile.registers.operandRegisters || hasConvergentOp(*loop))
      return false;
    if (!comparison)
      comparison.emplace(kernel, width, mapping, profile, evolution);
    return comparison->isQuickerByItems(*loop, carried);
  });
}

} // namespace weft::compiler
