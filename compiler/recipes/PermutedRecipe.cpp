// Accesses of elements that the lanes access in an order that is the same in every packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <map>

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"

#include "analysis/Accesses.h"
#include "builtins/archive/AddressSpaces.h"
#include "codegen/CompileBudget.h"
#include "kernel/Interleaving.h"
#include "kernel/KernelAttributes.h"
#include "recipes/AccessPlans.h"
#include "recipes/GatherScatterRecipe.h"
#include "recipes/PermutedGroup.h"
#include "recipes/UniformBranch.h"

using namespace llvm;

namespace weft::compiler {

namespace {

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

/// Returns one vector with each lane's elements together (x0 y0 x1 y1 ..), from the lanes of each element.
Value *joined(IRBuilder<> &builder, const PacketElements &elements) {
  return elements.size() == 1 ? elements.front() : interleave(builder, elements);
}

/// Loads or stores the elements of a PermutedGroup by vectors of a register's size and by shuffles with constant
/// indices. A slot is the place of one element in memory; slots are counted from the first element of the group. All
/// accesses of the group are executed at once: loads at the first access, stores at the last. Constant masks keep
/// stores from writing elements that no lane has. If some lanes are inactive, each member is loaded or stored by
/// itself, unless the group uses masked stores (PermutedGroup::prefersMaskedStores).
class PermutedRecipe : public MemoryRecipe {
public:
  PermutedRecipe(const AccessPlans &plans, ArrayRef<Instruction *> accesses, PermutedGroup group)
      : MemoryRecipe(AccessKind::permuted, plans, accesses), group_(std::move(group)) {
    for (Instruction *access : accesses)
      apart_.push_back(planAnywhere(plans, *access, /*usesStride=*/false));
  }

  double cost(const Instruction & /*access*/) const override {
    return group_.cycles / static_cast<double>(group_.members.size());
  }
  RemarkWords remark() const override {
    return {"permuted", "loads elements in an order that is the same in every packet",
            "stores elements in an order that is the same in every packet", false};
  }
  bool hasMaskedStores() const override { return true; }
  bool transposes() const override { return apart_.front()->transposes(); }

  PacketElements emitLoad(PacketMemory &memory, LoadInst &load, ActiveLanes running) const override;
  /// Executes the stores of all members if `store` is the last member; else does nothing.
  void emitStore(PacketMemory &memory, StoreInst &store, ActiveLanes running) const override;

private:
  GeneratedValues loadGroup(const PacketMemory &memory, IRBuilder<> &builder) const;
  /// `mask` is the mask of the lanes that store, or null if all lanes store.
  void storeGroup(const PacketMemory &memory, IRBuilder<> &builder, Value *mask) const;
  Type *type() const { return accessedType(*group_.members.front().access); }
  /// Returns the address of the slot `place`, computed from the address of the first lane of `member`.
  static Value *addressOf(const PacketMemory &memory, IRBuilder<> &builder, const PermutedGroup::Member &member,
                          unsigned place);
  /// Returns the addresses of the lanes of `member`. They are computed from the addresses of the first member's lanes,
  /// because the addresses of `member` may be computed only after the first member.
  Value *laneAddressesOf(const PacketMemory &memory, IRBuilder<> &builder, const PermutedGroup::Member &member) const;
  Align alignment() const {
    Align largest(1);
    for (const PermutedGroup::Member &member : group_.members)
      largest = std::max(largest, elementAlignment(*member.access));
    return largest;
  }

