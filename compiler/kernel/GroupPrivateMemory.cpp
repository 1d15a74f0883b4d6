// Tells LLVM which memory is a group's alone, and gone behind it.
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

/// Whether nothing is stored in front of the call.
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

/// Whether the call, which has the WeftGroup, leaves alone what this function has stored: one of the checker, which
/// takes ids from there, or one that runs a whole group in this function's place.
bool preservesStores(const User &user) {
  const auto *call = dyn_cast<CallInst>(&user);
  if (!call)
    return false;
  const Function *callee = call->getCalledFunction();
  return callee ? callee->hasFnAttribute(runsCheckedGroupsAttribute) && isFirst(*call)
                : call->hasFnAttr(Attribute::Cold) && call->onlyAccessesInaccessibleMemOrArgMem();
}

/// The loads of pointers from WeftGroup, by their offsets there; false if the kernel does more with it than load.
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

/// Has each argument that is local memory be an object. One whose address several instructions make stays part of the
/// whole, as does one whose offset is added to anything else.
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
    CallInst *own = nullptr; // one for all loads: two would be two objects
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
