// Writes one barrier region as loops over the group's work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/RegionLoops.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

#include "passes/KernelAttributes.h"
#include "passes/ParallelAccesses.h"

using namespace llvm;

namespace weft::compiler {

RegionLoops::RegionLoops(Function &kernel, const BarrierRegions &regions, WorkItemContext &context,
                         ArrayRef<BasicBlock *> starts, BasicBlock *end)
    : kernel_(kernel), regions_(regions), context_(context), starts_(starts), end_(end),
      packetWidth_(packetWidth(kernel)) {}

void RegionLoops::build(unsigned number) {
  number_ = number;
  region_ = &regions_.regions()[number];
  map_.clear();
  copies_.clear();
  exits_.clear();
  atStart_.clear();
  restored_.clear();
  atExits_.clear();

  runsOnce_ = runsOnce();
  if (runsOnce_)
    createSinglePass();
  else
    createLoops();
  copyBlocks();
  restoreLiveValues();
  redirectExits();
  saveLiveValues();
  if (runsOnce_) {
    BranchInst::Create(after_, loops_[0].latch);
  } else {
    closeLoops();
    markParallel();
  }
  goOn();
}

/// A region that is marked so runs for the first work-item alone, if nothing that the others own is made in it: values
/// that live on, unless they are the same for all, and private variables.
bool RegionLoops::runsOnce() const {
  if (!region_->once)
    return false;
  for (unsigned successor : region_->successors)
    for (Instruction *value : regions_.regions()[successor].liveAtStart)
      if (isDefinedInRegion(value) && !context_.isUniform(value) && !context_.isRecomputed(value))
        return false;
  return none_of(region_->blocks, [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      return instruction.mayWriteToMemory() && !touchesSharedMemoryOnly(instruction);
    });
  });
}

/// The loops' blocks without the loops.
void RegionLoops::createSinglePass() {
  LLVMContext &context = kernel_.getContext();
  std::string name = ("region." + Twine(number_) + ".once").str();
  loops_[0].header = BasicBlock::Create(context, name, &kernel_);
  loops_[0].latch = BasicBlock::Create(context, name + ".done", &kernel_);
  after_ = BasicBlock::Create(context, "region." + Twine(number_) + ".end", &kernel_);
  BranchInst::Create(loops_[0].header, starts_[number_]);
  ids_.localId.fill(ConstantInt::get(Type::getInt32Ty(context), 0));
  ids_.linearId = ConstantInt::get(Type::getInt64Ty(context), 0);
  if (packetWidth_ > 1) {
    SmallVector<Constant *> first(packetWidth_, ConstantInt::getFalse(context));
    first.front() = ConstantInt::getTrue(context);
    ids_.mask = ConstantVector::get(first);
  }
}

void RegionLoops::createLoops() {
  LLVMContext &context = kernel_.getContext();
  Type *i32 = Type::getInt32Ty(context);
  constexpr const char *axes[] = {"x", "y", "z"};
  BasicBlock *before = starts_[number_];
  for (unsigned d = 3; d-- > 0;) {
    std::string name = ("region." + Twine(number_) + "." + axes[d]).str();
    Loop &loop = loops_[d];
    loop.header = BasicBlock::Create(context, name, &kernel_);
    loop.latch = BasicBlock::Create(context, name + ".latch", &kernel_);
    loop.id = PHINode::Create(i32, 2, axes[d], loop.header);
    loop.id->addIncoming(ConstantInt::get(i32, 0), before);
    BranchInst::Create(loop.header, before);
    ids_.localId[d] = loop.id;
    before = loop.header;
  }
  after_ = BasicBlock::Create(context, "region." + Twine(number_) + ".end", &kernel_);

  // (z * sizeY + y) * pitch in the y loop, + x in the x loop: consecutive along x.
  IRBuilder<> builder(loops_[1].header->getTerminator());
  Value *row = builder.CreateMul(ids_.localId[2], context_.localSize(1), "", true, true);
  row = builder.CreateAdd(row, ids_.localId[1], "", true, true);
  row = builder.CreateMul(row, context_.rowPitch(), "", true, true);
  row = builder.CreateZExt(row, builder.getInt64Ty(), "row", /*IsNonNeg=*/true);
  builder.SetInsertPoint(loops_[0].header);
  Value *x = builder.CreateZExt(ids_.localId[0], builder.getInt64Ty(), "", /*IsNonNeg=*/true);
  ids_.linearId = builder.CreateAdd(row, x, "linear", true, true);
  if (packetWidth_ > 1)
    ids_.mask = packetMask(builder);
}

