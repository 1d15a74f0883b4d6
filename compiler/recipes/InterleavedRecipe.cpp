// Accesses in which the elements of neighbouring lanes are a few elements apart, as the members of structs are.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/InterleavedRecipe.h"

#include <algorithm>

#include "llvm/Analysis/VectorUtils.h"

#include "analysis/Accesses.h"
#include "analysis/AffineAddress.h"
#include "analysis/MemoryDependence.h"
#include "analysis/PacketShapes.h"
#include "analysis/PacketTypes.h"
#include "codegen/CompileBudget.h"
#include "kernel/Interleaving.h"
#include "recipes/AccessPlans.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether `one` and `other` are the same type, or scalar types of the same size that aren't pointers.
bool areBitcastable(const DataLayout &layout, Type *one, Type *other) {
  return one == other || (one->isSingleValueType() && other->isSingleValueType() && !one->isVectorTy() &&
                          !other->isVectorTy() && !one->isPointerTy() && !other->isPointerTy() &&
                          layout.getTypeSizeInBits(one) == layout.getTypeSizeInBits(other));
}

/// The distance between the addresses of neighbouring lanes in elements, if it is from 2 to `maxInterleavePitch`. 0 for
/// other distances, and for types and widths that have no interleaved accesses.
unsigned interleavePitch(const AccessPlans &plans, const Instruction &access) {
  const int64_t largest = plans.profile().interleaved.maxInterleavePitch;
  const int64_t pitch = plans.pitchOf(access).value_or(0);
  const Type *type = accessedType(access);
  const bool isKind = !type->isVectorTy() && !type->isPointerTy() && int64_t{plans.width()} >= largest;
  return isKind && pitch > 1 && pitch <= largest ? static_cast<unsigned>(pitch) : 0;
}

} // namespace

/// A load that belongs to two groups gets its elements from the vectors of the later group.
MemoryRecipePtr planInterleaved(AccessPlans &plans, Instruction &access) {
  const unsigned pitch = interleavePitch(plans, access);
  return pitch != 0 ? std::make_shared<InterleavedRecipe>(plans, access, pitch) : nullptr;
}

InterleavedRecipe::InterleavedRecipe(const AccessPlans &plans, Instruction &first, unsigned pitch)
    : MemoryRecipe(AccessKind::interleaved, plans, {}), members({Member{&first, 0}}), pitch(pitch) {
  const int64_t most = findMembers(first);
  span = static_cast<unsigned>(most - least + 1);
  form = chooseForm();
  isMaskable = canMask();
  for (const Member &member : members)
    instructions.push_back(member.access);
}

/// Adds the members after `first`. Returns the greatest `number` of a member.
int64_t InterleavedRecipe::findMembers(Instruction &first) {
  const bool loads = isa<LoadInst>(first);
  const DataLayout &layout = first.getDataLayout();
  Type *type = accessedType(first);
  const auto size = static_cast<int64_t>(layout.getTypeAllocSize(type).getFixedValue());
  const auto addressOf = [&](const Instruction &access) {
    return AffineAddress(*getLoadStorePointerOperand(&access), layout, plans_.shapes().assumesNoIndexWrap());
  };
  const AffineAddress address = addressOf(first);
  int64_t most = 0;
  unsigned passed = 0;
  for (Instruction *next = first.getNextNode(); next && ++passed < SearchLimits::interleaveGroup;
       next = next->getNextNode()) {
    const std::optional<int64_t> distance =
        isAccess(*next, loads) && areBitcastable(layout, accessedType(*next), type) &&
                interleavePitch(plans_, *next) == pitch && haveSameAliasScopes(*next, first)
            ? addressOf(*next).distanceFrom(address)
            : std::nullopt;
    const int64_t number = distance && *distance % size == 0 ? *distance / size : pitch;
    const bool fits = std::max(most, number) - std::min(least, number) < static_cast<int64_t>(pitch);
    const bool isNew = none_of(members, [&](const Member &member) { return member.number == number; });
    if (fits && (loads || isNew)) {
      members.push_back({next, number});
      least = std::min(least, number);
      most = std::max(most, number);
    } else if (mustPreserveOrder(*next, first)) {
      break;
    }
  }
  return most;
}

