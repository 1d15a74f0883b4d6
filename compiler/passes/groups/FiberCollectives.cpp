// Lowers collectives of sub-groups for fibers: the work-items of a sub-group exchange values by WeftItem::meet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/FiberCollectives.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include "KernelAbi.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool isSubGroupConvergentOp(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && (isSubGroupBarrier(call->getCalledFunction()) || findSubGroupCollective(call->getCalledFunction()));
}

/// The kernel's blocks, ordered so that all blocks of a loop come before the blocks after the loop. It is the reverse
/// post-order of a depth-first search that visits a loop's exits before the loop's body.
class LoopContiguousOrder {
public:
  explicit LoopContiguousOrder(Function &kernel) : dominators_(kernel), loops_(dominators_) {
    for (Loop *loop : loops_)
      simplifyLoop(loop, &dominators_, &loops_, nullptr, nullptr, nullptr, /*PreserveLCSSA=*/false);
    for (Loop *loop : loops_.getLoopsInPreorder())
      addLatchBarrier(*loop);
    visit(kernel);
  }

  SmallVector<BasicBlock *> blocks() const { return {finished_.rbegin(), finished_.rend()}; }

private:
  /// Adds a sub-group barrier to the end of a loop that has collectives or sub-group barriers. So work-items that skip
  /// part of the body wait there for the others before the next iteration.
  static void addLatchBarrier(const Loop &loop) {
    const bool meets =
        any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, isSubGroupConvergentOp); });
    if (meets && loop.getLoopLatch())
      IRBuilder<>(loop.getLoopLatch()->getTerminator())
          .CreateCall(declareSubGroupBarrier(*loop.getHeader()->getModule()));
  }

  void visit(Function &kernel) {
    SmallVector<std::pair<BasicBlock *, SmallVector<BasicBlock *>>> open; // each block with the successors to visit
    const auto enter = [&](BasicBlock *block) {
      if (seen_.insert(block).second)
        open.emplace_back(block, nextFrom(block));
    };
    enter(&kernel.getEntryBlock());
    while (!open.empty()) {
      auto &[block, next] = open.back();
      if (next.empty()) {
        finished_.push_back(block);
        open.pop_back();
      } else {
        enter(next.pop_back_val());
      }
    }
  }

  /// The successors of `block` in reverse order of the visits: the last one, which leaves the most loops, is visited
  /// first.
  SmallVector<BasicBlock *> nextFrom(BasicBlock *block) const {
    const auto isDeeper = [&](BasicBlock *a, BasicBlock *b) { return loops_.getLoopDepth(a) > loops_.getLoopDepth(b); };
    SmallVector<BasicBlock *> next;
    for (BasicBlock *successor : successors(block))
      next.insert(upper_bound(next, successor, isDeeper), successor);
    return next;
  }

  DominatorTree dominators_;
  LoopInfo loops_;
  SmallPtrSet<BasicBlock *, 32> seen_;
  SmallVector<BasicBlock *> finished_;
};

} // namespace

FiberCollectives::FiberCollectives(Function &kernel, Value *item)
    : kernel_(kernel), item_(item), size_(subGroupSize(kernel)) {}

void FiberCollectives::lower() {
  SmallVector<CallInst *> calls;
  for (BasicBlock *block : LoopContiguousOrder(kernel_).blocks())
    for (Instruction &instruction : *block)
      if (auto *call = dyn_cast<CallInst>(&instruction))
        calls.push_back(call);
  for (CallInst *call : calls)
    lower(*call);
}