/// Which lanes of the packet that the loops are at have work-items: all, if rows are known to be of whole packets.
Value *RegionLoops::packetMask(IRBuilder<> &builder) const {
  Value *size = context_.localSize(0);
  if (auto *known = dyn_cast<ConstantInt>(size); known && known->getZExtValue() % packetWidth_ == 0)
    return ConstantInt::getTrue(VectorType::get(builder.getInt1Ty(), packetWidth_, /*Scalable=*/false));
  auto *lanes = FixedVectorType::get(builder.getInt32Ty(), packetWidth_);
  Value *numbers = builder.CreateAdd(builder.CreateVectorSplat(packetWidth_, loops_[0].id),
                                     builder.CreateStepVector(lanes), "", true, true);
  return builder.CreateICmpULT(numbers, builder.CreateVectorSplat(packetWidth_, size), "mask");
}

bool RegionLoops::isDefinedInRegion(const Instruction *value) const {
  return is_contained(region_->blocks, value->getParent());
}

bool RegionLoops::isUsedInRegion(const Instruction *value) const {
  return any_of(value->users(), [&](const User *user) { return isInRegion(cast<Instruction>(user)); });
}

bool RegionLoops::isLiveAt(unsigned region, Instruction *value) const {
  return region != 0 && regions_.regions()[region].liveAtStart.contains(value);
}

void RegionLoops::copyBlocks() {
  for (BasicBlock *block : region_->blocks) {
    BasicBlock *copy = CloneBasicBlock(block, map_, "", &kernel_);
    map_[block] = copy;
    copies_[block] = copy;
  }
  for (auto [block, copy] : copies_)
    for (PHINode &phi : make_early_inc_range(copy->phis()))
      for (unsigned i = phi.getNumIncomingValues(); i-- > 0;)
        if (!copies_.contains(phi.getIncomingBlock(i)))
          phi.removeIncomingValue(i, /*DeletePHIIfEmpty=*/false);
}

