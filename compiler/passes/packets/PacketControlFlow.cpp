// Generates masks for code that only some lanes of a packet run, and branches past code that no lane runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketControlFlow.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include "builtins/archive/AddressSpaces.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/CheapArithmetic.h"
#include "recipes/AccessPlans.h"
#include "recipes/WidenedValues.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns whether running `block` with an empty mask takes no longer than checking whether any lane runs it.
bool isCheap(const BasicBlock &block, const PacketShapes &shapes, const AccessPlans &plans, unsigned mostInstructions) {
  const auto isStoreToNeighbours = [&](const Instruction &instruction) {
    const auto *store = dyn_cast<StoreInst>(&instruction);
    return store && store->isSimple() && store->getPointerAddressSpace() == spirLocal &&
           !shapes.isUniform(*store->getPointerOperand()) && plans.of(*store).hasMaskedStores();
  };
  const auto isArithmetic = [&](const Instruction &instruction) {
    if (isStoreToNeighbours(instruction))
      return true;
    // An access marked weft.checked has a mask of its own: the lanes whose accesses are within bounds. If no lane runs
    // the access, this mask is empty, and no memory is touched.
    if (instruction.hasMetadata(checkedMetadata) && !shapes.isUniform(*getLoadStorePointerOperand(&instruction)))
      return true;
    return isCheapArithmetic(instruction);
  };
  const Instruction *end = block.getTerminator();
  return isa<BranchInst>(end) && end->getNumSuccessors() == 1 && !isa<PHINode>(block.front()) &&
         block.sizeWithoutDebug() <= static_cast<long>(mostInstructions) + 1 &&
         all_of(block,
                [&](const Instruction &instruction) { return &instruction == end || isArithmetic(instruction); });
}

} // namespace

PacketControlFlow::PacketControlFlow(Function &kernel, const PacketShapes &shapes, const AccessPlans &plans,
                                     WidenedValues &values, PacketInstructions &instructions, unsigned maxSpeculated)
    : kernel_(kernel), shapes_(shapes), accesses_(plans), values_(values), instructions_(instructions),
      maxSpeculated_(maxSpeculated), dominators_(kernel), postDominators_(kernel), loops_(dominators_) {
  // The loops that lanes leave in different iterations must be found now, as `loops_` doesn't contain the blocks that
  // are split off later.
  for (const Loop *loop : loops_.getLoopsInPreorder())
    if (shapes_.hasDivergentExits(*loop))
      divergentExitLoops_.insert(loop);
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&kernel)) {
    std::optional<BlockPlan> plan = planFor(block);
    if (!plan) {
      obstacle_ = "control flow at '" + block->getName().str() + "' has no structure";
      return;
    }
    plans_[block] = *plan;
    if (isLaneZeroActive(*block, *plan))
      laneZeroActive_.insert(block);
  }
}

/// Returns whether lane 0 is known to run `block`. Each packet has a lane 0, which runs the entry block.
bool PacketControlFlow::isLaneZeroActive(const BasicBlock &block, const BlockPlan &plan) const {
  if (plan.kind == Kind::entry)
    return true;
  if (plan.kind == Kind::sameMask || !laneZeroActive_.contains(plan.origin))
    return laneZeroActive_.contains(plan.origin);
  const BasicBlock *from = plan.kind == Kind::part ? plan.origin : loops_.getLoopFor(&block)->getLoopLatch();
  auto *branch = from ? dyn_cast<BranchInst>(from->getTerminator()) : nullptr;
  return branch && branch->isConditional() &&
         shapes_.impliesLaneZero(*branch->getCondition(), branch->getSuccessor(1) == &block);
}

std::optional<std::string> PacketControlFlow::obstacle() const {
  if (obstacle_)
    return obstacle_;
  for (const BasicBlock &block : kernel_) {
    if (!shapes_.hasDivergentTerminator(block))
      continue;
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    const Loop *loop = loops_.getLoopFor(&block);
    const bool closesLoop = loop && loop->getLoopLatch() == &block && divergentExitLoops_.contains(loop);
    const auto isPart = [&](const BasicBlock *next) {
      const BlockPlan plan = plans_.lookup(next);
      return plan.kind == Kind::part && plan.origin == &block;
    };
    if (!branch || (!closesLoop && count_if(branch->successors(), isPart) != 1))
      return "lanes part at '" + block.getName().str() + "' for more than one way";
  }
  for (const Loop *loop : loops_.getLoopsInPreorder())
    if (divergentExitLoops_.contains(loop) &&
        (!loop->getLoopLatch() || loop->getExitingBlock() != loop->getLoopLatch()))
      return "lanes leave the loop at '" + loop->getHeader()->getName().str() + "' in several places";
  return std::nullopt;
}

