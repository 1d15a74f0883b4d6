// Decides how a kernel on packets (vectors of work-items) executes each of its loads and stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/AccessPlans.h"

#include <algorithm>

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include "analysis/Accesses.h"
#include "analysis/AffineAddress.h"
#include "analysis/MemoryDependence.h"
#include "analysis/PacketShapes.h"
#include "analysis/PacketTypes.h"
#include "builtins/archive/MangledName.h"
#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// Whether `instruction` is a load or store that gets a plan: its address or value differs between lanes, and it is
/// neither atomic nor volatile.
bool isPlanned(const Instruction &instruction, const PacketShapes &shapes) {
  const auto differs = [&](const Use &use) { return !shapes.isUniform(*use); };
  return isa<LoadInst, StoreInst>(instruction) && !instruction.isAtomic() && !instruction.isVolatile() &&
         (!shapes.isUniform(instruction) || any_of(instruction.operands(), differs));
}

/// Whether values of `type` follow each other in memory without padding.
bool isDense(const DataLayout &layout, Type *type) {
  return layout.typeSizeEqualsStoreSize(type) && layout.getTypeStoreSize(type) == layout.getTypeAllocSize(type);
}

/// Whether `one` and `other` are the same type, or scalar types of the same size that aren't pointers.
bool areBitcastable(const DataLayout &layout, Type *one, Type *other) {
  return one == other || (one->isSingleValueType() && other->isSingleValueType() && !one->isVectorTy() &&
                          !other->isVectorTy() && !one->isPointerTy() && !other->isPointerTy() &&
                          layout.getTypeSizeInBits(one) == layout.getTypeSizeInBits(other));
}

/// Returns the load of the element that `store` overwrites, if the stored value is the result of one operation on the
/// loaded element. Returns null if there is no such load, or if an instruction with side effects is between the load
/// and the store.
const LoadInst *findReadModifyWriteLoad(const StoreInst &store) {
  auto *operation = dyn_cast<BinaryOperator>(store.getValueOperand());
  if (!operation || !operation->hasOneUse() || operation->isIntDivRem() || operation->getType()->isVectorTy())
    return nullptr;
  const auto isLoadOfSameAddress = [&](const Value *operand) {
    const auto *load = dyn_cast<LoadInst>(operand);
    return load && load->isSimple() && load->hasOneUse() && load->getParent() == store.getParent() &&
           load->getPointerOperand() == store.getPointerOperand();
  };
  const auto found = find_if(operation->operand_values(), isLoadOfSameAddress);
  if (!store.isSimple() || found == operation->value_op_end())
    return nullptr;
  const auto *load = cast<LoadInst>(*found);
  for (const Instruction *next = load->getNextNode(); next != &store; next = next->getNextNode())
    if (next->mayHaveSideEffects())
      return nullptr;
  return load;
}

/// Whether packets of a group may exchange elements in registers instead of local memory. They may if the local size is
/// known, and a group has at most CodeSizes::registerExchangePackets packets.
bool exchangesInRegisters(const Function &kernel, unsigned width) {
  const auto [x, y, z] = fixedLocalSize(kernel);
  return x != 0 && x * y * z <= uint64_t{CodeSizes::registerExchangePackets} * width;
}

} // namespace

unsigned pitchInMemory(const DataLayout &layout, const FixedVectorType &type) {
  auto *vector = const_cast<FixedVectorType *>(&type);
  return static_cast<unsigned>(layout.getTypeAllocSize(vector) / layout.getTypeAllocSize(type.getElementType()));
}

bool canTranspose(const DataLayout &layout, const FixedVectorType &type) {
  const Type *element = type.getElementType();
  const unsigned count = type.getNumElements();
  return count > 1 && isPowerOf2_32(count) && !element->isPointerTy() &&
         isPowerOf2_64(layout.getTypeStoreSize(type.getElementType()));
}

