// Answers to_global, to_local, to_private and get_fence.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/ResolveGenericPointersPass.h"

#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include "KernelAbi.h"
#include "builtins/archive/AddressSpaces.h"
#include "kernel/AbiAccess.h"
#include "kernel/GenericPointerFunctions.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// cl_mem_fence_flags.
enum FenceFlags : unsigned { localMemoryFence = 1, globalMemoryFence = 2 };

/// Tells address spaces apart by where they lie. What the tests need is read once, in the kernel's entry block.
class MemoryRanges {
public:
  explicit MemoryRanges(Function &kernel) : kernel_(kernel), entry_(kernel.getEntryBlock().getTerminator()) {}

  Value *isLocal(IRBuilder<> &builder, Value *address) {
    if (!local_.bytes)
      local_ = groupMemory(offsetof(WeftGroup, localMemory), offsetof(WeftGroup, localBytes), "local");
    return isWithin(builder, address, local_, "is.local");
  }
  Value *isPrivate(IRBuilder<> &builder, Value *address) {
    if (!stack_.bytes) {
      stack_ = stack();
      scratch_ = groupMemory(offsetof(WeftGroup, scratch), offsetof(WeftGroup, scratchBytes), "scratch");
    }
    Value *onStack = isWithin(builder, address, stack_, "is.on.stack");
    return builder.CreateOr(onStack, isWithin(builder, address, scratch_, "is.in.scratch"), "is.private");
  }

private:
  struct Range {
    Value *begin = nullptr;
    Value *bytes = nullptr;
  };

  Range groupMemory(size_t memory, size_t bytes, const Twine &name) {
    Value *begin =
        loadInvariant(entry_, entry_.getPtrTy(), groupParameter(kernel_), memory, alignof(void *), name + ".memory");
    return {
        entry_.CreatePtrToInt(begin, entry_.getInt64Ty(), name + ".begin"),
        loadInvariant(entry_, entry_.getInt64Ty(), groupParameter(kernel_), bytes, alignof(uint64_t), name + ".bytes")};
  }
  Range stack() {
    // Below the stack pointer there must be nothing of the kernel's own.
    kernel_.addFnAttr(Attribute::NoRedZone);
    Value *low = entry_.CreateIntrinsic(Intrinsic::stacksave, {entry_.getPtrTy()}, {});
    Value *high = entry_.CreateIntrinsic(Intrinsic::frameaddress, {entry_.getPtrTy()}, {entry_.getInt32(0)});
    Value *begin = entry_.CreatePtrToInt(low, entry_.getInt64Ty(), "stack.begin");
    Value *end = entry_.CreatePtrToInt(high, entry_.getInt64Ty(), "stack.end");
    return {begin, entry_.CreateSub(end, begin, "stack.bytes")};
  }
  static Value *isWithin(IRBuilder<> &builder, Value *address, const Range &range, const Twine &name) {
    return builder.CreateICmpULT(builder.CreateSub(address, range.begin), range.bytes, name);
  }

  Function &kernel_;
  IRBuilder<> entry_;
  Range local_, stack_, scratch_;
};

/// What `pointer` was cast from, as far as that is generic itself. Not further: addresses of local memory come from
/// the ABI's structs, and are no private pointers though they have that number.
const Value *sourceOf(const Value *pointer) {
  while (pointer->getType()->getPointerAddressSpace() == spirGeneric && isa<AddrSpaceCastOperator>(pointer))
    pointer = cast<AddrSpaceCastOperator>(pointer)->getPointerOperand();
  return pointer;
}

/// The address space that `pointer` was cast from, or spirGeneric where that can't be seen.
unsigned originOf(const Value *pointer) { return sourceOf(pointer)->getType()->getPointerAddressSpace(); }

/// Flags with which whoever writes through the pointer can be waited for; private memory needs none.
Value *fenceFlags(IRBuilder<> &builder, Value *pointer, Type *type, MemoryRanges &ranges) {
  switch (originOf(pointer)) {
  case spirGlobal:
    return ConstantInt::get(type, globalMemoryFence);
  case spirLocal:
    return ConstantInt::get(type, localMemoryFence);
  case spirPrivate:
    return ConstantInt::get(type, 0);
  default:
    break;
  }
  Value *address = builder.CreatePtrToInt(pointer, builder.getInt64Ty());
  Value *elsewhere = builder.CreateSelect(ranges.isPrivate(builder, address), ConstantInt::get(type, 0),
                                          ConstantInt::get(type, globalMemoryFence));
  return builder.CreateSelect(ranges.isLocal(builder, address), ConstantInt::get(type, localMemoryFence), elsewhere,
                              "fence");
}

/// `pointer` where it points to `wanted`, else null.
Value *castTo(IRBuilder<> &builder, Value *pointer, PointerType *type, MemoryRanges &ranges) {
  const unsigned wanted = type->getAddressSpace();
  const unsigned origin = originOf(pointer);
  Value *cast = builder.CreateAddrSpaceCast(pointer, type);
  Constant *null = ConstantPointerNull::get(type);
  if (isa<ConstantPointerNull>(sourceOf(pointer)))
    return null;
  if (origin != spirGeneric)
    return origin == wanted ? cast : null;
  Value *address = builder.CreatePtrToInt(pointer, builder.getInt64Ty());
  switch (wanted) {
  case spirLocal:
    return builder.CreateSelect(ranges.isLocal(builder, address), cast, null);
  case spirPrivate:
    return builder.CreateSelect(ranges.isPrivate(builder, address), cast, null);
  default:
    Value *isElsewhere = builder.CreateOr(ranges.isLocal(builder, address), ranges.isPrivate(builder, address));
    return builder.CreateSelect(isElsewhere, null, cast);
  }
}

} // namespace

PreservedAnalyses ResolveGenericPointersPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  bool changed = false;
  MemoryRanges ranges(*kernel);
  for (Function &function : make_early_inc_range(module)) {
    std::optional<GenericPointerFunction> found = findGenericPointerFunction(function.getName());
    if (!found)
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = dyn_cast<CallBase>(user);
      if (!call || call->getFunction() != kernel)
        continue;
      IRBuilder<> builder(call);
      Value *pointer = call->getArgOperand(0);
      Value *answer = *found == GenericPointerFunction::getFence
                          ? fenceFlags(builder, pointer, call->getType(), ranges)
                          : castTo(builder, pointer, cast<PointerType>(call->getType()), ranges);
      call->replaceAllUsesWith(answer);
      call->eraseFromParent();
      changed = true;
    }
    if (function.use_empty())
      function.eraseFromParent();
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
