// Replaces masked stores to memory that only one group accesses by plain stores, for CPUs with slow masked stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked-memory/LegaliseMaskedMemoryPass.h"

#include "llvm/IR/IRBuilder.h"

#include "KernelAbi.h"
#include "analysis/MaskedAccess.h"
#include "kernel/KernelAttributes.h"
#include "passes/masked-memory/GroupPrivateAddress.h"
#include "passes/masked-memory/LaneRuns.h"

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

bool blendMaskedStores(Function &function, MaskedMemoryContext &context) {
  if (&function != context.kernel || packetWidth(function) == 1)
    return false;
  const auto accesses = collectAccesses<MaskedAccess>(function, [&](const MaskedAccess &access) {
    return access.isSlow(context.profile.legal) && !hasFewRuns(*access.mask()) &&
           function.getDataLayout().getTypeStoreSize(access.type()) <= WEFT_MEMORY_SLACK &&
           isGroupPrivateAddress(*access.address(), function);
  });
  if (accesses.empty())
    return false;
  IRBuilder<> entry(&*function.getEntryBlock().begin());
  AllocaInst *nowhere = entry.CreateAlloca(ArrayType::get(entry.getInt8Ty(), WEFT_MEMORY_SLACK), nullptr, "nowhere");
  nowhere->setAlignment(Align(WEFT_MEMORY_ALIGNMENT));
  for (const MaskedAccess &access : accesses)
    blend(access, *nowhere);
  return true;
}

} // namespace weft::compiler
