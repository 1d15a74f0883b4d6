// The loads and stores of a packet: one access for its lanes where they lie one behind the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketMemory.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/PatternMatch.h"

#include "analysis/PacketShapes.h"
#include "builtins/archive/MangledName.h"
#include "codegen/CompileBudget.h"
#include "kernel/Interleaving.h"
#include "kernel/WorkItemFunctions.h"
#include "passes/packets/PacketChoice.h"
#include "passes/packets/PacketValues.h"
#include "passes/packets/PacketWindow.h"

using namespace llvm;
using namespace llvm::PatternMatch;

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

/// How many elements lie between two vectors' first ones in an array: of three elements four.
unsigned pitchInMemory(const DataLayout &layout, FixedVectorType *type) {
  return static_cast<unsigned>(layout.getTypeAllocSize(type) / layout.getTypeAllocSize(type->getElementType()));
}

Align elementAlignment(const DataLayout &layout, Align ofVector, Type *element) {
  return commonAlignment(ofVector, layout.getTypeAllocSize(element));
}

/// Of each lane `count` elements, and none of those up to the next lane's.
Value *maskOfElements(IRBuilder<> &builder, Value *mask, unsigned count, unsigned pitch) {
  const unsigned width = cast<FixedVectorType>(mask->getType())->getNumElements();
  SmallVector<int> lanes;
  for (unsigned lane = 0; lane < width; ++lane)
    for (unsigned number = 0; number < pitch; ++number)
      lanes.push_back(static_cast<int>(number < count ? lane : width));
  return builder.CreateShuffleVector(mask, Constant::getNullValue(mask->getType()), lanes);
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

PacketMemory::Way PacketMemory::wayOf(const Value &pointer, Type *type) const {
  const DataLayout &layout = values_.dataLayout();
  const std::optional<int64_t> stride = shapes_.strideOf(pointer);
  const auto size = static_cast<int64_t>(layout.getTypeAllocSize(type).getFixedValue());
  if (stride == 0)
    return Way::samePlace;
  if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    if (!isDense(layout, vector->getElementType()))
      return Way::apart;
    if (stride)
      return pitchOf(pointer, vector) ? Way::forward : Way::apart;
    return mayBeConsecutive(pointer) ? Way::forwardOrApart : Way::apart;
  }
  if (!isDense(layout, type))
    return Way::apart;
  if (stride == size)
    return Way::forward;
  if (stride == -size)
    return Way::backward;
  if (steps_->pitchOf(pointer, type) != 0)
    return Way::stepped;
  return !stride && mayBeConsecutive(pointer) ? Way::forwardOrApart : Way::apart;
}

Value *PacketMemory::beginOf(IRBuilder<> &builder, Value *pointer, Type *type, RunningLanes running, Way way) const {
  Value *first = firstLane(builder, pointer, running);
  return way == Way::forward
             ? first
             : builder.CreateGEP(type, first, builder.getInt64(-static_cast<int64_t>(values_.width() - 1)));
}