AccessPlans::AccessPlans(Function &kernel, const PacketShapes &shapes, unsigned width, const TargetProfile &profile)
    : shapes_(shapes), layout_(kernel.getDataLayout()), width_(width), profile_(profile),
      singleActiveLane_(kernel, shapes, width) {
  PermutedGroups permutedGroups(shapes_, layout_, width, profile, exchangesInRegisters(kernel, width));
  for (BasicBlock &block : kernel)
    for (Instruction &instruction : block)
      // An access that is in the group of an earlier access already has a plan, and keeps it.
      if (isPlanned(instruction, shapes_) && !plans_.contains(&instruction)) {
        const AccessPlan plan = planFor(instruction);
        plans_[&instruction] = plan;
        if (plan.kind == AccessKind::interleaved)
          planInterleaveGroup(instruction);
        else if (auto *store = dyn_cast<StoreInst>(&instruction); !store || !planReadModifyWrite(*store))
          planPermutedGroup(instruction, permutedGroups);
      }
}

AccessPlan AccessPlans::planFor(Instruction &access) const {
  using enum AccessKind;
  Value &pointer = *getLoadStorePointerOperand(&access);
  Type *type = accessedType(access);
  const bool isLoad = isa<LoadInst>(access);
  const std::optional<int64_t> stride = shapes_.strideOf(pointer);
  AccessPlan plan;
  if (!type->isVectorTy() && !(isLoad && stride == 0) && singleActiveLane_.isSingleLaneBlock(*access.getParent()))
    plan.kind = singleActiveLane;
  else if (stride == 0)
    plan.kind = isLoad ? uniform : gatherScatter; // lanes store to one address in the order of the lanes
  else if (auto *vector = dyn_cast<FixedVectorType>(type))
    plan = planForVectors(pointer, *vector);
  else
    plan = planForScalars(pointer, type);
  plan.hasUniformStride = plan.transposed && layout_.getTypeStoreSize(type).getFixedValue() > maxGatheredVectorBytes &&
                          shapes_.hasUniformStride(pointer);
  // A kernel mostly loads local memory soon after it has stored to it. A gather waits until the stores have reached the
  // cache, while scalar loads get the elements from the CPU's store buffer.
  if (plan.kind == gatherScatter && isLoad && stride && !type->isVectorTy() &&
      getLoadStoreAddressSpace(&access) == spirLocal)
    plan.kind = scalarised;
  const bool isAnywhere = plan.kind == gatherScatter && !stride;
  plan.cycles = cyclesOf(
      plan, type, isAnywhere ? cyclesOfElement(*type->getScalarType(), access) : profile_.cycles.gatheredElement);
  return plan;
}

AccessPlan AccessPlans::planForVectors(const Value &pointer, const FixedVectorType &type) const {
  using enum AccessKind;
  const std::optional<int64_t> stride = shapes_.strideOf(pointer);
  if (!isDense(layout_, type.getElementType()))
    return {};
  const bool transposed = canTranspose(layout_, type) && isPowerOf2_32(width_);
  if (!stride)
    return mayBeConsecutive(pointer,
                            2 * static_cast<int64_t>(layout_.getTypeAllocSize(const_cast<FixedVectorType *>(&type))))
               ? AccessPlan{.kind = contiguousIfChecked,
                            .pitch = pitchInMemory(layout_, type),
                            .transposed = transposed,
                            .part =
                                varyingAddressTerm(const_cast<Value &>(pointer), const_cast<FixedVectorType *>(&type))}
               : AccessPlan{.transposed = transposed};
  const auto size = static_cast<int64_t>(layout_.getTypeAllocSize(type.getElementType()));
  const int64_t count = type.getNumElements();
  const int64_t pitch = *stride / size;
  if (transposed && type.getNumElements() > profile_.contiguousRuns.maxVectorElements &&
      layout_.getTypeStoreSize(const_cast<FixedVectorType *>(&type)) > maxGatheredVectorBytes)
    return {.transposed = true};
  return *stride % size == 0 && pitch >= count && pitch <= 2 * count
             ? AccessPlan{.kind = contiguous, .pitch = static_cast<unsigned>(pitch)}
             : AccessPlan{.transposed = transposed};
}