/// Whether the group's stores may keep their form if some lanes are inactive. The addresses of all lanes are computed
/// from lane 0's address, so lane 0's address must be valid even if lane 0 is inactive.
bool InterleavedRecipe::canMask() const {
  const Instruction &last = *members.back().access;
  return isa<StoreInst>(last) && form != Form::gatherScatter &&
         plans_.profile().legal.hasFastMaskedStore(
             last.getDataLayout().getTypeStoreSize(accessedType(last)).getFixedValue()) &&
         plans_.shapes().isValidFromLaneZero(*getLoadStorePointerOperand(&last));
}

/// Chooses the form of a group. LLVM recognises one load with a shuffle for each access of the group as an interleaved
/// access. AArch64 has instructions for these accesses; on x86, LLVM has instruction sequences for bytes. The sequences
/// are longer than permutations of bytes, so loads of bytes are `overlapping` if the CPU can permute bytes.
InterleavedRecipe::Form InterleavedRecipe::chooseForm() const {
  using enum Form;
  const TargetProfile &profile = plans_.profile();
  const Instruction &last = *members.back().access;
  if (isa<LoadInst>(last)) {
    const bool permutesBytes = profile.legal.permuted == 1;
    return span == pitch && !(accessedType(*members.front().access)->isIntegerTy(8) && permutesBytes) ? interleaved
                                                                                                      : overlapping;
  }
  if (members.size() == pitch)
    return interleaved;
  return last.getDataLayout().getTypeStoreSize(accessedType(last)) < profile.interleaved.minMaskedBytes ? gatherScatter
                                                                                                        : masked;
}

/// An access moves at least twice the elements that are used, and shuffles.
double InterleavedRecipe::cost(const Instruction &access) const {
  const TargetProfile::Cycles &cycles = plans_.profile().cycles;
  return 2 * (cycles.vectorAccess * registersForPacket(*accessedType(access), cycles) + cycles.vectorOperation);
}

RemarkWords InterleavedRecipe::remark() const {
  return {"interleaved", "loads interleaved elements", "stores interleaved elements", false};
}

PacketElements InterleavedRecipe::emitLoad(PacketMemory &memory, LoadInst &load, ActiveLanes running) const {
  if (Value *loaded = memory.loaded.lookup(&load))
    return {loaded};
  IRBuilder<> builder(&load);
  const GeneratedValues lanes = createIfElseValues(
      builder.CreateAndReduce(running.mask), load, [&](IRBuilder<> &place) { return loadTogether(place); },
      [&](IRBuilder<> &place) { return gather(memory, place, running.mask); });
  builder.SetInsertPoint(&load);
  for (auto [member, value] : zip_equal(members, lanes))
    memory.loaded[member.access] = builder.CreateBitCast(value, memory.values.laneType(accessedType(*member.access)));
  return {memory.loaded[&load]};
}

/// Loads the elements from the first lane's first element to the last lane's last element, and none after it.
GeneratedValues InterleavedRecipe::loadTogether(IRBuilder<> &builder) const {
  const unsigned width = plans_.width();
  auto &first = cast<LoadInst>(*members.front().access);
  const auto loadFrom = [&](int64_t number, unsigned count) -> Value * {
    return builder.CreateAlignedLoad(
        FixedVectorType::get(first.getType(), count),
        builder.CreateGEP(first.getType(), first.getPointerOperand(), builder.getInt64(number)),
        elementAlignment(first), first.getName() + ".part");
  };
  const auto placeOf = [&](const Member &member) { return static_cast<unsigned>(member.number - least); };
  GeneratedValues lanes;
  if (form == Form::interleaved) {
    Value *together = loadFrom(least, pitch * width);
    for (const Member &member : members)
      lanes.push_back(builder.CreateShuffleVector(together, createStrideMask(placeOf(member), pitch, width)));
    return lanes;
  }
  // The pitch is the distance between lanes, in elements. If the group's members span fewer elements of a lane than the
  // pitch, the last vector overlaps the vector before it. So it ends with the last lane's last element.
  const unsigned overlap = pitch - span;
  SmallVector<Value *, 4> vectors;
  for (unsigned part = 0; part < pitch; ++part)
    vectors.push_back(loadFrom(least + int64_t{part} * width - (part + 1 == pitch ? overlap : 0), width));
  SmallVector<int> places;
  for (const Member &member : members)
    for (unsigned lane = 0; lane < width; ++lane) {
      const unsigned place = placeOf(member) + lane * pitch;
      places.push_back(static_cast<int>(place < (pitch - 1) * width ? place : place + overlap));
    }
  Value *all = builder.CreateShuffleVector(concatenateVectors(builder, vectors), places);
  for (unsigned position = 0; position < members.size(); ++position)
    lanes.push_back(builder.CreateShuffleVector(all, createSequentialMask(position * width, width, 0)));
  return lanes;
}

