// Finds private variables that are written before they are read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/DefiniteAssignment.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether `value` was loaded from a variable. Such a value may be undefined, because that variable may be unwritten.
bool isOfVariable(const Value &value) {
  const Value *at = &value;
  while (const auto *shuffle = dyn_cast<ShuffleVectorInst>(at))
    at = shuffle->getOperand(0);
  const auto *load = dyn_cast<LoadInst>(at);
  return load && isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand()));
}

/// Whether `instruction` writes at least `bytes` bytes from `address` on, and doesn't copy them from another variable.
bool writes(const Instruction &instruction, const Value &address, uint64_t bytes) {
  if (const auto *store = dyn_cast<StoreInst>(&instruction))
    return store->getPointerOperand() == &address && !isOfVariable(*store->getValueOperand()) &&
           store->getDataLayout().getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue() >= bytes;
  const auto *fill = dyn_cast<MemIntrinsic>(&instruction);
  const auto *copy = dyn_cast<MemTransferInst>(&instruction);
  if (copy && isa<AllocaInst>(getUnderlyingObject(copy->getRawSource())))
    return false;
  const auto *length = fill ? dyn_cast<ConstantInt>(fill->getLength()) : nullptr;
  return length && fill->getRawDest() == &address && length->getValue().uge(bytes);
}

bool reads(const Instruction &instruction, const Use &use) {
  const auto *copy = dyn_cast<MemTransferInst>(&instruction);
  return isa<LoadInst>(instruction) || (copy && &copy->getRawSourceUse() == &use);
}

} // namespace

bool isWrittenFirst(const AllocaInst &variable, const DominatorTree &dominators) {
  const DataLayout &layout = variable.getDataLayout();
  const std::optional<TypeSize> size = variable.getAllocationSize(layout);
  if (!size || size->isScalable())
    return false;
  SmallVector<const Instruction *> allWrites, allReads;
  SmallVector<const Value *> addresses{&variable};
  SmallPtrSet<const Value *, 8> seen;
  while (!addresses.empty()) {
    const Value *address = addresses.pop_back_val();
    for (const Use &use : address->uses()) {
      const auto *user = cast<Instruction>(use.getUser());
      if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(user)) {
        if (user->getType()->isPointerTy() && seen.insert(user).second)
          addresses.push_back(user);
      } else if (address == &variable && writes(*user, variable, *size)) {
        allWrites.push_back(user);
      } else if (reads(*user, use)) {
        allReads.push_back(user);
      }
    }
  }
  return all_of(allReads, [&](const Instruction *read) {
    return any_of(allWrites, [&](const Instruction *write) { return dominators.dominates(write, read); });
  });
}

} // namespace weft::compiler