double AccessPlans::transposeCycles(const FixedVectorType &type, bool hasUniformStride) const {
  const TargetProfile::Cycles &cycles = profile_.cycles;
  const double shuffles = registersForPacket(type, cycles) * Log2_32(std::min(width_, type.getNumElements()));
  const bool isGathered = layout_.getTypeStoreSize(const_cast<FixedVectorType *>(&type)) <= maxGatheredVectorBytes;
  // If the distances between the lanes' vectors differ, the addresses are in a vector. Each address then has to be
  // extracted by a further instruction.
  const double row = cycles.scalarAccess + (hasUniformStride ? 0 : cycles.vectorOperation);
  return width_ * (isGathered ? cycles.gatheredElement : row) + shuffles * cycles.vectorOperation;
}

AccessPlan AccessPlans::planForScalars(Value &pointer, Type *type) const {
  using enum AccessKind;
  const std::optional<int64_t> stride = shapes_.strideOf(pointer);
  const auto size = static_cast<int64_t>(layout_.getTypeAllocSize(type).getFixedValue());
  if (!isDense(layout_, type))
    return {};
  if (stride == size)
    return {.kind = contiguous};
  if (stride == -size)
    return {.kind = reverse};
  if (interleavePitch(pointer, type) != 0)
    return {.kind = interleaved};
  if (stride || !mayBeConsecutive(pointer, size))
    return {};
  if (Value *row = varyingRowIndex(pointer, type))
    return {.kind = contiguousIfChecked, .part = row, .isRowIndex = true};
  Value *part = varyingAddressTerm(pointer, type);
  // A window is a range of memory that two vector accesses reach (PacketWindow). Work-items that exchange elements
  // through local memory often stay within such a range. For other memory, the code for windows would rarely run.
  const bool mayFitWindow =
      !part->getType()->isPointerTy() && pointer.getType()->getPointerAddressSpace() == spirLocal && fitsWindow(*type);
  return {.kind = contiguousIfChecked, .part = part, .mayFitWindow = mayFitWindow};
}

double AccessPlans::cyclesOfElement(const Type &type, const Instruction &access) const {
  const bool isLoad = isa<LoadInst>(access);
  const unsigned smallest = isLoad ? profile_.legal.gathered : profile_.legal.scattered;
  const bool isLegal = smallest != 0 && layout_.getTypeStoreSize(const_cast<Type *>(&type)) >= smallest;
  if (isLegal || (isLoad && profile_.legal.hasWordGather()))
    return profile_.cycles.gatheredElement;
  // Where lanes may be inactive, a scatter has a branch for each lane, which takes more time. A gather has no such
  // branches (LowerGathers).
  const bool parts = !isLoad && shapes_.isDivergentBlock(*access.getParent());
  return parts ? profile_.cycles.scalarScatter : profile_.cycles.scalarisedElement;
}

double AccessPlans::cyclesOf(const AccessPlan &plan, Type *type, double element) const {
  const TargetProfile::Cycles &cycles = profile_.cycles;
  const double together = cycles.vectorAccess * registersForPacket(*type, cycles);
  const double apart = plan.transposed ? transposeCycles(*cast<FixedVectorType>(type), plan.hasUniformStride)
                                       : element * width_ * elementsOf(*type);
  switch (plan.kind) {
  case AccessKind::uniform:
    return cycles.scalarAccess + cycles.vectorOperation;
  case AccessKind::singleActiveLane:
    return cycles.scalarAccess + 2 * cycles.vectorOperation;
  case AccessKind::contiguous:
    return together;
  case AccessKind::reverse:
    return together + cycles.vectorOperation;
  case AccessKind::interleaved: // moves at least twice the elements that are used, and shuffles
    return 2 * (together + cycles.vectorOperation);
  case AccessKind::contiguousIfChecked:
    return cycles.contiguityCheck + (together + apart) / 2;
  case AccessKind::permuted: // PermutedGroup::cycles has the cycles of the group
  case AccessKind::scalarised:
  case AccessKind::scalarReadModifyWrite:
  case AccessKind::gatherScatter:
    break;
  }
  return apart;
}

