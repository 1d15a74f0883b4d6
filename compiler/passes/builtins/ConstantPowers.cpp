// Replaces powers whose exponent is a small constant by multiplications.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/LowerBuiltinsPass.h"

#include <cstdlib>
#include <optional>

#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "builtins/archive/MangledName.h"

using namespace llvm;

namespace weft::compiler {

namespace {

constexpr int mostHalves = 16;

/// Returns twice the exponent. Returns nothing if twice the exponent isn't an integer from -16 to 16.
std::optional<int> halvesOf(const Value &exponent) {
  const auto *constant = dyn_cast<Constant>(&exponent);
  const Constant *element = constant && constant->getType()->isVectorTy() ? constant->getSplatValue() : constant;
  if (const auto *integer = dyn_cast_if_present<ConstantInt>(element)) {
    const int64_t whole = integer->getSExtValue();
    return std::abs(whole) <= mostHalves / 2 ? std::optional(static_cast<int>(2 * whole)) : std::nullopt;
  }
  const auto *number = dyn_cast_if_present<ConstantFP>(element);
  if (!number)
    return std::nullopt;
  APFloat halves = number->getValueAPF();
  halves.multiply(APFloat(halves.getSemantics(), 2), APFloat::rmNearestTiesToEven);
  APSInt whole(32, /*isUnsigned=*/false);
  bool isExact = false;
  if (halves.convertToInteger(whole, APFloat::rmTowardZero, &isExact) != APFloat::opOK || !isExact ||
      whole.abs().sgt(mostHalves))
    return std::nullopt;
  return static_cast<int>(whole.getSExtValue());
}

/// Returns `base` to the power of `exponent`, which is positive, as a product.
Value *multiplied(IRBuilder<> &builder, Value *base, unsigned exponent) {
  Value *result = nullptr;
  for (Value *square = base;; square = builder.CreateFMul(square, square)) {
    if (exponent & 1)
      result = result ? builder.CreateFMul(result, square) : square;
    exponent >>= 1;
    if (exponent == 0)
      return result;
  }
}

/// Returns `base` to the power of `halves` / 2. `halves` must not be 0. No intermediate result is further from 1 than
/// the result itself. So the code gives an infinity, zero or subnormal number only if this is the right result.
Value *power(IRBuilder<> &builder, Value *base, int halves) {
  const auto count = static_cast<unsigned>(std::abs(halves));
  const auto reciprocal = [&](Value *of) { return builder.CreateFDiv(ConstantFP::get(of->getType(), 1), of); };
  if (count == 1) {
    Value *root = builder.CreateUnaryIntrinsic(Intrinsic::sqrt, base);
    return halves < 0 ? reciprocal(root) : root;
  }
  if (halves < 0)
    base = reciprocal(base);
  Value *whole = multiplied(builder, base, count / 2);
  return count % 2 == 0 ? whole : builder.CreateFMul(whole, builder.CreateUnaryIntrinsic(Intrinsic::sqrt, base));
}

} // namespace

bool isPower(const Function &function) {
  if (function.arg_size() != 2 || function.getArg(0)->getType() != function.getReturnType())
    return false;
  Type *element = function.getReturnType()->getScalarType();
  return (element->isFloatTy() || element->isDoubleTy()) &&
         StringSwitch<bool>(functionBaseName(function.getName()))
             .Cases({"pow", "powr", "pown", "half_powr", "native_powr"}, true)
             .Default(false);
}

void lowerConstantPower(CallInst &call) {
  const bool isOfPositive = functionBaseName(call.getCalledFunction()->getName()).ends_with("powr");
  const std::optional<int> halves = halvesOf(*call.getArgOperand(1));
  if (!halves || (*halves == 0 && isOfPositive)) // powr of 0 or infinity to the power of 0 is undefined
    return;
  IRBuilder<> builder(&call);
  if (isa<FPMathOperator>(call))
    builder.setFastMathFlags(call.getFastMathFlags());
  Type *type = call.getType();
  Value *base = call.getArgOperand(0);
  Value *result = ConstantFP::get(type, 1);
  if (*halves != 0) {
    // Adding 0 turns -0 into 0. Roots, and functions that are defined for positive bases only, have the same result for
    // -0 as for 0.
    const bool isRoot = *halves % 2 != 0;
    const bool isUnsigned = isRoot || isOfPositive;
    Value *positive = isUnsigned ? builder.CreateFAdd(base, ConstantFP::get(type, 0)) : base;
    result = power(builder, positive, *halves);
    if (isOfPositive)
      result =
          builder.CreateSelect(builder.CreateFCmpOLT(base, ConstantFP::get(type, 0)), ConstantFP::getNaN(type), result);
    else if (isRoot) // the sign is lost: section 7.5.1 has +inf, or 0 for a negative exponent
      result = builder.CreateSelect(builder.CreateFCmpOEQ(base, ConstantFP::getInfinity(type, /*Negative=*/true)),
                                    *halves > 0 ? ConstantFP::getInfinity(type) : ConstantFP::get(type, 0), result);
  }
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

} // namespace weft::compiler
