// The loads and stores of a packet: one access for all lanes if their elements are contiguous.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/PacketMemory.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"

#include "analysis/Accesses.h"
#include "analysis/InstructionKinds.h"
#include "analysis/PacketShapes.h"
#include "builtins/archive/AddressSpaces.h"
#include "kernel/Interleaving.h"
#include "kernel/KernelAttributes.h"
#include "recipes/PacketWindow.h"
#include "recipes/UniformBranch.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns the index of the first active lane.
Value *firstActiveLane(IRBuilder<> &builder, ActiveLanes running) {
  if (running.includeLaneZero)
    return builder.getInt64(0);
  auto *lanes = cast<FixedVectorType>(running.mask->getType());
  Value *bits = builder.CreateBitCast(running.mask, builder.getIntNTy(lanes->getNumElements()));
  Value *first = builder.CreateIntrinsic(Intrinsic::cttz, {bits->getType()}, {bits, builder.getTrue()});
  return builder.CreateZExt(first, builder.getInt64Ty(), "first.lane");
}

/// Returns the mask of a vector access in which the vectors of neighbouring lanes are `pitch` elements apart. The mask
/// has the first `count` elements of each active lane, and not the elements between them and the next lane's vector.
Value *elementMask(IRBuilder<> &builder, Value *mask, unsigned count, unsigned pitch) {
  const unsigned width = cast<FixedVectorType>(mask->getType())->getNumElements();
  SmallVector<int> lanes;
  for (unsigned lane = 0; lane < width; ++lane)
    for (unsigned number = 0; number < pitch; ++number)
      lanes.push_back(static_cast<int>(number < count ? lane : width));
  return builder.CreateShuffleVector(mask, Constant::getNullValue(mask->getType()), lanes);
}

/// Returns whether `value` is loaded from the address to which `store` stores.
bool isElementOf(const Value &value, const StoreInst &store) {
  const auto *load = dyn_cast<LoadInst>(&value);
  return load && load->getPointerOperand() == store.getPointerOperand();
}

} // namespace

PacketMemory::Loads PacketMemory::loadsToRepeat(const Instruction &update) const {
  Loads loads;
  const auto *place = isa<StoreInst>(update) ? getPointerOperand(&update) : update.getOperand(0);
  const unsigned to = place->getType()->getPointerAddressSpace();
  if (to != spirLocal && to != spirPrivate)
    return loads;
  for (const Instruction &before : make_range(std::next(update.getReverseIterator()), update.getParent()->rend())) {
    if (before.mayWriteToMemory() && !isPrefetch(before))
      break;
    const auto *load = dyn_cast<LoadInst>(&before);
    if (load && load->isSimple() && !load->getType()->isVectorTy() && !shapes_.isUniform(*load) &&
        (load->getPointerAddressSpace() == spirGlobal || load->getPointerAddressSpace() == spirConstant) &&
        plans_.of(*load).kind == AccessKind::contiguous)
      loads.insert(load);
  }
  return loads;
}

Value *PacketMemory::laneZeroValue(IRBuilder<> &builder, Value *value, ActiveLanes running) const {
  if (running.includeLaneZero || shapes_.isValidFromLaneZero(*value))
    return value;
  Value *lane = firstActiveLane(builder, running);
  return WidenedValues::advanceByLanes(builder, values_.valueInLane(builder, value, lane), lane,
                                       -shapes_.strideOf(*value).value_or(0));
}

Value *PacketMemory::vectorAddress(IRBuilder<> &builder, const Instruction &access, ActiveLanes running) const {
  Type *type = accessedType(access);
  Value *first = laneZeroValue(builder, const_cast<Value *>(getLoadStorePointerOperand(&access)), running);
  return plans_.of(access).kind == AccessKind::contiguous
             ? first
             : builder.CreateGEP(type, first, builder.getInt64(-static_cast<int64_t>(values_.width() - 1)));
}