GeneratedValues InterleavedRecipe::gather(const PacketMemory &memory, IRBuilder<> &builder, Value *mask) const {
  auto &first = cast<LoadInst>(*members.front().access);
  Value *places = memory.values.lanes(builder, first.getPointerOperand());
  VectorType *type = memory.values.laneType(first.getType());
  GeneratedValues lanes;
  for (const Member &member : members)
    lanes.push_back(
        builder.CreateMaskedGather(type, builder.CreateGEP(first.getType(), places, builder.getInt64(member.number)),
                                   cast<LoadInst>(member.access)->getAlign(), mask, PoisonValue::get(type)));
  return lanes;
}

void InterleavedRecipe::emitStore(PacketMemory &memory, StoreInst &store, ActiveLanes running) const {
  if (members.back().access != &store)
    return;
  IRBuilder<> builder(&store);
  if (form == Form::gatherScatter)
    return scatter(memory, builder, running.mask);
  if (isMaskable)
    return storeTogether(memory, builder, running.mask);
  createIfElse(
      builder.CreateAndReduce(running.mask), store,
      [&](IRBuilder<> &place) -> Value * {
        storeTogether(memory, place, nullptr);
        return nullptr;
      },
      [&](IRBuilder<> &place) -> Value * {
        scatter(memory, place, running.mask);
        return nullptr;
      });
}

void InterleavedRecipe::storeTogether(const PacketMemory &memory, IRBuilder<> &builder, Value *mask) const {
  const WidenedValues &values = memory.values;
  auto &last = cast<StoreInst>(*members.back().access);
  Type *type = accessedType(last);
  SmallVector<Value *, 4> elements(pitch, PoisonValue::get(values.laneType(type)));
  Align alignment = last.getAlign();
  for (const Member &member : members) {
    auto &store = cast<StoreInst>(*member.access);
    elements[static_cast<size_t>(member.number - least)] =
        builder.CreateBitCast(values.lanes(builder, store.getValueOperand()), values.laneType(type));
    alignment = std::min(alignment, store.getAlign());
  }
  Value *begin = builder.CreateGEP(type, last.getPointerOperand(), builder.getInt64(least - members.back().number));
  Value *together = interleave(builder, elements);
  if (form == Form::interleaved && !mask) {
    builder.CreateAlignedStore(together, begin, alignment);
    return;
  }
  if (!mask)
    mask = ConstantInt::getTrue(VectorType::get(builder.getInt1Ty(), ElementCount::getFixed(values.width())));
  SmallVector<int> storing; // for each element the lane that stores it; `width` if no lane does
  for (unsigned place = 0; place < pitch * values.width(); ++place)
    storing.push_back(static_cast<int>(isa<PoisonValue>(elements[place % pitch]) ? values.width() : place / pitch));
  builder.CreateMaskedStore(together, begin, alignment,
                            builder.CreateShuffleVector(mask, Constant::getNullValue(mask->getType()), storing));
}

void InterleavedRecipe::scatter(const PacketMemory &memory, IRBuilder<> &builder, Value *mask) const {
  for (const Member &member : members) {
    auto &store = cast<StoreInst>(*member.access);
    builder.CreateMaskedScatter(memory.values.lanes(builder, store.getValueOperand()),
                                memory.values.lanes(builder, store.getPointerOperand()), store.getAlign(), mask);
  }
}

} // namespace weft::compiler
