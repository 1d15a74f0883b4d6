// Forwards stored values to loads of memory that only one group accesses, even if several stores wrote a load's value.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/ForwardStoresPass.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

#include "analysis/ConstantOffsetAccess.h"
#include "codegen/CompileBudget.h"
#include "kernel/GroupPrivateMemory.h"
#include "passes/host/Elements.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// What is known of the memory at a base address: the elements whose values are known, which all have the same size.
struct Contents {
  int64_t elementBytes = 0;
  int64_t phase = 0;                   ///< the remainder of each offset divided by elementBytes
  std::map<int64_t, Element> elements; ///< by their offsets in bytes
};

/// The known contents of memory, by base address. Accesses have constant offsets from a base. The bases are in the
/// order in which they are found, so that the generated code is the same in each compilation.
using KnownMemory = MapVector<Value *, Contents>;

/// A load or store whose lanes have constant offsets from a base address.
struct Access {
  Value *base;
  SmallVector<int64_t, 16> offsets; ///< of each lane, in bytes
  Type *type;
  Value *mask;  ///< null if all lanes are active
  Value *value; ///< the stored value, or a load's value for inactive lanes; null if it has none
};

/// Replaces a phi by a new computation of the address, if all its incoming values are the same offset from the same
/// base in group-private memory. With the phi, the address would only be known to be one of several.
bool recomputeAddresses(Function &function) {
  const DataLayout &layout = function.getDataLayout();
  SmallVector<PHINode *> phis;
  for (BasicBlock &block : function)
    for (PHINode &phi : block.phis())
      if (phi.getType()->isPointerTy())
        phis.push_back(&phi);
  bool changed = false;
  for (PHINode *phi : phis) {
    const auto place = [&](Value *address) {
      APInt offset(layout.getIndexTypeSizeInBits(phi->getType()), 0);
      Value *base = address->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
      return std::pair(base, offset);
    };
    const auto [base, offset] = place(phi->getIncomingValue(0));
    if (base == phi || !isGroupPrivateMemory(*getUnderlyingObject(base)) ||
        !all_of(phi->incoming_values(), [&](Value *value) { return place(value) == std::pair(base, offset); }))
      continue;
    IRBuilder<> builder(phi->getParent(), phi->getParent()->getFirstInsertionPt());
    phi->replaceAllUsesWith(builder.CreatePtrAdd(base, builder.getInt(offset)));
    phi->eraseFromParent();
    changed = true;
  }
  return changed;
}

/// Returns the index of a simple load's or store's address operand, which may be the vector of the lanes' addresses.
/// Returns nothing for any other instruction.
std::optional<unsigned> addressOperand(const Instruction &instruction) {
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple() ? std::optional(LoadInst::getPointerOperandIndex()) : std::nullopt;
  if (const auto *store = dyn_cast<StoreInst>(&instruction))
    return store->isSimple() ? std::optional(StoreInst::getPointerOperandIndex()) : std::nullopt;
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  switch (call ? call->getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    return 0;
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    return 1;
  default:
    return std::nullopt;
  }
}

using Accesses = SmallPtrSet<Instruction *, 32>;

/// Returns all accesses to the object at `own`, if none of them can reach another object. Returns nothing if the
/// object's address is used in a way that can't be followed, or if a phi merges it with the address of another object.
/// LLVM's own analysis gives up at vectors of addresses, and after a fixed number of uses.
std::optional<Accesses> accessesOf(Instruction &own) {
  Accesses accesses;
  SmallSetVector<Instruction *, 32> addresses;
  addresses.insert(&own);
  for (size_t next = 0; next < addresses.size(); ++next)
    for (const Use &use : addresses[next]->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (isa<GetElementPtrInst, PHINode>(user))
        addresses.insert(user);
      else if (addressOperand(*user) == use.getOperandNo())
        accesses.insert(user);
      else if (isGroupPrivateMemory(*user))
        continue; // a call that makes another object from the address
      else
        return std::nullopt;
    }
  const auto hasSingleObject = [&](Instruction *address) {
    const auto *phi = dyn_cast<PHINode>(address);
    return !phi || all_of(phi->incoming_values(), [&](Value *value) {
      return isa<UndefValue>(value) || addresses.contains(dyn_cast<Instruction>(value));
    });
  };
  return all_of(addresses, hasSingleObject) ? std::optional(std::move(accesses)) : std::nullopt;
}

