// Accesses of lanes that find their elements a few elements apart: columns of small structs, parts of complex numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketSteps.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"

#include "analysis/PacketShapes.h"
#include "codegen/CompileBudget.h"
#include "kernel/Interleaving.h"
#include "kernel/StridedAddress.h"
#include "passes/packets/PacketValues.h"

using namespace llvm;

namespace weft::compiler {

namespace {

Type *accessedType(const Instruction &access) { return getLoadStoreType(const_cast<Instruction *>(&access)); }

/// Whether values of the one type are values of the other, bit by bit.
bool areAlike(const DataLayout &layout, Type *one, Type *other) {
  return one == other || (one->isSingleValueType() && other->isSingleValueType() && !one->isVectorTy() &&
                          !other->isVectorTy() && !one->isPointerTy() && !other->isPointerTy() &&
                          layout.getTypeSizeInBits(one) == layout.getTypeSizeInBits(other));
}

/// Whether the order of `instruction` and of the accesses of a group could be told.
bool standsBetween(const Instruction &instruction, bool loads) {
  return loads ? instruction.mayWriteToMemory() : instruction.mayReadOrWriteMemory();
}

bool isAccess(const Instruction &instruction, bool loads) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return loads && load->isSimple();
  auto *store = dyn_cast<StoreInst>(&instruction);
  return !loads && store && store->isSimple();
}

int64_t leastNumber(ArrayRef<int64_t> numbers) { return *min_element(numbers); }

} // namespace

unsigned PacketSteps::pitchOf(const Value &pointer, Type *type) const {
  const DataLayout &layout = values_.dataLayout();
  const unsigned largestPitch = values_.profile().steps.largestPitch;
  const auto size = static_cast<int64_t>(layout.getTypeAllocSize(type).getFixedValue());
  const int64_t stride = shapes_.strideOf(pointer).value_or(0);
  const bool isStep = stride % size == 0 && stride / size > 1 && stride / size <= static_cast<int64_t>(largestPitch);
  const bool isKind = !type->isVectorTy() && !type->isPointerTy() && values_.width() >= largestPitch;
  return isStep && isKind ? static_cast<unsigned>(stride / size) : 0;
}

PacketSteps::Group PacketSteps::findGroup(Instruction &first) const {
  const DataLayout &layout = values_.dataLayout();
  const bool loads = isa<LoadInst>(first);
  Type *type = accessedType(first);
  const auto size = static_cast<int64_t>(layout.getTypeAllocSize(type).getFixedValue());
  const unsigned pitch = pitchOf(*getLoadStorePointerOperand(&first), type);
  const auto addressOf = [&](const Instruction &access) {
    return StridedAddress(*getLoadStorePointerOperand(&access), layout, shapes_.trustsIndices());
  };
  const StridedAddress address = addressOf(first);
  Group group = {{&first, 0}};
  int64_t least = 0, most = 0;
  unsigned passed = 0;
  for (Instruction *next = first.getNextNode(); next && ++passed < WalkLimits::steppedGroup;
       next = next->getNextNode()) {
    const std::optional<int64_t> distance = isAccess(*next, loads) && areAlike(layout, accessedType(*next), type) &&
                                                    pitchOf(*getLoadStorePointerOperand(next), type) == pitch
                                                ? addressOf(*next).distanceFrom(address)
                                                : std::nullopt;
    const int64_t number = distance && *distance % size == 0 ? *distance / size : pitch;
    const bool fits = std::max(most, number) - std::min(least, number) < static_cast<int64_t>(pitch);
    const bool isNew = none_of(group, [&](const Member &member) { return member.number == number; });
    if (fits && (loads || isNew)) {
      group.push_back({next, number});
      least = std::min(least, number);
      most = std::max(most, number);
    } else if (standsBetween(*next, loads)) {
      break;
    }
  }
  return group;
}

Value *PacketSteps::load(LoadInst &load, Value *mask) {
  if (Value *loaded = loaded_.lookup(&load))
    return loaded;
  const Group group = findGroup(load);
  IRBuilder<> builder(&load);
  const MadeValues lanes = chooseEachBy(
      builder.CreateAndReduce(mask), load, [&](IRBuilder<> &place) { return loadTogether(place, load, group); },
      [&](IRBuilder<> &place) { return gather(place, load, group, mask); });
  builder.SetInsertPoint(&load);
  for (auto [member, value] : zip_equal(group, lanes))
    loaded_[member.access] = builder.CreateBitCast(value, values_.laneType(accessedType(*member.access)));
  return loaded_[&load];
}

