// Accesses whose elements a comparison at run time may find to be contiguous, such as those of a clamped index.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/ContiguousIfCheckedRecipe.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/PatternMatch.h"

#include "analysis/Accesses.h"
#include "analysis/PacketShapes.h"
#include "analysis/PacketTypes.h"
#include "builtins/archive/AddressSpaces.h"
#include "codegen/CompileBudget.h"
#include "recipes/AccessPlans.h"
#include "recipes/PacketOffsets.h"
#include "recipes/PacketWindow.h"
#include "recipes/UniformBranch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// Whether the lanes' addresses may be consecutive at run time: `pointer` is computed only from ids and uniform values,
/// and no known distance from lane to lane is greater than `pitch` bytes.
bool mayBeConsecutive(const PacketShapes &shapes, const Value &pointer, int64_t pitch) {
  SmallPtrSet<const Value *, 16> seen;
  SmallVector<const Value *> worklist = {&pointer};
  while (!worklist.empty()) {
    const Value *value = worklist.pop_back_val();
    const std::optional<int64_t> stride = shapes.strideOf(*value);
    // If the addresses from which the lanes start are more than `pitch` bytes apart, each lane has a piece of memory of
    // its own. Then the lanes access neighbouring elements only by chance.
    if (stride && value->getType()->isPointerTy() && std::abs(*stride) > pitch)
      return false;
    if (shapes.isUniform(*value) || stride || !seen.insert(value).second)
      continue;
    const auto *instruction = cast<Instruction>(value);
    const auto *call = dyn_cast<CallBase>(instruction);
    if (seen.size() > SearchLimits::index || (call && !call->doesNotAccessMemory()) ||
        (!call && !isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst, GetElementPtrInst, PHINode>(value)))
      return false;
    // The value is an id times an unknown width. So the lanes' elements are as far apart as the rows of a matrix, and
    // not consecutive.
    if (instruction->getOpcode() == Instruction::Mul &&
        any_of(instruction->operands(), [&](const Use &use) { return shapes.strideOf(*use).value_or(0) != 0; }))
      return false;
    for (const Use &operand : instruction->operands())
      worklist.push_back(operand);
  }
  return true;
}

Value *varyingAddressTerm(const PacketShapes &shapes, Instruction &access) {
  const DataLayout &layout = access.getDataLayout();
  Value *pointer = getLoadStorePointerOperand(&access);
  auto *address = dyn_cast<GetElementPtrInst>(pointer);
  const auto differs = [&](const Use &use) { return !shapes.isUniform(*use); };
  if (!address || count_if(address->operands(), differs) != 1 || differs(address->getOperandUse(0)))
    return pointer;
  for (auto index = gep_type_begin(address), end = gep_type_end(address); index != end; ++index)
    if (!shapes.isUniform(*index.getOperand()) &&
        index.getSequentialElementStride(layout) != layout.getTypeAllocSize(accessedType(access)))
      return pointer;
  Value *part = *find_if(address->indices(), differs);
  if (auto *extension = dyn_cast<CastInst>(part); extension && shapes.assumesNoIndexWrap() &&
                                                  isa<SExtInst, ZExtInst>(extension) &&
                                                  extension->getSrcTy()->isIntegerTy(32))
    part = extension->getOperand(0);
  Value *left = nullptr, *right = nullptr;
  while (match(part, m_AddLike(m_Value(left), m_Value(right))) || match(part, m_Sub(m_Value(left), m_Value(right)))) {
    if (shapes.isUniform(*right))
      part = left;
    else if (shapes.isUniform(*left) && !match(part, m_Sub(m_Value(), m_Value())))
      part = right;
    else
      break;
  }
  return part;
}

/// If `access` reaches a scalar element of a matrix, and each lane has its own column, returns the index of the row. It
/// must be the only index without a known stride, and the other indices must make the lanes contiguous. Returns null
/// for any other access.
Value *varyingRowIndex(const PacketShapes &shapes, Instruction &access) {
  const DataLayout &layout = access.getDataLayout();
  auto *address = dyn_cast<GetElementPtrInst>(getLoadStorePointerOperand(&access));
  if (!address || accessedType(access)->isVectorTy() || !shapes.isUniform(*address->getPointerOperand()))
    return nullptr;
  Value *row = nullptr;
  int64_t stride = 0;
  for (auto index = gep_type_begin(address), end = gep_type_end(address); index != end; ++index) {
    if (shapes.isUniform(*index.getOperand()))
      continue;
    const std::optional<int64_t> steps = shapes.strideOf(*index.getOperand());
    if (!index.isSequential() || (!steps && row))
      return nullptr;
    if (steps)
      stride += *steps * static_cast<int64_t>(index.getSequentialElementStride(layout));
    else
      row = index.getOperand();
  }
  if (const auto size = static_cast<int64_t>(layout.getTypeAllocSize(accessedType(access)).getFixedValue());
      stride != size)
    return nullptr;
  while (auto *extension = dyn_cast_or_null<CastInst>(row)) {
    if (!isa<SExtInst, ZExtInst>(extension))
      break;
    row = extension->getOperand(0);
  }
  return row;
}

