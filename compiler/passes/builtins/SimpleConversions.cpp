// Replaces OpenCL C's explicit conversions by a few instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/LowerBuiltinsPass.h"

#include <optional>

#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "builtins/archive/MangledName.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The properties of a conversion that its name shows.
struct Conversion {
  bool saturates = false;
  bool toSigned = true;
  StringRef mode; ///< rte, rtz, rtp, rtn, or empty
};

/// Parses a name such as "convert_uchar4_sat_rte".
std::optional<Conversion> readConversionName(StringRef name) {
  if (!name.consume_front("convert_"))
    return std::nullopt;
  auto [type, rest] = name.split('_');
  Conversion conversion{.saturates = rest.consume_front("sat"), .toSigned = !type.starts_with("u"), .mode = {}};
  if (conversion.saturates)
    rest.consume_front("_");
  conversion.mode = rest;
  if (!rest.empty() && rest != "rte" && rest != "rtz" && rest != "rtp" && rest != "rtn")
    return std::nullopt;
  return conversion;
}

bool isWide(const Type &type) { return type.isFloatTy() || type.isDoubleTy(); }

/// Whether the floating-point type `from` represents each integer of `bits` bits.
bool representsAllIntegers(const Type &from, unsigned bits) { return bits <= (from.isFloatTy() ? 16U : 32U); }

/// Clamps the value to the range of the integer type `to`, if that range is smaller.
Value *saturate(IRBuilder<> &builder, Value *value, bool isSigned, bool toSigned, Type *to) {
  Type *from = value->getType();
  const unsigned fromBits = from->getScalarSizeInBits(), toBits = to->getScalarSizeInBits();
  const auto number = [&](const APInt &bound) { return ConstantInt::get(from, bound.zextOrTrunc(fromBits)); };
  if (isSigned && !toSigned)
    value = builder.CreateBinaryIntrinsic(Intrinsic::smax, value, Constant::getNullValue(from));
  const unsigned most = toSigned ? toBits - 1 : toBits; // the number of bits of the greatest integer of type `to`
  if (fromBits - (isSigned ? 1 : 0) > most)
    value = builder.CreateBinaryIntrinsic(isSigned ? Intrinsic::smin : Intrinsic::umin, value,
                                          number(APInt::getLowBitsSet(fromBits, most)));
  if (isSigned && toSigned && fromBits > toBits)
    value =
        builder.CreateBinaryIntrinsic(Intrinsic::smax, value, number(APInt::getSignedMinValue(toBits).sext(fromBits)));
  return value;
}

/// Clamps floating-point values to the range of an integer type of `bits` bits, which is signed if `toSigned`. NaN
/// becomes 0.
Value *saturateFloat(IRBuilder<> &builder, Value *value, bool toSigned, unsigned bits) {
  Type *type = value->getType();
  const auto number = [&](const APInt &bound) {
    return ConstantFP::get(type, toSigned ? static_cast<double>(bound.getSExtValue())
                                          : static_cast<double>(bound.getZExtValue()));
  };
  Constant *low = number(toSigned ? APInt::getSignedMinValue(bits) : APInt::getMinValue(bits));
  Constant *high = number(toSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits));
  if (toSigned)
    value = builder.CreateSelect(builder.CreateFCmpORD(value, value), value, Constant::getNullValue(type));
  value = builder.CreateSelect(builder.CreateFCmpOGT(value, low), value, low); // for unsigned types NaN becomes 0
  return builder.CreateSelect(builder.CreateFCmpOLT(value, high), value, high);
}

/// Rounds a floating-point value to an integer value in the rounding mode `mode`. The conversion to an integer type,
/// which follows, rounds towards zero, so for the mode rtz the value stays as it is.
Value *round(IRBuilder<> &builder, Value *value, StringRef mode) {
  if (mode == "rte")
    return builder.CreateUnaryIntrinsic(Intrinsic::rint, value);
  if (mode == "rtp")
    return builder.CreateUnaryIntrinsic(Intrinsic::ceil, value);
  if (mode == "rtn")
    return builder.CreateUnaryIntrinsic(Intrinsic::floor, value);
  return value;
}

Value *convert(IRBuilder<> &builder, Value *from, Type *to, const Conversion &conversion, bool isSigned) {
  if (from->getType()->isIntOrIntVectorTy()) {
    if (!to->isIntOrIntVectorTy())
      return isSigned ? builder.CreateSIToFP(from, to) : builder.CreateUIToFP(from, to);
    if (conversion.saturates)
      from = saturate(builder, from, isSigned, conversion.toSigned, to);
    return builder.CreateIntCast(from, to, isSigned);
  }
  if (!to->isIntOrIntVectorTy())
    return builder.CreateFPCast(from, to);
  from = round(builder, from, conversion.mode);
  if (conversion.saturates)
    from = saturateFloat(builder, from, conversion.toSigned, to->getScalarSizeInBits());
  return conversion.toSigned ? builder.CreateFPToSI(from, to) : builder.CreateFPToUI(from, to);
}

} // namespace

bool isSimpleConversion(const Function &function) {
  const std::optional<Conversion> conversion = readConversionName(functionBaseName(function.getName()));
  if (!conversion || function.arg_size() != 1)
    return false;
  const Type *from = function.getArg(0)->getType()->getScalarType(), *to = function.getReturnType()->getScalarType();
  const bool isNearest = conversion->mode.empty() || conversion->mode == "rte";
  if (from->isIntegerTy())
    return to->isIntegerTy() || (isWide(*to) && isNearest);
  if (!isWide(*from))
    return false;
  if (!to->isIntegerTy())
    return isWide(*to) && (isNearest || !to->isFloatTy() || from->isFloatTy());
  return !conversion->saturates || representsAllIntegers(*from, to->getIntegerBitWidth());
}

void lowerSimpleConversion(CallInst &call, bool isSigned) {
  IRBuilder<> builder(&call);
  const Conversion conversion =
      readConversionName(functionBaseName(call.getCalledFunction()->getName())).value_or(Conversion());
  Value *from = call.getArgOperand(0);
  Value *to = convert(builder, from, call.getType(), conversion, isSigned);
  if (to != from)
    to->takeName(&call);
  call.replaceAllUsesWith(to);
  call.eraseFromParent();
}

} // namespace weft::compiler
