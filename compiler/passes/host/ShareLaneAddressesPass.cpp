// Splits the addresses of gathers and scatters in a group's own memory into one shared address and constant distances.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/ShareLaneAddressesPass.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

#include "analysis/ConstantOffsetAccess.h"
#include "kernel/GroupPrivateMemory.h"

using namespace llvm;

namespace weft::compiler {

PreservedAnalyses ShareLaneAddressesPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<ConstantOffsetAccess> accesses;
  for (Instruction &instruction : instructions(function))
    if (auto access = ConstantOffsetAccess::of(instruction);
        access && isGroupPrivateMemory(*getUnderlyingObject(access->base)))
      accesses.push_back(std::move(*access));
  SmallVector<WeakTrackingVH> before;
  for (const ConstantOffsetAccess &access : accesses) {
    before.emplace_back(access.address());
    IRBuilder<> builder(&access.call);
    SmallVector<Constant *, 16> distances;
    for (const int64_t distance : access.distances)
      distances.push_back(builder.getInt64(static_cast<uint64_t>(distance)));
    Value *places = builder.CreatePtrAdd(access.sharedAddress(builder), ConstantVector::get(distances), "places");
    access.call.setArgOperand(access.addressOperand(), places);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(before);
  if (accesses.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace weft::compiler