/// Whether the lanes' addresses may be consecutive at run time: `pointer` is computed only from ids and uniform values,
/// and no known distance from lane to lane is greater than `pitch` bytes.
bool AccessPlans::mayBeConsecutive(const Value &pointer, int64_t pitch) const {
  SmallPtrSet<const Value *, 16> seen;
  SmallVector<const Value *> worklist = {&pointer};
  while (!worklist.empty()) {
    const Value *value = worklist.pop_back_val();
    const std::optional<int64_t> stride = shapes_.strideOf(*value);
    // If the addresses from which the lanes start are more than `pitch` bytes apart, each lane has a piece of memory of
    // its own. Then the lanes access neighbouring elements only by chance.
    if (stride && value->getType()->isPointerTy() && std::abs(*stride) > pitch)
      return false;
    if (shapes_.isUniform(*value) || stride || !seen.insert(value).second)
      continue;
    const auto *instruction = cast<Instruction>(value);
    const auto *call = dyn_cast<CallBase>(instruction);
    if (seen.size() > SearchLimits::index || (call && !call->doesNotAccessMemory()) ||
        (!call && !isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst, GetElementPtrInst, PHINode>(value)))
      return false;
    // The value is an id times an unknown width. So the lanes' elements are as far apart as the rows of a matrix, and
    // not consecutive.
    if (instruction->getOpcode() == Instruction::Mul &&
        any_of(instruction->operands(), [&](const Use &use) { return shapes_.strideOf(*use).value_or(0) != 0; }))
      return false;
    for (const Use &operand : instruction->operands())
      worklist.push_back(operand);
  }
  return true;
}

Value *AccessPlans::varyingAddressTerm(Value &pointer, Type *type) const {
  auto *address = dyn_cast<GetElementPtrInst>(&pointer);
  const auto differs = [&](const Use &use) { return !shapes_.isUniform(*use); };
  if (!address || count_if(address->operands(), differs) != 1 || differs(address->getOperandUse(0)))
    return &pointer;
  for (auto index = gep_type_begin(address), end = gep_type_end(address); index != end; ++index)
    if (!shapes_.isUniform(*index.getOperand()) &&
        index.getSequentialElementStride(layout_) != layout_.getTypeAllocSize(type))
      return &pointer;
  Value *part = *find_if(address->indices(), differs);
  if (auto *extension = dyn_cast<CastInst>(part); extension && shapes_.assumesNoIndexWrap() &&
                                                  isa<SExtInst, ZExtInst>(extension) &&
                                                  extension->getSrcTy()->isIntegerTy(32))
    part = extension->getOperand(0);
  Value *left = nullptr, *right = nullptr;
  while (match(part, m_AddLike(m_Value(left), m_Value(right))) || match(part, m_Sub(m_Value(left), m_Value(right)))) {
    if (shapes_.isUniform(*right))
      part = left;
    else if (shapes_.isUniform(*left) && !match(part, m_Sub(m_Value(), m_Value())))
      part = right;
    else
      break;
  }
  return part;
}

/// If `pointer` is the address of an element of a matrix, and each lane has its own column, returns the index of the
/// row. It must be the only index without a known stride, and the other indices must make the lanes contiguous. Returns
/// null for any other address.
Value *AccessPlans::varyingRowIndex(Value &pointer, Type *type) const {
  auto *address = dyn_cast<GetElementPtrInst>(&pointer);
  if (!address || !shapes_.isUniform(*address->getPointerOperand()))
    return nullptr;
  Value *row = nullptr;
  int64_t stride = 0;
  for (auto index = gep_type_begin(address), end = gep_type_end(address); index != end; ++index) {
    if (shapes_.isUniform(*index.getOperand()))
      continue;
    const std::optional<int64_t> steps = shapes_.strideOf(*index.getOperand());
    if (!index.isSequential() || (!steps && row))
      return nullptr;
    if (steps)
      stride += *steps * static_cast<int64_t>(index.getSequentialElementStride(layout_));
    else
      row = index.getOperand();
  }
  if (const auto size = static_cast<int64_t>(layout_.getTypeAllocSize(type).getFixedValue()); stride != size)
    return nullptr;
  while (auto *extension = dyn_cast_or_null<CastInst>(row)) {
    if (!isa<SExtInst, ZExtInst>(extension))
      break;
    row = extension->getOperand(0);
  }
  return row;
}

