// Lowers math builtins that return a second result through a pointer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/LowerBuiltinsPass.h"

#include <string>

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include "builtins/archive/MangledName.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// A call of a builtin that stores a second result, and the code that computes both results instead of the call.
class PointerCall {
public:
  explicit PointerCall(CallInst &call) : call_(call), builder_(&call) {}

  void lower() {
    Value *result = lowerByName(functionBaseName(call_.getCalledFunction()->getName()));
    call_.replaceAllUsesWith(result);
    call_.eraseFromParent();
  }

private:
  Value *lowerByName(StringRef name) {
    if (name == "sincos")
      return lowerSineAndCosine();
    if (name == "fract")
      return lowerFraction();
    return name == "modf" ? lowerParts() : lowerMantissa();
  }

  Value *x() const { return call_.getArgOperand(0); }
  Type *type() const { return call_.getType(); }

  void storeSecond(Value *second) { builder_.CreateStore(second, call_.getArgOperand(1)); }

  Value *isInfinite() {
    return builder_.CreateFCmpOEQ(builder_.CreateUnaryIntrinsic(Intrinsic::fabs, x()), ConstantFP::getInfinity(type()));
  }

  /// Calls the builtin whose mangled name has this length and name. Passes it the first argument of the replaced call,
  /// and `second` if it isn't null. `moreTypes`: the mangled types after the first one.
  Value *callBuiltin(const char *name, Type *result, Value *second = nullptr, const std::string &moreTypes = "") {
    StringRef types = call_.getCalledFunction()->getName();
    types = types.drop_front(types.find(functionBaseName(types)) + functionBaseName(types).size());
    const std::string mangled = (name + types.take_front(types.find('P'))).str() + moreTypes;
    SmallVector<Value *, 2> arguments = {x()};
    if (second)
      arguments.push_back(second);
    SmallVector<Type *, 2> parameters(map_range(arguments, [](Value *one) { return one->getType(); }));
    FunctionCallee callee =
        call_.getModule()->getOrInsertFunction(mangled, FunctionType::get(result, parameters, false));
    if (auto *function = dyn_cast<Function>(callee.getCallee()); function && function->isDeclaration()) {
      function->setCallingConv(call_.getCallingConv());
      function->setDoesNotAccessMemory();
      function->setDoesNotThrow();
      function->setWillReturn();
    }
    CallInst *made = builder_.CreateCall(callee, arguments);
    made->setCallingConv(call_.getCallingConv());
    if (isa<FPMathOperator>(made))
      made->copyFastMathFlags(&call_);
    return made;
  }

  Value *lowerSineAndCosine() {
    storeSecond(callBuiltin("_Z3cos", type()));
    return callBuiltin("_Z3sin", type());
  }

  /// fract(x) is x - floor(x), but less than 1. For zeros and infinities the result is a zero with x's sign (section
  /// 7.5.1).
  Value *lowerFraction() {
    Value *floor = builder_.CreateUnaryIntrinsic(Intrinsic::floor, x());
    APFloat below(type()->getScalarType()->getFltSemantics(), 1);
    below.next(/*nextDown=*/true);
    Value *largest = ConstantFP::get(type(), below);
    Value *difference = builder_.CreateFSub(x(), floor);
    Value *fraction = builder_.CreateSelect(builder_.CreateFCmpOGT(difference, largest), largest, difference);
    Constant *zero = Constant::getNullValue(type());
    Value *isZero = builder_.CreateOr(builder_.CreateFCmpOEQ(x(), zero), isInfinite());
    storeSecond(floor);
    return builder_.CreateSelect(isZero, builder_.CreateBinaryIntrinsic(Intrinsic::copysign, zero, x()), fraction);
  }

  /// Both results of modf have x's sign. The fraction of an infinity is a zero.
  Value *lowerParts() {
    Value *whole = builder_.CreateUnaryIntrinsic(Intrinsic::trunc, x());
    Value *fraction =
        builder_.CreateSelect(isInfinite(), Constant::getNullValue(type()), builder_.CreateFSub(x(), whole));
    storeSecond(whole);
    return builder_.CreateBinaryIntrinsic(Intrinsic::copysign, fraction, x());
  }

  /// frexp returns x and the exponent 0 for zeros, infinities and NaNs.
  Value *lowerMantissa() {
    const auto *vector = dyn_cast<FixedVectorType>(type());
    Type *exponentType = builder_.getInt32Ty();
    if (vector)
      exponentType = FixedVectorType::get(exponentType, vector->getNumElements());
    const std::string mangledExponent = vector ? "Dv" + std::to_string(vector->getNumElements()) + "_i" : "i";
    Value *exponent = builder_.CreateAdd(callBuiltin("_Z5ilogb", exponentType), ConstantInt::get(exponentType, 1));
    Constant *zero = Constant::getNullValue(type());
    Value *isUnchanged = builder_.CreateOr(builder_.CreateFCmpUEQ(x(), zero), isInfinite()); // zeros, NaNs, infinities
    Constant *none = Constant::getNullValue(exponentType);
    exponent = builder_.CreateSelect(isUnchanged, none, exponent);
    Value *mantissa = callBuiltin("_Z5ldexp", type(), builder_.CreateNeg(exponent), mangledExponent);
    storeSecond(exponent);
    return builder_.CreateSelect(isUnchanged, x(), mantissa);
  }

  CallInst &call_;
  IRBuilder<> builder_;
};

} // namespace

bool returnsThroughPointer(const Function &function) {
  const StringRef name = functionBaseName(function.getName());
  const bool isOfWideFloats = name == "fract" || name == "modf" || name == "frexp";
  if ((!isOfWideFloats && name != "sincos") || function.arg_size() != 2 ||
      !function.getArg(1)->getType()->isPointerTy() || !function.getName().contains('P'))
    return false;
  Type *type = function.getReturnType();
  return type == function.getArg(0)->getType() && type->isFPOrFPVectorTy() &&
         !(isOfWideFloats && type->getScalarType()->isHalfTy());
}

void lowerResultThroughPointer(CallInst &call) { PointerCall(call).lower(); }

} // namespace weft::compiler
