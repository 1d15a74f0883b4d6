// Makes a kernel record at which barrier each work-item waits, so that missed barriers can be reported.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/InsertChecksPass.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include "analysis/WorkItemUniformity.h"
#include "kernel/AsyncCopies.h"
#include "kernel/CheckCalls.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether a path from `block` leads to a barrier before all paths from `block` reconverge. Work-items that diverge at
/// `block` may then miss the barrier.
bool divergesAroundBarrier(BasicBlock &block, const PostDominatorTree &postDominators) {
  const auto *node = postDominators.getNode(&block);
  const BasicBlock *end = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  SmallVector<BasicBlock *> open(successors(&block));
  SmallPtrSet<BasicBlock *, 16> seen;
  while (!open.empty()) {
    BasicBlock *next = open.pop_back_val();
    if (next == end || !seen.insert(next).second)
      continue;
    if (hasBarrier(*next))
      return true;
    append_range(open, successors(next));
  }
  return false;
}

/// Makes the kernel report to the checker (Weft's code that finds a kernel's errors) each asynchronous copy, each wait
/// for an event, and the kernel's end. Changes nothing if the kernel has neither copies nor waits.
void reportCopies(Function &kernel) {
  SmallVector<CallInst *> made, awaited;
  SmallVector<Instruction *> ends;
  for (Instruction &instruction : instructions(kernel)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee && callee->getName() == copyMadeName)
      made.push_back(call);
    else if (callee && callee->getName() == copyAwaitedName)
      awaited.push_back(call);
    else if (isa<ReturnInst>(instruction))
      ends.push_back(&instruction);
  }
  if (made.empty() && awaited.empty())
    return;
  CheckCalls calls(kernel);
  Value *none = calls.entry().getInt64(0);
  const auto tell = [&](Instruction &at, WeftCheckKind kind, ArrayRef<Value *> arguments) {
    IRBuilder<> builder(&at);
    return calls.together(builder, calls.site(at, {.kind = kind}), arguments);
  };
  for (CallInst *copy : made) {
    copy->replaceAllUsesWith(tell(*copy, WEFT_CHECK_COPY, SmallVector<Value *>(copy->args())));
    copy->eraseFromParent();
  }
  for (CallInst *wait : awaited) {
    tell(*wait, WEFT_CHECK_WAIT, {none, none, none, wait->getArgOperand(0)});
    wait->eraseFromParent();
  }
  for (Instruction *end : ends)
    tell(*end, WEFT_CHECK_END, {none, none, none, none});
}

void reportBarriers(Function &kernel) {
  if (!any_of(kernel, [](const BasicBlock &block) { return hasBarrier(block); }) || !mayDivergeAtBarriers(kernel))
    return;
  SmallVector<Instruction *> barriers;
  for (Instruction &instruction : instructions(kernel))
    if (isBarrier(instruction))
      barriers.push_back(&instruction);
  CheckCalls calls(kernel);
  for (Instruction *barrier : barriers) {
    IRBuilder<> builder(barrier);
    calls.barrier(builder, calls.site(*barrier, {.kind = WEFT_CHECK_BARRIER}));
  }
  kernel.addFnAttr(checksBarriersAttribute);
  kernel.addFnAttr(observesGroupsAttribute);
}

} // namespace

bool mayDivergeAtBarriers(Function &kernel) {
  const PostDominatorTree postDominators(kernel);
  const WorkItemUniformity uniformity(kernel);
  return any_of(kernel, [&](BasicBlock &block) {
    return uniformity.hasDivergentTerminator(block) && divergesAroundBarrier(block, postDominators);
  });
}

void insertBarrierChecks(Function &kernel) {
  reportCopies(kernel);
  reportBarriers(kernel);
}

} // namespace weft::compiler