void FiberCollectives::lower(CallInst &call) {
  const Function *callee = call.getCalledFunction();
  IRBuilder<> builder(&call);
  Value *result = nullptr;
  if (isLaneId(callee))
    result = laneId(builder);
  else if (isSubGroupId(callee))
    result = builder.CreateLShr(flatId(builder), Log2_32(size_), "sub.group.id");
  else if (isSubGroupBarrier(callee))
    meet(builder, builder.getInt64(0));
  else if (std::optional<SubGroupCollective> collective = findSubGroupCollective(callee))
    result = make(builder, *collective, call);
  else
    return;
  if (result)
    call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

Value *FiberCollectives::flatId(IRBuilder<> &builder) {
  Value *id = loadInvariant(builder, builder.getInt64Ty(), item_, offsetof(WeftItem, flatId), alignof(uint64_t), "");
  return builder.CreateTrunc(id, builder.getInt32Ty(), "flat.id");
}

Value *FiberCollectives::laneId(IRBuilder<> &builder) {
  return builder.CreateAnd(flatId(builder), size_ - 1, "lane.id");
}

/// Calls WeftItem::meet with `value`. Returns the address of the WeftCollective, which holds the values of all lanes.
Value *FiberCollectives::meet(IRBuilder<> &builder, Value *value) {
  if (value->getType()->isFloatingPointTy())
    value = builder.CreateBitCast(value, builder.getIntNTy(value->getType()->getScalarSizeInBits()));
  value = builder.CreateZExt(value, builder.getInt64Ty());
  FunctionType *type = FunctionType::get(
      builder.getPtrTy(), {builder.getPtrTy(), builder.getInt64Ty(), builder.getInt64Ty()}, /*isVarArg=*/false);
  Value *function = loadInvariant(builder, builder.getPtrTy(), item_, offsetof(WeftItem, meet), alignof(void *), "");
  CallInst *meeting = builder.CreateCall(type, function, {item_, builder.getInt64(points_++), value}, "meeting");
  meeting->setConvergent();
  return meeting;
}

Value *FiberCollectives::lanesOf(IRBuilder<> &builder, Value *meeting) {
  Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), meeting, offsetof(WeftCollective, lanes));
  return builder.CreateLoad(builder.getInt64Ty(), address, "lanes");
}

Value *FiberCollectives::valueOf(IRBuilder<> &builder, Value *meeting, Value *lane, Type *type) {
  Value *values = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), meeting, offsetof(WeftCollective, values));
  Value *address = builder.CreateInBoundsGEP(builder.getInt64Ty(), values, lane);
  Value *bits = builder.CreateTrunc(builder.CreateLoad(builder.getInt64Ty(), address),
                                    builder.getIntNTy(type->getScalarSizeInBits()));
  return builder.CreateBitCast(bits, type);
}

Value *FiberCollectives::make(IRBuilder<> &builder, const SubGroupCollective &collective, CallInst &call) {
  using enum SubGroupCollective::Kind;
  Value *meeting = meet(builder, call.getArgOperand(0));
  switch (collective.kind) {
  case ballot: {
    Value *bits = builder.getInt64(0);
    for (unsigned lane = 0; lane < size_; ++lane) {
      Value *holds = valueOf(builder, meeting, builder.getInt64(lane), builder.getInt64Ty());
      bits = builder.CreateOr(bits, builder.CreateShl(holds, lane));
    }
    return builder.CreateAnd(bits, lanesOf(builder, meeting), "ballot");
  }
  case broadcast:
  case shuffle: {
    Value *lane = builder.CreateZExt(builder.CreateAnd(call.getArgOperand(1), size_ - 1), builder.getInt64Ty());
    return valueOf(builder, meeting, lane, call.getType());
  }
  case reduce:
  case inclusiveScan:
  case exclusiveScan:
  case clusteredReduce:
    return combineLanes(builder, collective, call, meeting);
  }
  return nullptr;
}

/// Combines the values of the lanes that take part in the call of WeftItem::meet, in the order of the lanes. A scan
/// takes only the lanes before the work-item's own lane (an inclusive scan also that lane), a clustered reduction only
/// the lanes of its cluster.
Value *FiberCollectives::combineLanes(IRBuilder<> &builder, const SubGroupCollective &collective, CallInst &call,
                                      Value *meeting) {
  using enum SubGroupCollective::Kind;
  Value *own = laneId(builder);
  Value *bits = lanesOf(builder, meeting);
  Value *result = collective.identity(call.getType());
  for (unsigned lane = 0; lane < size_; ++lane) {
    Value *counts = builder.CreateTrunc(builder.CreateLShr(bits, lane), builder.getInt1Ty());
    Value *number = builder.getInt32(lane);
    Value *belongs = builder.getTrue();
    if (collective.kind == inclusiveScan)
      belongs = builder.CreateICmpULE(number, own);
    else if (collective.kind == exclusiveScan)
      belongs = builder.CreateICmpULT(number, own);
    else if (collective.kind == clusteredReduce)
      belongs = builder.CreateICmpULT(builder.CreateXor(number, own), call.getArgOperand(1));
    Value *value = valueOf(builder, meeting, builder.getInt64(lane), call.getType());
    result =
        builder.CreateSelect(builder.CreateAnd(counts, belongs), collective.combine(builder, result, value), result);
  }
  return result;
}

} // namespace weft::compiler