/// Whether windows, which two vector accesses reach (PacketWindow), are possible and profitable for elements of `type`.
bool AccessPlans::fitsWindow(const Type &type) const {
  return (type.isIntegerTy() || type.isFloatTy()) && type.getScalarSizeInBits() == 8 * profile_.windows.bytes &&
         width_ >= profile_.windows.minLanes && width_ <= profile_.windows.maxLanes;
}

/// The distance between the addresses of neighbouring lanes in elements of `type`, if it is from 2 to
/// `maxInterleavePitch`. 0 for other distances, and for types and widths that have no interleaved accesses.
unsigned AccessPlans::interleavePitch(const Value &pointer, Type *type) const {
  const unsigned largest = profile_.interleaved.maxInterleavePitch;
  const auto size = static_cast<int64_t>(layout_.getTypeAllocSize(type).getFixedValue());
  const int64_t stride = shapes_.strideOf(pointer).value_or(0);
  const bool isStep = stride % size == 0 && stride / size > 1 && stride / size <= static_cast<int64_t>(largest);
  const bool isKind = !type->isVectorTy() && !type->isPointerTy() && width_ >= largest;
  return isStep && isKind ? static_cast<unsigned>(stride / size) : 0;
}

/// Plans `store` and the load before it as a scalarReadModifyWrite, if findReadModifyWriteLoad finds such a load, and
/// if a gather and a scatter would take more time. The address must be a base plus an index, because a CPU predicts by
/// the address registers which accesses overlap. A Zen 4 takes 0.6 ns for each update with a base and an index, but 6
/// ns if the address is in one register.
bool AccessPlans::planReadModifyWrite(StoreInst &store) {
  const LoadInst *load = findReadModifyWriteLoad(store);
  const auto *place = dyn_cast<GetElementPtrInst>(store.getPointerOperand());
  const auto isGatherScatter = [&](const Instruction &access) {
    return plans_.lookup(&access).kind == AccessKind::gatherScatter && !plans_.lookup(&access).transposed;
  };
  if (!load || !place || !shapes_.isUniform(*place->getPointerOperand()) || !isGatherScatter(*load) ||
      !isGatherScatter(store) || profile_.cycles.readModifyWrite >= 2 * profile_.cycles.gatheredElement)
    return false;
  updates_.insert(cast<Instruction>(store.getValueOperand()));
  plans_[load] = {.kind = AccessKind::scalarReadModifyWrite};
  plans_[&store] = {.kind = AccessKind::scalarReadModifyWrite, .cycles = profile_.cycles.readModifyWrite * width_};
  return true;
}

/// Plans `access` and later accesses as a permuted group, if the group takes less time than separate plans for its
/// members.
void AccessPlans::planPermutedGroup(Instruction &access, PermutedGroups &permutedGroups) {
  using enum AccessKind;
  const auto isOpen = [&](const AccessPlan &plan) {
    return plan.kind == contiguousIfChecked || plan.kind == scalarised || plan.kind == gatherScatter;
  };
  // If all lanes access one address (stride 0), the access keeps the plan that planFor has made.
  if (!isOpen(plans_[&access]) || shapes_.strideOf(*getLoadStorePointerOperand(&access)) == 0)
    return;
  std::optional<PermutedGroup> found = permutedGroups.find(access, [&](const Instruction &next) {
    return isPlanned(next, shapes_) && !plans_.contains(&next) && isOpen(planFor(const_cast<Instruction &>(next)));
  });
  if (!found)
    return;
  double planned = 0;
  for (const PermutedGroup::Member &member : found->members)
    planned += planFor(*member.access).cycles;
  if (found->cycles >= planned)
    return;
  for (const PermutedGroup::Member &member : found->members) {
    AccessPlan plan{.kind = permuted, .cycles = found->cycles / static_cast<double>(found->members.size())};
    plan.group = static_cast<unsigned>(permutedGroups_.size());
    plan.transposed = planFor(*member.access).transposed;
    plans_[member.access] = plan;
  }
  permutedGroups_.push_back(std::move(*found));
}

