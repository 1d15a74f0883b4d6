// Loads and stores of elements that the lanes access in an order that is the same in every packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/PacketPermutedGroup.h"

#include <algorithm>
#include <map>

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/VectorUtils.h"

#include "builtins/archive/AddressSpaces.h"
#include "kernel/Interleaving.h"
#include "recipes/PacketTransposedAccess.h"
#include "recipes/WidenedValues.h"

using namespace llvm;

namespace weft::compiler {

namespace {

Type *accessedType(const PermutedGroup &permutedGroup) {
  return getLoadStoreType(permutedGroup.members.front().access);
}

unsigned elementsPerSlot(const Type &type) {
  const auto *vector = dyn_cast<FixedVectorType>(&type);
  return vector ? vector->getNumElements() : 1;
}

/// Builds a vector in which each slot is taken from a slot of some other register.
class ShuffleBuilder {
public:
  ShuffleBuilder(unsigned places, unsigned elements) : sources_(places), elements_(elements) {}

  void take(unsigned place, Value *from, unsigned placeThere) { sources_[place] = {from, placeThere}; }

  /// Inserts shuffles of two registers each, or one shuffle of a single register. Returns the vector.
  Value *make(IRBuilder<> &builder) const {
    const auto places = static_cast<unsigned>(sources_.size());
    MapVector<Value *, bool> registers;
    for (const auto &[from, place] : sources_)
      if (from)
        registers[from] = true;
    Value *made = nullptr;
    for (auto *source = registers.begin(); source != registers.end();) {
      // The first shuffle joins two registers. Each later shuffle joins the result so far and one more register.
      Value *first = made ? made : (source++)->first;
      Value *second = source != registers.end() ? (source++)->first : nullptr;
      SmallVector<int> numbers;
      for (const auto &[place, taken] : enumerate(sources_)) {
        int from = -1;
        if (taken.first && taken.first == second)
          from = static_cast<int>(places + taken.second);
        else if (taken.first && taken.first == first)
          from = static_cast<int>(taken.second);
        else if (made && taken.first && has(registers, taken.first, source))
          from = static_cast<int>(place);
        for (unsigned element = 0; element < elements_; ++element)
          numbers.push_back(from < 0 ? -1 : from * static_cast<int>(elements_) + static_cast<int>(element));
      }
      made = second ? builder.CreateShuffleVector(first, second, numbers, "mixed")
                    : builder.CreateShuffleVector(first, numbers, "mixed");
    }
    return made;
  }

private:
  using Registers = MapVector<Value *, bool>;
  /// Returns whether `value` comes before `end` in `registers`.
  static bool has(Registers &registers, Value *value, Registers::iterator end) { return registers.find(value) < end; }

