// Finds out at run time which address space a generic pointer points to, by its address.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/MemoryRanges.h"

#include <cstddef>

#include "llvm/IR/Intrinsics.h"

#include "KernelAbi.h"
#include "kernel/AbiAccess.h"

using namespace llvm;

namespace weft::compiler {

Value *MemoryRanges::isLocal(IRBuilder<> &builder, Value *address) {
  if (!local_.bytes)
    local_ = groupMemory(offsetof(WeftGroup, localMemory), offsetof(WeftGroup, localBytes), "local");
  return isWithin(builder, address, local_, "is.local");
}

Value *MemoryRanges::isPrivate(IRBuilder<> &builder, Value *address) {
  if (!stack_.bytes) {
    stack_ = stack();
    scratch_ = groupMemory(offsetof(WeftGroup, scratch), offsetof(WeftGroup, scratchBytes), "scratch");
  }
  Value *onStack = isWithin(builder, address, stack_, "is.on.stack");
  return builder.CreateOr(onStack, isWithin(builder, address, scratch_, "is.in.scratch"), "is.private");
}

MemoryRanges::Range MemoryRanges::groupMemory(size_t memory, size_t bytes, const Twine &name) {
  Value *begin =
      loadInvariant(entry_, entry_.getPtrTy(), groupParameter(kernel_), memory, alignof(void *), name + ".memory");
  return {
      entry_.CreatePtrToInt(begin, entry_.getInt64Ty(), name + ".begin"),
      loadInvariant(entry_, entry_.getInt64Ty(), groupParameter(kernel_), bytes, alignof(uint64_t), name + ".bytes")};
}

MemoryRanges::Range MemoryRanges::stack() {
  // Without a red zone, no private variable lies below the stack pointer, where the range begins.
  kernel_.addFnAttr(Attribute::NoRedZone);
  Value *low = entry_.CreateIntrinsic(Intrinsic::stacksave, {entry_.getPtrTy()}, {});
  Value *high = entry_.CreateIntrinsic(Intrinsic::frameaddress, {entry_.getPtrTy()}, {entry_.getInt32(0)});
  Value *begin = entry_.CreatePtrToInt(low, entry_.getInt64Ty(), "stack.begin");
  Value *end = entry_.CreatePtrToInt(high, entry_.getInt64Ty(), "stack.end");
  return {begin, entry_.CreateSub(end, begin, "stack.bytes")};
}

Value *MemoryRanges::isWithin(IRBuilder<> &builder, Value *address, const Range &range, const Twine &name) {
  return builder.CreateICmpULT(builder.CreateSub(address, range.begin), range.bytes, name);
}

} // namespace weft::compiler