std::optional<PacketControlFlow::BlockPlan> PacketControlFlow::planFor(BasicBlock *block) const {
  if (block->isEntryBlock())
    return BlockPlan{Kind::entry, nullptr};
  const Loop *loop = loops_.getLoopFor(block);
  if (loop && loop->getHeader() == block) {
    if (!loop->getLoopPreheader())
      return std::nullopt;
    return BlockPlan{divergentExitLoops_.contains(loop) ? Kind::loopHead : Kind::sameMask, loop->getLoopPreheader()};
  }
  BasicBlock *before = dominators_.getNode(block)->getIDom()->getBlock();
  const Loop *left = loops_.getLoopFor(before);
  if (left && !left->contains(block)) {
    while (left->getParentLoop() && !left->getParentLoop()->contains(block))
      left = left->getParentLoop();
    return left->getLoopPreheader() ? std::optional(BlockPlan{Kind::sameMask, left->getLoopPreheader()}) : std::nullopt;
  }
  if (postDominators_.dominates(block, before) ||
      (block->getSinglePredecessor() && !shapes_.hasDivergentTerminator(*before)))
    return BlockPlan{Kind::sameMask, before};
  if (block->getSinglePredecessor())
    return BlockPlan{Kind::part, before};
  // The block may also join the two paths after a uniform branch, of which all lanes take the same one. It has the mask
  // of `before` if each predecessor has this mask. `gone` has the blocks that are known to have this mask.
  SmallPtrSet<const BasicBlock *, 8> gone{before};
  const auto comesFromBefore = [&](const BasicBlock *from) {
    while (gone.insert(from).second) {
      const BlockPlan plan = plans_.lookup(from);
      if (plan.kind != Kind::sameMask || !plan.origin)
        return false;
      from = plan.origin;
    }
    return true;
  };
  if (all_of(predecessors(block), comesFromBefore))
    return BlockPlan{Kind::sameMask, before};
  return std::nullopt;
}

void PacketControlFlow::run() {
  SmallVector<BasicBlock *> order;
  append_range(order, ReversePostOrderTraversal<Function *>(&kernel_));
  for (BasicBlock *block : order)
    widenBlock(block);
  for (PHINode *mask : loopMasks_) {
    BasicBlock *head = mask->getParent();
    for (BasicBlock *from : predecessors(head)) {
      Value *staying = edgeMasks_.lookup({from, head});
      mask->addIncoming(staying ? staying : masks_.lookup(plans_.lookup(head).origin), from);
    }
  }
  for (auto [scalar, wide] : phis_)
    completePhi(*scalar, *wide);
  instructions_.eraseReplaced();
}

void PacketControlFlow::widenBlock(BasicBlock *block) {
  Value *mask = maskAtStart(block);
  masks_[block] = mask;
  SmallVector<Instruction *> instructions;
  for (Instruction &instruction : *block)
    if (!isa<PHINode>(instruction) && &instruction != mask)
      instructions.push_back(&instruction);
  widenPhis(block);
  Instruction *terminator = instructions.pop_back_val();
  for (Instruction *instruction : instructions)
    instructions_.widen(*instruction, {mask, laneZeroActive_.contains(block)});
  if (shapes_.hasDivergentTerminator(*block))
    widenBranch(*cast<BranchInst>(terminator), block);
}

Value *PacketControlFlow::maskAtStart(BasicBlock *block) {
  const BlockPlan plan = plans_.lookup(block);
  switch (plan.kind) {
  case Kind::entry: {
    IRBuilder<> builder(block, block->getFirstNonPHIOrDbgOrAlloca());
    return builder.CreateCall(declarePacketMask(*kernel_.getParent(), values_.width()), {}, "mask");
  }
  case Kind::sameMask:
    return masks_.lookup(plan.origin);
  case Kind::part:
    return edgeMasks_.lookup({block->getSinglePredecessor(), block});
  case Kind::loopHead: {
    IRBuilder<> builder(block, block->begin());
    loopMasks_.push_back(builder.CreatePHI(values_.laneType(builder.getInt1Ty()), 2, "mask"));
    return loopMasks_.back();
  }
  }
  return nullptr;
}

void PacketControlFlow::widenPhis(BasicBlock *block) {
  SmallVector<PHINode *> divergent;
  for (PHINode &phi : block->phis())
    if (!isa<VectorType>(phi.getType()) && !shapes_.isUniform(phi))
      divergent.push_back(&phi);
  BasicBlock *from = block->getSinglePredecessor();
  const Loop *left = from ? divergentLoopLeftBy(from, block) : nullptr;
  for (PHINode *phi : divergent) {
    if (left) {
      blendLiveOut(*phi, *left, from);
      continue;
    }
    IRBuilder<> builder(phi);
    PHINode *wide =
        builder.CreatePHI(values_.laneType(phi->getType()), phi->getNumIncomingValues(), phi->getName() + ".lanes");
    values_.setLanes(phi, wide);
    phis_.push_back({phi, wide});
  }
}

