// Gives loads of a group's own memory what was stored there, also where it was stored by several instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/ForwardOwnMemoryPass.h"

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

#include "codegen/CompileBudget.h"
#include "kernel/OwnMemory.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// An element of a value that was stored: of a vector, or the scalar itself as lane 0.
struct Element {
  Value *value;
  unsigned lane;
  bool operator==(const Element &) const = default;
};

/// What is known of the memory behind an address, in elements of one size.
struct Contents {
  int64_t elementBytes = 0;
  int64_t phase = 0;                   ///< of all offsets, modulo elementBytes
  std::map<int64_t, Element> elements; ///< by their offsets in bytes
};

/// Of each address that others are constants away from, in the order in which they are met: code is the same each time.
using Knowledge = MapVector<Value *, Contents>;

/// A load or store at a constant distance from such an address.
struct Access {
  Value *base;
  int64_t offset;
  Type *type;
  Value *mask; ///< null: all lanes
};

unsigned lanesOf(const Type &type) {
  auto *vector = dyn_cast<FixedVectorType>(&type);
  return vector ? vector->getNumElements() : 1;
}

/// Where branches meet that have computed the same address, computes it again in place of the phi, which says of it
/// only that it is one of several.
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
    if (base == phi || !isOwnMemory(*getUnderlyingObject(base)) ||
        !all_of(phi->incoming_values(), [&](Value *value) { return place(value) == std::pair(base, offset); }))
      continue;
    IRBuilder<> builder(phi->getParent(), phi->getParent()->getFirstInsertionPt());
    phi->replaceAllUsesWith(builder.CreatePtrAdd(base, builder.getInt(offset)));
    phi->eraseFromParent();
    changed = true;
  }
  return changed;
}

/// Erases what is stored in own memory of which nothing is loaded. LLVM looks at so many uses of an address only.
bool eraseUnreadStores(Function &function) {
  SmallVector<Instruction *> stores;
  for (Instruction &own : instructions(function)) {
    if (!isOwnMemory(own))
      continue;
    const size_t before = stores.size();
    SmallSetVector<Instruction *, 32> addresses;
    addresses.insert(&own);
    for (size_t next = 0; next < addresses.size(); ++next)
      for (const Use &use : addresses[next]->uses()) {
        auto *user = cast<Instruction>(use.getUser());
        const auto *store = dyn_cast<StoreInst>(user);
        const auto *call = dyn_cast<IntrinsicInst>(user);
        if (isa<GetElementPtrInst, PHINode>(user))
          addresses.insert(user);
        else if ((store && store->isSimple() && use.getOperandNo() == StoreInst::getPointerOperandIndex()) ||
                 (call && call->getIntrinsicID() == Intrinsic::masked_store && use.getOperandNo() == 1))
          stores.push_back(user);
        else {
          stores.truncate(before);
          addresses.clear();
          break;
        }
      }
  }
  for (Instruction *store : stores)
    store->eraseFromParent();
  return !stores.empty();
}

/// Whether `lane` runs; nothing where only the launch knows.
std::optional<bool> runs(const Value *mask, unsigned lane) {
  if (!mask)
    return true;
  auto *constant = dyn_cast<Constant>(mask);
  auto *runs = constant ? dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane)) : nullptr;
  return runs ? std::optional(runs->isOne()) : std::nullopt;
}

class Forwarding {
public:
  Forwarding(Function &function, AAResults &aliases)
      : function_(function), layout_(function.getDataLayout()), aliases_(aliases) {}

  bool run();

private:
  void enter(BasicBlock &block);
  /// Phis by their values.
  using Joined = std::map<std::vector<Value *>, PHINode *>;
  Contents meet(BasicBlock &block, Value *base, ArrayRef<const Knowledge *> before, Joined &joined);
  Value *join(BasicBlock &block, std::vector<Value *> values, Joined &joined);
  void visit(Instruction &instruction);
  std::optional<Access> accessOf(Instruction &instruction) const;
  void store(const Access &access, Value *value);
  void forget(Instruction &writer, const Access *access);
  Value *valueOf(Instruction &load, const Access &access);

