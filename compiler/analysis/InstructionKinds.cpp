// Tells apart the instructions that packets run in different ways, by the instruction alone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/InstructionKinds.h"

#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft::compiler {

bool isElementwise(const Instruction &instruction) {
  return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, FreezeInst, GetElementPtrInst>(instruction);
}

bool isVectorOperation(const Instruction &instruction) {
  const auto isVector = [](const Type *type) { return type->isVectorTy(); };
  return isa<InsertElementInst, ExtractElementInst, ShuffleVectorInst>(instruction) ||
         (isa<BitCastInst>(instruction) &&
          (isVector(instruction.getType()) || isVector(instruction.getOperand(0)->getType())));
}

bool needsPerLaneAccess(const Instruction &instruction) { return instruction.isAtomic() || instruction.isVolatile(); }

bool isMarker(const Instruction &instruction) {
  return isa<LifetimeIntrinsic, AssumeInst, DbgInfoIntrinsic, NoAliasScopeDeclInst>(instruction);
}

bool isPrefetch(const Instruction &instruction) {
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic && intrinsic->getIntrinsicID() == Intrinsic::prefetch;
}

} // namespace weft::compiler
