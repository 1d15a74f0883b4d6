// Splits calls of builtins on OpenCL C's vectors into calls on their elements, before packets are generated.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/ScalariseVectorBuiltinsPass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "builtins/BuiltinLibrary.h"
#include "kernel/KernelAttributes.h"
#include "kernel/PacketFork.h"
#include "kernel/VectorOverloads.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool hasVectors(const Function &function) {
  const FunctionType *type = function.getFunctionType();
  return type->getReturnType()->isVectorTy() || any_of(type->params(), [](const Type *t) { return t->isVectorTy(); });
}

/// Returns whether `function` is a builtin on vectors that only computes.
bool isVectorBuiltin(const Function &function) {
  const FunctionType *type = function.getFunctionType();
  return !function.isIntrinsic() && function.doesNotAccessMemory() && hasVectors(function) &&
         none_of(type->params(), [](const Type *t) { return t->isPointerTy(); });
}

SmallVector<CallInst *> callsOfVectorBuiltins(Function &kernel, bool defined) {
  SmallVector<CallInst *> calls;
  for (Instruction &instruction : instructions(kernel))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (const Function *callee = call->getCalledFunction();
          callee && callee->isDeclaration() != defined && isVectorBuiltin(*callee))
        calls.push_back(call);
  return calls;
}

/// Replaces `call` by a call of `scalarName` for each element.
void callForEachElement(CallInst &call, StringRef scalarName) {
  auto *type = cast<FixedVectorType>(call.getType());
  SmallVector<Type *> types;
  for (const Use &argument : call.args())
    types.push_back(argument->getType()->getScalarType());
  FunctionCallee scalar = call.getModule()->getOrInsertFunction(
      scalarName, FunctionType::get(type->getElementType(), types, false),
      AttributeList::get(call.getContext(), call.getCalledFunction()->getAttributes().getFnAttrs(), {}, {}));
  IRBuilder<> builder(&call);
  Value *result = PoisonValue::get(type);
  for (unsigned element = 0; element < type->getNumElements(); ++element) {
    SmallVector<Value *> arguments;
    for (Value *argument : call.args())
      arguments.push_back(argument->getType()->isVectorTy() ? builder.CreateExtractElement(argument, element)
                                                            : argument);
    CallInst *one = builder.CreateCall(scalar, arguments);
    one->setCallingConv(call.getCallingConv());
    one->copyIRFlags(&call);
    one->setAttributes(AttributeList::get(call.getContext(), call.getAttributes().getFnAttrs(), {}, {}));
    result = builder.CreateInsertElement(result, one, element);
  }
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

} // namespace

Error ScalariseVectorBuiltinsPass::scalarise(Function &kernel) const {
  bool areOthersLeft = false;
  for (CallInst *call : callsOfVectorBuiltins(kernel, /*defined=*/false)) {
    const std::string scalar = scalarOverloadName(call->getCalledFunction()->getName());
    if (!scalar.empty() && builtins_.defines(scalar))
      callForEachElement(*call, scalar);
    else
      areOthersLeft = true;
  }
  if (!areOthersLeft)
    return Error::success();
  if (Error error = builtins_.linkFlat(*kernel.getParent(), isVectorBuiltin))
    return error;
  // The body of a builtin may call other builtins, which the next round inlines.
  for (SmallVector<CallInst *> calls = callsOfVectorBuiltins(kernel, /*defined=*/true); !calls.empty();
       calls = callsOfVectorBuiltins(kernel, /*defined=*/true))
    for (CallInst *call : calls) {
      InlineFunctionInfo info;
      if (!InlineFunction(*call, info).isSuccess())
        return Error::success();
    }
  return Error::success();
}

PreservedAnalyses ScalariseVectorBuiltinsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  if (Error error = scalarise(*kernel))
    giveUpPackets(*kernel, {toString(std::move(error))});
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