  Function &function_;
  const DataLayout &layout_;
  AAResults &aliases_;
  SmallVector<Value *> own_;
  Knowledge known_;
  DenseMap<const BasicBlock *, Knowledge> behind_;
  SmallVector<Instruction *> replaced_;
  SmallVector<WeakTrackingVH> phis_;
};

/// What all blocks before it know, from each its own value. Nothing is known of what a loop's other trips leave.
void Forwarding::enter(BasicBlock &block) {
  known_.clear();
  SmallVector<const Knowledge *, 2> before;
  for (const BasicBlock *predecessor : predecessors(&block)) {
    const auto found = behind_.find(predecessor);
    if (found == behind_.end())
      return;
    before.push_back(&found->second);
  }
  if (before.empty())
    return;
  Joined joined;
  for (const auto &[base, contents] : *before.front())
    if (Contents met = meet(block, base, before, joined); !met.elements.empty())
      known_.insert({base, std::move(met)});
}

/// Of the memory behind `base`, the elements that all blocks before `block` know.
Contents Forwarding::meet(BasicBlock &block, Value *base, ArrayRef<const Knowledge *> before, Joined &joined) {
  SmallVector<const Contents *, 2> all;
  for (const Knowledge *knowledge : before) {
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

/// The value that comes from each block before `block`, in their order.
Value *Forwarding::join(BasicBlock &block, std::vector<Value *> values, Joined &joined) {
  if (all_equal(values))
    return values.front();
  PHINode *&phi = joined[values];
  if (!phi) {
    phi = PHINode::Create(values.front()->getType(), values.size(), "joined", block.begin());
    for (const auto &[predecessor, value] : zip(predecessors(&block), values))
      phi->addIncoming(value, predecessor);
    phis_.push_back(phi);
  }
  return phi;
}

std::optional<Access> Forwarding::accessOf(Instruction &instruction) const {
  Value *address = nullptr;
  Access access{};
  if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple()) {
    address = load->getPointerOperand();
    access.type = load->getType();
  } else if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple()) {
    address = store->getPointerOperand();
    access.type = store->getValueOperand()->getType();
  } else if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
    if (call->getIntrinsicID() == Intrinsic::masked_load) {
      address = call->getArgOperand(0);
      access.type = call->getType();
      access.mask = call->getArgOperand(1);
    } else if (call->getIntrinsicID() == Intrinsic::masked_store) {
      address = call->getArgOperand(1);
      access.type = call->getArgOperand(0)->getType();
      access.mask = call->getArgOperand(2);
    }
  }
  if (!address || !isOwnMemory(*getUnderlyingObject(address)))
    return std::nullopt;
  Type *element = access.type->getScalarType();
  if (!(element->isIntegerTy() || element->isFloatingPointTy()) || !layout_.typeSizeEqualsStoreSize(element) ||
      isa<ScalableVectorType>(access.type))
    return std::nullopt;
  APInt offset(layout_.getIndexTypeSizeInBits(address->getType()), 0);
  access.base = address->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
  access.offset = offset.getSExtValue();
  return access;
}

/// Writes the lanes that run; `value` is null where it isn't known what they write.
void Forwarding::store(const Access &access, Value *value) {
  Contents &contents = known_[access.base];
  const int64_t bytes = layout_.getTypeStoreSize(access.type->getScalarType());
  const int64_t phase = ((access.offset % bytes) + bytes) % bytes;
  if (contents.elementBytes != bytes || contents.phase != phase)
    contents = {.elementBytes = bytes, .phase = phase, .elements = {}};
  for (unsigned lane = 0; lane < lanesOf(*access.type); ++lane) {
    const std::optional<bool> isWritten = runs(access.mask, lane);
    const int64_t offset = access.offset + lane * bytes;
    if (isWritten == true && value)
      contents.elements.insert_or_assign(offset, Element{value, lane});
    else if (isWritten != false)
      contents.elements.erase(offset);
  }
}

/// What `writer` may have changed, but for what it reaches from its own base, if it is an `access` of that.
void Forwarding::forget(Instruction &writer, const Access *access) {
  for (Value *own : own_) {
    if (access && getUnderlyingObject(access->base) != own)
      continue;
    if (!access && !isModSet(aliases_.getModRefInfo(&writer, MemoryLocation::getBeforeOrAfter(own))))
      continue;
    // Two bases may be one place: an argument's offset and an index that is an argument look the same.
    known_.remove_if([&](const auto &known) {
      return getUnderlyingObject(known.first) == own && !(access && known.first == access->base);
    });
  }
}