/// Erases the stores to group-private objects from which nothing is loaded.
bool eraseUnreadStores(Function &function) {
  SmallVector<Instruction *> stores;
  for (Instruction &own : instructions(function)) {
    const auto accesses = isGroupPrivateMemory(own) ? accessesOf(own) : std::nullopt;
    if (accesses && all_of(*accesses, [](const Instruction *access) { return access->mayWriteToMemory(); }))
      append_range(stores, *accesses);
  }
  for (Instruction *store : stores)
    store->eraseFromParent();
  return !stores.empty();
}

/// Whether the mask lets `lane` run; nothing if this is known only at run time.
std::optional<bool> runs(const Value *mask, unsigned lane) {
  if (!mask)
    return true;
  if (isNeverActive(*mask, lane))
    return false;
  auto *constant = dyn_cast<Constant>(mask);
  auto *runs = constant ? dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane)) : nullptr;
  return runs ? std::optional(runs->isOne()) : std::nullopt;
}

class StoreForwarding {
public:
  StoreForwarding(Function &function, AAResults &aliases, uint64_t registerBytes)
      : function_(function), layout_(function.getDataLayout()), aliases_(aliases), registerBytes_(registerBytes) {}

  bool run();

private:
  void enter(BasicBlock &block);
  /// The phis that have been created in a block, by their incoming values.
  using PhiCache = std::map<std::vector<Value *>, PHINode *>;
  Contents meet(BasicBlock &block, Value *base, ArrayRef<const KnownMemory *> before, PhiCache &joined);
  Value *join(BasicBlock &block, std::vector<Value *> values, PhiCache &joined);
  void visit(Instruction &instruction);
  std::optional<Access> accessOf(Instruction &instruction) const;
  std::optional<Elements> find(const Access &access) const;
  Value *blend(Instruction &store, const Access &access);
  Contents &contentsFor(const Access &access);
  void store(Instruction &store, const Access &access);
  void invalidate(Instruction &writer, const Access *access);
  void recordLoad(Instruction &load, const Access &access);
  Value *valueOf(Instruction &load, const Access &access);

  Function &function_;
  const DataLayout &layout_;
  AAResults &aliases_;
  const uint64_t registerBytes_;
  /// The group-private objects (memory that no other group accesses), each with all its accesses if these are known.
  std::vector<std::pair<Value *, std::optional<Accesses>>> privateMemory_;
  KnownMemory known_;
  DenseMap<const BasicBlock *, KnownMemory> knownAtEnd_;
  SmallVector<Instruction *> replaced_;
  SmallVector<WeakTrackingVH> made_; ///< new values, some of which may have no use
};

/// Sets known_ to the elements that are known at the ends of all predecessors of `block`. If an element's values
/// differ, a phi joins them. Nothing is known in a loop's header, because the end of the loop has not been visited yet.
void StoreForwarding::enter(BasicBlock &block) {
  known_.clear();
  SmallVector<const KnownMemory *, 2> before;
  for (const BasicBlock *predecessor : predecessors(&block)) {
    const auto found = knownAtEnd_.find(predecessor);
    if (found == knownAtEnd_.end())
      return;
    before.push_back(&found->second);
  }
  if (before.empty())
    return;
  PhiCache joined;
  for (const auto &[base, contents] : *before.front())
    if (Contents met = meet(block, base, before, joined); !met.elements.empty())
      known_.insert({base, std::move(met)});
}

/// The elements at `base` that are known at the ends of all predecessors of `block`.
Contents StoreForwarding::meet(BasicBlock &block, Value *base, ArrayRef<const KnownMemory *> before, PhiCache &joined) {
  SmallVector<const Contents *, 2> all;
  for (const KnownMemory *knowledge : before) {
    const auto found = knowledge->find(base);
    if (found == knowledge->end())
      return {};
    all.push_back(&found->second);
  }
  const Contents &first = *all.front();
  Contents met{.elementBytes = first.elementBytes, .phase = first.phase, .elements = {}};
  if (any_of(all,
             [&](const Contents *one) { return one->elementBytes != first.elementBytes || one->phase != first.phase; }))
    return met;
  for (const auto &[offset, element] : first.elements) {
    std::vector<Value *> values;
    for (const Contents *one : all)
      if (const auto found = one->elements.find(offset); found != one->elements.end() &&
                                                         found->second.lane == element.lane &&
                                                         found->second.value->getType() == element.value->getType())
        values.push_back(found->second.value);
    if (values.size() == all.size())
      met.elements.emplace(offset, Element{join(block, std::move(values), joined), element.lane});
  }
  return met;
}

