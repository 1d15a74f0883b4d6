// Vectors of which each lane has its own somewhere in memory, loaded and stored whole.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketRows.h"

#include "llvm/IR/Instructions.h"

#include "analysis/AccessPlans.h"
#include "kernel/Interleaving.h"
#include "kernel/Transposition.h"
#include "passes/packets/PacketChoice.h"

using namespace llvm;

namespace weft::compiler {

namespace {

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

PacketElements PacketRows::load(IRBuilder<> &builder, LoadInst &load, Value *mask, Value *running) const {
  auto *row = cast<FixedVectorType>(load.getType());
  const unsigned count = row->getNumElements();
  Value *places = values_.lanes(builder, load.getPointerOperand());
  const Align alignment = elementAlignment(values_.dataLayout(), load);
  if (IntegerType *integer = gatheredType(values_.dataLayout(), row)) {
    VectorType *lanes = values_.laneType(integer);
    Value *rows = builder.CreateMaskedGather(lanes, places, alignment, mask, PoisonValue::get(lanes), "rows");
    Value *all =
        builder.CreateBitCast(rows, FixedVectorType::get(row->getElementType(), values_.width() * count), "rows");
    return PacketElements(deinterleave(builder, all, count));
  }
  // Where all lanes run this is what it was.
  places = builder.CreateSelect(
      mask, places, builder.CreateVectorSplat(values_.width(), builder.CreateExtractElement(places, running)));
  SmallVector<Value *, 16> rows;
  for (unsigned lane = 0; lane < values_.width(); ++lane) {
    auto *one = cast<LoadInst>(load.clone());
    one->setOperand(0, builder.CreateExtractElement(places, lane));
    one->setAlignment(alignment);
    rows.push_back(builder.Insert(one, "row"));
  }
  return PacketElements(transpose(builder, rows));
}

void PacketRows::store(IRBuilder<> &builder, StoreInst &store, const PacketElements &elements, Value *mask) const {
  auto *row = cast<FixedVectorType>(store.getValueOperand()->getType());
  const Align alignment = elementAlignment(values_.dataLayout(), store);
  if (IntegerType *integer = gatheredType(values_.dataLayout(), row)) {
    Value *rows = builder.CreateBitCast(interleave(builder, elements), values_.laneType(integer), "rows");
    builder.CreateMaskedScatter(rows, values_.lanes(builder, store.getPointerOperand()), alignment, mask);
    return;
  }
  const auto storeRows = [&](IRBuilder<> &place) -> Value * {
    Value *places = values_.lanes(place, store.getPointerOperand());
    for (auto [lane, one] : enumerate(transpose(place, elements))) {
      auto *copy = cast<StoreInst>(store.clone());
      copy->setOperand(0, one);
      copy->setOperand(1, place.CreateExtractElement(places, lane));
      copy->setAlignment(alignment);
      place.Insert(copy);
    }
    return nullptr;
  };
  const auto scatter = [&](IRBuilder<> &place) -> Value * {
    Value *places = values_.lanes(place, store.getPointerOperand());
    for (auto [number, lanes] : enumerate(elements))
      place.CreateMaskedScatter(lanes, place.CreateGEP(row->getElementType(), places, place.getInt64(number)),
                                alignment, mask);
    return nullptr;
  };
  chooseBy(builder.CreateAndReduce(mask), *builder.GetInsertPoint(), storeRows, scatter);
}

} // namespace weft::compiler