/// Finds the interleave group that begins with `access`, and plans all accesses of the group. A load that belongs to
/// two groups gets its elements from the vectors of the later group.
void AccessPlans::planInterleaveGroup(Instruction &access) {
  const auto number = static_cast<unsigned>(groups_.size());
  groups_.push_back(findGroup(access));
  for (const InterleaveGroup::Member &member : groups_.back().members) {
    AccessPlan plan = planFor(*member.access);
    plan.group = number;
    plans_[member.access] = plan;
  }
}

InterleaveGroup AccessPlans::findGroup(Instruction &first) const {
  const bool loads = isa<LoadInst>(first);
  Type *type = accessedType(first);
  const auto size = static_cast<int64_t>(layout_.getTypeAllocSize(type).getFixedValue());
  const unsigned pitch = interleavePitch(*getLoadStorePointerOperand(&first), type);
  const auto addressOf = [&](const Instruction &access) {
    return AffineAddress(*getLoadStorePointerOperand(&access), layout_, shapes_.assumesNoIndexWrap());
  };
  const AffineAddress address = addressOf(first);
  InterleaveGroup group{.members = {{&first, 0}}, .pitch = pitch};
  int64_t least = 0, most = 0;
  unsigned passed = 0;
  for (Instruction *next = first.getNextNode(); next && ++passed < SearchLimits::interleaveGroup;
       next = next->getNextNode()) {
    const std::optional<int64_t> distance =
        isAccess(*next, loads) && areBitcastable(layout_, accessedType(*next), type) &&
                interleavePitch(*getLoadStorePointerOperand(next), type) == pitch && haveSameAliasScopes(*next, first)
            ? addressOf(*next).distanceFrom(address)
            : std::nullopt;
    const int64_t number = distance && *distance % size == 0 ? *distance / size : pitch;
    const bool fits = std::max(most, number) - std::min(least, number) < static_cast<int64_t>(pitch);
    const bool isNew = none_of(group.members, [&](const auto &member) { return member.number == number; });
    if (fits && (loads || isNew)) {
      group.members.push_back({next, number});
      least = std::min(least, number);
      most = std::max(most, number);
    } else if (mustPreserveOrder(*next, first)) {
      break;
    }
  }
  group.least = least;
  group.span = static_cast<unsigned>(most - least + 1);
  group.form = formOf(group);
  group.isMaskable = isMaskable(group);
  return group;
}

/// Whether the group's stores may keep their form if some lanes are inactive. The addresses of all lanes are computed
/// from lane 0's address, so lane 0's address must be valid even if lane 0 is inactive.
bool AccessPlans::isMaskable(const InterleaveGroup &group) const {
  const Instruction &last = *group.members.back().access;
  return isa<StoreInst>(last) && group.form != InterleaveGroup::Form::gatherScatter &&
         profile_.legal.hasFastMaskedStore(layout_.getTypeStoreSize(accessedType(last)).getFixedValue()) &&
         shapes_.isValidFromLaneZero(*getLoadStorePointerOperand(&last));
}

/// Chooses the form of a group. LLVM recognises one load with a shuffle for each access of the group as an interleaved
/// access. AArch64 has instructions for these accesses; on x86, LLVM has instruction sequences for bytes. The sequences
/// are longer than permutations of bytes, so loads of bytes are `overlapping` if the CPU can permute bytes.
InterleaveGroup::Form AccessPlans::formOf(const InterleaveGroup &group) const {
  using enum InterleaveGroup::Form;
  const Instruction &last = *group.members.back().access;
  Type *type = accessedType(last);
  if (isa<LoadInst>(last)) {
    const bool permutesBytes = profile_.legal.permuted == 1;
    return group.span == group.pitch && !(accessedType(*group.members.front().access)->isIntegerTy(8) && permutesBytes)
               ? interleaved
               : overlapping;
  }
  if (group.members.size() == group.pitch)
    return interleaved;
  return layout_.getTypeStoreSize(type) < profile_.interleaved.minMaskedBytes ? gatherScatter : masked;
}

} // namespace weft::compiler
