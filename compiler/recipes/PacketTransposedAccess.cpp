// Loads and stores of a whole vector for each lane. The lanes' vectors are transposed in registers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/PacketTransposedAccess.h"

#include <algorithm>

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"

#include "kernel/Interleaving.h"
#include "kernel/Transposition.h"
#include "recipes/AccessPlans.h"
#include "recipes/UniformBranch.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The size in bytes of the largest register of any CPU, and so of the longest store.
constexpr uint64_t maxStoreBytes = 64;

/// Returns the integer type as large as `row`, the vector of one lane, if vectors of this size are gathered as
/// integers; else null.
IntegerType *gatheredType(const DataLayout &layout, FixedVectorType *row) {
  const uint64_t bytes = layout.getTypeStoreSize(row);
  return bytes <= maxGatheredVectorBytes ? IntegerType::get(row->getContext(), static_cast<unsigned>(8 * bytes))
                                         : nullptr;
}

} // namespace

Align elementAlignment(const DataLayout &layout, const Instruction &access) {
  const Type *type = getLoadStoreType(&access);
  return commonAlignment(getLoadStoreAlignment(&access), layout.getTypeAllocSize(type->getScalarType()));
}

/// Returns the addresses of all lanes, computed from the first lane's address and the stride.
PacketTransposedAccess::LaneAddresses PacketTransposedAccess::stridedAddresses(IRBuilder<> &builder,
                                                                               Value *pointer) const {
  LaneAddresses addresses = {values_.valueInLane(builder, pointer, builder.getInt64(0))};
  Value *step = values_.strideValueOf(builder, pointer);
  for (unsigned lane = 1; lane < values_.width(); ++lane)
    addresses.push_back(
        builder.CreatePtrAdd(addresses.front(), builder.CreateMul(step, builder.getInt64(lane)), "row.place"));
  return addresses;
}

PacketTransposedAccess::LaneAddresses PacketTransposedAccess::extractAddresses(IRBuilder<> &builder,
                                                                               Value *lanes) const {
  LaneAddresses addresses;
  for (unsigned lane = 0; lane < values_.width(); ++lane)
    addresses.push_back(builder.CreateExtractElement(lanes, lane));
  return addresses;
}

/// Loads each lane's vector, its row, from its address in `addresses`. Returns the lanes of each element.
PacketElements PacketTransposedAccess::loadAndTranspose(IRBuilder<> &builder, const LoadInst &load,
                                                        const LaneAddresses &addresses) const {
  SmallVector<Value *, 16> rows;
  for (Value *place : addresses) {
    auto *one = cast<LoadInst>(load.clone());
    one->setOperand(0, place);
    one->setAlignment(elementAlignment(values_.dataLayout(), load));
    rows.push_back(builder.Insert(one, "row"));
  }
  PacketElements elements(transpose(builder, rows));
  transposed_[elements.front()] = {elements, rows};
  return elements;
}

/// Returns each lane's vector (row) of its `elements`. If loadAndTranspose() has made the elements from rows, returns
/// these rows; else transposes the elements.
SmallVector<Value *, 16> PacketTransposedAccess::laneVectorsOf(IRBuilder<> &builder,
                                                               const PacketElements &elements) const {
  const auto known = transposed_.find(elements.front());
  return known != transposed_.end() && known->second.elements == elements ? known->second.rows
                                                                          : transpose(builder, elements);
}

PacketElements PacketTransposedAccess::load(IRBuilder<> &builder, LoadInst &load, Value *addresses, Value *mask,
                                            Value *running) const {
  auto *row = cast<FixedVectorType>(load.getType());
  const unsigned count = row->getNumElements();
  if (IntegerType *integer = gatheredType(values_.dataLayout(), row)) {
    VectorType *lanes = values_.laneType(integer);
    Value *rows = builder.CreateMaskedGather(lanes, addresses, elementAlignment(values_.dataLayout(), load), mask,
                                             PoisonValue::get(lanes), "rows");
    Value *all =
        builder.CreateBitCast(rows, FixedVectorType::get(row->getElementType(), values_.width() * count), "rows");
    return PacketElements(deinterleave(builder, all, count));
  }
  // Inactive lanes get the address of the lane `running`. If all lanes run, no address changes.
  Value *other = builder.CreateVectorSplat(values_.width(), builder.CreateExtractElement(addresses, running));
  return loadAndTranspose(builder, load, extractAddresses(builder, builder.CreateSelect(mask, addresses, other)));
}

