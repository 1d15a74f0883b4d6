// Adds checks for data races to each access to memory that work-items share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>

#include "llvm/ADT/BitVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "analysis/AccessedObject.h"
#include "analysis/DisjointAccesses.h"
#include "analysis/GroupUniformity.h"
#include "analysis/SpinLoops.h"
#include "builtins/archive/AddressSpaces.h"
#include "kernel/AbiAccess.h"
#include "kernel/AsyncCopies.h"
#include "kernel/CheckCalls.h"
#include "kernel/KernelAttributes.h"
#include "kernel/MemoryRanges.h"
#include "passes/kernel/InsertChecksPass.h"
#include "passes/kernel/RaceClasses.h"
#include "passes/kernel/RaceUpdates.h"
#include "passes/kernel/ShadowChecks.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether the instruction is an atomic operation or a fence that also orders other accesses (acquire, release or
/// stronger).
bool isOrderingAtomic(const Instruction &instruction) {
  if (const auto *fence = dyn_cast<FenceInst>(&instruction))
    return fence->getOrdering() != AtomicOrdering::Monotonic;
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return isStrongerThanMonotonic(update->getOrdering());
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return isStrongerThanMonotonic(exchange->getSuccessOrdering());
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return isStrongerThanMonotonic(load->getOrdering());
  const auto *store = dyn_cast<StoreInst>(&instruction);
  return store && isStrongerThanMonotonic(store->getOrdering());
}

/// Whether the instruction orders accesses of different work-items, but isn't a barrier of the work-group.
bool isNonBarrierOrdering(const Instruction *instruction) {
  const auto *call = dyn_cast<CallInst>(instruction);
  return isOrderingAtomic(*instruction) || (call && isSubGroupBarrier(call->getCalledFunction()));
}

bool isMadeByCopy(const SharedAccess *access) { return isByCopy(*access->instruction); }

class RaceChecks {
public:
  explicit RaceChecks(Function &kernel) : kernel_(kernel), calls_(kernel), layout_(kernel.getDataLayout()) {}

