// Brings every barrier and every question for an id into the kernel's own body.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/InlineWorkItemCallsPass.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "passes/KernelAttributes.h"
#include "passes/WorkItemFunctions.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// All functions with a body that reach a work-item function, or printf, which needs the launch.
SetVector<Function *> findCallersOfWorkItemFunctions(Module &module) {
  SetVector<Function *> callers;
  SmallVector<Function *> worklist;
  for (Function &function : module)
    if (findWorkItemFunction(function.getName()) || isPrintf(function))
      worklist.push_back(&function);
  while (!worklist.empty())
    for (User *user : worklist.pop_back_val()->users())
      if (auto *call = dyn_cast<CallBase>(user))
        if (callers.insert(call->getFunction()))
          worklist.push_back(call->getFunction());
  return callers;
}

/// Inlines what must be, callees of what was inlined included. Ends, as there is no recursion.
void inlineInto(Function &kernel, const SetVector<Function *> &mustInline) {
  SmallVector<CallBase *> calls;
  auto collect = [&](auto &&instructions) {
    for (Instruction &instruction : instructions)
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (call->getCalledFunction() && mustInline.contains(call->getCalledFunction()))
          calls.push_back(call);
  };
  for (BasicBlock &block : kernel)
    collect(block);
  while (!calls.empty()) {
    CallBase *call = calls.pop_back_val();
    Function *callee = call->getCalledFunction();
    InlineFunctionInfo info;
    InlineResult result = InlineFunction(*call, info, /*MergeAttributes=*/true);
    if (!result.isSuccess()) {
      kernel.getContext().emitError("function '" + callee->getName() + "', which asks for work-item ids, prints or " +
                                    "has a barrier, can't be inlined: " + result.getFailureReason());
      return;
    }
    for (CallBase *inlined : info.InlinedCallSites)
      if (inlined->getCalledFunction() && mustInline.contains(inlined->getCalledFunction()))
        calls.push_back(inlined);
  }
}

} // namespace

PreservedAnalyses InlineWorkItemCallsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  SetVector<Function *> callers = findCallersOfWorkItemFunctions(module);
  for (Function &function : module) // Clang's kernel bodies stand in functions of their own, marked so.
    if (!function.isDeclaration() && function.hasFnAttribute(Attribute::AlwaysInline))
      callers.insert(&function);
  callers.remove(kernel);
  inlineInto(*kernel, callers);

  bool erased = true;
  while (erased) {
    erased = false;
    for (Function *function : callers.getArrayRef())
      if (function->use_empty()) {
        callers.remove(function);
        function->eraseFromParent();
        erased = true;
        break;
      }
  }
  for (Function *function : callers)
    module.getContext().emitError("the address of function '" + function->getName() +
                                  "', which asks for work-item ids, prints or has a barrier, is taken");
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
