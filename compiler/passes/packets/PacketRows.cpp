// Vectors of which each lane has its own somewhere in memory, loaded and stored whole.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketRows.h"

#include <algorithm>

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"

#include "analysis/AccessPlans.h"
#include "kernel/Interleaving.h"
#include "kernel/Transposition.h"
#include "passes/packets/PacketChoice.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// As much as any register has.
constexpr uint64_t bytesOfOneStore = 64;

/// A row as an integer, if it is to be gathered.
IntegerType *gatheredType(const DataLayout &layout, FixedVectorType *row) {
  const uint64_t bytes = layout.getTypeStoreSize(row);
  return bytes <= bytesOfGatheredRow ? IntegerType::get(row->getContext(), static_cast<unsigned>(8 * bytes)) : nullptr;
}

} // namespace

Align elementAlignment(const DataLayout &layout, const Instruction &access) {
  const Type *type = getLoadStoreType(&access);
  return commonAlignment(getLoadStoreAlignment(&access), layout.getTypeAllocSize(type->getScalarType()));
}

/// Of all lanes, from the first one's and the step to the next.
PacketRows::Places PacketRows::evenPlaces(IRBuilder<> &builder, Value *pointer) const {
  Places places = {values_.valueInLane(builder, pointer, builder.getInt64(0))};
  Value *step = values_.stepOf(builder, pointer);
  for (unsigned lane = 1; lane < values_.width(); ++lane)
    places.push_back(
        builder.CreatePtrAdd(places.front(), builder.CreateMul(step, builder.getInt64(lane)), "row.place"));
  return places;
}

PacketRows::Places PacketRows::placesIn(IRBuilder<> &builder, Value *lanes) const {
  Places places;
  for (unsigned lane = 0; lane < values_.width(); ++lane)
    places.push_back(builder.CreateExtractElement(lanes, lane));
  return places;
}

/// The elements of the rows at `places`, one for each lane.
PacketElements PacketRows::turnRows(IRBuilder<> &builder, const LoadInst &load, const Places &places) const {
  SmallVector<Value *, 16> rows;
  for (Value *place : places) {
    auto *one = cast<LoadInst>(load.clone());
    one->setOperand(0, place);
    one->setAlignment(elementAlignment(values_.dataLayout(), load));
    rows.push_back(builder.Insert(one, "row"));
  }
  PacketElements elements(transpose(builder, rows));
  turned_[elements.front()] = {elements, rows};
  return elements;
}

/// The rows whose elements these are: those that have been turned, or else turned now.
SmallVector<Value *, 16> PacketRows::rowsOf(IRBuilder<> &builder, const PacketElements &elements) const {
  const auto known = turned_.find(elements.front());
  return known != turned_.end() && known->second.elements == elements ? known->second.rows
                                                                      : transpose(builder, elements);
}

PacketElements PacketRows::load(IRBuilder<> &builder, LoadInst &load, Value *places, Value *mask,
                                Value *running) const {
  auto *row = cast<FixedVectorType>(load.getType());
  const unsigned count = row->getNumElements();
  if (IntegerType *integer = gatheredType(values_.dataLayout(), row)) {
    VectorType *lanes = values_.laneType(integer);
    Value *rows = builder.CreateMaskedGather(lanes, places, elementAlignment(values_.dataLayout(), load), mask,
                                             PoisonValue::get(lanes), "rows");
    Value *all =
        builder.CreateBitCast(rows, FixedVectorType::get(row->getElementType(), values_.width() * count), "rows");
    return PacketElements(deinterleave(builder, all, count));
  }
  // Where all lanes run this is what it was.
  Value *other = builder.CreateVectorSplat(values_.width(), builder.CreateExtractElement(places, running));
  return turnRows(builder, load, placesIn(builder, builder.CreateSelect(mask, places, other)));
}

PacketElements PacketRows::loadEven(IRBuilder<> &builder, LoadInst &load, Value *mask) const {
  Places places = evenPlaces(builder, load.getPointerOperand());
  // Where all lanes run these are what they were.
  for (unsigned lane = 1; lane < values_.width(); ++lane)
    places[lane] = builder.CreateSelect(builder.CreateExtractElement(mask, lane), places[lane], places.front());
  return turnRows(builder, load, places);
}

void PacketRows::scatterElements(IRBuilder<> &builder, const StoreInst &store, const PacketElements &elements,
                                 Value *mask) const {
  Type *element = store.getValueOperand()->getType()->getScalarType();
  const Align alignment = elementAlignment(values_.dataLayout(), store);
  Value *places = values_.lanes(builder, const_cast<Value *>(store.getPointerOperand()));
  for (auto [number, lanes] : enumerate(elements))
    builder.CreateMaskedScatter(lanes, builder.CreateGEP(element, places, builder.getInt64(number)), alignment, mask);
}

/// How many rows lie one behind the other, so that they are one store: loads get from one what they would wait for from
/// several.
size_t PacketRows::rowsOfOneStore(IRBuilder<> &builder, const StoreInst &store) const {
  const uint64_t bytes = values_.dataLayout().getTypeStoreSize(store.getValueOperand()->getType());
  const auto *step = dyn_cast<ConstantInt>(values_.stepOf(builder, const_cast<Value *>(store.getPointerOperand())));
  return step && step->equalsInt(bytes) && bytesOfOneStore % bytes == 0
             ? std::min<size_t>(bytesOfOneStore / bytes, values_.width())
             : 1;
}

void PacketRows::store(IRBuilder<> &builder, StoreInst &store, bool isEven, const PacketElements &elements,
                       Value *mask) const {
  auto *row = cast<FixedVectorType>(store.getValueOperand()->getType());
  const Align alignment = elementAlignment(values_.dataLayout(), store);
  if (IntegerType *integer = gatheredType(values_.dataLayout(), row)) {
    Value *together = frozen(builder, interleave(builder, elements));
    Value *rows = builder.CreateBitCast(together, values_.laneType(integer), "rows");
    builder.CreateMaskedScatter(rows, values_.lanes(builder, store.getPointerOperand()), alignment, mask);
    return;
  }
  Value *pointer = store.getPointerOperand();
  const SmallVector<Value *, 16> rows = rowsOf(builder, elements);
  const auto storeRows = [&](IRBuilder<> &place) -> Value * {
    const Places places = isEven ? evenPlaces(place, pointer) : placesIn(place, values_.lanes(place, pointer));
    const size_t together = isEven ? rowsOfOneStore(place, store) : 1;
    for (size_t first = 0; first < rows.size(); first += together) {
      auto *copy = cast<StoreInst>(store.clone());
      copy->setOperand(0, concatenateVectors(place, ArrayRef(rows).slice(first, together)));
      copy->setOperand(1, places[first]);
      copy->setAlignment(alignment);
      place.Insert(copy);
    }
    return nullptr;
  };
  const auto storeSomeRows = [&](IRBuilder<> &place) -> Value * {
    for (auto [lane, to] : enumerate(placesIn(place, values_.lanes(place, pointer)))) {
      Value *runs = place.CreateVectorSplat(row->getElementCount(), place.CreateExtractElement(mask, lane));
      CallInst *copy = place.CreateMaskedStore(rows[lane], to, alignment, runs);
      copy->copyMetadata(store);
    }
    return nullptr;
  };
  chooseBy(builder.CreateAndReduce(mask), *builder.GetInsertPoint(), storeRows, storeSomeRows);
}

} // namespace weft::compiler