/// Whether windows, which two vector accesses reach (PacketWindow), are possible and profitable for elements of `type`.
bool fitsWindow(const AccessPlans &plans, const Type &type) {
  const auto &windows = plans.profile().windows;
  return (type.isIntegerTy() || type.isFloatTy()) && type.getScalarSizeInBits() == 8 * windows.bytes &&
         plans.width() >= windows.minLanes && plans.width() <= windows.maxLanes;
}

unsigned pitchInMemory(const Instruction &access) {
  const DataLayout &layout = access.getDataLayout();
  Type *type = accessedType(access);
  return static_cast<unsigned>(layout.getTypeAllocSize(type) / layout.getTypeAllocSize(type->getScalarType()));
}

} // namespace

MemoryRecipePtr planContiguousIfChecked(AccessPlans &plans, Instruction &access) {
  const Type *type = accessedType(access);
  const auto size = static_cast<int64_t>(access.getDataLayout().getTypeAllocSize(accessedType(access)).getFixedValue());
  return !plans.strideOf(access) && plans.isDense(access) &&
                 mayBeConsecutive(plans.shapes(), *getLoadStorePointerOperand(&access),
                                  type->isVectorTy() ? 2 * size : size)
             ? std::make_shared<ContiguousIfCheckedRecipe>(plans, access)
             : nullptr;
}

ContiguousIfCheckedRecipe::ContiguousIfCheckedRecipe(const AccessPlans &plans, Instruction &access)
    : MemoryRecipe(AccessKind::contiguousIfChecked, plans, &access), part(varyingRowIndex(plans.shapes(), access)),
      together_(AccessKind::contiguous, plans, access, pitchInMemory(access)), apart_(planAnywhere(plans, access)) {
  isRowIndex = part != nullptr;
  if (isRowIndex)
    return;
  part = varyingAddressTerm(plans.shapes(), access);
  // Work-items that exchange elements through local memory often stay within a window. For other memory, the code for
  // windows would rarely run.
  mayFitWindow = !part->getType()->isPointerTy() && getLoadStoreAddressSpace(&access) == spirLocal &&
                 fitsWindow(plans, *accessedType(access));
}

double ContiguousIfCheckedRecipe::cost(const Instruction &access) const {
  const TargetProfile::Cycles &cycles = plans_.profile().cycles;
  const double apart =
      transposes() ? apart_->cost(access) : cycles.gatheredElement * plans_.width() * elementsOf(*accessedType(access));
  return cycles.contiguityCheck + (together_.cost(access) + apart) / 2;
}

RemarkWords ContiguousIfCheckedRecipe::remark() const {
  return {"contiguous if checked", "checks whether elements are contiguous, and gathers them otherwise",
          "checks whether elements are contiguous, and scatters them otherwise", true};
}

PacketElements ContiguousIfCheckedRecipe::emitLoad(PacketMemory &memory, LoadInst &load, ActiveLanes running) const {
  // For vectors: all lanes' first elements, all lanes' second elements, ..
  const auto concatenated = [](IRBuilder<> &builder, const PacketElements &elements) {
    return elements.size() == 1 ? elements.front() : concatenateVectors(builder, elements);
  };
  Value *all = branchOnContiguity(
      memory, load, running,
      [&](IRBuilder<> &place, Value *first) {
        return concatenated(place, together_.loadFrom(place, load, first, running.mask));
      },
      [&](IRBuilder<> &place) {
        return branchOnWindow(
            memory, place, load, running,
            [&](IRBuilder<> &there, const PacketWindow &window, Value *first) {
              return window.load(there, load.getType(), first, load.getAlign());
            },
            [&](IRBuilder<> &there) {
              Value *addresses = memory.values.lanes(there, load.getPointerOperand());
              return concatenated(there, apart_->loadFrom(memory, there, load, addresses, running));
            });
      });
  const auto *vector = dyn_cast<FixedVectorType>(load.getType());
  if (!vector)
    return {all};
  IRBuilder<> builder(&load);
  PacketElements elements;
  for (unsigned number = 0; number < vector->getNumElements(); ++number)
    elements.push_back(builder.CreateShuffleVector(
        all, createSequentialMask(number * plans_.width(), plans_.width(), 0), load.getName() + ".element"));
  return elements;
}