  void run() {
    makeFlagsAtomic();
    SmallVector<Instruction *> all;
    for (Instruction &instruction : instructions(kernel_))
      if (instruction.getParent() != &kernel_.getEntryBlock())
        all.push_back(&instruction);
    findReadOnlyBuffers(all);
    const RaceClasses classes(kernel_, !mayDivergeAtBarriers(kernel_),
                              [&](const AccessedObject &object) { return isReadOnlyBuffer(object); });
    const bool hasNonBarrierOrdering = any_of(all, isNonBarrierOrdering);
    findGroupUniformMemory(all, classes);
    const RaceUpdates updates(classes);
    if (any_of(classes.accesses(), [&](const SharedAccess &one) { return classes.memoryOf(one).piece != 4; }))
      shadow_.separateBytes();
    bool hasTold = false;
    for (const SharedAccess &access : classes.accesses())
      hasTold |= check(access, classes, updates, hasNonBarrierOrdering);
    for (Instruction *instruction : all) {
      if (isBarrier(*instruction))
        shadow_.passBarrier(*instruction);
      if (hasTold) // if the checker is told no accesses, it needs no barriers and fences either
        reportOrdering(*instruction);
    }
    shadow_.finish();
  }

private:
  /// Makes volatile accesses to flags atomic, so that they aren't reported as races: the program means them as atomic
  /// accesses. A flag is memory that a loop reads until another work-item writes it.
  void makeFlagsAtomic() {
    DominatorTree dominators(kernel_);
    const LoopInfo loops(dominators);
    SmallVector<Value *> flags;
    for (const Loop *loop : SpinLoopFinder(*kernel_.getParent()).find(loops, dominators))
      for (BasicBlock *block : loop->blocks())
        for (Instruction &instruction : *block)
          if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isVolatile())
            for (const AccessedObject &object : accessedObjects(*load->getPointerOperand()))
              flags.push_back(object.base);
    if (flags.empty())
      return;
    const auto isFlag = [&](Value &address) {
      const SmallVector<AccessedObject, 2> objects = accessedObjects(address);
      return !objects.empty() &&
             all_of(objects, [&](const AccessedObject &object) { return is_contained(flags, object.base); });
    };
    const auto canBeAtomic = [&](Type &type, Align alignment) {
      return type.isIntegerTy() && isPowerOf2_64(layout_.getTypeSizeInBits(&type)) &&
             layout_.getTypeStoreSize(&type) <= 8 && alignment.value() >= layout_.getTypeStoreSize(&type);
    };
    for (Instruction &instruction : instructions(kernel_)) {
      if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isVolatile() && !load->isAtomic() &&
                                                         canBeAtomic(*load->getType(), load->getAlign()) &&
                                                         isFlag(*load->getPointerOperand()))
        load->setAtomic(AtomicOrdering::Monotonic);
      if (auto *store = dyn_cast<StoreInst>(&instruction);
          store && store->isVolatile() && !store->isAtomic() &&
          canBeAtomic(*store->getValueOperand()->getType(), store->getAlign()) && isFlag(*store->getPointerOperand()))
        store->setAtomic(AtomicOrdering::Monotonic);
    }
  }

  /// Finds the buffers that the kernel only reads. Accesses to them get no checks, because two reads are no race. If
  /// the buffer of any access isn't known, no buffer counts as only read. Attributes of the kernel then tell the
  /// runtime which arguments must be distinct buffers, and the runtime launches the code only with distinct buffers for
  /// them.
  void findReadOnlyBuffers(ArrayRef<Instruction *> all) {
    if (!kernel_.hasFnAttribute(distinctBuffersAttribute))
      return;
    uint64_t reached = 0, written = 0;
    const auto reach = [&](Value &address, bool writes) {
      const SmallVector<AccessedObject, 2> objects = accessedObjects(address);
      for (const AccessedObject &object : objects) {
        const bool isNumbered = object.kind == WEFT_CHECK_BUFFER && object.argument < 64;
        reached |= isNumbered ? uint64_t{1} << object.argument : 0;
        written |= isNumbered && writes ? uint64_t{1} << object.argument : 0;
      }
      return !objects.empty();
    };
    for (Instruction *instruction : all) {
      const SmallVector<AccessedRange, 2> stretches = accessedRanges(*instruction, layout_);
      if (!all_of(stretches, [&](const AccessedRange &stretch) { return reach(*stretch.address, stretch.writes); }))
        return;
      if (auto *call = dyn_cast<CallInst>(instruction); call && stretches.empty() && call->mayWriteToMemory())
        for (Value *argument : call->args())
          if (argument->getType()->isPointerTy() && !isa<Constant>(argument) && !reach(*argument, true))
            return;
    }
    onlyRead_ = reached & ~written;
    if (onlyRead_ == 0 || written == 0)
      return;
    const auto add = [&](StringRef attribute, uint64_t bits) {
      setNumericAttribute(kernel_, attribute, numericAttribute(kernel_, attribute) | bits);
    };
    add(distinctArgumentsAttribute, reached);
    add(writtenArgumentsAttribute, written);
  }

  /// Finds the SharedMemory objects that all groups access in the same way: at the same addresses, between the same
  /// barriers. For local memory it is then enough to check one group.
  void findGroupUniformMemory(ArrayRef<Instruction *> all, const RaceClasses &classes) {
    isGroupUniform_.resize(classes.memoryCount());
    if (mayDivergeAtBarriers(kernel_))
      return;
    const GroupUniformity uniformity(kernel_);
    if (!all_of(all, [&](const Instruction *one) {
          return !isBarrier(*one) || uniformity.isUniformlyExecuted(*one->getParent());
        }))
      return;
    isGroupUniform_.set();
    for (const SharedAccess &access : classes.accesses())
      if (!uniformity.isUniformlyExecuted(*access.instruction->getParent()) ||
          !uniformity.isUniform(*access.stretch.address))
        isGroupUniform_.reset(access.memory);
  }

  bool isReadOnlyBuffer(const AccessedObject &object) const {
    return object.kind == WEFT_CHECK_BUFFER && object.argument < 64 && (onlyRead_ >> object.argument & 1) != 0;
  }

  /// Adds the check of an access. Returns whether the code calls the checker each time the access runs, rather than
  /// only if it finds another access in the shadow (the record of earlier accesses).
  bool check(const SharedAccess &access, const RaceClasses &classes, const RaceUpdates &updates,
             bool hasNonBarrierOrdering) {
    const SharedMemory &memory = classes.memoryOf(access);
    const MemoryUse use = classes.concurrentUse(access);
    const std::vector<const SharedAccess *> around = classes.around(access);
    const bool isMixed = use.hasAtomic && use.hasPlain;
    const bool hasShadow =
        !hasNonBarrierOrdering && ShadowChecks::fits(memory) && !mixesAtomicAndPlain(memory, classes);
    // A group's asynchronous copies don't race with each other.
    const bool hasOnlyCopies = memory.isLocal && all_of(around, isMadeByCopy);
    const bool canRace = use.hasWrites && (use.hasPlain || isMixed) && !hasOnlyCopies;
    if (!canRace && !memory.isLocal)
      return false;
    // A work-item that executes a part of an asynchronous copy accesses memory for the whole group, so a test of the
    // work-items' own addresses says nothing about copies.
    const bool mayBeDisjoint = canRace && (hasShadow || !memory.isLocal) && none_of(around, isMadeByCopy);
    Value *apart = mayBeDisjoint ? createDisjointnessTest(access, classes) : nullptr;
    IRBuilder<> builder(access.instruction);
    if (apart && !hasShadow) // if hasShadow, watch() adds this condition instead
      builder.SetInsertPoint(
          SplitBlockAndInsertIfThen(builder.CreateNot(apart), access.instruction, /*Unreachable=*/false));
    Value *address = builder.CreatePtrToInt(access.stretch.address, builder.getInt64Ty());
    Value *offset = builder.getInt64(0);
    if (access.object.base)
      offset = builder.CreateSub(address, builder.CreatePtrToInt(access.object.base, builder.getInt64Ty()));
    CheckSite description = siteOf(access);
    description.isUpdate = hasShadow && updates.follows(access);
    Constant *site = calls_.site(*access.instruction, description);
    if (hasShadow) {
      Value *stored =
          access.stretch.kind == WEFT_CHECK_ATOMIC ? builder.getInt64(0) : storedValue(builder, *access.instruction);
      shadow_.watch(access, memory,
                    {.others = canRace,
                     .readers = updates.mayRaceWithUnpairedReads(classes, access),
                     .unless = apart,
                     .isGroupUniform = memory.isLocal && isGroupUniform_[access.memory],
                     .isNoted = !updates.isFollowedByWrite(access),
                     .stored = stored,
                     .offset = offset,
                     .site = site});
      return false;
    }
    Value *stored = storedValue(builder, *access.instruction);
    if (!access.object.base && access.stretch.address->getType()->getPointerAddressSpace() == spirGeneric) {
      // Different work-items use the same private memory one after the other, which would look like a race. So the
      // checker is called only if the address isn't in private memory.
      Value *isShared = builder.CreateNot(ranges_.isPrivate(builder, address));
      builder.SetInsertPoint(SplitBlockAndInsertIfThen(isShared, access.instruction, /*Unreachable=*/false));
    }
    calls_.access(builder, site, offset, address, stored);
    return true;
  }

  /// Returns an i1 in the entry block: whether no two work-items touch a common byte when they run `access` and the
  /// accesses that it may race with. If it is true, the checks of these accesses are skipped. Returns null if there is
  /// no such test.
  Value *createDisjointnessTest(const SharedAccess &access, const RaceClasses &classes) {
    const bool isLocal = classes.memoryOf(access).isLocal;
    const auto [known, isNew] =
        disjointnessTests_.try_emplace({access.memory, isLocal ? access.barrierInterval : 0}, nullptr);
    if (!isNew || kernel_.hasFnAttribute(subGroupsAttribute))
      return known->second;
    const std::vector<const SharedAccess *> around = classes.around(access);
    const auto disjointBy = [&](IdSpace ids) -> Value * {
      DisjointAccesses places(kernel_, ids);
      const bool areKnown = all_of(around, [&](const SharedAccess *one) {
        return one->object.base && one->object.base == access.object.base &&
               places.add(*one->object.base, *one->stretch.address, one->stretch.bytes);
      });
      return areKnown ? places.areDisjoint(calls_.entry()) : nullptr;
    };
    known->second = disjointBy(isLocal ? IdSpace::local : IdSpace::global);
    if (!known->second && !isLocal)
      known->second = disjointBy(IdSpace::groupAndLocal);
    return known->second;
  }

  /// Whether an atomic and a plain access to the memory may run with no barrier between them. The shadow's words don't
  /// distinguish these two kinds of accesses, so the checker has to be called for each access.
  static bool mixesAtomicAndPlain(const SharedMemory &memory, const RaceClasses &classes) {
    return memory.hasAtomic && memory.hasPlain && any_of(memory.accesses, [&](unsigned i) {
             const MemoryUse use = classes.concurrentUse(classes.accesses()[i]);
             return use.hasAtomic && use.hasPlain;
           });
  }

  static CheckSite siteOf(const SharedAccess &access) {
    const AccessedRange &stretch = access.stretch;
    const AccessedObject &object = access.object;
    return {.kind = stretch.kind,
            .objectKind = object.kind,
            .argument = object.argument,
            .object = object.name(),
            .objectBytes = object.bytes.value_or(0),
            .bytes = static_cast<uint32_t>(std::min<uint64_t>(stretch.bytes, std::numeric_limits<uint32_t>::max())),
            .elementBytes = static_cast<uint32_t>(stretch.elementBytes),
            .alignment = static_cast<uint32_t>(stretch.alignment),
            .isByCopy = isByCopy(*access.instruction)};
  }

  /// Returns an i64 for the checker. For a plain store of at most 64 bits it is the stored value. For an atomic load it
  /// is 1, for an atomic store 2. For a compare-and-exchange it is 1 if the exchange will fail, because then the access
  /// only reads. For all other accesses it is 0.
  Value *storedValue(IRBuilder<> &builder, Instruction &access) const {
    if (isa<LoadInst>(access) && access.isAtomic())
      return builder.getInt64(1);
    if (isa<StoreInst>(access) && access.isAtomic())
      return builder.getInt64(2);
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&access)) {
      Value *expected = exchange->getCompareOperand();
      LoadInst *before =
          builder.CreateAlignedLoad(expected->getType(), exchange->getPointerOperand(), exchange->getAlign());
      before->setAtomic(AtomicOrdering::Monotonic);
      return builder.CreateZExt(builder.CreateICmpNE(before, expected), builder.getInt64Ty());
    }
    auto *store = access.isAtomic() ? nullptr : dyn_cast<StoreInst>(&access);
    Type *type = store ? store->getValueOperand()->getType() : nullptr;
    const uint64_t bits = type && !type->isPtrOrPtrVectorTy() && type->isFirstClassType() && !type->isAggregateType()
                              ? layout_.getTypeSizeInBits(type).getFixedValue()
                              : 0;
    if (bits == 0 || bits > 64)
      return builder.getInt64(0);
    return builder.CreateZExt(builder.CreateBitCast(store->getValueOperand(), builder.getIntNTy(bits)),
                              builder.getInt64Ty());
  }

  void reportOrdering(Instruction &instruction) {
    const auto *call = dyn_cast<CallInst>(&instruction);
    if (isBarrier(instruction))
      reportOrdering(instruction, instruction, WEFT_CHECK_BARRIER, fencesOf(instruction));
    else if (call && isSubGroupBarrier(call->getCalledFunction()))
      reportOrdering(instruction, instruction, WEFT_CHECK_SUB_GROUP_BARRIER, subGroupSize(kernel_));
    else if (isOrderingAtomic(instruction)) {
      // An instruction that writes is reported before it runs, an instruction that reads after it has run. So when the
      // checker hears of a read, it has already heard of the write that stored the value.
      if (!isa<LoadInst>(instruction))
        reportOrdering(instruction, instruction, WEFT_CHECK_FENCE, 0);
      if (isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction))
        reportOrdering(instruction, *instruction.getNextNode(), WEFT_CHECK_FENCE, 0);
    }
  }

  void reportOrdering(Instruction &instruction, Instruction &at, WeftCheckKind kind, uint32_t bytes) {
    IRBuilder<> builder(&at);
    Value *nothing = builder.getInt64(0);
    calls_.access(builder, calls_.site(instruction, {.kind = kind, .bytes = bytes}), nothing, nothing, nothing);
  }

  Function &kernel_;
  CheckCalls calls_;
  const DataLayout &layout_;
  uint64_t onlyRead_ = 0;    ///< bit i: the buffer of argument i is only read
  BitVector isGroupUniform_; ///< see findGroupUniformMemory; by the memory's index in RaceClasses
  /// The results of createDisjointnessTest(). The key is the index of the memory in RaceClasses and, for local memory,
  /// the number of the interval between barriers (0 for global memory).
  std::map<std::pair<unsigned, unsigned>, Value *> disjointnessTests_;
  ShadowChecks shadow_{kernel_, calls_};
  MemoryRanges ranges_{kernel_};
};

} // namespace

void insertRaceChecks(Function &kernel) { RaceChecks(kernel).run(); }

} // namespace weft::compiler
