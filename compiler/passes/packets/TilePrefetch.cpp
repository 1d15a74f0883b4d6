// Asks for the global memory that a group soon will copy a tile from, and to.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/TilePrefetch.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include "KernelAbi.h"
#include "builtins/archive/MangledName.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The load of the group's id in dimension 0, or null.
Instruction *findGroupId(Function &kernel) {
  for (Instruction &instruction : kernel.getEntryBlock())
    if (auto *load = dyn_cast<LoadInst>(&instruction);
        load && load->getType()->isIntegerTy(64) && load->getPointerOperand() == groupParameter(kernel))
      return load; // WeftGroup::id[0] is its first member
  static_assert(offsetof(WeftGroup, id) == 0);
  return nullptr;
}

bool goesToLocalMemory(const LoadInst &load) {
  return load.isSimple() && load.getPointerAddressSpace() == spirGlobal && load.hasOneUse() &&
         any_of(load.users(), [&](const User *user) {
           const auto *store = dyn_cast<StoreInst>(user);
           return store && store->getValueOperand() == &load && store->getPointerAddressSpace() == spirLocal;
         });
}

/// The outermost loops with a barrier in them.
SmallPtrSet<const Loop *, 8> findLoopsWithBarriers(const LoopInfo &loops) {
  SmallPtrSet<const Loop *, 8> found;
  for (const Loop *loop : loops)
    if (any_of(loop->blocks(), [](const BasicBlock *block) { return hasBarrier(*block); }))
      found.insert(loop);
  return found;
}

/// All that is computed from the group's id; not what a loop counts, which is the same in another group.
DenseSet<const Instruction *> findDependents(Instruction &groupId) {
  DenseSet<const Instruction *> dependents{&groupId};
  SmallVector<const Instruction *> worklist{&groupId};
  while (!worklist.empty())
    for (const User *user : worklist.pop_back_val()->users())
      if (const auto *next = cast<Instruction>(user); !isa<PHINode>(next) && dependents.insert(next).second)
        worklist.push_back(next);
  return dependents;
}

/// Makes addresses as they are with another group id.
class AddressCopy {
public:
  AddressCopy(Instruction &groupId, const DenseSet<const Instruction *> &dependents, Instruction &before,
              TargetProfile::Prefetch choice)
      : groupId_(groupId), dependents_(dependents), builder_(&before), choice_(choice) {}

  /// Null where the address doesn't depend on the group's id, or can't be computed again.
  Value *make(Value &address) {
    Value *copy = copyOf(address);
    return copy == &address ? nullptr : copy;
  }

private:
  /// `value` itself where it is the same for all groups of the row.
  Value *copyOf(Value &value) {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || !dependents_.contains(instruction))
      return &value;
    if (instruction == &groupId_)
      return builder_.CreateAdd(instruction, builder_.getInt64(choice_.groupsAhead), "group.ahead");
    if (Value *known = copies_.lookup(instruction))
      return known;
    if (!isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst, IntrinsicInst>(instruction) ||
        instruction->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(instruction) ||
        ++length_ > choice_.longestAddress)
      return nullptr;
    SmallVector<Value *> operands;
    for (Use &operand : instruction->operands()) {
      Value *copied = isa<Function>(operand) ? operand.get() : copyOf(*operand);
      if (!copied)
        return nullptr;
      operands.push_back(copied);
    }
    Instruction *copy = instruction->clone();
    for (auto [index, operand] : enumerate(operands))
      copy->setOperand(index, operand);
    copy->dropPoisonGeneratingFlags(); // that group need not exist
    builder_.Insert(copy);
    return copies_[instruction] = copy;
  }

  Instruction &groupId_;
  const DenseSet<const Instruction *> &dependents_;
  IRBuilder<> builder_;
  const TargetProfile::Prefetch choice_;
  DenseMap<const Instruction *, Value *> copies_;
  unsigned length_ = 0;
};

void prefetch(Value &address, Instruction &access, unsigned locality) {
  IRBuilder<> builder(&access);
  constexpr unsigned data = 1;
  builder.CreateIntrinsic(
      Intrinsic::prefetch, {address.getType()},
      {&address, builder.getInt32(isa<StoreInst>(access) ? 1 : 0), builder.getInt32(locality), builder.getInt32(data)});
}

} // namespace

void prefetchTiles(Function &kernel, TargetProfile::Prefetch choice) {
  if (fixedLocalSize(kernel)[1] < choice.fewestRows || kernel.hasFnAttribute(flatIdsAttribute))
    return;
  Instruction *groupId = findGroupId(kernel);
  if (!groupId)
    return;
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  const SmallPtrSet<const Loop *, 8> withBarriers = findLoopsWithBarriers(loops);
  const auto isOnce = [&](const Instruction &access) {
    const Loop *loop = loops.getLoopFor(access.getParent());
    return !loop || !withBarriers.contains(loop->getOutermostLoop());
  };
  SmallVector<Instruction *> accesses;
  for (Instruction &instruction : instructions(kernel))
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && goesToLocalMemory(*load) && isOnce(*load))
      accesses.push_back(load);
  if (accesses.empty())
    return;
  for (Instruction &instruction : instructions(kernel))
    if (auto *store = dyn_cast<StoreInst>(&instruction);
        store && store->isSimple() && store->getPointerAddressSpace() == spirGlobal && isOnce(*store))
      accesses.push_back(store);
  const DenseSet<const Instruction *> dependents = findDependents(*groupId);
  for (Instruction *access : accesses)
    if (Value *address = AddressCopy(*groupId, dependents, *access, choice).make(*getLoadStorePointerOperand(access)))
      prefetch(*address, *access, choice.locality);
}

} // namespace weft::compiler