void ContiguousIfCheckedRecipe::emitStore(PacketMemory &memory, StoreInst &store, ActiveLanes running) const {
  IRBuilder<> builder(&store);
  const PacketElements elements = memory.values.elements(builder, store.getValueOperand());
  branchOnContiguity(
      memory, store, running,
      [&](IRBuilder<> &place, Value *first) -> Value * {
        together_.storeTo(place, store, elements, first, running.mask);
        return nullptr;
      },
      [&](IRBuilder<> &place) {
        return branchOnWindow(
            memory, place, store, running,
            [&](IRBuilder<> &there, const PacketWindow &window, Value *first) -> Value * {
              window.store(there, elements.front(), first, store.getAlign());
              return nullptr;
            },
            [&](IRBuilder<> &there) -> Value * {
              apart_->storeAt(memory, there, store, running);
              return nullptr;
            });
      });
}

Value *ContiguousIfCheckedRecipe::areContiguousWith(const PacketMemory &memory, IRBuilder<> &builder, Type *type,
                                                    Value *lane) const {
  const WidenedValues &values = memory.values;
  if (isRowIndex) {
    Value *rows = values.lanes(builder, part);
    Value *row = builder.CreateVectorSplat(values.width(), builder.CreateExtractElement(rows, lane));
    return builder.CreateICmpEQ(rows, row, "in.row");
  }
  Value *lanes = PacketOffsets(values, plans_.shapes()).of(builder, *part);
  Value *first = builder.CreateExtractElement(lanes, lane);
  const bool isAddress = part->getType()->isPointerTy();
  Type *number = isAddress ? builder.getInt64Ty() : part->getType();
  Value *steps = builder.CreateStepVector(values.laneType(number));
  Value *back = builder.CreateNeg(builder.CreateZExtOrTrunc(lane, number));
  Value *line =
      isAddress ? builder.CreateGEP(type, builder.CreateGEP(type, first, back), steps)
                : builder.CreateAdd(builder.CreateVectorSplat(values.width(), builder.CreateAdd(first, back)), steps);
  return builder.CreateICmpEQ(lanes, line, "in.line");
}

Value *ContiguousIfCheckedRecipe::branchOnContiguity(const PacketMemory &memory, Instruction &access,
                                                     ActiveLanes running,
                                                     function_ref<Value *(IRBuilder<> &, Value *)> together,
                                                     Emit apart) const {
  IRBuilder<> builder(&access);
  Type *type = accessedType(access);
  Value *pointer = getLoadStorePointerOperand(&access);
  Value *lane = firstActiveLane(builder, running);
  Value *first =
      builder.CreateGEP(type, memory.values.valueInLane(builder, pointer, lane), builder.CreateNeg(lane), "first");
  Value *inLine = areContiguousWith(memory, builder, type, lane);
  // The addresses of inactive lanes are undefined, so inactive lanes count as contiguous.
  Value *areConsecutive =
      builder.CreateAndReduce(builder.CreateSelect(running.mask, inLine, Constant::getAllOnesValue(inLine->getType())));
  return createIfElse(areConsecutive, access, [&](IRBuilder<> &place) { return together(place, first); }, apart);
}

Value *ContiguousIfCheckedRecipe::branchOnWindow(
    const PacketMemory &memory, IRBuilder<> &builder, Instruction &access, ActiveLanes running,
    function_ref<Value *(IRBuilder<> &, const PacketWindow &, Value *)> within, Emit apart) const {
  if (!mayFitWindow)
    return apart(builder);
  const PacketWindow window(PacketOffsets(memory.values, plans_.shapes()).of(builder, *part));
  Value *fits = builder.CreateAnd(builder.CreateAndReduce(running.mask), window.fitsInWindow(builder));
  Value *first = memory.values.valueInLane(builder, getLoadStorePointerOperand(&access), builder.getInt64(0));
  return createIfElse(
      fits, *builder.GetInsertPoint(), [&](IRBuilder<> &place) { return within(place, window, first); }, apart);
}

} // namespace weft::compiler
