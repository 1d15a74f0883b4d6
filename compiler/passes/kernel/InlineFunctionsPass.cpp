// Inlines the program's functions into the kernel, until the kernel is too long.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/InlineFunctionsPass.h"

#include <queue>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

Function *inlinableCallee(const CallBase &call) {
  Function *callee = call.getCalledFunction();
  return callee && !callee->isDeclaration() ? callee : nullptr;
}

} // namespace

PreservedAnalyses InlineFunctionsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  // The queue begins with the kernel's own calls, in the order of the code. Calls in inlined code are added at its end.
  // So if the kernel reaches the limit on its length, the calls that stay are the deepest ones.
  std::queue<CallBase *> calls;
  for (BasicBlock &block : *kernel)
    for (Instruction &instruction : block)
      if (auto *call = dyn_cast<CallBase>(&instruction); call && inlinableCallee(*call))
        calls.push(call);
  unsigned size = kernel->getInstructionCount();
  DenseMap<const Function *, unsigned> sizes;
  bool changed = false;
  for (; !calls.empty(); calls.pop()) {
    const Function *callee = inlinableCallee(*calls.front());
    const auto [known, isNew] = sizes.try_emplace(callee, 0);
    if (isNew)
      known->second = callee->getInstructionCount();
    const unsigned added = known->second;
    if (size + added > CodeSizes::inlinedFunctions)
      continue;
    InlineFunctionInfo info;
    if (!InlineFunction(*calls.front(), info, /*MergeAttributes=*/true).isSuccess())
      continue;
    size += added;
    changed = true;
    for (CallBase *inlined : info.InlinedCallSites)
      if (inlinableCallee(*inlined))
        calls.push(inlined);
  }
  if (!changed)
    return PreservedAnalyses::all();
  for (Function &function : make_early_inc_range(module))
    if (function.hasLocalLinkage() && function.use_empty())
      function.eraseFromParent();
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
