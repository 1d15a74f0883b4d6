// Finds reads that need no race check, because the same work-item writes the same bytes before the next barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/RaceUpdates.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

#include "kernel/AsyncCopies.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

constexpr unsigned mostSteps = 8, mostBlocks = 16;

/// Whether both values are equal because the same operations, none of which reads memory, compute them from the same
/// operands. Compares at most `steps` operations deep.
bool areSame(const Value &left, const Value &right, unsigned steps = mostSteps) {
  if (&left == &right)
    return true;
  const auto *first = dyn_cast<Instruction>(&left), *second = dyn_cast<Instruction>(&right);
  if (steps == 0 || !first || !second || isa<PHINode>(first) || first->mayReadOrWriteMemory() ||
      !first->isSameOperationAs(second))
    return false;
  return all_of(zip(first->operands(), second->operands()),
                [&](const auto &pair) { return areSame(*std::get<0>(pair), *std::get<1>(pair), steps - 1); });
}

bool hasBarrierIn(BasicBlock::const_iterator begin, BasicBlock::const_iterator end) {
  return any_of(make_range(begin, end), isBarrier);
}

/// Whether each path from the read leads to the write before it leads to a barrier or back to the read.
bool leadsTo(const LoadInst &read, const StoreInst &write, const DominatorTree &dominators) {
  const BasicBlock *first = read.getParent(), *last = write.getParent();
  if (first == last)
    return read.comesBefore(&write) && !hasBarrierIn(read.getIterator(), write.getIterator());
  if (hasBarrierIn(read.getIterator(), first->end()) || hasBarrierIn(last->begin(), write.getIterator()))
    return false;
  SmallVector<const BasicBlock *> open{first};
  SmallPtrSet<const BasicBlock *, mostBlocks> seen;
  while (!open.empty()) {
    const BasicBlock *block = open.pop_back_val();
    if (succ_empty(block))
      return false;
    for (const BasicBlock *next : successors(block)) {
      if (!dominators.properlyDominates(first, next))
        return false;
      if (next == last || !seen.insert(next).second)
        continue;
      if (seen.size() == mostBlocks || hasBarrier(*next))
        return false;
      open.push_back(next);
    }
  }
  return true;
}

} // namespace

RaceUpdates::RaceUpdates(const RaceClasses &classes) {
  if (classes.accesses().empty())
    return;
  const DominatorTree dominators(*classes.accesses().front().instruction->getFunction());
  for (const SharedAccess &access : classes.accesses()) {
    auto *read = dyn_cast<LoadInst>(access.instruction);
    if (!read || !read->isSimple())
      continue;
    for (const SharedAccess *other : classes.around(access)) {
      auto *write = dyn_cast<StoreInst>(other->instruction);
      if (write && write->isSimple() && isByCopy(*write) == isByCopy(*read) &&
          other->stretch.bytes == access.stretch.bytes && areSame(*other->stretch.address, *access.stretch.address) &&
          leadsTo(*read, *write, dominators)) {
        reads_.insert(read);
        writes_.insert(write);
      }
    }
  }
}

bool RaceUpdates::mayRaceWithUnpairedReads(const RaceClasses &classes, const SharedAccess &access) const {
  return any_of(classes.around(access),
                [&](const SharedAccess *one) { return !one->stretch.writes && !isFollowedByWrite(*one); });
}

} // namespace weft::compiler