  SmallVector<std::pair<Value *, unsigned>, 16> sources_;
  const unsigned elements_;
};

} // namespace

Value *PacketPermutedGroup::addressOf(IRBuilder<> &builder, const PermutedGroup::Member &member, unsigned place) const {
  Value *first = values_.valueInLane(builder, getLoadStorePointerOperand(member.access), builder.getInt64(0));
  return builder.CreateGEP(getLoadStoreType(member.access), first,
                           builder.getInt64(static_cast<int64_t>(place) - static_cast<int64_t>(member.slots.front())));
}

Value *PacketPermutedGroup::laneAddressesOf(IRBuilder<> &builder, const PermutedGroup &permutedGroup,
                                            const PermutedGroup::Member &member) const {
  const PermutedGroup::Member &first = permutedGroup.members.front();
  SmallVector<Constant *> distances;
  for (auto [to, from] : zip_equal(member.slots, first.slots))
    distances.push_back(ConstantInt::getSigned(builder.getInt64Ty(), static_cast<int64_t>(to) - from));
  return builder.CreateGEP(accessedType(permutedGroup),
                           values_.lanes(builder, getLoadStorePointerOperand(first.access)),
                           ConstantVector::get(distances));
}

Value *PacketPermutedGroup::load(LoadInst &load, const PermutedGroup &permutedGroup, Value *mask,
                                 LoadSeparately alone) {
  if (Value *loaded = loaded_.lookup(&load))
    return loaded;
  IRBuilder<> builder(&load);
  const GeneratedValues lanes = createIfElseValues(
      builder.CreateAndReduce(mask), load, [&](IRBuilder<> &place) { return loadGroup(place, permutedGroup); },
      [&](IRBuilder<> &place) {
        GeneratedValues each;
        for (const PermutedGroup::Member &member : permutedGroup.members)
          each.push_back(alone(place, cast<LoadInst>(*member.access), laneAddressesOf(place, permutedGroup, member)));
        return each;
      });
  for (auto [member, value] : zip_equal(permutedGroup.members, lanes))
    loaded_[member.access] = value;
  return loaded_[&load];
}

/// Loads all memory from the group's least slot (the place of an element) to its greatest slot, and nothing outside of
/// this range.
GeneratedValues PacketPermutedGroup::loadGroup(IRBuilder<> &builder, const PermutedGroup &permutedGroup) const {
  Type *type = accessedType(permutedGroup);
  const unsigned elements = elementsPerSlot(*type), together = permutedGroup.slotsPerRegister;
  auto *part = FixedVectorType::get(type->getScalarType(), together * elements);
  Align alignment(1);
  for (const PermutedGroup::Member &member : permutedGroup.members)
    alignment = std::max(alignment, elementAlignment(values_.dataLayout(), *member.access));
  SmallVector<Constant *> within;
  for (unsigned number = 0; number < together * elements; ++number)
    within.push_back(builder.getInt1(number < permutedGroup.span * elements));
  std::map<unsigned, Value *> parts;
  const auto partAt = [&](unsigned begin) {
    Value *&loaded = parts[begin];
    if (!loaded) {
      Value *address = addressOf(builder, permutedGroup.members.front(), begin);
      loaded = permutedGroup.span < together
                   ? builder.CreateMaskedLoad(part, address, alignment, ConstantVector::get(within),
                                              PoisonValue::get(part), "part")
                   : static_cast<Value *>(builder.CreateAlignedLoad(part, address, alignment, "part"));
    }
    return loaded;
  };
  GeneratedValues lanes;
  for (const PermutedGroup::Member &member : permutedGroup.members) {
    SmallVector<Value *, 4> registers;
    for (unsigned begin = 0; begin < values_.width(); begin += together) {
      ShuffleBuilder mixture(together, elements);
      for (unsigned lane = 0; lane < together; ++lane) {
        const unsigned place = member.slots[begin + lane], from = permutedGroup.firstSlotOfRegister(place);
        mixture.take(lane, partAt(from), place - from);
      }
      registers.push_back(mixture.make(builder));
    }
    lanes.push_back(concatenateVectors(builder, registers));
  }
  return lanes;
}

void PacketPermutedGroup::store(StoreInst &store, const PermutedGroup &permutedGroup, Value *mask,
                                StoreSeparately alone) const {
  if (permutedGroup.members.back().access != &store)
    return;
  IRBuilder<> builder(&store);
  // In local memory, lanes exchange elements in steps. With masked stores there is no branch between the stores of one
  // step and the loads of the next step.
  if (permutedGroup.prefersMaskedStores && store.getPointerAddressSpace() == spirLocal)
    return storeGroup(builder, permutedGroup, mask);
  createIfElse(
      builder.CreateAndReduce(mask), store,
      [&](IRBuilder<> &place) -> Value * {
        storeGroup(place, permutedGroup, nullptr);
        return nullptr;
      },
      [&](IRBuilder<> &place) -> Value * {
        if (permutedGroup.prefersMaskedStores) {
          storeGroup(place, permutedGroup, mask);
          return nullptr;
        }
        for (const PermutedGroup::Member &member : permutedGroup.members)
          alone(place, cast<StoreInst>(*member.access));
        return nullptr;
      });
}

Value *PacketPermutedGroup::concatenatedLanes(IRBuilder<> &builder, StoreInst &store) const {
  Value *value = store.getValueOperand();
  return value->getType()->isVectorTy() ? interleave(builder, values_.elements(builder, value))
                                        : values_.lanes(builder, value);
}

void PacketPermutedGroup::storeGroup(IRBuilder<> &builder, const PermutedGroup &permutedGroup, Value *mask) const {
  Type *type = accessedType(permutedGroup);
  const unsigned elements = elementsPerSlot(*type), together = permutedGroup.slotsPerRegister;
  Align alignment(1);
  std::map<unsigned, ShuffleBuilder> mixtures, running;
  std::map<unsigned, SmallVector<Constant *>> places; // for each vector in memory, the elements that are stored
  SmallVector<Value *, 4> runningOf;                  // the mask of the lanes in each register of values
  for (unsigned begin = 0; mask && begin < values_.width(); begin += together)
    runningOf.push_back(builder.CreateShuffleVector(mask, createSequentialMask(begin, together, 0)));
  for (const PermutedGroup::Member &member : permutedGroup.members) {
    Value *lanes = concatenatedLanes(builder, cast<StoreInst>(*member.access));
    alignment = std::max(alignment, elementAlignment(values_.dataLayout(), *member.access));
    for (unsigned begin = 0; begin < values_.width(); begin += together) {
      Value *source =
          builder.CreateShuffleVector(lanes, createSequentialMask(begin * elements, together * elements, 0));
      for (unsigned lane = 0; lane < together; ++lane) {
        const unsigned place = member.slots[begin + lane], part = permutedGroup.firstSlotOfRegister(place);
        mixtures.try_emplace(part, together, elements).first->second.take(place - part, source, lane);
        if (mask)
          running.try_emplace(part, together, elements)
              .first->second.take(place - part, runningOf[begin / together], lane);
        SmallVector<Constant *> &stored = places[part];
        stored.resize(size_t{together} * elements, builder.getFalse());
        std::fill_n(stored.begin() + size_t{place - part} * elements, elements, builder.getTrue());
      }
    }
  }
  for (const auto &[part, mixture] : mixtures) {
    Value *address = addressOf(builder, permutedGroup.members.back(), part);
    const bool isFull = all_of(places[part], [](Constant *isStored) { return isStored->isOneValue(); });
    Value *stored = ConstantVector::get(places[part]);
    if (mask)
      stored = builder.CreateLogicalAnd(stored, running.find(part)->second.make(builder));
    if (isFull && !mask)
      builder.CreateAlignedStore(mixture.make(builder), address, alignment);
    else
      builder.CreateMaskedStore(mixture.make(builder), address, alignment, stored);
  }
}

} // namespace weft::compiler
