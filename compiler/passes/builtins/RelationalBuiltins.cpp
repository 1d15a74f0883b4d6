// Lowers OpenCL C's relational functions to comparisons.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/LowerBuiltinsPass.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "builtins/archive/MangledName.h"

using namespace llvm;

namespace weft::compiler {

namespace {

using RelationLowering = Value *(*)(IRBuilder<> & builder, ArrayRef<Value *> operands);

template <CmpInst::Predicate predicate> Value *compare(IRBuilder<> &builder, ArrayRef<Value *> operands) {
  return builder.CreateFCmp(predicate, operands[0], operands[1]);
}

Value *magnitude(IRBuilder<> &builder, Value *x) { return builder.CreateUnaryIntrinsic(Intrinsic::fabs, x); }

Value *isNan(IRBuilder<> &builder, ArrayRef<Value *> x) { return builder.CreateFCmpUNO(x[0], x[0]); }

Value *isInfinite(IRBuilder<> &builder, ArrayRef<Value *> x) {
  return builder.CreateFCmpOEQ(magnitude(builder, x[0]), ConstantFP::getInfinity(x[0]->getType()));
}

Value *isFinite(IRBuilder<> &builder, ArrayRef<Value *> x) {
  return builder.CreateFCmpOLT(magnitude(builder, x[0]), ConstantFP::getInfinity(x[0]->getType()));
}

/// The magnitude of a normal number is at least the smallest normal number; the magnitudes of zero and subnormal
/// numbers are below it.
Value *isNormal(IRBuilder<> &builder, ArrayRef<Value *> x) {
  Type *type = x[0]->getType();
  const APFloat smallest = APFloat::getSmallestNormalized(type->getScalarType()->getFltSemantics());
  Value *isLarge = builder.CreateFCmpOGE(magnitude(builder, x[0]), ConstantFP::get(type, smallest));
  return builder.CreateAnd(isLarge, isFinite(builder, x));
}

Value *isNegative(IRBuilder<> &builder, ArrayRef<Value *> x) {
  Type *type = x[0]->getType();
  Type *bits = builder.getIntNTy(type->getScalarSizeInBits());
  if (const auto *vector = dyn_cast<FixedVectorType>(type))
    bits = FixedVectorType::get(bits, vector->getNumElements());
  return builder.CreateIsNeg(builder.CreateBitCast(x[0], bits));
}

struct RelationalBuiltin {
  StringLiteral name;
  unsigned operands;
  RelationLowering lower;
};

constexpr RelationalBuiltin relationalBuiltins[] = {
    {"isequal", 2, compare<CmpInst::FCMP_OEQ>},
    {"isnotequal", 2, compare<CmpInst::FCMP_UNE>},
    {"isgreater", 2, compare<CmpInst::FCMP_OGT>},
    {"isgreaterequal", 2, compare<CmpInst::FCMP_OGE>},
    {"isless", 2, compare<CmpInst::FCMP_OLT>},
    {"islessequal", 2, compare<CmpInst::FCMP_OLE>},
    {"islessgreater", 2, compare<CmpInst::FCMP_ONE>},
    {"isordered", 2, compare<CmpInst::FCMP_ORD>},
    {"isunordered", 2, compare<CmpInst::FCMP_UNO>},
    {"isnan", 1, isNan},
    {"isinf", 1, isInfinite},
    {"isfinite", 1, isFinite},
    {"isnormal", 1, isNormal},
    {"signbit", 1, isNegative},
};

const RelationalBuiltin *findRelationalBuiltin(const Function &function) {
  const StringRef name = functionBaseName(function.getName());
  const auto *found = find_if(relationalBuiltins, [&](const RelationalBuiltin &one) { return one.name == name; });
  if (found == std::end(relationalBuiltins) || function.arg_size() != found->operands)
    return nullptr;
  Type *type = function.getArg(0)->getType(), *result = function.getReturnType();
  const auto *vector = dyn_cast<FixedVectorType>(type), *results = dyn_cast<FixedVectorType>(result);
  const bool hasResult = vector ? results && results->getNumElements() == vector->getNumElements() : !results;
  return type->isFPOrFPVectorTy() && result->isIntOrIntVectorTy() && hasResult &&
                 all_of(function.getFunctionType()->params(), [&](Type *one) { return one == type; })
             ? found
             : nullptr;
}

} // namespace

bool isRelationalBuiltin(const Function &function) { return findRelationalBuiltin(function) != nullptr; }

void lowerRelationalBuiltin(CallInst &call) {
  IRBuilder<> builder(&call);
  Value *holds = findRelationalBuiltin(*call.getCalledFunction())->lower(builder, SmallVector<Value *, 2>(call.args()));
  Value *result = call.getType()->isVectorTy() ? builder.CreateSExt(holds, call.getType())
                                               : builder.CreateZExt(holds, call.getType());
  call.replaceAllUsesWith(result);
  if (isa<Instruction>(result))
    result->takeName(&call);
  call.eraseFromParent();
}

} // namespace weft::compiler