  const PermutedGroup group_;
  SmallVector<std::shared_ptr<const GatherScatterRecipe>, 8> apart_; ///< one for each member
};

Value *PermutedRecipe::addressOf(const PacketMemory &memory, IRBuilder<> &builder, const PermutedGroup::Member &member,
                                 unsigned place) {
  Value *first = memory.values.valueInLane(builder, getLoadStorePointerOperand(member.access), builder.getInt64(0));
  return builder.CreateGEP(accessedType(*member.access), first,
                           builder.getInt64(static_cast<int64_t>(place) - static_cast<int64_t>(member.slots.front())));
}

Value *PermutedRecipe::laneAddressesOf(const PacketMemory &memory, IRBuilder<> &builder,
                                       const PermutedGroup::Member &member) const {
  const PermutedGroup::Member &first = group_.members.front();
  SmallVector<Constant *> distances;
  for (auto [to, from] : zip_equal(member.slots, first.slots))
    distances.push_back(ConstantInt::getSigned(builder.getInt64Ty(), static_cast<int64_t>(to) - from));
  return builder.CreateGEP(type(), memory.values.lanes(builder, getLoadStorePointerOperand(first.access)),
                           ConstantVector::get(distances));
}

PacketElements PermutedRecipe::emitLoad(PacketMemory &memory, LoadInst &load, ActiveLanes running) const {
  IRBuilder<> builder(&load);
  if (!memory.loaded.contains(&load)) {
    const GeneratedValues lanes = createIfElseValues(
        builder.CreateAndReduce(running.mask), load, [&](IRBuilder<> &place) { return loadGroup(memory, place); },
        [&](IRBuilder<> &place) {
          GeneratedValues each;
          for (const auto &[member, apart] : zip_equal(group_.members, apart_)) {
            Value *addresses = laneAddressesOf(memory, place, member);
            each.push_back(
                joined(place, apart->loadFrom(memory, place, cast<LoadInst>(*member.access), addresses, running)));
          }
          return each;
        });
    for (auto [member, value] : zip_equal(group_.members, lanes))
      memory.loaded[member.access] = value;
    builder.SetInsertPoint(&load);
  }
  Value *together = memory.loaded[&load];
  const unsigned count = elementsPerSlot(*load.getType());
  return count == 1 ? PacketElements{together} : PacketElements(deinterleave(builder, together, count));
}

/// Loads all memory from the group's least slot (the place of an element) to its greatest slot, and nothing outside of
/// this range.
GeneratedValues PermutedRecipe::loadGroup(const PacketMemory &memory, IRBuilder<> &builder) const {
  const unsigned elements = elementsPerSlot(*type()), together = group_.slotsPerRegister;
  auto *part = FixedVectorType::get(type()->getScalarType(), together * elements);
  SmallVector<Constant *> within;
  for (unsigned number = 0; number < together * elements; ++number)
    within.push_back(builder.getInt1(number < group_.span * elements));
  std::map<unsigned, Value *> parts;
  const auto partAt = [&](unsigned begin) {
    Value *&loaded = parts[begin];
    if (!loaded) {
      Value *address = addressOf(memory, builder, group_.members.front(), begin);
      loaded = group_.span < together
                   ? builder.CreateMaskedLoad(part, address, alignment(), ConstantVector::get(within),
                                              PoisonValue::get(part), "part")
                   : static_cast<Value *>(builder.CreateAlignedLoad(part, address, alignment(), "part"));
    }
    return loaded;
  };
  GeneratedValues lanes;
  for (const PermutedGroup::Member &member : group_.members) {
    SmallVector<Value *, 4> registers;
    for (unsigned begin = 0; begin < plans_.width(); begin += together) {
      ShuffleBuilder mixture(together, elements);
      for (unsigned lane = 0; lane < together; ++lane) {
        const unsigned place = member.slots[begin + lane], from = group_.firstSlotOfRegister(place);
        mixture.take(lane, partAt(from), place - from);
      }
      registers.push_back(mixture.make(builder));
    }
    lanes.push_back(concatenateVectors(builder, registers));
  }
  return lanes;
}

void PermutedRecipe::emitStore(PacketMemory &memory, StoreInst &store, ActiveLanes running) const {
  if (group_.members.back().access != &store)
    return;
  IRBuilder<> builder(&store);
  // In local memory, lanes exchange elements in steps. With masked stores there is no branch between the stores of one
  // step and the loads of the next step.
  if (group_.prefersMaskedStores && store.getPointerAddressSpace() == spirLocal)
    return storeGroup(memory, builder, running.mask);
  createIfElse(
      builder.CreateAndReduce(running.mask), store,
      [&](IRBuilder<> &place) -> Value * {
        storeGroup(memory, place, nullptr);
        return nullptr;
      },
      [&](IRBuilder<> &place) -> Value * {
        if (group_.prefersMaskedStores) {
          storeGroup(memory, place, running.mask);
          return nullptr;
        }
        for (const auto &[member, apart] : zip_equal(group_.members, apart_))
          apart->storeAt(memory, place, cast<StoreInst>(*member.access), running);
        return nullptr;
      });
}

void PermutedRecipe::storeGroup(const PacketMemory &memory, IRBuilder<> &builder, Value *mask) const {
  const unsigned elements = elementsPerSlot(*type()), together = group_.slotsPerRegister;
  std::map<unsigned, ShuffleBuilder> mixtures, running;
  std::map<unsigned, SmallVector<Constant *>> places; // for each vector in memory, the elements that are stored
  SmallVector<Value *, 4> runningOf;                  // the mask of the lanes in each register of values
  for (unsigned begin = 0; mask && begin < plans_.width(); begin += together)
    runningOf.push_back(builder.CreateShuffleVector(mask, createSequentialMask(begin, together, 0)));
  for (const PermutedGroup::Member &member : group_.members) {
    Value *lanes = joined(builder, memory.values.elements(builder, cast<StoreInst>(member.access)->getValueOperand()));
    for (unsigned begin = 0; begin < plans_.width(); begin += together) {
      Value *source =
          builder.CreateShuffleVector(lanes, createSequentialMask(begin * elements, together * elements, 0));
      for (unsigned lane = 0; lane < together; ++lane) {
        const unsigned place = member.slots[begin + lane], part = group_.firstSlotOfRegister(place);
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
    Value *address = addressOf(memory, builder, group_.members.back(), part);
    const bool isFull = all_of(places[part], [](Constant *isStored) { return isStored->isOneValue(); });
    Value *stored = ConstantVector::get(places[part]);
    if (mask)
      stored = builder.CreateLogicalAnd(stored, running.find(part)->second.make(builder));
    if (isFull && !mask)
      builder.CreateAlignedStore(mixture.make(builder), address, alignment());
    else
      builder.CreateMaskedStore(mixture.make(builder), address, alignment(), stored);
  }
}

/// Whether packets of a group may exchange elements in registers instead of local memory. They may if the local size is
/// known, and a group has at most CodeSizes::registerExchangePackets packets.
bool exchangesInRegisters(const Function &kernel, unsigned width) {
  const auto [x, y, z] = fixedLocalSize(kernel);
  return x != 0 && x * y * z <= uint64_t{CodeSizes::registerExchangePackets} * width;
}

} // namespace

/// Plans `access` and later accesses together, if that takes less time than their recipes for single accesses.
MemoryRecipePtr planPermuted(AccessPlans &plans, Instruction &access) {
  const auto isOpen = [](const MemoryRecipe &recipe) {
    using enum AccessKind;
    return is_contained({contiguousIfChecked, scalarised, transposed, gatherScatter}, recipe.kind);
  };
  // If all lanes access one address (stride 0), the access keeps its recipe.
  if (!isOpen(plans.of(access)) || plans.strideOf(access) == 0)
    return nullptr;
  PermutedGroups groups(plans.laneOffsets(), access.getDataLayout(), plans.width(), plans.profile(),
                        exchangesInRegisters(*access.getFunction(), plans.width()));
  std::optional<PermutedGroup> found =
      groups.find(access, [&](Instruction &next) { return plans.lacksPlan(next) && isOpen(*plans.planAlone(next)); });
  if (!found)
    return nullptr;
  double planned = 0;
  SmallVector<Instruction *> accesses;
  for (const PermutedGroup::Member &member : found->members) {
    planned += plans.planAlone(*member.access)->cost(*member.access);
    accesses.push_back(member.access);
  }
  return found->cycles < planned ? std::make_shared<PermutedRecipe>(plans, accesses, std::move(*found)) : nullptr;
}

} // namespace weft::compiler
