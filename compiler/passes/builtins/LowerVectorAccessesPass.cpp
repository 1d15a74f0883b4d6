// Makes loads and stores of vloadN and vstoreN.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/LowerVectorAccessesPass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include "builtins/archive/MangledName.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The vector that a function of this name and type accesses, or null.
FixedVectorType *accessedVector(const Function &function, StringRef access) {
  StringRef name = functionBaseName(function.getName());
  unsigned count = 0;
  if (!name.consume_front(access) || name.getAsInteger(10, count))
    return nullptr;
  const FunctionType *type = function.getFunctionType();
  const bool isLoad = !type->getReturnType()->isVoidTy();
  if (type->getNumParams() != (isLoad ? 2u : 3u) || !type->params().back()->isPointerTy())
    return nullptr;
  auto *vector = dyn_cast<FixedVectorType>(isLoad ? type->getReturnType() : type->getParamType(0));
  return vector && vector->getNumElements() == count ? vector : nullptr;
}

Value *addressOf(IRBuilder<> &builder, FixedVectorType *type, Value *index, Value *pointer) {
  Value *offset = builder.CreateMul(index, ConstantInt::get(index->getType(), type->getNumElements()));
  return builder.CreateGEP(type->getElementType(), pointer, offset);
}

void lower(CallInst &call, FixedVectorType *type, bool isLoad) {
  IRBuilder<> builder(&call);
  const Align alignment(call.getDataLayout().getTypeAllocSize(type->getElementType()));
  if (isLoad) {
    Value *address = addressOf(builder, type, call.getArgOperand(0), call.getArgOperand(1));
    call.replaceAllUsesWith(builder.CreateAlignedLoad(type, address, alignment, "vector"));
  } else {
    Value *address = addressOf(builder, type, call.getArgOperand(1), call.getArgOperand(2));
    builder.CreateAlignedStore(call.getArgOperand(0), address, alignment);
  }
  call.eraseFromParent();
}

} // namespace

PreservedAnalyses LowerVectorAccessesPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.isIntrinsic())
      continue;
    FixedVectorType *loaded = accessedVector(function, "vload");
    FixedVectorType *type = loaded ? loaded : accessedVector(function, "vstore");
    if (!type)
      continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function)
        lower(*call, type, type == loaded);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
