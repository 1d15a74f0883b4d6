// Loads and stores in which the elements of neighbouring lanes are a few elements apart, as the members of structs are.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/PacketInterleaveGroup.h"

#include <algorithm>

#include "llvm/Analysis/VectorUtils.h"

#include "analysis/Accesses.h"
#include "kernel/Interleaving.h"
#include "recipes/WidenedValues.h"

using namespace llvm;

namespace weft::compiler {

Value *PacketInterleaveGroup::load(LoadInst &load, const InterleaveGroup &group, Value *mask) {
  if (Value *loaded = loaded_.lookup(&load))
    return loaded;
  IRBuilder<> builder(&load);
  const GeneratedValues lanes = createIfElseValues(
      builder.CreateAndReduce(mask), load, [&](IRBuilder<> &place) { return loadGroup(place, group); },
      [&](IRBuilder<> &place) { return gather(place, group, mask); });
  builder.SetInsertPoint(&load);
  for (auto [member, value] : zip_equal(group.members, lanes))
    loaded_[member.access] = builder.CreateBitCast(value, values_.laneType(accessedType(*member.access)));
  return loaded_[&load];
}

/// Loads the elements from the first lane's first element to the last lane's last element, and none after it.
GeneratedValues PacketInterleaveGroup::loadGroup(IRBuilder<> &builder, const InterleaveGroup &group) const {
  const unsigned width = values_.width();
  const unsigned pitch = group.pitch;
  auto &first = cast<LoadInst>(*group.members.front().access);
  Type *type = first.getType();
  const Align alignment = commonAlignment(first.getAlign(), values_.dataLayout().getTypeAllocSize(type));
  const auto loadFrom = [&](int64_t number, unsigned count) -> Value * {
    return builder.CreateAlignedLoad(FixedVectorType::get(type, count),
                                     builder.CreateGEP(type, first.getPointerOperand(), builder.getInt64(number)),
                                     alignment, first.getName() + ".part");
  };
  const auto placeOf = [&](const InterleaveGroup::Member &member) {
    return static_cast<unsigned>(member.number - group.least);
  };
  GeneratedValues lanes;
  if (group.form == InterleaveGroup::Form::interleaved) {
    Value *together = loadFrom(group.least, pitch * width);
    for (const InterleaveGroup::Member &member : group.members)
      lanes.push_back(builder.CreateShuffleVector(together, createStrideMask(placeOf(member), pitch, width)));
    return lanes;
  }
  // The pitch is the distance between lanes, in elements. If the group's members span fewer elements of a lane than the
  // pitch, the last vector overlaps the vector before it. So it ends with the last lane's last element.
  const unsigned overlap = pitch - group.span;
  SmallVector<Value *, 4> vectors;
  for (unsigned part = 0; part < pitch; ++part)
    vectors.push_back(loadFrom(group.least + int64_t{part} * width - (part + 1 == pitch ? overlap : 0), width));
  SmallVector<int> places;
  for (const InterleaveGroup::Member &member : group.members)
    for (unsigned lane = 0; lane < width; ++lane) {
      const unsigned place = placeOf(member) + lane * pitch;
      places.push_back(static_cast<int>(place < (pitch - 1) * width ? place : place + overlap));
    }
  Value *all = builder.CreateShuffleVector(concatenateVectors(builder, vectors), places);
  for (unsigned position = 0; position < group.members.size(); ++position)
    lanes.push_back(builder.CreateShuffleVector(all, createSequentialMask(position * width, width, 0)));
  return lanes;
}

GeneratedValues PacketInterleaveGroup::gather(IRBuilder<> &builder, const InterleaveGroup &group, Value *mask) const {
  auto &first = cast<LoadInst>(*group.members.front().access);
  Value *places = values_.lanes(builder, first.getPointerOperand());
  VectorType *type = values_.laneType(first.getType());
  GeneratedValues lanes;
  for (const InterleaveGroup::Member &member : group.members)
    lanes.push_back(
        builder.CreateMaskedGather(type, builder.CreateGEP(first.getType(), places, builder.getInt64(member.number)),
                                   cast<LoadInst>(member.access)->getAlign(), mask, PoisonValue::get(type)));
  return lanes;
}

void PacketInterleaveGroup::store(StoreInst &store, const InterleaveGroup &group, Value *mask) const {
  if (group.members.back().access != &store)
    return;
  IRBuilder<> builder(&store);
  if (group.form == InterleaveGroup::Form::gatherScatter)
    return scatter(builder, group, mask);
  if (group.isMaskable)
    return storeGroup(builder, group, mask);
  createIfElse(
      builder.CreateAndReduce(mask), store,
      [&](IRBuilder<> &place) -> Value * {
        storeGroup(place, group, nullptr);
        return nullptr;
      },
      [&](IRBuilder<> &place) -> Value * {
        scatter(place, group, mask);
        return nullptr;
      });
}

void PacketInterleaveGroup::storeGroup(IRBuilder<> &builder, const InterleaveGroup &group, Value *mask) const {
  auto &last = cast<StoreInst>(*group.members.back().access);
  Type *type = last.getValueOperand()->getType();
  SmallVector<Value *, 4> elements(group.pitch, PoisonValue::get(values_.laneType(type)));
  Align alignment = last.getAlign();
  for (const InterleaveGroup::Member &member : group.members) {
    auto &store = cast<StoreInst>(*member.access);
    elements[static_cast<size_t>(member.number - group.least)] =
        builder.CreateBitCast(values_.lanes(builder, store.getValueOperand()), values_.laneType(type));
    alignment = std::min(alignment, store.getAlign());
  }
  Value *begin =
      builder.CreateGEP(type, last.getPointerOperand(), builder.getInt64(group.least - group.members.back().number));
  Value *together = interleave(builder, elements);
  if (group.form == InterleaveGroup::Form::interleaved && !mask) {
    builder.CreateAlignedStore(together, begin, alignment);
    return;
  }
  if (!mask)
    mask = ConstantInt::getTrue(VectorType::get(builder.getInt1Ty(), ElementCount::getFixed(values_.width())));
  SmallVector<int> storing; // for each element the lane that stores it; `width` if no lane does
  for (unsigned place = 0; place < group.pitch * values_.width(); ++place)
    storing.push_back(
        static_cast<int>(isa<PoisonValue>(elements[place % group.pitch]) ? values_.width() : place / group.pitch));
  builder.CreateMaskedStore(together, begin, alignment,
                            builder.CreateShuffleVector(mask, Constant::getNullValue(mask->getType()), storing));
}

void PacketInterleaveGroup::scatter(IRBuilder<> &builder, const InterleaveGroup &group, Value *mask) const {
  for (const InterleaveGroup::Member &member : group.members) {
    auto &store = cast<StoreInst>(*member.access);
    builder.CreateMaskedScatter(values_.lanes(builder, store.getValueOperand()),
                                values_.lanes(builder, store.getPointerOperand()), store.getAlign(), mask);
  }
}

} // namespace weft::compiler
