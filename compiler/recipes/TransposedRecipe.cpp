// Accesses to a whole vector for each lane. The lanes' vectors are transposed in registers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "llvm/Analysis/VectorUtils.h"

#include "analysis/Accesses.h"
#include "analysis/PacketShapes.h"
#include "analysis/PacketTypes.h"
#include "kernel/Interleaving.h"
#include "kernel/Transposition.h"
#include "recipes/AccessPlans.h"
#include "recipes/GatherScatterRecipe.h"
#include "recipes/UniformBranch.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The size in bytes of the largest register of any CPU, and so of the longest store.
constexpr uint64_t maxStoreBytes = 64;
/// Vectors of OpenCL C of at most this number of bytes are gathered as integers.
constexpr uint64_t maxGatheredVectorBytes = 8;

uint64_t bytesOf(const Instruction &access) {
  return access.getDataLayout().getTypeStoreSize(accessedType(access)).getFixedValue();
}

/// Returns the integer type as large as `row`, the vector of one lane.
IntegerType *integerFor(const Instruction &access) {
  return IntegerType::get(access.getContext(), static_cast<unsigned>(8 * bytesOf(access)));
}

/// Executes accesses to vectors that don't follow each other in memory. The vector of each lane is called its row. A
/// short row is gathered or scattered as an integer (isGatheredWhole). Longer rows are accessed one after the other and
/// transposed in registers (kernel/Transposition.h).
class TransposedRecipe : public GatherScatterRecipe {
public:
  /// `hasUniformStride`: whether the distance from each lane's row to the next lane's row is the same (PacketShapes.h).
  /// All addresses are then computed from the first row's address and the stride.
  TransposedRecipe(const AccessPlans &plans, Instruction &access, bool hasUniformStride)
      : GatherScatterRecipe(AccessKind::transposed, plans, &access), hasUniformStride_(hasUniformStride) {}

  double cost(const Instruction &access) const override;
  RemarkWords remark() const override {
    return {"transposed", "loads each lane's vector and transposes the vectors in registers",
            "transposes the lanes' vectors in registers and stores each", true};
  }
  bool transposes() const override { return true; }

  PacketElements emitLoad(PacketMemory &memory, LoadInst &load, ActiveLanes running) const override;
  PacketElements loadFrom(PacketMemory &memory, IRBuilder<> &builder, LoadInst &load, Value *addresses,
                          ActiveLanes running) const override;
  /// May split the block. If some lanes are inactive, each row is stored by itself, with a mask that is empty for an
  /// inactive lane.
  void storeAt(PacketMemory &memory, IRBuilder<> &builder, StoreInst &store, ActiveLanes running) const override;

private:
  using Values = SmallVector<Value *, 16>;
  Values stridedAddresses(const PacketMemory &memory, IRBuilder<> &builder, Value *pointer) const;
  Values extractAddresses(IRBuilder<> &builder, Value *lanes) const;
  static PacketElements loadAndTranspose(PacketMemory &memory, IRBuilder<> &builder, const LoadInst &load,
                                         const Values &addresses);
  static Values rowsOf(const PacketMemory &memory, IRBuilder<> &builder, const PacketElements &elements);
  size_t rowsPerStore(const PacketMemory &memory, IRBuilder<> &builder, StoreInst &store) const;

  const bool hasUniformStride_;
};

double TransposedRecipe::cost(const Instruction &access) const {
  const TargetProfile::Cycles &cycles = plans_.profile().cycles;
  const auto &type = *cast<FixedVectorType>(accessedType(access));
  const unsigned width = plans_.width();
  const double shuffles = registersForPacket(type, cycles) * Log2_32(std::min(width, type.getNumElements()));
  // If the distances between the lanes' vectors differ, the addresses are in a vector. Each address then has to be
  // extracted by a further instruction.
  const double row = cycles.scalarAccess + (hasUniformStride_ ? 0 : cycles.vectorOperation);
  return width * (isGatheredWhole(access) ? cycles.gatheredElement : row) + shuffles * cycles.vectorOperation;
}