/// The elements that `load` reads, as a value, or null.
Value *Forwarding::valueOf(Instruction &load, const Access &access) {
  const auto found = known_.find(access.base);
  auto *type = dyn_cast<FixedVectorType>(access.type);
  if (found == known_.end())
    return nullptr;
  const Contents &contents = found->second;
  const int64_t bytes = layout_.getTypeStoreSize(access.type->getScalarType());
  if (contents.elementBytes != bytes)
    return nullptr;
  const unsigned lanes = lanesOf(*access.type);
  SmallVector<Value *, 2> sources;
  SmallVector<std::pair<unsigned, unsigned>> places(lanes); // source and lane
  const auto sourceFor = [&](Value *value) {
    const auto *at = find(sources, value);
    if (at == sources.end()) {
      sources.push_back(value);
      return static_cast<unsigned>(sources.size() - 1);
    }
    return static_cast<unsigned>(at - sources.begin());
  };
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const std::optional<bool> isRead = runs(access.mask, lane);
    if (!isRead)
      return nullptr;
    if (!*isRead) {
      places[lane] = {sourceFor(cast<IntrinsicInst>(load).getArgOperand(2)), lane};
      continue;
    }
    const auto element = contents.elements.find(access.offset + lane * bytes);
    if (element == contents.elements.end())
      return nullptr;
    places[lane] = {sourceFor(element->second.value), element->second.lane};
  }
  // Shuffles are of two vectors of one type.
  if (sources.size() > 2 || (type && !all_of(sources, [](Value *source) { return source->getType()->isVectorTy(); })))
    return nullptr;
  IRBuilder<> builder(&load);
  if (!type) {
    Value *value =
        sources[0]->getType()->isVectorTy() ? builder.CreateExtractElement(sources[0], places[0].second) : sources[0];
    return builder.CreateBitCast(value, access.type);
  }
  const unsigned width = lanesOf(*sources[0]->getType());
  if (sources.size() == 2 && lanesOf(*sources[1]->getType()) != width)
    return nullptr;
  SmallVector<int> mask;
  for (const auto &[source, lane] : places)
    mask.push_back(static_cast<int>(source * width + lane));
  auto *sourceType = FixedVectorType::get(access.type->getScalarType(), width);
  for (Value *&source : sources)
    source = builder.CreateBitCast(source, sourceType);
  return builder.CreateShuffleVector(sources[0], sources.size() == 2 ? sources[1] : PoisonValue::get(sourceType), mask);
}

void Forwarding::visit(Instruction &instruction) {
  const std::optional<Access> access = accessOf(instruction);
  if (instruction.mayWriteToMemory()) {
    forget(instruction, access ? &*access : nullptr);
    if (access)
      store(*access, isa<StoreInst>(instruction) ? cast<StoreInst>(instruction).getValueOperand()
                                                 : cast<IntrinsicInst>(instruction).getArgOperand(0));
  } else if (access) {
    if (Value *value = valueOf(instruction, *access)) {
      instruction.replaceAllUsesWith(value);
      replaced_.push_back(&instruction);
    }
  }
}

bool Forwarding::run() {
  for (Instruction &instruction : instructions(function_))
    if (isOwnMemory(instruction))
      own_.push_back(&instruction);
  if (own_.empty())
    return false;
  size_t kept = 0;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function_)) {
    enter(*block);
    for (Instruction &instruction : *block)
      visit(instruction);
    for (const auto &[base, contents] : known_)
      kept += contents.elements.size();
    if (kept > CodeSizes::knownElements)
      break;
    behind_[block] = known_;
  }
  for (Instruction *load : replaced_)
    load->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(phis_);
  return !replaced_.empty();
}

} // namespace

PreservedAnalyses ForwardOwnMemoryPass::run(Function &function, FunctionAnalysisManager &analyses) {
  bool changed = recomputeAddresses(function);
  changed |= Forwarding(function, analyses.getResult<AAManager>(function)).run();
  changed |= eraseUnreadStores(function);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace weft::compiler
