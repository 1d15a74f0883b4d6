// Inlines into the kernel each function that needs the kernel's parameters, for example for an id or a barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/InlineWorkItemCallsPass.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

#include "builtins/archive/AddressSpaces.h"
#include "kernel/EnqueueFunctions.h"
#include "kernel/GenericPointerFunctions.h"
#include "kernel/KernelAttributes.h"
#include "kernel/KernelInlining.h"
#include "kernel/SubGroupCollectives.h"
#include "kernel/WorkItemFunctions.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Adds to `users` the functions that have an instruction which uses `value`, directly or within a constant.
void addUsers(const Value &value, SetVector<Function *> &users) {
  SmallSetVector<const Value *, 8> values;
  values.insert(&value);
  for (size_t i = 0; i < values.size(); ++i)
    for (const User *user : values[i]->users())
      if (auto *instruction = dyn_cast<Instruction>(user))
        users.insert(const_cast<Function *>(instruction->getFunction()));
      else if (isa<Constant>(user))
        values.insert(user);
}

/// Returns all functions with a body that need the kernel's parameters. These functions call a work-item function or a
/// collective of sub-groups, query what a generic pointer points to, use a variable in program memory or in local
/// memory, print, or enqueue kernels. They may also call another function that does one of these things.
SetVector<Function *> findDependents(Module &module) {
  SetVector<Function *> callers;
  for (const GlobalVariable &variable : module.globals())
    if (variable.hasMetadata(programOffsetMetadata) || variable.getAddressSpace() == spirLocal)
      addUsers(variable, callers);
  SmallVector<Function *> worklist(callers.begin(), callers.end());
  for (Function &function : module)
    if (findWorkItemFunction(function.getName()) || findGenericPointerFunction(function.getName()) ||
        findSubGroupCollective(&function) || isPrintf(function) || findEnqueueFunction(&function))
      worklist.push_back(&function);
  addCallers(worklist, callers);
  return callers;
}

} // namespace

PreservedAnalyses InlineWorkItemCallsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  SetVector<Function *> callers = findDependents(module);
  for (Function &function : module) // Clang gives this attribute to functions that contain a kernel's body
    if (!function.isDeclaration() && function.hasFnAttribute(Attribute::AlwaysInline))
      callers.insert(&function);
  inlineIntoKernel(*kernel, callers, mostInstructions_);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