/// Returns the addresses of all lanes, computed from the first lane's address and the stride.
TransposedRecipe::Values TransposedRecipe::stridedAddresses(const PacketMemory &memory, IRBuilder<> &builder,
                                                            Value *pointer) const {
  Values addresses = {memory.values.valueInLane(builder, pointer, builder.getInt64(0))};
  Value *step = memory.values.strideValueOf(builder, pointer);
  for (unsigned lane = 1; lane < plans_.width(); ++lane)
    addresses.push_back(
        builder.CreatePtrAdd(addresses.front(), builder.CreateMul(step, builder.getInt64(lane)), "row.place"));
  return addresses;
}

TransposedRecipe::Values TransposedRecipe::extractAddresses(IRBuilder<> &builder, Value *lanes) const {
  Values addresses;
  for (unsigned lane = 0; lane < plans_.width(); ++lane)
    addresses.push_back(builder.CreateExtractElement(lanes, lane));
  return addresses;
}

/// Loads each lane's row from its address in `addresses`. Returns the lanes of each element.
PacketElements TransposedRecipe::loadAndTranspose(PacketMemory &memory, IRBuilder<> &builder, const LoadInst &load,
                                                  const Values &addresses) {
  Values rows;
  for (Value *place : addresses) {
    auto *one = cast<LoadInst>(load.clone());
    one->setOperand(0, place);
    one->setAlignment(elementAlignment(load));
    rows.push_back(builder.Insert(one, "row"));
  }
  PacketElements elements(transpose(builder, rows));
  memory.transposed[elements.front()] = {elements, rows};
  return elements;
}

/// Returns each lane's row of its `elements`. If loadAndTranspose() has made the elements from rows, returns these
/// rows; else transposes the elements.
TransposedRecipe::Values TransposedRecipe::rowsOf(const PacketMemory &memory, IRBuilder<> &builder,
                                                  const PacketElements &elements) {
  const auto known = memory.transposed.find(elements.front());
  return known != memory.transposed.end() && known->second.elements == elements ? known->second.rows
                                                                                : transpose(builder, elements);
}

PacketElements TransposedRecipe::emitLoad(PacketMemory &memory, LoadInst &load, ActiveLanes running) const {
  if (!hasUniformStride_ || !running.includeLaneZero)
    return GatherScatterRecipe::emitLoad(memory, load, running);
  IRBuilder<> builder(&load);
  Values addresses = stridedAddresses(memory, builder, load.getPointerOperand());
  // Inactive lanes get the address of lane 0. If all lanes run, no address changes.
  for (unsigned lane = 1; lane < plans_.width(); ++lane)
    addresses[lane] =
        builder.CreateSelect(builder.CreateExtractElement(running.mask, lane), addresses[lane], addresses.front());
  return loadAndTranspose(memory, builder, load, addresses);
}

PacketElements TransposedRecipe::loadFrom(PacketMemory &memory, IRBuilder<> &builder, LoadInst &load, Value *addresses,
                                          ActiveLanes running) const {
  const unsigned width = plans_.width();
  if (isGatheredWhole(load)) {
    const unsigned count = cast<FixedVectorType>(load.getType())->getNumElements();
    VectorType *lanes = memory.values.laneType(integerFor(load));
    Value *rows = builder.CreateMaskedGather(lanes, addresses, elementAlignment(load), running.mask,
                                             PoisonValue::get(lanes), "rows");
    Value *all =
        builder.CreateBitCast(rows, FixedVectorType::get(load.getType()->getScalarType(), width * count), "rows");
    return PacketElements(deinterleave(builder, all, count));
  }
  // Inactive lanes get the address of an active lane. If all lanes run, no address changes.
  Value *active = builder.CreateExtractElement(addresses, firstActiveLane(builder, running));
  Value *other = builder.CreateVectorSplat(width, active);
  return loadAndTranspose(memory, builder, load,
                          extractAddresses(builder, builder.CreateSelect(running.mask, addresses, other)));
}

