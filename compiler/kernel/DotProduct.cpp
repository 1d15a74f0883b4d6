// A primitive for dot products of the bytes, or of the 16-bit halves, of two 32-bit integers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/DotProduct.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/VFABIDemangler.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

constexpr StringLiteral dotProductPrefix = "weft.dot.";

std::string scalarName(DotProduct kind) {
  return (dotProductPrefix + Twine(kind.bits) + "." + (kind.isFirstSigned ? "s" : "u") +
          (kind.isSecondSigned ? "s" : "u"))
      .str();
}

/// Declares the primitive for vectors of `lanes` integers, or for single integers if `lanes` is 0.
Function *declareDotProduct(Module &module, DotProduct kind, unsigned lanes) {
  Type *type = Type::getInt32Ty(module.getContext());
  if (lanes != 0)
    type = FixedVectorType::get(type, lanes);
  const std::string suffix = lanes == 0 ? "" : ".v" + std::to_string(lanes);
  return declarePrimitive(module, scalarName(kind) + suffix, FunctionType::get(type, {type, type}, /*isVarArg=*/false));
}

bool isScalar(const Function &function) { return !function.getReturnType()->isVectorTy(); }

} // namespace

CallInst *createDotProduct(IRBuilder<> &builder, DotProduct kind, Value *first, Value *second) {
  if (kind.isFirstSigned && !kind.isSecondSigned) {
    std::swap(first, second);
    std::swap(kind.isFirstSigned, kind.isSecondSigned);
  }
  const auto *type = dyn_cast<FixedVectorType>(first->getType());
  Module &module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(declareDotProduct(module, kind, type ? type->getNumElements() : 0), {first, second}, "dot");
}

std::optional<DotProduct> dotProductOf(const Function *function) {
  StringRef name = function ? function->getName() : "";
  DotProduct kind;
  if (!name.consume_front(dotProductPrefix) || name.consumeInteger(10, kind.bits) || !name.consume_front(".") ||
      name.size() < 2)
    return std::nullopt;
  kind.isFirstSigned = name[0] == 's';
  kind.isSecondSigned = name[1] == 's';
  return kind;
}

void offerVectorDotProducts(Module &module, unsigned mostLanes) {
  SmallVector<Function *> scalars;
  for (Function &function : module)
    if (dotProductOf(&function) && isScalar(function))
      scalars.push_back(&function);
  SmallVector<GlobalValue *> offered;
  for (Function *scalar : scalars) {
    SmallVector<std::string> variants;
    for (unsigned lanes = 4; lanes <= mostLanes; lanes *= 2) {
      Function *vector = declareDotProduct(module, *dotProductOf(scalar), lanes);
      offered.push_back(vector);
      variants.push_back(
          ("_ZGV_LLVM_N" + Twine(lanes) + "vv_" + scalar->getName() + "(" + vector->getName() + ")").str());
    }
    for (User *user : scalar->users())
      if (auto *call = dyn_cast<CallInst>(user))
        VFABI::setVectorVariantNames(call, SmallVector<std::string, 8>(variants.begin(), variants.end()));
  }
  if (!offered.empty())
    appendToCompilerUsed(module, offered); // LLVM would drop declarations without uses before it vectorises
}

void withdrawVectorDotProducts(Module &module) {
  const auto isDotProduct = [](Constant *used) { return dotProductOf(dyn_cast<Function>(used)).has_value(); };
  removeFromUsedLists(module, isDotProduct);
  for (Function &function : make_early_inc_range(module))
    if (dotProductOf(&function) && function.use_empty())
      function.eraseFromParent();
}

} // namespace weft::compiler
