// Makes plain stores of masked ones to memory that is the group's alone, for CPUs that are slow at masks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/BlendOwnStoresPass.h"

#include <cstddef>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include "KernelAbi.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"
#include "passes/host/MaskedAccess.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether `object` is the group's local memory, its scratch, or an array of which each lane has an element at a time.
bool isOwn(const Value &object, Function &kernel) {
  if (const auto *variable = dyn_cast<AllocaInst>(&object))
    return variable->hasMetadata(laneArrayMetadata);
  const auto *load = dyn_cast<LoadInst>(&object);
  if (!load)
    return false;
  int64_t offset = 0;
  const Value *base = GetPointerBaseWithConstantOffset(load->getPointerOperand(), offset, kernel.getDataLayout());
  return base == groupParameter(kernel) &&
         (offset == offsetof(WeftGroup, localMemory) || offset == offsetof(WeftGroup, scratch));
}

bool isToOwnMemory(const MaskedAccess &access, Function &kernel) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(access.address(), objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return all_of(objects, [&](const Value *object) { return isOwn(*object, kernel); });
}

/// Whether one or two stores do the same.
bool hasFewRuns(const Value &mask) {
  const auto runs = runsOf(mask);
  return runs && runs->size() <= 2 && all_of(*runs, [](LaneRun run) { return isPowerOf2_32(run.count); });
}

void blend(const MaskedAccess &access, AllocaInst &nowhere) {
  IRBuilder<> builder(&access.call);
  Value *mask = access.mask();
  Value *place = builder.CreateSelect(builder.CreateOrReduce(mask), access.address(), &nowhere, "place");
  // The vector may reach into what other scopes of aliases are about.
  Value *old = builder.CreateAlignedLoad(access.type(), place, access.alignment());
  // LLVM's instruction selection makes a masked store of a plain one to where the other elements have been loaded.
  old = builder.CreateFreeze(old, "old");
  if (access.isLoad())
    access.call.replaceAllUsesWith(builder.CreateSelect(mask, old, access.call.getArgOperand(2)));
  else
    builder.CreateAlignedStore(builder.CreateSelect(mask, access.call.getArgOperand(0), old, "new"), place,
                               access.alignment());
  access.call.eraseFromParent();
}

} // namespace

PreservedAnalyses BlendOwnStoresPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || packetWidth(*kernel) == 1)
    return PreservedAnalyses::all();
  SmallVector<MaskedAccess> slow;
  for (Instruction &instruction : instructions(*kernel))
    if (const auto access = MaskedAccess::of(instruction);
        access && access->isSlow(legal_) && !hasFewRuns(*access->mask()) &&
        kernel->getDataLayout().getTypeStoreSize(access->type()) <= WEFT_MEMORY_SLACK &&
        isToOwnMemory(*access, *kernel))
      slow.push_back(*access);
  if (slow.empty())
    return PreservedAnalyses::all();
  IRBuilder<> entry(&*kernel->getEntryBlock().begin());
  AllocaInst *nowhere = entry.CreateAlloca(ArrayType::get(entry.getInt8Ty(), WEFT_MEMORY_SLACK), nullptr, "nowhere");
  nowhere->setAlignment(Align(WEFT_MEMORY_ALIGNMENT));
  for (const MaskedAccess &access : slow)
    blend(access, *nowhere);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
