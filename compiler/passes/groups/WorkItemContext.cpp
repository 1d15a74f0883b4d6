// Decides where a value that lives across barriers is stored, and reads and writes it there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/WorkItemContext.h"

#include <algorithm>

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include "analysis/WorkItemUniformity.h"
#include "codegen/CompileBudget.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"
#include "kernel/ScratchArrays.h"
#include "passes/groups/ScratchColouring.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The type in which a value is stored: i1 and other integers with padding bits are stored in whole bytes.
Type *storedType(const DataLayout &layout, Type *type) {
  if (!type->isIntOrIntVectorTy() || layout.typeSizeEqualsStoreSize(type->getScalarType()))
    return type;
  return type->getWithNewBitWidth(std::max<unsigned>(8, PowerOf2Ceil(type->getScalarSizeInBits())));
}

/// Whether `call` passes `address` to a function that may retain it. Builtins, which have no body here, retain none.
bool mayCapture(const CallBase &call, const Value *address) {
  const Function *callee = call.getCalledFunction();
  if (callee && callee->isDeclaration())
    return false;
  return any_of(call.args(), [&](const Use &argument) {
    return argument == address && !call.doesNotCapture(call.getArgOperandNo(&argument));
  });
}

/// Collects all instructions that use an address derived from `variable`. Returns whether the address may also be known
/// elsewhere, because it is stored, converted to an integer, or passed to a function that may retain it.
bool collectUsers(Instruction *variable, SmallPtrSetImpl<Instruction *> &users) {
  bool escapes = false;
  SmallVector<Instruction *> worklist{variable};
  while (!worklist.empty()) {
    Instruction *address = worklist.pop_back_val();
    for (User *user : address->users()) {
      auto *instruction = cast<Instruction>(user);
      auto *store = dyn_cast<StoreInst>(instruction);
      auto *call = dyn_cast<CallBase>(instruction);
      escapes |= isa<PtrToIntInst>(instruction) || (store && store->getValueOperand() == address) ||
                 (call && mayCapture(*call, address));
      if (users.insert(instruction).second && !instruction->getType()->isVoidTy() && !isa<LoadInst>(instruction))
        worklist.push_back(instruction);
    }
  }
  return escapes;
}

/// For each region, whether it can run again after itself, because it is in a cycle of regions (Tarjan, "Depth-First
/// Search and Linear Graph Algorithms", section 4, with an explicit stack).
class RegionCycles {
public:
  explicit RegionCycles(ArrayRef<BarrierRegion> regions)
      : regions_(regions), dfsNumbers_(regions.size()), lows_(regions.size()), isOpen_(regions.size()),
        reentered_(regions.size()) {
    for (unsigned region = 0; region < regions.size(); ++region)
      if (dfsNumbers_[region] == 0)
        visit(region);
  }

  bool contains(unsigned region) const { return reentered_[region]; }

private:
  void enter(unsigned region) {
    dfsNumbers_[region] = lows_[region] = ++count_;
    isOpen_.set(region);
    component_.push_back(region);
    dfsStack_.push_back({region, 0});
  }

  void visit(unsigned first) {
    enter(first);
    while (!dfsStack_.empty()) {
      auto &[region, next] = dfsStack_.back();
      if (next < regions_[region].successors.size()) {
        const unsigned successor = regions_[region].successors[next++];
        if (successor == region)
          reentered_.set(region);
        if (dfsNumbers_[successor] == 0)
          enter(successor);
        else if (isOpen_[successor])
          lows_[region] = std::min(lows_[region], dfsNumbers_[successor]);
        continue;
      }
      const unsigned done = region;
      dfsStack_.pop_back();
      if (!dfsStack_.empty())
        lows_[dfsStack_.back().first] = std::min(lows_[dfsStack_.back().first], lows_[done]);
      if (lows_[done] == dfsNumbers_[done])
        close(done);
    }
  }

  /// Closes the strongly connected component of `first`, which has all regions that were entered since `first` and are
  /// still open.
  void close(unsigned first) {
    const bool isCycle = component_.back() != first;
    unsigned region = 0;
    do {
      region = component_.pop_back_val();
      isOpen_.reset(region);
      if (isCycle)
        reentered_.set(region);
    } while (region != first);
  }

  ArrayRef<BarrierRegion> regions_;
  SmallVector<unsigned> dfsNumbers_, lows_, component_;
  SmallVector<std::pair<unsigned, size_t>> dfsStack_; ///< each region with the index of its next successor
  BitVector isOpen_, reentered_;
  unsigned count_ = 0;
};

} // namespace