/// Returns a value in `block` that joins `values`: one value from each predecessor, in the order of the predecessors.
Value *StoreForwarding::join(BasicBlock &block, std::vector<Value *> values, PhiCache &joined) {
  if (all_equal(values))
    return values.front();
  PHINode *&phi = joined[values];
  if (!phi) {
    phi = PHINode::Create(values.front()->getType(), values.size(), "joined", block.begin());
    for (const auto &[predecessor, value] : zip(predecessors(&block), values))
      phi->addIncoming(value, predecessor);
    made_.push_back(phi);
  }
  return phi;
}

std::optional<Access> StoreForwarding::accessOf(Instruction &instruction) const {
  const std::optional<unsigned> operand = addressOperand(instruction);
  if (!operand)
    return std::nullopt;
  Value *address = instruction.getOperand(*operand);
  Access access{};
  if (instruction.mayWriteToMemory())
    access.value = instruction.getOperand(0);
  else if (isa<CallBase>(instruction))
    access.value = instruction.getOperand(2);
  access.type = instruction.mayWriteToMemory() ? access.value->getType() : instruction.getType();
  if (isa<CallBase>(instruction))
    access.mask = instruction.getOperand(*operand + 1);
  Type *element = access.type->getScalarType();
  if (!(element->isIntegerTy() || element->isFloatingPointTy()) || !layout_.typeSizeEqualsStoreSize(element) ||
      isa<ScalableVectorType>(access.type))
    return std::nullopt;
  const int64_t bytes = layout_.getTypeStoreSize(element);
  for (unsigned lane = 0; lane < lanesOf(*access.type); ++lane)
    access.offsets.push_back(lane * bytes);
  if (address->getType()->isVectorTy()) {
    const std::optional<ConstantOffsetAccess> lanes = ConstantOffsetAccess::of(instruction);
    if (!lanes || !lanes->isBaseShared())
      return std::nullopt;
    address = lanes->base;
    access.offsets = lanes->distances;
  }
  if (!isGroupPrivateMemory(*getUnderlyingObject(address)))
    return std::nullopt;
  APInt offset(layout_.getIndexTypeSizeInBits(address->getType()), 0);
  access.base = address->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
  for (int64_t &place : access.offsets)
    place += offset.getSExtValue();
  return access;
}

/// Returns the elements that `access` would find in memory, without the lanes that are known to be inactive. Returns
/// nothing if some of these elements aren't known.
std::optional<Elements> StoreForwarding::find(const Access &access) const {
  const auto known = known_.find(access.base);
  const int64_t bytes = layout_.getTypeStoreSize(access.type->getScalarType());
  if (known == known_.end() || known->second.elementBytes != bytes)
    return std::nullopt;
  Elements found;
  for (const auto &[lane, offset] : enumerate(access.offsets)) {
    const auto element = known->second.elements.find(offset);
    if (runs(access.mask, lane) == false)
      found.emplace_back();
    else if (element != known->second.elements.end())
      found.emplace_back(element->second);
    else
      return std::nullopt;
  }
  return found;
}

/// The elements in memory after a store whose active lanes are known only at run time: for each lane, the stored
/// element or the one that was there before. Null if the elements that were there aren't known.
Value *StoreForwarding::blend(Instruction &store, const Access &access) {
  const std::optional<Elements> before = find(access);
  IRBuilder<> builder(&store);
  Value *old = before ? assemble(builder, *access.type, *before, registerBytes_) : nullptr;
  if (!old)
    return nullptr;
  Value *blended = builder.CreateSelect(access.mask, access.value, old);
  if (isa<Instruction>(blended))
    made_.push_back(blended);
  return blended;
}

/// Returns the known elements of the memory that `access` reaches. They have the size of the elements of `access`;
/// known elements of another size are dropped.
Contents &StoreForwarding::contentsFor(const Access &access) {
  Contents &contents = known_[access.base];
  const int64_t bytes = layout_.getTypeStoreSize(access.type->getScalarType());
  const int64_t phase = ((access.offsets.front() % bytes) + bytes) % bytes;
  if (contents.elementBytes != bytes || contents.phase != phase)
    contents = {.elementBytes = bytes, .phase = phase, .elements = {}};
  return contents;
}

