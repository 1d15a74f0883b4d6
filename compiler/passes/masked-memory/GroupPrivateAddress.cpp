// Tells which addresses are in memory that no other group accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked-memory/GroupPrivateAddress.h"

#include <cstddef>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include "KernelAbi.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool isGroupPrivateObject(const Value &object, Function &kernel) {
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

} // namespace

bool isGroupPrivateAddress(const Value &address, Function &kernel) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(&address, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return all_of(objects, [&](const Value *object) { return isGroupPrivateObject(*object, kernel); });
}

} // namespace weft::compiler