bool PacketMemory::mayBeConsecutive(const Value &pointer) const {
  SmallPtrSet<const Value *, 16> seen;
  SmallVector<const Value *> worklist = {&pointer};
  while (!worklist.empty()) {
    const Value *value = worklist.pop_back_val();
    if (shapes_.isUniform(*value) || shapes_.strideOf(*value) || !seen.insert(value).second)
      continue;
    const auto *instruction = cast<Instruction>(value);
    auto *call = dyn_cast<CallBase>(instruction);
    if (seen.size() > WalkLimits::index || (call && !call->doesNotAccessMemory()) ||
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

Value *PacketMemory::partThatDiffers(Value &pointer, Type *type) const {
  auto *address = dyn_cast<GetElementPtrInst>(&pointer);
  const auto differs = [&](const Use &use) { return !shapes_.isUniform(*use); };
  if (!address || count_if(address->operands(), differs) != 1 || differs(address->getOperandUse(0)))
    return &pointer;
  const DataLayout &layout = values_.dataLayout();
  for (auto index = gep_type_begin(address), end = gep_type_end(address); index != end; ++index)
    if (!shapes_.isUniform(*index.getOperand()) &&
        index.getSequentialElementStride(layout) != layout.getTypeAllocSize(type))
      return &pointer;
  Value *part = *find_if(address->indices(), differs);
  if (auto *extension = dyn_cast<CastInst>(part); extension && shapes_.trustsIndices() &&
                                                  isa<SExtInst, ZExtInst>(extension) &&
                                                  extension->getSrcTy()->isIntegerTy(32))
    part = extension->getOperand(0);
  Value *left = nullptr, *right = nullptr;
  while (match(part, m_AddLike(m_Value(left), m_Value(right))) || match(part, m_Sub(m_Value(left), m_Value(right)))) {
    if (shapes_.isUniform(*right))
      part = left;
    else if (shapes_.isUniform(*left) && !match(part, m_Sub(m_Value(), m_Value())))
      part = right;
    else
      break;
  }
  return part;
}

Value *PacketMemory::areInLine(IRBuilder<> &builder, Value *part, Type *type, Value *lane) const {
  Value *lanes = offsets_.of(builder, *part);
  Value *first = builder.CreateExtractElement(lanes, lane);
  const bool isAddress = part->getType()->isPointerTy();
  Type *number = isAddress ? builder.getInt64Ty() : part->getType();
  Value *steps = builder.CreateStepVector(values_.laneType(number));
  Value *back = builder.CreateNeg(builder.CreateZExtOrTrunc(lane, number));
  Value *line =
      isAddress ? builder.CreateGEP(type, builder.CreateGEP(type, first, back), steps)
                : builder.CreateAdd(builder.CreateVectorSplat(values_.width(), builder.CreateAdd(first, back)), steps);
  return builder.CreateICmpEQ(lanes, line, "in.line");
}

Value *PacketMemory::chooseByAddress(Instruction &access, Value *pointer, Type *type, RunningLanes running,
                                     function_ref<Value *(IRBuilder<> &, Value *)> together,
                                     function_ref<Value *(IRBuilder<> &)> apart) const {
  IRBuilder<> builder(&access);
  Value *lane = firstRunning(builder, running);
  Value *first = builder.CreateGEP(type, values_.valueInLane(builder, pointer, lane), builder.CreateNeg(lane), "first");
  Value *inLine = areInLine(builder, partThatDiffers(*pointer, type), type, lane);
  // Lanes that don't run have addresses that nobody has computed.
  Value *areConsecutive =
      builder.CreateAndReduce(builder.CreateSelect(running.mask, inLine, Constant::getAllOnesValue(inLine->getType())));

  return chooseBy(areConsecutive, access, [&](IRBuilder<> &place) { return together(place, first); }, apart);
}

Value *PacketMemory::chooseByWindow(IRBuilder<> &builder, Value *pointer, Type *type, RunningLanes running,
                                    function_ref<Value *(IRBuilder<> &, const PacketWindow &, Value *)> within,
                                    function_ref<Value *(IRBuilder<> &)> apart) const {
  Value *part = partThatDiffers(*pointer, type);
  // What work-items exchange is in local memory; elsewhere the code would rarely be used.
  if (part->getType()->isPointerTy() || pointer->getType()->getPointerAddressSpace() != spirLocal ||
      !PacketWindow::takes(*type, values_.width(), values_.profile().windows))
    return apart(builder);
  const PacketWindow window(offsets_.of(builder, *part));
  Value *fits = builder.CreateAnd(builder.CreateAndReduce(running.mask), window.isFitting(builder));
  Value *first = values_.valueInLane(builder, pointer, builder.getInt64(0));
  return chooseBy(
      fits, *builder.GetInsertPoint(), [&](IRBuilder<> &place) { return within(place, window, first); }, apart);
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
  const Way way = wayOf(*pointer, load.getType());
  switch (way) {
  case Way::samePlace: {
    Instruction *one = load.clone();
    one->setOperand(0, firstLane(builder, pointer, running));
    return builder.CreateVectorSplat(values_.width(), builder.Insert(one));
  }
  case Way::forward:
    return loadTogether(builder, beginOf(builder, pointer, load.getType(), running, way), running.mask);
  case Way::backward: {
    Value *begin = beginOf(builder, pointer, load.getType(), running, way);
    return builder.CreateVectorReverse(loadTogether(builder, begin, builder.CreateVectorReverse(running.mask)));
  }
  case Way::stepped:
    return steps_->load(load, running.mask);
  case Way::forwardOrApart:
    values_.remark(load, "looks whether elements lie one behind the other, or gathers them");
    return chooseByAddress(
        load, pointer, load.getType(), running,
        [&](IRBuilder<> &place, Value *first) { return loadTogether(place, first, running.mask); },
        [&](IRBuilder<> &place) {
          return chooseByWindow(
              place, pointer, load.getType(), running,
              [&](IRBuilder<> &there, const PacketWindow &window, Value *first) {
                return window.load(there, load.getType(), first, load.getAlign());
              },
              gather);
        });
  case Way::apart:
    break;
  }
  values_.remark(load, "gathers elements that don't lie one behind the other");
  // A gather from what has just been stored waits until the stores are done; loads of elements take it from them.
  if (load.getPointerAddressSpace() == spirLocal && shapes_.strideOf(*pointer)) {
    Value *allRun = builder.CreateAndReduce(running.mask);
    return chooseBy(allRun, load, [&](IRBuilder<> &place) { return loadElements(place, load); }, gather);
  }
  return gather(builder);
}

unsigned PacketMemory::pitchOf(const Value &pointer, FixedVectorType *type) const {
  const auto size = static_cast<int64_t>(values_.dataLayout().getTypeAllocSize(type->getElementType()));
  const int64_t stride = *shapes_.strideOf(pointer);
  const int64_t count = type->getNumElements();
  return stride % size == 0 && stride / size >= count && stride / size <= 2 * count
             ? static_cast<unsigned>(stride / size)
             : 0;
}

PacketElements PacketMemory::loadVector(LoadInst &load, RunningLanes running) const {
  IRBuilder<> builder(&load);
  Value *pointer = load.getPointerOperand();
  auto *type = cast<FixedVectorType>(load.getType());
  const unsigned count = type->getNumElements();
  Value *all = nullptr; // the lanes of the first element, of the second, ..
  switch (wayOf(*pointer, type)) {
  case Way::samePlace: {
    Instruction *one = load.clone();
    one->setOperand(0, firstLane(builder, pointer, running));
    builder.Insert(one);
    PacketElements elements;
    for (unsigned number = 0; number < count; ++number)
      elements.push_back(builder.CreateVectorSplat(values_.width(), builder.CreateExtractElement(one, number)));
    return elements;
  }
  case Way::forward:
    all =
        loadVectorsTogether(builder, load, firstLane(builder, pointer, running), pitchOf(*pointer, type), running.mask);
    break;
  case Way::forwardOrApart:
    values_.remark(load, "looks whether vectors lie one behind the other, or gathers them");
    all = chooseByAddress(
        load, pointer, type, running,
        [&](IRBuilder<> &place, Value *first) {
          return loadVectorsTogether(place, load, first, pitchInMemory(values_.dataLayout(), type), running.mask);
        },
        [&](IRBuilder<> &place) { return gatherVectors(place, load, running.mask); });
    break;
  case Way::backward:
  case Way::stepped:
  case Way::apart:
    values_.remark(load, "gathers vectors that don't lie one behind the other");
    all = gatherVectors(builder, load, running.mask);
    break;
  }
  builder.SetInsertPoint(&load);
  PacketElements elements;
  for (unsigned number = 0; number < count; ++number)
    elements.push_back(builder.CreateShuffleVector(
        all, createSequentialMask(number * values_.width(), values_.width(), 0), load.getName() + ".element"));
  return elements;
}

Value *PacketMemory::loadVectorsTogether(IRBuilder<> &builder, LoadInst &load, Value *first, unsigned pitch,
                                         Value *mask) const {
  auto *type = cast<FixedVectorType>(load.getType());
  Type *element = type->getElementType();
  auto *all = FixedVectorType::get(element, values_.width() * pitch);
  Value *together = builder.CreateMaskedLoad(
      all, first, elementAlignment(values_.dataLayout(), load.getAlign(), element),
      maskOfElements(builder, mask, type->getNumElements(), pitch), PoisonValue::get(all), load.getName() + ".vectors");
  return concatenateVectors(builder,
                            ArrayRef(deinterleave(builder, together, pitch)).take_front(type->getNumElements()));
}

Value *PacketMemory::gatherVectors(IRBuilder<> &builder, LoadInst &load, Value *mask) const {
  auto *type = cast<FixedVectorType>(load.getType());
  Type *element = type->getElementType();
  VectorType *lanes = values_.laneType(element);
  Value *places = values_.lanes(builder, load.getPointerOperand());
  PacketElements elements;
  for (unsigned number = 0; number < type->getNumElements(); ++number)
    elements.push_back(builder.CreateMaskedGather(lanes, builder.CreateGEP(element, places, builder.getInt64(number)),
                                                  elementAlignment(values_.dataLayout(), load.getAlign(), element),
                                                  mask, PoisonValue::get(lanes)));
  return concatenateVectors(builder, elements);
}

void PacketMemory::storeVector(StoreInst &store, RunningLanes running) const {
  IRBuilder<> builder(&store);
  Value *pointer = store.getPointerOperand();
  auto *type = cast<FixedVectorType>(store.getValueOperand()->getType());
  Type *element = type->getElementType();
  const Align alignment = elementAlignment(values_.dataLayout(), store.getAlign(), element);
  const PacketElements elements = values_.elements(builder, store.getValueOperand());
  const auto storeTogether = [&](IRBuilder<> &place, Value *first, unsigned pitch) -> Value * {
    PacketElements padded = elements;
    padded.resize(pitch, PoisonValue::get(elements.front()->getType()));
    place.CreateMaskedStore(interleave(place, padded), first, alignment,
                            maskOfElements(place, running.mask, type->getNumElements(), pitch));
    return nullptr;
  };
  const auto scatter = [&](IRBuilder<> &place) -> Value * {
    Value *places = values_.lanes(place, pointer);
    for (auto [number, lanes] : enumerate(elements))
      place.CreateMaskedScatter(lanes, place.CreateGEP(element, places, place.getInt64(number)), alignment,
                                running.mask);
    return nullptr;
  };
  switch (wayOf(*pointer, type)) {
  case Way::forward:
    storeTogether(builder, firstLane(builder, pointer, running), pitchOf(*pointer, type));
    return;
  case Way::forwardOrApart:
    values_.remark(store, "looks whether vectors lie one behind the other, or scatters them");
    chooseByAddress(
        store, pointer, type, running,
        [&](IRBuilder<> &place, Value *first) {
          return storeTogether(place, first, pitchInMemory(values_.dataLayout(), type));
        },
        scatter);
    return;
  case Way::samePlace:
  case Way::backward:
  case Way::stepped:
  case Way::apart:
    values_.remark(store, "scatters vectors that don't lie one behind the other");
    scatter(builder);
  }
}

Value *PacketMemory::loadElements(IRBuilder<> &builder, LoadInst &load) const {
  Value *pointer = load.getPointerOperand();
  Value *elements = PoisonValue::get(values_.laneType(load.getType()));
  for (unsigned lane = 0; lane < values_.width(); ++lane) {
    Instruction *one = load.clone();
    one->setOperand(0, PacketValues::addSteps(builder, pointer, builder.getInt64(lane), *shapes_.strideOf(*pointer)));
    elements = builder.CreateInsertElement(elements, builder.Insert(one), lane);
  }
  return elements;
}

void PacketMemory::store(StoreInst &store, RunningLanes running) const {
  if (store.getValueOperand()->getType()->isVectorTy())
    return storeVector(store, running);
  IRBuilder<> builder(&store);
  Value *pointer = store.getPointerOperand();
  Type *type = store.getValueOperand()->getType();
  Value *values = values_.lanes(builder, store.getValueOperand());
  const auto scatter = [&](IRBuilder<> &place) -> Value * { // in the order of the lanes, where they write to one place
    place.CreateMaskedScatter(values, values_.lanes(place, pointer), store.getAlign(), running.mask);
    return nullptr;
  };
  const Way way = wayOf(*pointer, type);
  switch (way) {
  case Way::forward:
    builder.CreateMaskedStore(values, beginOf(builder, pointer, type, running, way), store.getAlign(), running.mask);
    return;
  case Way::backward:
    builder.CreateMaskedStore(builder.CreateVectorReverse(values), beginOf(builder, pointer, type, running, way),
                              store.getAlign(), builder.CreateVectorReverse(running.mask));
    return;
  case Way::stepped:
    steps_->store(store, running.mask);
    return;
  case Way::forwardOrApart:
    values_.remark(store, "looks whether elements lie one behind the other, or scatters them");
    chooseByAddress(
        store, pointer, type, running,
        [&](IRBuilder<> &place, Value *first) -> Value * {
          place.CreateMaskedStore(values, first, store.getAlign(), running.mask);
          return nullptr;
        },
        [&](IRBuilder<> &place) {
          return chooseByWindow(
              place, pointer, type, running,
              [&](IRBuilder<> &there, const PacketWindow &window, Value *first) -> Value * {
                window.store(there, values, first, store.getAlign());
                return nullptr;
              },
              scatter);
        });
    return;
  case Way::samePlace:
  case Way::apart:
    break;
  }
  values_.remark(store, "scatters elements that don't lie one behind the other");
  scatter(builder);
}

} // namespace weft::compiler