/// Records the elements that a store writes in its active lanes.
void StoreForwarding::store(Instruction &store, const Access &access) {
  Contents &contents = contentsFor(access);
  const int64_t bytes = contents.elementBytes, phase = contents.phase;
  Distances places;
  bool isSure = true;
  for (const auto &[lane, offset] : enumerate(access.offsets))
    if (const std::optional<bool> isWritten = runs(access.mask, lane); isWritten != false) {
      isSure &= isWritten == true;
      places.push_back(offset);
    }
  const bool areInPhase = all_of(places, [&](int64_t place) { return (place - phase) % bytes == 0; });
  Value *value = isSure ? access.value : areInPhase && areDisjoint(places, bytes) ? blend(store, access) : nullptr;
  if (!areInPhase)
    contents.elements.clear();
  for (const auto &[lane, offset] : enumerate(access.offsets)) {
    if (runs(access.mask, lane) == false)
      continue;
    if (value && areInPhase)
      contents.elements.insert_or_assign(offset, Element{value, static_cast<unsigned>(lane)});
    else
      contents.elements.erase(offset);
  }
}

/// Records the elements that the active lanes have loaded, which are known from now on. Does nothing if elements of
/// another size are known.
void StoreForwarding::recordLoad(Instruction &load, const Access &access) {
  const int64_t bytes = layout_.getTypeStoreSize(access.type->getScalarType());
  if (const Contents &before = known_[access.base]; !before.elements.empty() && before.elementBytes != bytes)
    return;
  Contents &contents = contentsFor(access);
  for (const auto &[lane, offset] : enumerate(access.offsets))
    if (runs(access.mask, lane) == true && (offset - contents.phase) % contents.elementBytes == 0)
      contents.elements.insert_or_assign(offset, Element{&load, static_cast<unsigned>(lane)});
}

/// Drops the known elements that `writer` may have changed. If `writer` is the store `access`, the known elements at
/// its own base stay, because store() updates them.
void StoreForwarding::invalidate(Instruction &writer, const Access *access) {
  for (const auto &[own, accesses] : privateMemory_) {
    if (access && getUnderlyingObject(access->base) != own)
      continue;
    if (!access && accesses && !accesses->contains(&writer))
      continue;
    if (!access && !accesses && !isModSet(aliases_.getModRefInfo(&writer, MemoryLocation::getBeforeOrAfter(own))))
      continue;
    const Value *object = own;
    // Known elements at other bases in the object are dropped: such a base may be the same address as the store's base,
    // and nothing shows whether it is.
    known_.remove_if([&](const auto &known) {
      return getUnderlyingObject(known.first) == object && !(access && known.first == access->base);
    });
  }
}

/// The elements that `load` reads, assembled to a value; null if they aren't known or come from too many registers.
Value *StoreForwarding::valueOf(Instruction &load, const Access &access) {
  std::optional<Elements> found = find(access);
  const bool hasOthers = access.value && !isa<UndefValue>(access.value); // poison is an UndefValue, too
  const bool isChosen = hasOthers && !isa<Constant>(access.mask);
  if (found && hasOthers && !isChosen)
    for (const auto &[lane, element] : enumerate(*found))
      if (!element)
        element = Element{access.value, static_cast<unsigned>(lane)};
  IRBuilder<> builder(&load);
  Value *value = found ? assemble(builder, *access.type, *found, registerBytes_) : nullptr;
  return value && isChosen ? builder.CreateSelect(access.mask, value, access.value) : value;
}

void StoreForwarding::visit(Instruction &instruction) {
  const std::optional<Access> access = accessOf(instruction);
  if (instruction.mayWriteToMemory()) {
    invalidate(instruction, access ? &*access : nullptr);
    if (access)
      store(instruction, *access);
  } else if (access) {
    if (Value *value = valueOf(instruction, *access)) {
      instruction.replaceAllUsesWith(value);
      replaced_.push_back(&instruction);
    } else {
      recordLoad(instruction, *access);
    }
  }
}

bool StoreForwarding::run() {
  for (Instruction &instruction : instructions(function_))
    if (isGroupPrivateMemory(instruction))
      privateMemory_.emplace_back(&instruction, accessesOf(instruction));
  if (privateMemory_.empty())
    return false;
  size_t kept = 0;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function_)) {
    enter(*block);
    for (Instruction &instruction : *block)
      visit(instruction);
    for (const auto &[base, contents] : known_)
      kept += contents.elements.size();
    if (kept > CodeSizes::forwardedStoreElements)
      break;
    knownAtEnd_[block] = known_;
  }
  for (Instruction *load : replaced_)
    load->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(made_);
  return !replaced_.empty();
}

} // namespace

PreservedAnalyses ForwardStoresPass::run(Function &function, FunctionAnalysisManager &analyses) {
  bool changed = recomputeAddresses(function);
  changed |= StoreForwarding(function, analyses.getResult<AAManager>(function), registerBytes_).run();
  changed |= eraseUnreadStores(function);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace weft::compiler
