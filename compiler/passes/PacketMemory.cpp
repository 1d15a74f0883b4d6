// The loads and stores of a packet: one access for its lanes where they lie one behind the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/PacketMemory.h"

#include "llvm/IR/InstrTypes.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "analysis/PacketShapes.h"
#include "passes/PacketValues.h"
#include "passes/WorkItemFunctions.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The number of the first lane that runs.
Value *firstRunning(IRBuilder<> &builder, RunningLanes running) {
  if (running.includeLaneZero)
    return builder.getInt64(0);
  auto *lanes = cast<FixedVectorType>(running.mask->getType());
  Value *bits = builder.CreateBitCast(running.mask, builder.getIntNTy(lanes->getNumElements()));
  Value *first = builder.CreateIntrinsic(Intrinsic::cttz, {bits->getType()}, {bits, builder.getTrue()});
  return builder.CreateZExt(first, builder.getInt64Ty(), "first.lane");
}

/// Memory holds vectors of `type` without gaps.
bool isDense(const DataLayout &layout, Type *type) {
  return layout.typeSizeEqualsStoreSize(type) && layout.getTypeStoreSize(type) == layout.getTypeAllocSize(type);
}

} // namespace

Value *PacketMemory::firstLane(IRBuilder<> &builder, Value *value, RunningLanes running) const {
  if (running.includeLaneZero || shapes_.isAnchored(*value))
    return value;
  Value *lane = firstRunning(builder, running);
  return PacketValues::addSteps(builder, values_.valueInLane(builder, value, lane), lane, -*shapes_.strideOf(*value));
}

Value *PacketMemory::consecutiveAddress(IRBuilder<> &builder, Value *pointer, Type *type, RunningLanes running,
                                        bool &isReversed) const {
  const DataLayout &layout = builder.GetInsertBlock()->getDataLayout();
  std::optional<int64_t> stride = shapes_.strideOf(*pointer);
  const auto size = static_cast<int64_t>(layout.getTypeAllocSize(type).getFixedValue());
  if (!stride || (*stride != size && *stride != -size) || !isDense(layout, type))
    return nullptr;
  isReversed = *stride < 0;
  Value *first = firstLane(builder, pointer, running);
  return isReversed ? builder.CreateGEP(type, first, builder.getInt64(-static_cast<int64_t>(values_.width() - 1)))
                    : first;
}

bool PacketMemory::mayBeConsecutive(const Value &pointer) const {
  constexpr unsigned mostSteps = 32;
  SmallPtrSet<const Value *, 16> seen;
  SmallVector<const Value *> worklist = {&pointer};
  while (!worklist.empty()) {
    const Value *value = worklist.pop_back_val();
    if (shapes_.isUniform(*value) || shapes_.strideOf(*value) || !seen.insert(value).second)
      continue;
    auto *instruction = cast<Instruction>(value);
    auto *call = dyn_cast<CallBase>(instruction);
    if (seen.size() > mostSteps || (call && !call->doesNotAccessMemory()) ||
        (!call && !isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst, GetElementPtrInst, PHINode>(value)))
      return false;
    // An id times a width that isn't known: the lanes are as far apart as the rows of a matrix.
    if (instruction->getOpcode() == Instruction::Mul &&
        any_of(instruction->operands(), [&](const Use &use) { return shapes_.strideOf(*use).value_or(0) != 0; }))
      return false;
    for (const Use &operand : instruction->operands())
      worklist.push_back(operand);
  }
  return true;
}