PacketElements PacketTransposedAccess::loadStrided(IRBuilder<> &builder, LoadInst &load, Value *mask) const {
  LaneAddresses addresses = stridedAddresses(builder, load.getPointerOperand());
  // Inactive lanes get the address of lane 0. If all lanes run, no address changes.
  for (unsigned lane = 1; lane < values_.width(); ++lane)
    addresses[lane] =
        builder.CreateSelect(builder.CreateExtractElement(mask, lane), addresses[lane], addresses.front());
  return loadAndTranspose(builder, load, addresses);
}

void PacketTransposedAccess::scatterElements(IRBuilder<> &builder, const StoreInst &store,
                                             const PacketElements &elements, Value *mask) const {
  Type *element = store.getValueOperand()->getType()->getScalarType();
  const Align alignment = elementAlignment(values_.dataLayout(), store);
  Value *addresses = values_.lanes(builder, const_cast<Value *>(store.getPointerOperand()));
  for (auto [number, lanes] : enumerate(elements))
    builder.CreateMaskedScatter(lanes, builder.CreateGEP(element, addresses, builder.getInt64(number)), alignment,
                                mask);
}

/// Returns how many lanes' vectors (rows) one store writes if they are contiguous: as many as fit into one store. A
/// later load of several rows can take its data directly from one earlier store, but would have to wait if several
/// stores wrote the rows.
size_t PacketTransposedAccess::vectorsPerStore(IRBuilder<> &builder, const StoreInst &store) const {
  const uint64_t bytes = values_.dataLayout().getTypeStoreSize(store.getValueOperand()->getType());
  const auto *step =
      dyn_cast<ConstantInt>(values_.strideValueOf(builder, const_cast<Value *>(store.getPointerOperand())));
  return step && step->equalsInt(bytes) && maxStoreBytes % bytes == 0
             ? std::min<size_t>(maxStoreBytes / bytes, values_.width())
             : 1;
}

void PacketTransposedAccess::store(IRBuilder<> &builder, StoreInst &store, bool hasUniformStride,
                                   const PacketElements &elements, Value *mask) const {
  auto *row = cast<FixedVectorType>(store.getValueOperand()->getType());
  const Align alignment = elementAlignment(values_.dataLayout(), store);
  if (IntegerType *integer = gatheredType(values_.dataLayout(), row)) {
    Value *together = frozen(builder, interleave(builder, elements));
    Value *rows = builder.CreateBitCast(together, values_.laneType(integer), "rows");
    builder.CreateMaskedScatter(rows, values_.lanes(builder, store.getPointerOperand()), alignment, mask);
    return;
  }
  Value *pointer = store.getPointerOperand();
  const SmallVector<Value *, 16> rows = laneVectorsOf(builder, elements);
  const auto storeRows = [&](IRBuilder<> &place) -> Value * {
    const LaneAddresses addresses =
        hasUniformStride ? stridedAddresses(place, pointer) : extractAddresses(place, values_.lanes(place, pointer));
    const size_t together = hasUniformStride ? vectorsPerStore(place, store) : 1;
    for (size_t first = 0; first < rows.size(); first += together) {
      auto *copy = cast<StoreInst>(store.clone());
      copy->setOperand(0, concatenateVectors(place, ArrayRef(rows).slice(first, together)));
      copy->setOperand(1, addresses[first]);
      copy->setAlignment(alignment);
      place.Insert(copy);
    }
    return nullptr;
  };
  const auto storeSomeRows = [&](IRBuilder<> &place) -> Value * {
    for (auto [lane, to] : enumerate(extractAddresses(place, values_.lanes(place, pointer)))) {
      Value *runs = place.CreateVectorSplat(row->getElementCount(), place.CreateExtractElement(mask, lane));
      CallInst *copy = place.CreateMaskedStore(rows[lane], to, alignment, runs);
      copy->copyMetadata(store);
    }
    return nullptr;
  };
  createIfElse(builder.CreateAndReduce(mask), *builder.GetInsertPoint(), storeRows, storeSomeRows);
}

} // namespace weft::compiler