/// Returns the loop of `from` if lanes leave it in different iterations and `block` lies outside of it, else null.
const Loop *PacketControlFlow::divergentLoopLeftBy(const BasicBlock *from, const BasicBlock *block) const {
  const auto latch = tails_.find(from);
  const Loop *loop = loops_.getLoopFor(latch == tails_.end() ? from : latch->second);
  return loop && !loop->contains(block) && divergentExitLoops_.contains(loop) ? loop : nullptr;
}

/// Makes a value that a loop computes available after the loop, where each lane has the value of the last iteration
/// that it ran.
void PacketControlFlow::blendLiveOut(PHINode &phi, const Loop &loop, BasicBlock *latch) {
  BasicBlock *head = loop.getHeader();
  IRBuilder<> builder(head, head->begin());
  PHINode *before = builder.CreatePHI(values_.laneType(phi.getType()), 2, phi.getName() + ".kept");
  builder.SetInsertPoint(latch->getTerminator());
  Value *current = values_.lanes(builder, phi.getIncomingValue(0));
  Value *mask = masks_.lookup(tails_.lookup(latch));
  Value *kept = builder.CreateSelect(mask, current, before, phi.getName() + ".lanes");
  for (BasicBlock *from : predecessors(head))
    before->addIncoming(from == latch ? kept : PoisonValue::get(before->getType()), from);
  values_.setLanes(&phi, kept);
}

void PacketControlFlow::widenBranch(BranchInst &branch, BasicBlock *original) {
  BasicBlock *block = branch.getParent();
  tails_[block] = original;
  IRBuilder<> builder(&branch);
  Value *mask = masks_.lookup(original);
  Value *condition = values_.lanes(builder, branch.getCondition());
  const auto isTaken = [&](unsigned number) {
    const BlockPlan plan = plans_.lookup(branch.getSuccessor(number));
    return plan.origin == original ? plan.kind == Kind::part : plan.kind == Kind::loopHead;
  };
  // The index of the successor to which only some lanes go, or by which lanes stay in the loop.
  const unsigned way = isTaken(0) ? 0 : 1;
  Value *goes = builder.CreateLogicalAnd(mask, way == 0 ? condition : builder.CreateNot(condition), "goes");
  edgeMasks_[{block, branch.getSuccessor(way)}] = goes;
  if (laneZeroActive_.contains(original) && shapes_.impliesLaneZero(*branch.getCondition(), way == 1))
    return; // if lane 0 doesn't take this edge, no lane does, so lane 0's condition decides
  const BasicBlock *part = branch.getSuccessor(way);
  const BlockPlan behind = plans_.lookup(part->getSingleSuccessor());
  const bool joinsAgain = behind.kind == Kind::sameMask && behind.origin == original;
  if (joinsAgain && isCheap(*part, shapes_, accesses_, maxSpeculated_))
    branch.setCondition(builder.getTrue());
  else
    branch.setCondition(builder.CreateOrReduce(goes));
  if (way == 1)
    branch.swapSuccessors();
}

/// Adds the incoming values of the vector phi `wide`. If the block is where lanes reconverge after a branch, some lanes
/// may come straight from the branching block. A select at the end of each other predecessor then combines the values
/// of these lanes with those of the lanes that ran the predecessor.
void PacketControlFlow::completePhi(PHINode &scalar, PHINode &wide) {
  BasicBlock *block = scalar.getParent();
  const BlockPlan plan = plans_.lookup(block);
  const bool joins = plan.kind == Kind::sameMask && shapes_.hasDivergentTerminator(*plan.origin) &&
                     scalar.getNumIncomingValues() > 1 &&
                     dominators_.getNode(block)->getIDom()->getBlock() == plan.origin;
  BasicBlock *direct = nullptr; // the block at which the lanes diverged, if it branches to this block
  for (BasicBlock *from : scalar.blocks())
    if (auto tail = tails_.find(from); joins && tail != tails_.end() && tail->second == plan.origin)
      direct = from;
  Value *directValue = direct ? scalar.getIncomingValueForBlock(direct) : nullptr;
  for (auto [value, from] : zip(scalar.incoming_values(), scalar.blocks())) {
    IRBuilder<> builder(from->getTerminator());
    Value *lanes = values_.lanes(builder, value);
    if (direct && from != direct) {
      Value *others = values_.lanes(builder, directValue);
      lanes = builder.CreateSelect(divergedMask(direct, block), lanes, others);
    }
    wide.addIncoming(lanes, from);
  }
}

/// Returns the mask of the lanes that left `from` by the edge that doesn't lead to `joined`.
Value *PacketControlFlow::divergedMask(const BasicBlock *from, const BasicBlock *joined) const {
  for (const BasicBlock *next : successors(from))
    if (next != joined)
      return edgeMasks_.lookup({from, next});
  return nullptr;
}

} // namespace weft::compiler
