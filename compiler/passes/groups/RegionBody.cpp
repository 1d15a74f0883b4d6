// Writes one copy of a barrier region's blocks, for the current work-item or packet of a loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/RegionBody.h"

#include "analysis/MemoryDependence.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

#include "kernel/KernelAttributes.h"
#include "kernel/ParallelAccesses.h"

using namespace llvm;

namespace weft::compiler {

RegionBody::RegionBody(const BarrierRegions &regions, unsigned number, WorkItemContext &context,
                       const CopyTarget &place)
    : regions_(regions), region_(regions.regions()[number]), context_(context), target_(place) {
  copyBlocks();
  separateScopes();
  restoreLiveValues();
  redirectExits();
  saveLiveValues();
}

bool RegionBody::isLiveAt(unsigned region, Instruction *value) const {
  return region != 0 && regions_.regions()[region].liveAtStart.contains(value);
}

void RegionBody::copyBlocks() {
  for (BasicBlock *block : region_.blocks) {
    for (Instruction &instruction : *block)
      used_.insert_range(instruction.operand_values());
    BasicBlock *copy = CloneBasicBlock(block, map_, "", target_.first->getParent());
    map_[block] = copy;
    copies_[block] = copy;
  }
  for (auto [block, copy] : copies_)
    for (PHINode &phi : make_early_inc_range(copy->phis()))
      for (unsigned i = phi.getNumIncomingValues(); i-- > 0;)
        if (!copies_.contains(phi.getIncomingBlock(i)))
          phi.removeIncomingValue(i, /*DeletePHIIfEmpty=*/false);
}

/// Gives the copy scopes of its own for noalias metadata. Pointers that don't alias within one call of an inlined
/// function may alias between two copies of that call.
void RegionBody::separateScopes() {
  SmallVector<MDNode *> scopes;
  identifyNoAliasScopesToClone(region_.blocks, scopes);
  SmallVector<BasicBlock *> copies(make_second_range(copies_));
  cloneAndAdaptNoAliasScopes(scopes, copies, target_.first->getContext(), "");
}

/// Reads the values that are live at the region's start. Then makes the copied instructions refer to each other and to
/// these values.
void RegionBody::restoreLiveValues() {
  IRBuilder<> group(target_.group->getTerminator());
  IRBuilder<> item(target_.first);
  for (Instruction *value : region_.liveAtStart) {
    if (!isUsedInRegion(value) && !isInRegion(value))
      continue;
    AllocaInst *variable = context_.uniformVariable(value);
    Value *current = variable ? group.CreateLoad(value->getType(), variable, value->getName())
                              : context_.restore(item, value, target_.ids);
    atStart_[value] = current;
    restored_[current] = value;
    if (!isInRegion(value) || context_.isRecomputed(value))
      map_[value] = current;
  }
  for (AllocaInst *variable : context_.privateVariables())
    if (isUsedInRegion(variable))
      map_[variable] = context_.privateAddress(item, variable, target_.ids);
  item.CreateBr(copies_[region_.start]);

  SmallVector<BasicBlock *> copies;
  for (auto [block, copy] : copies_) {
    copies.push_back(copy);
    for (Instruction &instruction : make_early_inc_range(*copy))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (Value *primitive = primitiveOf(*call)) {
          call->replaceAllUsesWith(primitive);
          call->eraseFromParent();
        }
  }
  remapInstructionsInBlocks(copies, map_);
}

/// The value that replaces `call`, if it queries something that differs between work-items or packets: a local id, or
/// the start, row or mask of a packet. Null for any other call.
Value *RegionBody::primitiveOf(const CallInst &call) const {
  if (int dimension = localIdDimension(call.getCalledFunction()); dimension >= 0)
    return target_.ids.localId[dimension];
  if (isPacketStart(call.getCalledFunction()))
    return target_.ids.localId[0];
  if (isRowIndex(call.getCalledFunction()))
    return target_.ids.row;
  return isPacketMask(call.getCalledFunction()) ? target_.ids.mask : nullptr;
}

void RegionBody::redirectExits() {
  auto exit = [&](unsigned successor) {
    BasicBlock *block = BasicBlock::Create(target_.first->getContext(), "item.done", target_.first->getParent());
    BranchInst::Create(target_.last, block);
    exits_.push_back({block, successor});
    return block;
  };
  BasicBlock *returns = nullptr;
  for (auto [block, copy] : copies_) {
    Instruction *terminator = copy->getTerminator();
    if (isa<ReturnInst>(terminator)) {
      returns = returns ? returns : exit(0);
      BranchInst::Create(returns, terminator->getIterator());
      terminator->eraseFromParent();
      continue;
    }
    for (unsigned i = 0; i < terminator->getNumSuccessors(); ++i)
      if (unsigned successor = regions_.barrierIn(terminator->getSuccessor(i)))
        terminator->setSuccessor(i, exit(successor));
  }
}

/// Repairs the uses of a value that is live at the region's start and is also defined in the region, which lies in a
/// loop. The value has two definitions now: the value that is read at the start, and the copied instruction.
void RegionBody::repairRedefined(Instruction *value) {
  auto *copy = cast<Instruction>(map_[value]);
  SSAUpdater updater;
  updater.Initialize(value->getType(), value->getName());
  updater.AddAvailableValue(target_.first, atStart_[value]);
  updater.AddAvailableValue(copy->getParent(), copy);
  SmallVector<Use *> uses;
  for (Use &use : copy->uses()) {
    auto *user = cast<Instruction>(use.getUser());
    if (user->getParent() != copy->getParent() || isa<PHINode>(user))
      uses.push_back(&use);
  }
  for (Use *use : uses)
    updater.RewriteUse(*use);
  for (auto [index, exit] : enumerate(exits_))
    if (isLiveAt(exit.successor, value))
      atExits_[value][index] = updater.GetValueAtEndOfBlock(exit.block);
}

void RegionBody::findValuesAtExits() {
  SetVector<Instruction *> needed;
  for (const Exit &exit : exits_)
    if (exit.successor != 0)
      needed.insert_range(regions_.regions()[exit.successor].liveAtStart);
  for (auto [value, current] : atStart_)
    needed.insert(value);
  for (Instruction *value : needed) {
    if (!isInRegion(value) || context_.isRecomputed(value))
      continue;
    atExits_[value].resize(exits_.size());
    if (atStart_.contains(value))
      repairRedefined(value);
    else
      for (auto [index, exit] : enumerate(exits_))
        if (isLiveAt(exit.successor, value))
          atExits_[value][index] = map_[value];
  }
}

void RegionBody::saveLiveValues() {
  findValuesAtExits();
  for (auto &[value, current] : atExits_) {
    if (context_.isUniform(value)) {
      mergeUniform(value);
      continue;
    }
    for (auto [index, exit] : enumerate(exits_))
      if (current[index] && !isSlotCurrent(value, current[index])) {
        IRBuilder<> builder(exit.block->getTerminator());
        context_.save(builder, value, current[index], target_.ids);
      }
  }
}

/// Whether the scratch slot of `value` has held `current` since the region's start, so that no store is needed.
bool RegionBody::isSlotCurrent(const Instruction *value, const Value *current) const {
  while (auto *phi = dyn_cast<PHINode>(current)) {
    if (phi->getNumIncomingValues() != 1) // one value: a loop header, entered from the latch only
      break;
    current = phi->getIncomingValue(0);
  }
  const Instruction *there = restored_.lookup(current);
  return there && (there == value || context_.shareScratchSlot(there, value));
}

void RegionBody::mergeUniform(Instruction *value) {
  ArrayRef<Value *> current = atExits_[value];
  if (none_of(current, [](Value *v) { return v != nullptr; }))
    return;
  auto *merged = PHINode::Create(value->getType(), exits_.size(), value->getName(), target_.last);
  for (auto [index, exit] : enumerate(exits_))
    merged->addIncoming(current[index] ? current[index] : PoisonValue::get(value->getType()), exit.block);
  uniformValues_[value] = merged;
}

SmallVector<unsigned> RegionBody::successors() const {
  SmallVector<unsigned> numbers;
  for (const Exit &exit : exits_)
    numbers.push_back(exit.successor);
  return numbers;
}

Value *RegionBody::next() {
  Type *i32 = Type::getInt32Ty(target_.last->getContext());
  auto *next = PHINode::Create(i32, exits_.size(), "next", target_.last->begin());
  for (const Exit &exit : exits_)
    next->addIncoming(ConstantInt::get(i32, exit.successor), exit.block);
  return next;
}

void RegionBody::mark(ParallelAccesses &parallel) const {
  const bool assumesNoIndexWrap = !target_.first->getParent()->hasFnAttribute(wideIndicesAttribute);
  for (auto [block, copy] : copies_)
    parallel.mark(*copy, accessesBetweenNeighbours(*copy, assumesNoIndexWrap));
  parallel.markContext(*target_.first);
  for (const Exit &exit : exits_)
    parallel.markContext(*exit.block);
}

} // namespace weft::compiler
