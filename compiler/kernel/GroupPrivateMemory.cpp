// Marks memory for LLVM that only one group accesses. Nobody reads this memory after the group has ended.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/GroupPrivateMemory.h"

#include <algorithm>
#include <cstddef>

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include "KernelAbi.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

constexpr StringLiteral groupPrivateMemoryName = "weft.group.private.memory";

/// Returns whether the kernel stores nothing to memory on any path to `call`.
bool isFirst(const CallInst &call) {
  SmallVector<const BasicBlock *> open = {call.getParent()};
  SmallPtrSet<const BasicBlock *, 16> seen;
  const auto stores = [](const Instruction &instruction) {
    const auto *inner = dyn_cast<CallInst>(&instruction);
    return instruction.mayWriteToMemory() && !(inner && inner->onlyAccessesInaccessibleMemory());
  };
  if (std::any_of(call.getParent()->begin(), call.getIterator(), stores))
    return false;
  while (!open.empty())
    for (const BasicBlock *before : predecessors(open.pop_back_val()))
      if (seen.insert(before).second) {
        if (any_of(*before, stores))
          return false;
        open.push_back(before);
      }
  return true;
}

/// Returns whether `user`, a call that gets the WeftGroup, leaves alone the group's memory that the calling function
/// has stored to. That holds for calls of the checker, which only reads ids from the WeftGroup. It also holds for a
/// function that runs the whole group instead of the calling function, if the latter has stored nothing before.
bool preservesStores(const User &user) {
  const auto *call = dyn_cast<CallInst>(&user);
  if (!call)
    return false;
  const Function *callee = call->getCalledFunction();
  return callee ? callee->hasFnAttribute(runsCheckedGroupsAttribute) && isFirst(*call)
                : call->hasFnAttr(Attribute::Cold) && call->onlyAccessesInaccessibleMemOrArgMem();
}

/// Finds the loads of pointers from the WeftGroup, with the offsets that they load from. Returns false if the kernel
/// uses the WeftGroup in other ways than to load from it.
bool findPointers(Function &kernel, SmallVectorImpl<std::pair<int64_t, LoadInst *>> &pointers) {
  SmallVector<std::pair<Value *, int64_t>> worklist = {{groupParameter(kernel), 0}};
  const DataLayout &layout = kernel.getDataLayout();
  while (!worklist.empty()) {
    const auto [address, offset] = worklist.pop_back_val();
    for (User *user : address->users()) {
      APInt further(layout.getIndexTypeSizeInBits(address->getType()), 0);
      if (auto *load = dyn_cast<LoadInst>(user)) {
        if (load->getType()->isPointerTy())
          pointers.push_back({offset, load});
      } else if (auto *step = dyn_cast<GetElementPtrInst>(user);
                 step && step->accumulateConstantOffset(layout, further)) {
        worklist.push_back({step, offset + further.getSExtValue()});
      } else if (offset != 0 || !preservesStores(*user)) {
        return false;
      }
    }
  }
  return true;
}

CallInst *createClaim(IRBuilder<> &builder, Value *address) {
  Type *pointer = builder.getPtrTy();
  Function *function = declarePrimitive(*builder.GetInsertBlock()->getModule(), groupPrivateMemoryName,
                                        FunctionType::get(pointer, {pointer}, /*isVarArg=*/false));
  CallInst *own = builder.CreateCall(function, {address}, "own.memory");
  own->addRetAttr(Attribute::NoAlias);
  own->addParamAttr(0, Attribute::getWithCaptureInfo(builder.getContext(), CaptureInfo::none()));
  return own;
}

/// Makes LLVM treat each argument that is local memory as an object of its own, which nothing else overlaps. For LLVM,
/// an argument stays a part of the group's whole local memory if several instructions compute its address, or if its
/// offset has another use.
void claimArguments(CallInst &localMemory) {
  MapVector<MDNode *, SmallVector<GetElementPtrInst *, 1>> arguments;
  for (User *user : localMemory.users())
    if (auto *address = dyn_cast<GetElementPtrInst>(user))
      if (MDNode *argument = address->getMetadata(localArgumentMetadata))
        arguments[argument].push_back(address);
  for (const auto &[argument, addresses] : arguments) {
    GetElementPtrInst *address = addresses.front();
    if (addresses.size() > 1 || !hasSingleElement(address->indices()) || !address->getOperand(1)->hasOneUse())
      continue;
    IRBuilder<> builder(address->getNextNode());
    CallInst *own = createClaim(builder, address);
    address->replaceUsesWithIf(own, [&](const Use &use) { return use.getUser() != own; });
  }
}

} // namespace

void claimGroupPrivateMemory(Function &kernel) {
  SmallVector<std::pair<int64_t, LoadInst *>> pointers;
  const bool isOfItem = kernel.arg_size() == 3;
  if (isOfItem || !findPointers(kernel, pointers))
    return;
  Type *pointer = PointerType::get(kernel.getContext(), 0);
  for (const auto &[offset, alignment] : {std::pair(offsetof(WeftGroup, localMemory), WEFT_MEMORY_ALIGNMENT),
                                          std::pair(offsetof(WeftGroup, scratch), WEFT_SCRATCH_ALIGNMENT)}) {
    CallInst *own = nullptr; // one call replaces all loads: LLVM would take two calls for two objects
    for (auto &[at, load] : pointers) {
      if (at != static_cast<int64_t>(offset) || load->getType() != pointer)
        continue;
      if (!own) {
        IRBuilder<> builder(&kernel.getEntryBlock(), entryInsertionPoint(kernel));
        Value *address =
            loadInvariant(builder, pointer, groupParameter(kernel), offset, alignof(void *), "own.address");
        own = createClaim(builder, address);
        own->addRetAttr(Attribute::getWithAlignment(kernel.getContext(), Align(alignment)));
      }
      load->replaceAllUsesWith(own);
    }
    if (own)
      claimArguments(*own);
  }
}

bool isGroupPrivateMemory(const Value &value) {
  auto *call = dyn_cast<CallInst>(&value);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == groupPrivateMemoryName;
}

void releaseGroupPrivateMemory(Module &module) {
  Function *function = module.getFunction(groupPrivateMemoryName);
  if (!function)
    return;
  for (User *user : make_early_inc_range(function->users())) {
    auto *call = cast<CallInst>(user);
    call->replaceAllUsesWith(call->getArgOperand(0));
    call->eraseFromParent();
  }
  function->eraseFromParent();
}

} // namespace weft::compiler
