// Computes the results of to_global, to_local, to_private and get_fence.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/ResolveGenericPointersPass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include "builtins/archive/AddressSpaces.h"
#include "kernel/GenericPointerFunctions.h"
#include "kernel/KernelAttributes.h"
#include "kernel/MemoryRanges.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The values of cl_mem_fence_flags.
enum FenceFlags : unsigned { localMemoryFence = 1, globalMemoryFence = 2 };

/// Returns the pointer that the generic pointer `pointer` was cast from. The search stops at the first pointer that
/// isn't generic. Behind it there may be another cast: the address of local memory is loaded from the ABI's structs as
/// a private pointer, and private would be a wrong answer.
const Value *sourceOf(const Value *pointer) {
  while (pointer->getType()->getPointerAddressSpace() == spirGeneric && isa<AddrSpaceCastOperator>(pointer))
    pointer = cast<AddrSpaceCastOperator>(pointer)->getPointerOperand();
  return pointer;
}

/// Returns the address space of the pointer that `pointer` was cast from; spirGeneric if there was no cast.
unsigned originOf(const Value *pointer) { return sourceOf(pointer)->getType()->getPointerAddressSpace(); }

/// Returns the flags of a fence that orders accesses through the pointer. Private memory needs no fence.
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

/// Returns a value that is `pointer`, cast to `type`, if the pointer points to memory of the address space of `type`,
/// and null if it doesn't.
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
