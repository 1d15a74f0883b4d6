// Marks asynchronous copies, and waits for their events, for the passes that check kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/MarkCopiesPass.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "builtins/archive/MangledName.h"
#include "kernel/AsyncCopies.h"
#include "kernel/KernelAttributes.h"
#include "kernel/OpaqueTypes.h"
#include "kernel/TypeRewriter.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool isCopy(const Function &function) {
  const StringRef name = functionBaseName(function.getName());
  return name.starts_with("async_work_group_") && name != "async_work_group_copy_fence" &&
         !function.getReturnType()->isVoidTy() && function.arg_size() >= 4;
}

bool isWait(const Function &function) {
  return functionBaseName(function.getName()) == "wait_group_events" && function.arg_size() == 2;
}

/// Returns the builtins that make asynchronous copies, and all functions that these call, directly or through others.
SmallSetVector<Function *, 8> copiers(Module &module) {
  SmallSetVector<Function *, 8> all;
  for (Function &function : module)
    if (isCopy(function))
      all.insert(&function);
  for (unsigned i = 0; i < all.size(); ++i)
    for (Instruction &instruction : instructions(*all[i]))
      if (auto *call = dyn_cast<CallInst>(&instruction); call && call->getCalledFunction())
        all.insert(call->getCalledFunction());
  return all;
}

/// Declares a function of which LLVM knows only that it returns and doesn't access the program's memory.
FunctionCallee declareMark(Module &module, StringRef name, Type *result, ArrayRef<Type *> parameters) {
  FunctionCallee callee = module.getOrInsertFunction(name, FunctionType::get(result, parameters, false));
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  return callee;
}

class CopyMarks {
public:
  explicit CopyMarks(Module &module) : module_(module), number_(Type::getInt64Ty(module.getContext())) {}

  void run() {
    TypeRewriter(module_, [&](Type *type) { return isEventType(type) ? number_ : type; }).run();
    const SmallSetVector<Function *, 8> builtins = copiers(module_);
    SmallVector<CallInst *> copies, waits;
    for (Function &function : module_)
      for (Instruction &instruction : instructions(function)) {
        auto *call = dyn_cast<CallInst>(&instruction);
        const Function *callee = call ? call->getCalledFunction() : nullptr;
        if (callee && isCopy(*callee) && !builtins.contains(&function))
          copies.push_back(call);
        else if (callee && isWait(*callee))
          waits.push_back(call);
      }
    for (CallInst *copy : copies)
      markCopy(*copy);
    for (CallInst *wait : waits)
      markWait(*wait);
  }

private:
  /// Adds a call after `copy` that reports the copy. It passes the two addresses between which data are copied, and a
  /// hash of all other arguments, by which the checker sees whether they differ between two work-items.
  void markCopy(CallInst &copy) {
    IRBuilder<> builder(copy.getNextNode());
    builder.SetCurrentDebugLocation(copy.getDebugLoc());
    SmallVector<Value *, 2> addresses;
    Value *others = builder.getInt64(0);
    const unsigned last = copy.arg_size() - 1;
    for (unsigned i = 0; i < last; ++i) {
      Value *argument = copy.getArgOperand(i);
      if (argument->getType()->isPointerTy())
        addresses.push_back(builder.CreatePtrToInt(argument, number_));
      else
        others = builder.CreateAdd(builder.CreateMul(others, builder.getInt64(0x9E3779B97F4A7C15)),
                                   builder.CreateZExtOrTrunc(argument, number_));
    }
    addresses.resize(2, builder.getInt64(0));
    CallInst *made =
        builder.CreateCall(declareMark(module_, copyMadeName, number_, {number_, number_, number_, number_}),
                           {addresses[0], addresses[1], others, copy.getArgOperand(last)});
    copy.replaceUsesWithIf(made, [&](const Use &use) { return use.getUser() != made; });
  }

  void markWait(CallInst &wait) {
    IRBuilder<> builder(&wait);
    Value *count = wait.getArgOperand(0);
    Value *isAny = builder.CreateICmpSGT(count, ConstantInt::get(count->getType(), 0));
    Instruction *then = SplitBlockAndInsertIfThen(isAny, wait.getIterator(), /*Unreachable=*/false);
    const auto [body, index] = SplitBlockAndInsertSimpleForLoop(count, then->getIterator());
    IRBuilder<> inside(body);
    inside.SetCurrentDebugLocation(wait.getDebugLoc());
    Value *event = inside.CreateLoad(
        number_, inside.CreateGEP(number_, wait.getArgOperand(1), inside.CreateSExtOrTrunc(index, number_)));
    inside.CreateCall(declareMark(module_, copyAwaitedName, inside.getVoidTy(), {number_}), {event});
  }

  Module &module_;
  Type *number_;
};

} // namespace

PreservedAnalyses MarkCopiesPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || none_of(module, [](const Function &function) { return isCopy(function) || isWait(function); }))
    return PreservedAnalyses::all();
  const CodeChecks checks = checksOf(*kernel);
  if (checks.has(CodeCheck::races))
    for (Function *copier : copiers(module))
      for (Instruction &instruction : instructions(*copier))
        if (isa<LoadInst, StoreInst>(instruction))
          instruction.setMetadata(byCopyMetadata, MDNode::get(module.getContext(), {}));
  if (checks.has(CodeCheck::barriers))
    CopyMarks(module).run();
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
