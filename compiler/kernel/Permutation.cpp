// Creates permutations of a packet's lanes by indices that aren't constant. LLVM IR has no instruction for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/Permutation.h"

#include "llvm/IR/Module.h"

#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

constexpr StringLiteral permutationPrefix = "weft.permute.";

Function *declarePermutation(Module &module, FixedVectorType *type, Type *lanes) {
  return declarePrimitive(
      module, permutationPrefix + "v" + Twine(type->getNumElements()) + "f" + Twine(type->getScalarSizeInBits()),
      FunctionType::get(type, {type, lanes}, /*isVarArg=*/false));
}

Value *permuteByConstant(IRBuilder<> &builder, Value *values, const Constant &from, unsigned width) {
  SmallVector<int> mask;
  for (unsigned lane = 0; lane < width; ++lane) {
    auto *number = dyn_cast_or_null<ConstantInt>(from.getAggregateElement(lane));
    mask.push_back(number ? static_cast<int>(number->getZExtValue()) : PoisonMaskElem);
  }
  return builder.CreateShuffleVector(values, mask, "permuted");
}

} // namespace

Value *createPermutation(IRBuilder<> &builder, Value *values, Value *from) {
  auto *type = cast<FixedVectorType>(values->getType());
  const unsigned width = type->getNumElements();
  from = builder.CreateAnd(from, ConstantInt::get(from->getType(), width - 1));
  if (auto *known = dyn_cast<Constant>(from))
    return permuteByConstant(builder, values, *known, width);
  // The values are permuted as floating-point numbers. LLVM would narrow integers to the bits that their uses need, and
  // the elements would then be smaller than the indices.
  const bool isWide = type->getScalarSizeInBits() == 64;
  auto *floats = FixedVectorType::get(isWide ? builder.getDoubleTy() : builder.getFloatTy(), width);
  if (isWide)
    from = builder.CreateZExt(from, FixedVectorType::get(builder.getInt64Ty(), width));
  const FunctionCallee permute =
      declarePermutation(*builder.GetInsertBlock()->getModule(), floats, cast<VectorType>(from->getType()));
  return builder.CreateBitCast(builder.CreateCall(permute, {builder.CreateBitCast(values, floats), from}), type,
                               "permuted");
}

bool isPermutation(const Function *function) {
  return function && function->getName().starts_with(permutationPrefix) && function->arg_size() == 2 &&
         isa<FixedVectorType>(function->getReturnType()) &&
         function->getArg(0)->getType() == function->getReturnType() &&
         isa<FixedVectorType>(function->getArg(1)->getType());
}

} // namespace weft::compiler
