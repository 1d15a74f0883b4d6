// Replaces masked stores to memory that only one group accesses by plain stores, for CPUs with slow masked stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/BlendMaskedStoresPass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include "KernelAbi.h"
#include "analysis/MaskedAccess.h"
#include "kernel/KernelAttributes.h"
#include "passes/host/GroupPrivateAddress.h"
#include "passes/host/LaneRuns.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether `mask` is constant, and one or two plain stores do the same as a masked store with this mask.
bool hasFewRuns(const Value &mask) {
  const auto runs = runsOf(mask);
  return runs && runs->size() <= 2 && all_of(*runs, [](LaneRun run) { return isPowerOf2_32(run.count); });
}

void blend(const MaskedAccess &access, AllocaInst &nowhere) {
  IRBuilder<> builder(&access.call);
  Value *mask = access.mask();
  Value *place = builder.CreateSelect(builder.CreateOrReduce(mask), access.address(), &nowhere, "place");
  // The load gets no alias metadata: it loads the whole vector, which may overlap memory of other alias scopes.
  Value *old = builder.CreateAlignedLoad(access.type(), place, access.alignment());
  // The freeze keeps LLVM's instruction selection from turning load, select and store back into a masked store.
  old = builder.CreateFreeze(old, "old");
  if (access.isLoad())
    access.call.replaceAllUsesWith(builder.CreateSelect(mask, old, access.call.getArgOperand(2)));
  else
    builder.CreateAlignedStore(builder.CreateSelect(mask, access.call.getArgOperand(0), old, "new"), place,
                               access.alignment());
  access.call.eraseFromParent();
}

} // namespace

PreservedAnalyses BlendMaskedStoresPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || packetWidth(*kernel) == 1)
    return PreservedAnalyses::all();
  SmallVector<MaskedAccess> slow;
  for (Instruction &instruction : instructions(*kernel))
    if (const auto access = MaskedAccess::of(instruction);
        access && access->isSlow(legal_) && !hasFewRuns(*access->mask()) &&
        kernel->getDataLayout().getTypeStoreSize(access->type()) <= WEFT_MEMORY_SLACK &&
        isGroupPrivateAddress(*access->address(), *kernel))
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
