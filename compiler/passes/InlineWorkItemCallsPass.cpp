// Brings all that needs the kernel's parameters into the kernel's own body: barriers, ids, program variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/InlineWorkItemCallsPass.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "passes/GenericPointerFunctions.h"
#include "passes/KernelAttributes.h"
#include "passes/SubGroupCollectives.h"
#include "passes/WorkItemFunctions.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The functions whose instructions use `value`, also within constants.
void addUsers(const Value &value, SetVector<Function *> &users) {
  for (const User *user : value.users())
    if (auto *instruction = dyn_cast<Instruction>(user))
      users.insert(const_cast<Function *>(instruction->getFunction()));
    else if (isa<Constant>(user))
      addUsers(*user, users);
}

/// All functions with a body that need the kernel's parameters: they reach a work-item function or a collective of
/// sub-groups, ask what a generic pointer points to, use a variable in program memory, or print.
SetVector<Function *> findDependents(Module &module) {
  SetVector<Function *> callers;
  for (const GlobalVariable &variable : module.globals())
    if (variable.hasMetadata(programOffsetMetadata))
      addUsers(variable, callers);
  SmallVector<Function *> worklist(callers.begin(), callers.end());
  for (Function &function : module)
    if (findWorkItemFunction(function.getName()) || findGenericPointerFunction(function.getName()) ||
        findSubGroupCollective(&function) || isPrintf(function))
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
      kernel.getContext().emitError("function '" + callee->getName() + "', which needs the kernel's parameters, " +
                                    "can't be inlined: " + result.getFailureReason());
      return;
    }
    for (CallBase *inlined : info.InlinedCallSites)
      if (inlined->getCalledFunction() && mustInline.contains(inlined->getCalledFunction()))
        calls.push_back(inlined);
  }
}

/// Erases those that nothing uses, or only others of them that nothing uses. Returns the rest.
SmallVector<Function *> eraseUnused(ArrayRef<Function *> functions) {
  SmallSetVector<Function *, 16> left(functions.begin(), functions.end());
  SmallVector<Function *> worklist(functions);
  while (!worklist.empty()) {
    Function *function = worklist.pop_back_val();
    if (!left.contains(function) || !function->use_empty())
      continue;
    for (Instruction &instruction : instructions(*function)) // what it called may be unused now
      if (auto *call = dyn_cast<CallBase>(&instruction); call && call->getCalledFunction())
        worklist.push_back(call->getCalledFunction());
    left.remove(function);
    function->eraseFromParent();
  }
  return left.takeVector();
}

} // namespace

PreservedAnalyses InlineWorkItemCallsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  SetVector<Function *> callers = findDependents(module);
  for (Function &function : module) // Clang's kernel bodies stand in functions of their own, marked so.
    if (!function.isDeclaration() && function.hasFnAttribute(Attribute::AlwaysInline))
      callers.insert(&function);
  callers.remove(kernel);
  inlineInto(*kernel, callers);

  for (Function *function : eraseUnused(callers.getArrayRef()))
    module.getContext().emitError("the address of function '" + function->getName() +
                                  "', which needs the kernel's parameters, is taken");
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