/// Returns how many lanes' rows one store writes if they are contiguous: as many as fit into one store. A later load of
/// several rows can take its data directly from one earlier store, but would have to wait if several stores wrote the
/// rows.
size_t TransposedRecipe::rowsPerStore(const PacketMemory &memory, IRBuilder<> &builder, StoreInst &store) const {
  const uint64_t bytes = bytesOf(store);
  const auto *step = dyn_cast<ConstantInt>(memory.values.strideValueOf(builder, store.getPointerOperand()));
  return step && step->equalsInt(bytes) && maxStoreBytes % bytes == 0
             ? std::min<size_t>(maxStoreBytes / bytes, plans_.width())
             : 1;
}

void TransposedRecipe::storeAt(PacketMemory &memory, IRBuilder<> &builder, StoreInst &store,
                               ActiveLanes running) const {
  const PacketElements elements = memory.values.elements(builder, store.getValueOperand());
  const auto *row = cast<FixedVectorType>(accessedType(store));
  const Align alignment = elementAlignment(store);
  Value *pointer = store.getPointerOperand();
  if (isGatheredWhole(store)) {
    Value *together = frozen(builder, interleave(builder, elements));
    Value *rows = builder.CreateBitCast(together, memory.values.laneType(integerFor(store)), "rows");
    builder.CreateMaskedScatter(rows, memory.values.lanes(builder, pointer), alignment, running.mask);
    return;
  }
  const Values rows = rowsOf(memory, builder, elements);
  const auto storeRows = [&](IRBuilder<> &place) -> Value * {
    const Values addresses = hasUniformStride_ ? stridedAddresses(memory, place, pointer)
                                               : extractAddresses(place, memory.values.lanes(place, pointer));
    const size_t together = hasUniformStride_ ? rowsPerStore(memory, place, store) : 1;
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
    for (auto [lane, to] : enumerate(extractAddresses(place, memory.values.lanes(place, pointer)))) {
      Value *runs = place.CreateVectorSplat(row->getElementCount(), place.CreateExtractElement(running.mask, lane));
      CallInst *copy = place.CreateMaskedStore(rows[lane], to, alignment, runs);
      copy->copyMetadata(store);
    }
    return nullptr;
  };
  createIfElse(builder.CreateAndReduce(running.mask), *builder.GetInsertPoint(), storeRows, storeSomeRows);
}

} // namespace

bool isGatheredWhole(const Instruction &access) { return bytesOf(access) <= maxGatheredVectorBytes; }

std::shared_ptr<const GatherScatterRecipe> planAnywhere(const AccessPlans &plans, Instruction &access,
                                                        bool usesStride) {
  const auto *vector = dyn_cast<FixedVectorType>(accessedType(access));
  if (!vector || !plans.isDense(access) || vector->getElementType()->isPointerTy() || vector->getNumElements() < 2 ||
      !isPowerOf2_32(vector->getNumElements()) || !isPowerOf2_32(plans.width()) ||
      !isPowerOf2_64(access.getDataLayout().getTypeStoreSize(vector->getElementType())))
    return std::make_shared<GatherScatterRecipe>(AccessKind::gatherScatter, plans, &access);
  const bool hasUniformStride =
      usesStride && !isGatheredWhole(access) && plans.shapes().hasUniformStride(*getLoadStorePointerOperand(&access));
  return std::make_shared<TransposedRecipe>(plans, access, hasUniformStride);
}

MemoryRecipePtr planTransposed(AccessPlans &plans, Instruction &access) {
  const auto recipe = planAnywhere(plans, access);
  return recipe->transposes() && plans.strideOf(access) != 0 ? recipe : nullptr;
}

} // namespace weft::compiler