/// From the first lane's first element up to the last lane's last one, and none beyond it: where elements before or
/// behind these belong to no member, the last vector overlaps with the one before.
MadeValues PacketSteps::loadTogether(IRBuilder<> &builder, LoadInst &first, const Group &group) const {
  const unsigned width = values_.width();
  Type *type = first.getType();
  const unsigned pitch = pitchOf(*first.getPointerOperand(), type);
  SmallVector<int64_t> numbers(map_range(group, [](const Member &member) { return member.number; }));
  const int64_t least = leastNumber(numbers);
  const auto span = static_cast<unsigned>(*max_element(numbers) - least + 1);
  const unsigned overlap = pitch - span;
  const Align alignment = commonAlignment(first.getAlign(), values_.dataLayout().getTypeAllocSize(type));
  const auto loadFrom = [&](int64_t number, unsigned count) -> Value * {
    return builder.CreateAlignedLoad(FixedVectorType::get(type, count),
                                     builder.CreateGEP(type, first.getPointerOperand(), builder.getInt64(number)),
                                     alignment, first.getName() + ".part");
  };
  MadeValues lanes;
  // One load and a shuffle for each member is what LLVM knows as an interleaved access, for which CPUs may have
  // instructions (AArch64) and LLVM has sequences for bytes (x86), longer ones than a permutation of any bytes.
  if (overlap == 0 && !(type->isIntegerTy(8) && values_.profile().legal.permuted == 1)) {
    Value *together = loadFrom(least, pitch * width);
    for (int64_t number : numbers)
      lanes.push_back(
          builder.CreateShuffleVector(together, createStrideMask(static_cast<unsigned>(number - least), pitch, width)));
    return lanes;
  }
  SmallVector<Value *, 4> vectors;
  for (unsigned part = 0; part < pitch; ++part)
    vectors.push_back(loadFrom(least + part * width - (part + 1 == pitch ? overlap : 0), width));
  SmallVector<int> places;
  for (int64_t number : numbers)
    for (unsigned lane = 0; lane < width; ++lane) {
      const auto place = static_cast<unsigned>(number - least) + lane * pitch;
      places.push_back(static_cast<int>(place < (pitch - 1) * width ? place : place + overlap));
    }
  Value *members = builder.CreateShuffleVector(concatenateVectors(builder, vectors), places);
  for (unsigned position = 0; position < group.size(); ++position)
    lanes.push_back(builder.CreateShuffleVector(members, createSequentialMask(position * width, width, 0)));
  return lanes;
}

MadeValues PacketSteps::gather(IRBuilder<> &builder, LoadInst &first, const Group &group, Value *mask) const {
  Value *places = values_.lanes(builder, first.getPointerOperand());
  VectorType *type = values_.laneType(first.getType());
  MadeValues members;
  for (const Member &member : group)
    members.push_back(
        builder.CreateMaskedGather(type, builder.CreateGEP(first.getType(), places, builder.getInt64(member.number)),
                                   cast<LoadInst>(member.access)->getAlign(), mask, PoisonValue::get(type)));
  return members;
}

void PacketSteps::store(StoreInst &store, Value *mask) {
  auto [known, isFirst] = stores_.try_emplace(&store);
  if (isFirst) {
    Group group = findGroup(store);
    for (const Member &member : group)
      stores_[member.access] = {};
    stores_[group.back().access] = std::move(group);
  }
  const Group group = stores_.lookup(&store);
  if (group.empty())
    return;
  Type *type = store.getValueOperand()->getType();
  const unsigned pitch = pitchOf(*store.getPointerOperand(), type);
  IRBuilder<> builder(&store);
  // Few CPUs have stores with masks for narrower elements.
  if (group.size() < pitch && values_.dataLayout().getTypeStoreSize(type) < values_.profile().steps.maskedBytes)
    return scatter(builder, group, mask);
  chooseBy(
      builder.CreateAndReduce(mask), store,
      [&](IRBuilder<> &place) -> Value * {
        storeTogether(place, group);
        return nullptr;
      },
      [&](IRBuilder<> &place) -> Value * {
        scatter(place, group, mask);
        return nullptr;
      });
}

void PacketSteps::storeTogether(IRBuilder<> &builder, const Group &group) const {
  auto &last = cast<StoreInst>(*group.back().access);
  Type *type = last.getValueOperand()->getType();
  const unsigned pitch = pitchOf(*last.getPointerOperand(), type);
  SmallVector<int64_t> numbers(map_range(group, [](const Member &member) { return member.number; }));
  const int64_t least = leastNumber(numbers);
  SmallVector<Value *, 4> elements(pitch, PoisonValue::get(values_.laneType(type)));
  Align alignment = last.getAlign();
  for (const Member &member : group) {
    auto &store = cast<StoreInst>(*member.access);
    elements[static_cast<size_t>(member.number - least)] =
        builder.CreateBitCast(values_.lanes(builder, store.getValueOperand()), values_.laneType(type));
    alignment = std::min(alignment, store.getAlign());
  }
  Value *begin = builder.CreateGEP(type, last.getPointerOperand(), builder.getInt64(least - group.back().number));
  Value *together = interleave(builder, elements);
  if (group.size() == pitch) {
    builder.CreateAlignedStore(together, begin, alignment);
    return;
  }
  SmallVector<Constant *> isStored;
  for (unsigned place = 0; place < pitch * values_.width(); ++place)
    isStored.push_back(builder.getInt1(!isa<PoisonValue>(elements[place % pitch])));
  builder.CreateMaskedStore(together, begin, alignment, ConstantVector::get(isStored));
}

void PacketSteps::scatter(IRBuilder<> &builder, const Group &group, Value *mask) const {
  for (const Member &member : group) {
    auto &store = cast<StoreInst>(*member.access);
    builder.CreateMaskedScatter(values_.lanes(builder, store.getValueOperand()),
                                values_.lanes(builder, store.getPointerOperand()), store.getAlign(), mask);
  }
}

} // namespace weft::compiler
