// How a packet executes one load or store, or several together: what the kinds of access share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/MemoryRecipe.h"

#include "analysis/Accesses.h"
#include "analysis/PacketShapes.h"
#include "recipes/AccessPlans.h"

using namespace llvm;

namespace weft::compiler {

void MemoryRecipe::emitStore(PacketMemory & /*memory*/, StoreInst & /*store*/, ActiveLanes /*running*/) const {
  llvm_unreachable("the recipe executes loads alone");
}

Value *MemoryRecipe::laneZeroValue(const PacketMemory &memory, IRBuilder<> &builder, Value *value,
                                   ActiveLanes running) const {
  const PacketShapes &shapes = plans_.shapes();
  if (running.includeLaneZero || shapes.isValidFromLaneZero(*value))
    return value;
  Value *lane = firstActiveLane(builder, running);
  return WidenedValues::advanceByLanes(builder, memory.values.valueInLane(builder, value, lane), lane,
                                       -shapes.strideOf(*value).value_or(0));
}

Value *firstActiveLane(IRBuilder<> &builder, ActiveLanes running) {
  if (running.includeLaneZero)
    return builder.getInt64(0);
  auto *lanes = cast<FixedVectorType>(running.mask->getType());
  Value *bits = builder.CreateBitCast(running.mask, builder.getIntNTy(lanes->getNumElements()));
  Value *first = builder.CreateIntrinsic(Intrinsic::cttz, {bits->getType()}, {bits, builder.getTrue()});
  return builder.CreateZExt(first, builder.getInt64Ty(), "first.lane");
}

Align elementAlignment(const Instruction &access) {
  return commonAlignment(getLoadStoreAlignment(&access),
                         access.getDataLayout().getTypeAllocSize(accessedType(access)->getScalarType()));
}

} // namespace weft::compiler
