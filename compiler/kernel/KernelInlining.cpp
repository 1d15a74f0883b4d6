// Inlines into a kernel the functions that need the parameters that only the kernel has.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/KernelInlining.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Counts the instructions that `function` will have once all functions of `mustInline` are inlined into it. An inlined
/// function counts once for each call of it. Counting ends once the sum exceeds `most`. `known` holds the lengths of
/// the functions that were counted before.
size_t lengthInlined(const Function &function, const SetVector<Function *> &mustInline, size_t most,
                     DenseMap<const Function *, size_t> &known) {
  if (const auto found = known.find(&function); found != known.end())
    return found->second;
  size_t length = 0;
  for (const Instruction &instruction : instructions(function)) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    Function *callee = call ? call->getCalledFunction() : nullptr;
    length += callee && mustInline.contains(callee) ? lengthInlined(*callee, mustInline, most, known) : 1;
    if (length > most)
      break;
  }
  return known[&function] = length;
}

/// Inlines the kernel's calls of `mustInline`, and the calls that inlined code brings with it. The loop ends, because
/// no function is recursive.
void inlineCalls(Function &kernel, const SetVector<Function *> &mustInline) {
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

/// Erases functions without uses, then functions that only erased functions used. Returns the functions that still have
/// uses.
SmallVector<Function *> eraseUnused(ArrayRef<Function *> functions) {
  SmallSetVector<Function *, 16> left(functions.begin(), functions.end());
  SmallVector<Function *> worklist(functions);
  while (!worklist.empty()) {
    Function *function = worklist.pop_back_val();
    if (!left.contains(function) || !function->use_empty())
      continue;
    for (Instruction &instruction : instructions(*function)) // its callees may be unused now
      if (auto *call = dyn_cast<CallBase>(&instruction); call && call->getCalledFunction())
        worklist.push_back(call->getCalledFunction());
    left.remove(function);
    function->eraseFromParent();
  }
  return left.takeVector();
}

} // namespace

void addCallers(ArrayRef<Function *> functions, SetVector<Function *> &callers) {
  SmallVector<Function *> worklist(functions);
  while (!worklist.empty())
    for (User *user : worklist.pop_back_val()->users())
      if (auto *call = dyn_cast<CallBase>(user))
        if (callers.insert(call->getFunction()))
          worklist.push_back(call->getFunction());
}

void inlineIntoKernel(Function &kernel, SetVector<Function *> functions, size_t most) {
  functions.remove(&kernel);
  DenseMap<const Function *, size_t> known;
  if (lengthInlined(kernel, functions, most, known) > most) {
    kernel.getContext().emitError("kernel '" + kernel.getName() +
                                  "' is too long: its functions that ask for ids, wait at barriers or print have to " +
                                  "be inlined, which gives more than " + Twine(most) + " instructions");
    return;
  }
  inlineCalls(kernel, functions);
  for (Function *function : eraseUnused(functions.getArrayRef()))
    kernel.getContext().emitError("the address of function '" + function->getName() +
                                  "', which needs the kernel's parameters, is taken");
}

} // namespace weft::compiler