WorkItemContext::WorkItemContext(Function &kernel, const BarrierRegions &regions)
    : kernel_(kernel), entry_(kernel.getEntryBlock()), packetWidth_(packetWidth(kernel)),
      scratchBytes_(numericAttribute(kernel, scratchBytesAttribute)) {
  IRBuilder<> builder(entry_.getTerminator());
  for (unsigned d = 0; d < 3; ++d)
    localSize_[d] = builder.CreateTrunc(loadNumLocalIds(builder, kernel, d), builder.getInt32Ty(), "size." + Twine(d));
  if (kernel.hasFnAttribute(flatIdsAttribute)) { // the loop over dimension 0 runs through the flattened ids
    Value *rows = builder.CreateMul(localSize_[1], localSize_[2], "", true, true);
    localSize_ = {builder.CreateMul(localSize_[0], rows, "items", true, true), builder.getInt32(1),
                  builder.getInt32(1)};
  }
  fullPackets_ = rowPitch_ = localSize_[0];
  if (packetWidth_ > 1) {
    Value *whole = builder.getInt32(-static_cast<int>(packetWidth_));
    fullPackets_ = builder.CreateAnd(localSize_[0], whole, "full.packets");
    rowPitch_ = builder.CreateAdd(localSize_[0], builder.getInt32(packetWidth_ - 1), "", true, true);
    rowPitch_ = builder.CreateAnd(rowPitch_, whole, "row.pitch");
  }
  if (regions.regions().size() > 1) {
    findPrivateVariables(regions);
    classifyLiveValues(regions);
  }
  layOutScratch(regions);
}

void WorkItemContext::findPrivateVariables(const BarrierRegions &regions) {
  DenseMap<const BasicBlock *, SmallVector<unsigned, 2>> regionsOf;
  const RegionCycles reentries(regions.regions());
  for (auto [number, region] : enumerate(regions.regions()))
    for (BasicBlock *block : region.blocks)
      regionsOf[block].push_back(number);
  for (Instruction &instruction : entry_) {
    auto *variable = dyn_cast<AllocaInst>(&instruction);
    if (!variable)
      continue;
    SmallPtrSet<Instruction *, 16> users;
    bool outlives = collectUsers(variable, users);
    SmallSet<unsigned, 4> used;
    for (Instruction *user : users)
      for (unsigned region : regionsOf.lookup(user->getParent())) {
        used.insert(region);
        outlives |= reentries.contains(region);
      }
    if (outlives || used.size() > 1)
      privates_.push_back(variable);
  }
}

void WorkItemContext::classifyLiveValues(const BarrierRegions &regions) {
  SetVector<Instruction *> live;
  for (const BarrierRegion &region : regions.regions())
    live.insert(region.liveAtStart.begin(), region.liveAtStart.end());
  if (live.empty())
    return;
  WorkItemUniformity uniformity(kernel_);
  for (Instruction *value : live) {
    if (uniformity.isUniform(*value)) {
      auto *variable = new AllocaInst(value->getType(), 0, value->getName() + ".uniform", entry_.begin());
      uniform_[value] = variable;
      uniformVariables_.push_back(variable);
      continue;
    }
    unsigned budget = hasConstantIds() ? CodeSizes::rematerialisedConstantCost : CodeSizes::rematerialisedCost;
    if (isCheap(value, budget))
      recomputed_.insert(value);
    else
      saved_.push_back(value);
  }
}

/// Whether `value` can be computed at the start of any region: from constants, parameters, values of the entry block
/// and local ids, by a few instructions that have no effects.
bool WorkItemContext::isCheap(Value *value, unsigned &budget) const {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return true;
  if (instruction->getParent() == &entry_)
    return true; // also a private variable: each region knows its address
  // A splat costs no more than its scalar.
  if (Value *scalar = getSplatValue(instruction))
    return isCheap(scalar, budget);
  if (budget == 0)
    return false;
  --budget;
  if (auto *call = dyn_cast<CallInst>(instruction))
    return localIdDimension(call->getCalledFunction()) >= 0 || isPacketMask(call->getCalledFunction());
  // No freeze is recomputed: two copies of it may choose two different values.
  if (!isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst>(instruction))
    return false;
  if (instruction->isIntDivRem() &&
      !(hasConstantIds() && isa<Constant>(instruction->getOperand(1)) && isSafeToSpeculativelyExecute(instruction)))
    return false;
  return all_of(instruction->operands(), [&](Value *operand) { return isCheap(operand, budget); });
}

bool WorkItemContext::hasConstantIds() const {
  const uint64_t row = fixedLocalSize(kernel_)[0];
  return row != 0 && row <= uint64_t{2} * packetWidth(kernel_);
}