Value *PacketMemory::areContiguousWith(IRBuilder<> &builder, const AccessPlan &plan, Type *type, Value *lane) const {
  Value *part = plan.part;
  if (plan.isRowIndex) {
    Value *rows = values_.lanes(builder, part);
    Value *row = builder.CreateVectorSplat(values_.width(), builder.CreateExtractElement(rows, lane));
    return builder.CreateICmpEQ(rows, row, "in.row");
  }
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

Value *PacketMemory::branchOnContiguity(Instruction &access, ActiveLanes running,
                                        function_ref<Value *(IRBuilder<> &, Value *)> together,
                                        function_ref<Value *(IRBuilder<> &)> apart) const {
  IRBuilder<> builder(&access);
  Type *type = getLoadStoreType(&access);
  Value *pointer = getLoadStorePointerOperand(&access);
  Value *lane = firstActiveLane(builder, running);
  Value *first = builder.CreateGEP(type, values_.valueInLane(builder, pointer, lane), builder.CreateNeg(lane), "first");
  Value *inLine = areContiguousWith(builder, plans_.of(access), type, lane);
  // The addresses of inactive lanes are undefined, so inactive lanes count as contiguous.
  Value *areConsecutive =
      builder.CreateAndReduce(builder.CreateSelect(running.mask, inLine, Constant::getAllOnesValue(inLine->getType())));

  return createIfElse(areConsecutive, access, [&](IRBuilder<> &place) { return together(place, first); }, apart);
}

Value *PacketMemory::branchOnWindow(IRBuilder<> &builder, Instruction &access, ActiveLanes running,
                                    function_ref<Value *(IRBuilder<> &, const PacketWindow &, Value *)> within,
                                    function_ref<Value *(IRBuilder<> &)> apart) const {
  const AccessPlan &plan = plans_.of(access);
  if (!plan.mayFitWindow)
    return apart(builder);
  const PacketWindow window(offsets_.of(builder, *plan.part));
  Value *fits = builder.CreateAnd(builder.CreateAndReduce(running.mask), window.fitsInWindow(builder));
  Value *first = values_.valueInLane(builder, getLoadStorePointerOperand(&access), builder.getInt64(0));
  return createIfElse(
      fits, *builder.GetInsertPoint(), [&](IRBuilder<> &place) { return within(place, window, first); }, apart);
}

Value *PacketMemory::load(LoadInst &load, ActiveLanes running) {
  IRBuilder<> builder(&load);
  Value *pointer = load.getPointerOperand();
  VectorType *type = values_.laneType(load.getType());
  const auto loadTogether = [&](IRBuilder<> &place, Value *address, Value *mask) {
    return place.CreateMaskedLoad(type, address, load.getAlign(), mask, PoisonValue::get(type),
                                  load.getName() + ".lanes");
  };
  const auto gatherHere = [&](IRBuilder<> &place) {
    return gather(place, load, values_.lanes(place, pointer), running.mask);
  };
  using enum AccessKind;
  const AccessPlan &plan = plans_.of(load);
  switch (plan.kind) {
  case uniform: {
    Instruction *one = load.clone();
    one->setOperand(0, laneZeroValue(builder, pointer, running));
    return builder.CreateVectorSplat(values_.width(), builder.Insert(one));
  }
  case singleActiveLane: {
    Instruction *one = load.clone();
    one->setOperand(0, values_.valueInLane(builder, pointer, firstActiveLane(builder, running)));
    return builder.CreateVectorSplat(values_.width(), builder.Insert(one));
  }
  case contiguous:
    return loadTogether(builder, vectorAddress(builder, load, running), running.mask);
  case reverse: {
    Value *begin = vectorAddress(builder, load, running);
    return builder.CreateVectorReverse(loadTogether(builder, begin, builder.CreateVectorReverse(running.mask)));
  }
  case interleaved:
    return interleaveGroup_.load(load, plans_.group(plan), running.mask);
  case permuted:
    return permutedGroup_.load(load, plans_.permutedGroup(plan), running.mask,
                               [&](IRBuilder<> &place, LoadInst &member, Value *addresses) {
                                 return gather(place, member, addresses, running.mask);
                               });
  case contiguousIfChecked:
    return branchOnContiguity(
        load, running, [&](IRBuilder<> &place, Value *first) { return loadTogether(place, first, running.mask); },
        [&](IRBuilder<> &place) {
          return branchOnWindow(
              place, load, running,
              [&](IRBuilder<> &there, const PacketWindow &window, Value *first) {
                return window.load(there, load.getType(), first, load.getAlign());
              },
              gatherHere);
        });
  case scalarReadModifyWrite: // the code for the store loads the element as well
    return PoisonValue::get(type);
  case scalarised: {
    Value *allRun = builder.CreateAndReduce(running.mask);
    BasicBlock *block = builder.GetInsertBlock();
    Value *loaded =
        createIfElse(allRun, load, [&](IRBuilder<> &place) { return loadScalarised(place, load); }, gatherHere);
    block->getTerminator()->setMetadata(scalarisedMetadata, MDNode::get(load.getContext(), {}));
    return loaded;
  }
  case gatherScatter:
    break;
  }
  return gatherHere(builder);
}

Value *PacketMemory::gather(IRBuilder<> &builder, LoadInst &load, Value *addresses, Value *mask) const {
  VectorType *type = values_.laneType(load.getType());
  return builder.CreateMaskedGather(type, addresses, load.getAlign(), mask, PoisonValue::get(type),
                                    load.getName() + ".lanes");
}

PacketElements PacketMemory::loadVector(LoadInst &load, ActiveLanes running) {
  IRBuilder<> builder(&load);
  Value *pointer = load.getPointerOperand();
  const unsigned count = cast<FixedVectorType>(load.getType())->getNumElements();
  using enum AccessKind;
  const AccessPlan &plan = plans_.of(load);
  switch (plan.kind) {
  case uniform: {
    Instruction *one = load.clone();
    one->setOperand(0, laneZeroValue(builder, pointer, running));
    builder.Insert(one);
    PacketElements elements;
    for (unsigned number = 0; number < count; ++number)
      elements.push_back(builder.CreateVectorSplat(values_.width(), builder.CreateExtractElement(one, number)));
    return elements;
  }
  case contiguous:
    return loadContiguousVectors(builder, load, laneZeroValue(builder, pointer, running), plan.pitch, running.mask);
  case permuted: {
    Value *together = permutedGroup_.load(load, plans_.permutedGroup(plan), running.mask,
                                          [&](IRBuilder<> &place, LoadInst &member, Value *addresses) {
                                            return interleave(place, gatherVectors(place, member, addresses, running));
                                          });
    builder.SetInsertPoint(&load);
    return PacketElements(deinterleave(builder, together, count));
  }
  case contiguousIfChecked: {
    Value *all = branchOnContiguity( // all lanes' first elements, all lanes' second elements, ..
        load, running,
        [&](IRBuilder<> &place, Value *first) {
          return concatenateVectors(place, loadContiguousVectors(place, load, first, plan.pitch, running.mask));
        },
        [&](IRBuilder<> &place) {
          return concatenateVectors(place, gatherVectors(place, load, values_.lanes(place, pointer), running));
        });
    builder.SetInsertPoint(&load);
    PacketElements elements;
    for (unsigned number = 0; number < count; ++number)
      elements.push_back(builder.CreateShuffleVector(
          all, createSequentialMask(number * values_.width(), values_.width(), 0), load.getName() + ".element"));
    return elements;
  }
  default:
    return plan.hasUniformStride && running.includeLaneZero
               ? transposedAccess_.loadStrided(builder, load, running.mask)
               : gatherVectors(builder, load, values_.lanes(builder, pointer), running);
  }
}

PacketElements PacketMemory::loadContiguousVectors(IRBuilder<> &builder, LoadInst &load, Value *first, unsigned pitch,
                                                   Value *mask) const {
  auto *type = cast<FixedVectorType>(load.getType());
  Type *element = type->getElementType();
  auto *all = FixedVectorType::get(element, values_.width() * pitch);
  Value *together = builder.CreateMaskedLoad(all, first, elementAlignment(values_.dataLayout(), load),
                                             elementMask(builder, mask, type->getNumElements(), pitch),
                                             PoisonValue::get(all), load.getName() + ".vectors");
  PacketElements elements(deinterleave(builder, together, pitch));
  elements.truncate(type->getNumElements());
  return elements;
}

PacketElements PacketMemory::gatherVectors(IRBuilder<> &builder, LoadInst &load, Value *addresses,
                                           ActiveLanes running) const {
  if (plans_.of(load).transposed)
    return transposedAccess_.load(builder, load, addresses, running.mask, firstActiveLane(builder, running));
  auto *type = cast<FixedVectorType>(load.getType());
  Type *element = type->getElementType();
  VectorType *lanes = values_.laneType(element);
  PacketElements elements;
  for (unsigned number = 0; number < type->getNumElements(); ++number)
    elements.push_back(builder.CreateMaskedGather(
        lanes, builder.CreateGEP(element, addresses, builder.getInt64(number)),
        elementAlignment(values_.dataLayout(), load), running.mask, PoisonValue::get(lanes)));
  return elements;
}

void PacketMemory::storeVector(StoreInst &store, ActiveLanes running) const {
  IRBuilder<> builder(&store);
  Value *pointer = store.getPointerOperand();
  auto *type = cast<FixedVectorType>(store.getValueOperand()->getType());
  const Align alignment = elementAlignment(values_.dataLayout(), store);
  const PacketElements elements = values_.elements(builder, store.getValueOperand());
  const AccessPlan &plan = plans_.of(store);
  const auto storeTogether = [&](IRBuilder<> &place, Value *first) -> Value * {
    PacketElements padded = elements;
    padded.resize(plan.pitch, PoisonValue::get(elements.front()->getType()));
    place.CreateMaskedStore(interleave(place, padded), first, alignment,
                            elementMask(place, running.mask, type->getNumElements(), plan.pitch));
    return nullptr;
  };
  const auto scatterHere = [&](IRBuilder<> &place) -> Value * {
    scatterVectors(place, store, running);
    return nullptr;
  };
  switch (plan.kind) {
  case AccessKind::contiguous:
    storeTogether(builder, laneZeroValue(builder, pointer, running));
    return;
  case AccessKind::permuted:
    permutedGroup_.store(store, plans_.permutedGroup(plan), running.mask,
                         [&](IRBuilder<> &place, StoreInst &member) { scatterVectors(place, member, running); });
    return;
  case AccessKind::contiguousIfChecked:
    branchOnContiguity(store, running, storeTogether, scatterHere);
    return;
  default:
    scatterHere(builder);
  }
}

void PacketMemory::scatterVectors(IRBuilder<> &builder, StoreInst &store, ActiveLanes running) const {
  const PacketElements elements = values_.elements(builder, store.getValueOperand());
  if (const AccessPlan &plan = plans_.of(store); plan.transposed)
    return transposedAccess_.store(builder, store, plan.hasUniformStride, elements, running.mask);
  transposedAccess_.scatterElements(builder, store, elements, running.mask);
}

/// If several lanes write to one address, the value of the last of these lanes remains.
void PacketMemory::scatter(IRBuilder<> &builder, StoreInst &store, Value *mask) const {
  builder.CreateMaskedScatter(values_.lanes(builder, store.getValueOperand()),
                              values_.lanes(builder, store.getPointerOperand()), store.getAlign(), mask);
}

Value *PacketMemory::loadScalarised(IRBuilder<> &builder, LoadInst &load) const {
  Value *pointer = load.getPointerOperand();
  Value *elements = PoisonValue::get(values_.laneType(load.getType()));
  for (unsigned lane = 0; lane < values_.width(); ++lane) {
    Instruction *one = load.clone();
    one->setOperand(0, WidenedValues::advanceByLanes(builder, pointer, builder.getInt64(lane),
                                                     shapes_.strideOf(*pointer).value_or(0)));
    elements = builder.CreateInsertElement(elements, builder.Insert(one), lane);
  }
  return elements;
}

/// Carries out a load, an operation and a store to the loaded address. If all lanes run, one lane after the other
/// carries out these three as scalars. If some lanes are inactive, a gather loads for all active lanes at once, and a
/// scatter stores for them.
void PacketMemory::update(StoreInst &store, ActiveLanes running) const {
  IRBuilder<> builder(&store);
  Value *pointer = store.getPointerOperand();
  auto *operation = cast<BinaryOperator>(store.getValueOperand());
  const unsigned loaded = isElementOf(*operation->getOperand(0), store) ? 0 : 1;
  Value *other = operation->getOperand(1 - loaded);
  const auto *load = cast<LoadInst>(operation->getOperand(loaded));
  const auto apply = [&](IRBuilder<> &place, Value *element, Value *operand) {
    Instruction *changed = operation->clone();
    changed->setOperand(loaded, element);
    changed->setOperand(1 - loaded, operand);
    changed->mutateType(element->getType());
    return place.Insert(changed);
  };
  const Loads loads = loadsToRepeat(store);
  const auto scalarised = [&](IRBuilder<> &place) -> Value * {
    for (unsigned lane = 0; lane < values_.width(); ++lane) {
      Value *number = place.getInt64(lane);
      Value *where = values_.valueInLane(place, pointer, number, &loads);
      auto *element = cast<LoadInst>(load->clone());
      element->setOperand(0, where);
      place.Insert(element);
      auto *copy = cast<StoreInst>(store.clone());
      copy->setOperand(0, apply(place, element, values_.valueInLane(place, other, number)));
      copy->setOperand(1, where);
      place.Insert(copy);
    }
    return nullptr;
  };
  const auto together = [&](IRBuilder<> &place) -> Value * {
    VectorType *type = values_.laneType(load->getType());
    Value *addresses = values_.lanes(place, pointer);
    Value *elements =
        place.CreateMaskedGather(type, addresses, load->getAlign(), running.mask, PoisonValue::get(type), "elements");
    place.CreateMaskedScatter(apply(place, elements, values_.lanes(place, other)), addresses, store.getAlign(),
                              running.mask);
    return nullptr;
  };
  createIfElse(builder.CreateAndReduce(running.mask), store, scalarised, together);
}

void PacketMemory::store(StoreInst &store, ActiveLanes running) {
  if (store.getValueOperand()->getType()->isVectorTy())
    return storeVector(store, running);
  IRBuilder<> builder(&store);
  Value *values = values_.lanes(builder, store.getValueOperand());
  const auto scatterHere = [&](IRBuilder<> &place) -> Value * {
    scatter(place, store, running.mask);
    return nullptr;
  };
  using enum AccessKind;
  const AccessPlan &plan = plans_.of(store);
  switch (plan.kind) {
  case singleActiveLane: {
    Value *lane = firstActiveLane(builder, running);
    Instruction *one = store.clone();
    one->setOperand(0, values_.valueInLane(builder, store.getValueOperand(), lane));
    one->setOperand(1, values_.valueInLane(builder, store.getPointerOperand(), lane));
    builder.Insert(one);
    return;
  }
  case contiguous:
    builder.CreateMaskedStore(values, vectorAddress(builder, store, running), store.getAlign(), running.mask);
    return;
  case reverse:
    builder.CreateMaskedStore(builder.CreateVectorReverse(values), vectorAddress(builder, store, running),
                              store.getAlign(), builder.CreateVectorReverse(running.mask));
    return;
  case interleaved:
    interleaveGroup_.store(store, plans_.group(plan), running.mask);
    return;
  case permuted:
    permutedGroup_.store(store, plans_.permutedGroup(plan), running.mask,
                         [&](IRBuilder<> &place, StoreInst &member) { scatter(place, member, running.mask); });
    return;
  case contiguousIfChecked:
    branchOnContiguity(
        store, running,
        [&](IRBuilder<> &place, Value *first) -> Value * {
          place.CreateMaskedStore(values, first, store.getAlign(), running.mask);
          return nullptr;
        },
        [&](IRBuilder<> &place) {
          return branchOnWindow(
              place, store, running,
              [&](IRBuilder<> &there, const PacketWindow &window, Value *first) -> Value * {
                window.store(there, values, first, store.getAlign());
                return nullptr;
              },
              scatterHere);
        });
    return;
  case scalarReadModifyWrite:
    return update(store, running);
  case uniform:
  case scalarised:
  case gatherScatter:
    break;
  }
  scatterHere(builder);
}

} // namespace weft::compiler
