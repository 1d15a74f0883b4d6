// Decides whether vectors of OpenCL C are better left whole than split for packets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schedule/WholeVectors.h"

#include <algorithm>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include "analysis/InstructionKinds.h"
#include "analysis/PacketShapes.h"
#include "codegen/TargetProfile.h"
#include "kernel/ConvergentOps.h"
#include "recipes/AccessPlans.h"
#include "schedule/PacketCost.h"
#include "schedule/PacketLegality.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns the length of the longest vector that `instruction` takes or returns, in registers. It is less than 1 for a
/// short vector, and 0 if there is no vector.
double registersOf(const Instruction &instruction, const TargetProfile &profile) {
  const auto of = [&](const Type *type) {
    const auto *vector = dyn_cast<FixedVectorType>(type);
    const unsigned bits = vector ? vector->getNumElements() * vector->getScalarSizeInBits() : 0;
    return bits / (8.0 * profile.registers.bytes);
  };
  double most = of(instruction.getType());
  for (const Value *operand : instruction.operands())
    most = std::max(most, of(operand->getType()));
  return most;
}

bool isVectorAccess(const Instruction &instruction) {
  return isa<LoadInst, StoreInst>(instruction) && getLoadStoreType(&instruction)->isVectorTy();
}

/// If a packet transposes the vectors that `instruction` loads or stores, returns the cycles that transposing takes;
/// else returns 0.
double transposeCycles(Instruction &instruction, unsigned width, const PacketShapes &shapes, const AccessPlans &plans,
                       const TargetProfile &profile) {
  const Value *pointer = getLoadStorePointerOperand(&instruction);
  if (!isVectorAccess(instruction) || shapes.isUniform(*pointer) || needsPerLaneAccess(instruction) ||
      !plans.of(instruction).transposes())
    return 0;
  return std::max(0.0, plans.of(instruction).cost(instruction) - width * profile.cycles.scalarAccess);
}

/// Returns whether `instruction` is an integer with a constant stride between work-items, as addresses have.
bool isStridedInteger(const Instruction &instruction, const PacketShapes &shapes) {
  return instruction.getType()->isIntegerTy() && shapes.strideOf(instruction).has_value();
}

/// Returns the cycles of `instruction` for a single work-item with whole vectors. They are 0 for a uniform value, which
/// is computed once.
double cyclesWithoutPackets(const Instruction &instruction, const PacketShapes &shapes, const TargetProfile &profile) {
  if (instruction.isTerminator() || isStridedInteger(instruction, shapes) ||
      (!instruction.getType()->isVoidTy() && shapes.isUniform(instruction)))
    return 0;
  const double registers = registersOf(instruction, profile);
  const double alone = cyclesForWorkItem(instruction, profile.cycles);
  if (registers == 0 || alone == 0)
    return alone;
  // A CPU has more ports for integer operations on half a register than for other vector operations, and only one port
  // for permutations.
  const bool isPermutation = isa<ShuffleVectorInst, InsertElementInst, ExtractElementInst>(instruction);
  const bool isShort = registers <= 0.5 && instruction.getType()->isIntOrIntVectorTy();
  const double operation = profile.cycles.vectorOperation * (isPermutation ? 2 : 1);
  return (isShort && !isPermutation ? alone : std::max(alone, operation)) * std::max(1.0, registers);
}

} // namespace

bool areWholeVectorsQuicker(Function &kernel, const LoopInfo &loops, unsigned width, PacketMapping mapping,
                            const BuiltinLibrary &builtins, const TargetProfile &profile) {
  if (!loops.empty() || none_of(instructions(kernel), isVectorAccess) || any_of(instructions(kernel), isLibraryCall) ||
      any_of(instructions(kernel), isConvergentOp))
    return false;
  const PacketShapes shapes(kernel, width, mapping);
  const AccessPlans plans(kernel, shapes, width, profile);
  double transposing = 0, alone = 0;
  for (Instruction &instruction : instructions(kernel)) {
    transposing += transposeCycles(instruction, width, shapes, plans, profile);
    alone += cyclesWithoutPackets(instruction, shapes, profile);
  }
  if (transposing == 0)
    return false;
  // Only one port of the CPU permutes vectors, but the estimates of AccessPlans assume two. The kernel has no other
  // work that the CPU could do meanwhile, so the time of transposing counts twice.
  const PacketLegality legality(shapes, builtins, width);
  const double packet = PacketCost(shapes, legality, plans, profile).cyclesOfPacket(kernel, loops) + transposing;
  return width * alone < packet;
}

} // namespace weft::compiler