Value *PacketMemory::chooseByAddress(Instruction &access, Value *pointer, Type *type, RunningLanes running,
                                     function_ref<Value *(IRBuilder<> &, Value *)> together,
                                     function_ref<Value *(IRBuilder<> &)> apart) const {
  IRBuilder<> builder(&access);
  Value *addresses = values_.lanes(builder, pointer);
  Value *lane = firstRunning(builder, running);
  Value *first = builder.CreateExtractElement(addresses, lane);
  first = builder.CreateGEP(type, first, builder.CreateNeg(lane), "first");
  Value *steps = builder.CreateStepVector(values_.laneType(builder.getInt64Ty()));
  Value *inLine = builder.CreateICmpEQ(addresses, builder.CreateGEP(type, first, steps), "in.line");
  // Lanes that don't run have addresses that nobody has computed.
  Value *areConsecutive =
      builder.CreateAndReduce(builder.CreateSelect(running.mask, inLine, Constant::getAllOnesValue(inLine->getType())));

  Instruction *ifSo = nullptr, *ifNot = nullptr;
  SplitBlockAndInsertIfThenElse(areConsecutive, &access, &ifSo, &ifNot);
  builder.SetInsertPoint(ifSo);
  Value *joint = together(builder, first);
  builder.SetInsertPoint(ifNot);
  Value *separate = apart(builder);
  if (!joint)
    return nullptr;
  builder.SetInsertPoint(&access);
  PHINode *result = builder.CreatePHI(joint->getType(), 2, access.getName() + ".lanes");
  result->addIncoming(joint, ifSo->getParent());
  result->addIncoming(separate, ifNot->getParent());
  return result;
}

Value *PacketMemory::load(LoadInst &load, RunningLanes running) const {
  IRBuilder<> builder(&load);
  Value *pointer = load.getPointerOperand();
  VectorType *type = values_.laneType(load.getType());
  const auto loadTogether = [&](IRBuilder<> &place, Value *address, Value *mask) {
    return place.CreateMaskedLoad(type, address, load.getAlign(), mask, PoisonValue::get(type),
                                  load.getName() + ".lanes");
  };
  const auto gather = [&](IRBuilder<> &place) {
    return place.CreateMaskedGather(type, values_.lanes(place, pointer), load.getAlign(), running.mask,
                                    PoisonValue::get(type), load.getName() + ".lanes");
  };
  if (shapes_.strideOf(*pointer) == 0) {
    Instruction *one = load.clone();
    one->setOperand(0, firstLane(builder, pointer, running));
    return builder.CreateVectorSplat(values_.width(), builder.Insert(one));
  }
  bool isReversed = false;
  if (Value *address = consecutiveAddress(builder, pointer, load.getType(), running, isReversed)) {
    if (!isReversed)
      return loadTogether(builder, address, running.mask);
    return builder.CreateVectorReverse(loadTogether(builder, address, builder.CreateVectorReverse(running.mask)));
  }
  if (!shapes_.strideOf(*pointer) && isDense(load.getDataLayout(), load.getType()) && mayBeConsecutive(*pointer)) {
    values_.remark(load, "looks whether elements lie one behind the other, or gathers them");
    return chooseByAddress(
        load, pointer, load.getType(), running,
        [&](IRBuilder<> &place, Value *first) { return loadTogether(place, first, running.mask); }, gather);
  }
  values_.remark(load, "gathers elements that don't lie one behind the other");
  return gather(builder);
}

void PacketMemory::store(StoreInst &store, RunningLanes running) const {
  IRBuilder<> builder(&store);
  Value *pointer = store.getPointerOperand();
  Type *type = store.getValueOperand()->getType();
  Value *values = values_.lanes(builder, store.getValueOperand());
  const auto scatter = [&](IRBuilder<> &place) -> Value * { // in the order of the lanes, where they write to one place
    place.CreateMaskedScatter(values, values_.lanes(place, pointer), store.getAlign(), running.mask);
    return nullptr;
  };
  bool isReversed = false;
  if (Value *address = consecutiveAddress(builder, pointer, type, running, isReversed)) {
    builder.CreateMaskedStore(isReversed ? builder.CreateVectorReverse(values) : values, address, store.getAlign(),
                              isReversed ? builder.CreateVectorReverse(running.mask) : running.mask);
    return;
  }
  if (!shapes_.strideOf(*pointer) && isDense(store.getDataLayout(), type) && mayBeConsecutive(*pointer)) {
    values_.remark(store, "looks whether elements lie one behind the other, or scatters them");
    chooseByAddress(
        store, pointer, type, running,
        [&](IRBuilder<> &place, Value *first) -> Value * {
          place.CreateMaskedStore(values, first, store.getAlign(), running.mask);
          return nullptr;
        },
        scatter);
    return;
  }
  values_.remark(store, "scatters elements that don't lie one behind the other");
  scatter(builder);
}

} // namespace weft::compiler