/// Reads what lives at the start, then lets the copies refer to each other and to what was read.
void RegionLoops::restoreLiveValues() {
  IRBuilder<> group(starts_[number_]->getTerminator());
  IRBuilder<> item(loops_[0].header);
  for (Instruction *value : region_->liveAtStart) {
    if (!isUsedInRegion(value) && !isInRegion(value))
      continue;
    AllocaInst *variable = context_.uniformVariable(value);
    Value *current =
        variable ? group.CreateLoad(value->getType(), variable, value->getName()) : context_.restore(item, value, ids_);
    atStart_[value] = current;
    restored_[current] = value;
    if (!isInRegion(value) || context_.isRecomputed(value))
      map_[value] = current;
  }
  for (AllocaInst *variable : context_.privateVariables())
    if (isUsedInRegion(variable))
      map_[variable] = context_.privateAddress(item, variable, ids_);
  item.CreateBr(copies_[region_->start]);

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

/// What `call` stands for, if it asks for something that differs between work-items or packets.
Value *RegionLoops::primitiveOf(const CallInst &call) const {
  if (int dimension = localIdDimension(call.getCalledFunction()); dimension >= 0)
    return ids_.localId[dimension];
  return isPacketMask(call.getCalledFunction()) ? ids_.mask : nullptr;
}

void RegionLoops::redirectExits() {
  auto exit = [&](unsigned successor) {
    BasicBlock *block = BasicBlock::Create(kernel_.getContext(), "item.done", &kernel_);
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

/// A value that lives at the region's start and is also defined in it (around a loop) has two definitions now.
void RegionLoops::repairRedefined(Instruction *value) {
  auto *copy = cast<Instruction>(map_[value]);
  SSAUpdater updater;
  updater.Initialize(value->getType(), value->getName());
  updater.AddAvailableValue(loops_[0].header, atStart_[value]);
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

void RegionLoops::saveLiveValues() {
  for (const Exit &exit : exits_)
    BranchInst::Create(loops_[0].latch, exit.block);

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
  for (auto &[value, current] : atExits_) {
    if (context_.isUniform(value)) {
      saveUniform(value);
      continue;
    }
    for (auto [index, exit] : enumerate(exits_))
      if (current[index] && !isInPlace(value, current[index])) {
        IRBuilder<> builder(exit.block->getTerminator());
        context_.save(builder, value, current[index], ids_);
      }
  }
}

/// Whether the place of `value` has `current` since the region's start.
bool RegionLoops::isInPlace(const Instruction *value, const Value *current) const {
  while (auto *phi = dyn_cast<PHINode>(current)) {
    if (phi->getNumIncomingValues() != 1) // left of a loop's head, where the region comes from behind
      break;
    current = phi->getIncomingValue(0);
  }
  const Instruction *there = restored_.lookup(current);
  return there && (there == value || context_.sharePlace(there, value));
}

/// The last work-item's value is every work-item's; it is stored once, behind the loops.
void RegionLoops::saveUniform(Instruction *value) {
  ArrayRef<Value *> current = atExits_[value];
  if (none_of(current, [](Value *v) { return v != nullptr; }))
    return;
  auto *merged = PHINode::Create(value->getType(), exits_.size(), value->getName(), loops_[0].latch);
  for (auto [index, exit] : enumerate(exits_))
    merged->addIncoming(current[index] ? current[index] : PoisonValue::get(value->getType()), exit.block);
  new StoreInst(merged, context_.uniformVariable(value), after_);
}

void RegionLoops::closeLoops() {
  Type *i32 = Type::getInt32Ty(kernel_.getContext());
  for (unsigned d = 0; d < 3; ++d) {
    Loop &loop = loops_[d];
    IRBuilder<> builder(loop.latch);
    Value *next = builder.CreateAdd(loop.id, ConstantInt::get(i32, d == 0 ? packetWidth_ : 1), "", true, true);
    Value *more = builder.CreateICmpULT(next, context_.localSize(d));
    builder.CreateCondBr(more, loop.header, d == 2 ? after_ : loops_[d + 1].latch);
    loop.id->addIncoming(next, loop.latch);
  }
}

void RegionLoops::markParallel() {
  ParallelAccesses parallel(kernel_.getContext());
  for (auto [block, copy] : copies_)
    parallel.mark(*copy);
  parallel.markContext(*loops_[0].header);
  for (const Exit &exit : exits_)
    parallel.markContext(*exit.block);
  for (const Loop &loop : loops_)
    parallel.attach(*loop.latch->getTerminator());
}

/// From the last work-item's exit to the region that follows.
void RegionLoops::goOn() {
  auto target = [&](unsigned successor) { return successor == 0 ? end_ : starts_[successor]; };
  IRBuilder<> builder(after_);
  if (exits_.empty()) {
    builder.CreateUnreachable();
    return;
  }
  if (all_of(exits_, [&](const Exit &exit) { return exit.successor == exits_.front().successor; })) {
    builder.CreateBr(target(exits_.front().successor));
    return;
  }
  Type *i32 = builder.getInt32Ty();
  auto *next = PHINode::Create(i32, exits_.size(), "next", loops_[0].latch->begin());
  for (const Exit &exit : exits_)
    next->addIncoming(ConstantInt::get(i32, exit.successor), exit.block);
  SwitchInst *choice = builder.CreateSwitch(next, target(exits_.front().successor));
  SmallSet<unsigned, 8> seen{exits_.front().successor};
  for (const Exit &exit : exits_)
    if (seen.insert(exit.successor).second)
      choice->addCase(builder.getInt32(exit.successor), target(exit.successor));
}

} // namespace weft::compiler