Value *WorkItemContext::recompute(IRBuilder<> &builder, Value *value, const WorkItemIds &ids) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return value;
  if (auto *variable = dyn_cast<AllocaInst>(instruction); variable && arrays_.contains(variable))
    return privateAddress(builder, variable, ids);
  if (instruction->getParent() == &entry_)
    return value;
  if (auto *call = dyn_cast<CallInst>(instruction))
    return isPacketMask(call->getCalledFunction()) ? ids.mask
                                                   : ids.localId[localIdDimension(call->getCalledFunction())];
  SmallVector<Value *, 4> operands;
  for (Value *operand : instruction->operands())
    operands.push_back(recompute(builder, operand, ids));
  Instruction *copy = instruction->clone();
  for (auto [index, operand] : enumerate(operands))
    copy->setOperand(index, operand);
  return builder.Insert(copy, instruction->getName());
}

void WorkItemContext::layOutScratch(const BarrierRegions &regions) {
  if (saved_.empty() && privates_.empty())
    return;
  const DataLayout &layout = kernel_.getDataLayout();
  IRBuilder<> builder(entry_.getTerminator());
  Value *items = builder.CreateMul(builder.CreateMul(rowPitch_, localSize_[1], "", true, true), localSize_[2], "items",
                                   true, true);
  const ScratchArrays scratch(builder, kernel_, items);

  auto place = [&](uint64_t size, Align alignment, const Twine &name) {
    scratchBytes_ = alignTo(scratchBytes_, alignment);
    Value *array = scratch.begin(builder, scratchBytes_, name);
    scratchBytes_ += alignTo(size, alignment);
    return array;
  };
  SmallVector<ItemSize> sizes;
  for (Instruction *value : saved_) {
    Type *type = itemType(storedType(layout, value->getType()));
    sizes.push_back({layout.getTypeAllocSize(type), layout.getABITypeAlign(type).value()});
  }
  const ScratchColouring places(saved_, sizes, regions);
  SmallVector<Value *> arrays(places.count());
  for (Instruction *value : saved_) {
    const unsigned number = places.slotOf(value);
    if (!arrays[number])
      arrays[number] =
          place(places.size(number).bytes, Align(places.size(number).alignment), value->getName() + ".array");
    arrays_[value] = arrays[number];
  }
  for (AllocaInst *variable : privates_) {
    // If a variable's lanes lie side by side, only the packet's first lane must have the variable's alignment. So the
    // part of one lane needs only its share of the alignment.
    const bool isUniformPerPacket = variable->hasMetadata(laneArrayMetadata);
    const uint64_t alignment = variable->getAlign().value() / (isUniformPerPacket ? packetWidth_ : 1);
    arrays_[variable] =
        place(privateBytes(*variable), Align(std::max<uint64_t>(1, alignment)), variable->getName() + ".array");
  }
}

Value *WorkItemContext::element(IRBuilder<> &builder, const Instruction *value, Type *type, const WorkItemIds &ids) {
  return builder.CreateInBoundsGEP(itemType(type), arrays_.lookup(value), ids.linearId);
}

/// The type of the part of a value that one work-item has: an element of a packet's vector. If a vector with as many
/// elements as a packet has lanes is a single value for the whole packet, it fits into the same memory.
Type *WorkItemContext::itemType(Type *type) const {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return packetWidth_ > 1 && vector && vector->getNumElements() == packetWidth_ ? vector->getElementType() : type;
}

Align WorkItemContext::alignmentOf(Type *stored) const {
  return kernel_.getDataLayout().getABITypeAlign(itemType(stored));
}

Value *WorkItemContext::restore(IRBuilder<> &builder, Instruction *value, const WorkItemIds &ids) {
  if (isRecomputed(value))
    return recompute(builder, value, ids);
  Type *stored = storedType(kernel_.getDataLayout(), value->getType());
  Value *loaded =
      builder.CreateAlignedLoad(stored, element(builder, value, stored, ids), alignmentOf(stored), value->getName());
  return stored == value->getType() ? loaded : builder.CreateTrunc(loaded, value->getType());
}

void WorkItemContext::save(IRBuilder<> &builder, Instruction *value, Value *current, const WorkItemIds &ids) {
  Type *stored = storedType(kernel_.getDataLayout(), value->getType());
  if (stored != value->getType())
    current = builder.CreateZExt(current, stored);
  builder.CreateAlignedStore(current, element(builder, value, stored, ids), alignmentOf(stored));
}

uint64_t WorkItemContext::privateBytes(const AllocaInst &variable) const {
  // Variables of the entry block have a known size.
  const TypeSize bytes = variable.getAllocationSize(kernel_.getDataLayout()).value_or(TypeSize::getFixed(0));
  return alignTo(bytes.getFixedValue(), variable.getAlign()) / packetWidth_;
}

Value *WorkItemContext::privateAddress(IRBuilder<> &builder, AllocaInst *variable, const WorkItemIds &ids) {
  Type *element = ArrayType::get(builder.getInt8Ty(), privateBytes(*variable));
  return builder.CreateInBoundsGEP(element, arrays_.lookup(variable), ids.linearId, variable->getName());
}

} // namespace weft::compiler
