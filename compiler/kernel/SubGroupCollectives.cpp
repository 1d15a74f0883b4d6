// Recognises, by their names, the primitive functions that OpenCL C's builtins for sub-groups call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/SubGroupCollectives.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace weft::compiler {

namespace {

using Kind = SubGroupCollective::Kind;
using Operation = SubGroupCollective::Operation;

/// A function's name is this prefix and the kind. For a kind that combines values, "_" and the operation follow; for
/// each kind except ballot, "_" and the type follow.
constexpr StringLiteral prefix = "__weft_sub_group_";

std::optional<Kind> findKind(StringRef name) {
  return StringSwitch<std::optional<Kind>>(name)
      .Case("ballot", Kind::ballot)
      .Case("broadcast", Kind::broadcast)
      .Case("shuffle", Kind::shuffle)
      .Case("reduce", Kind::reduce)
      .Case("inclusive", Kind::inclusiveScan)
      .Case("exclusive", Kind::exclusiveScan)
      .Case("clustered", Kind::clusteredReduce)
      .Default(std::nullopt);
}

std::optional<Operation> findOperation(StringRef name) {
  return StringSwitch<std::optional<Operation>>(name)
      .Case("add", Operation::add)
      .Case("mul", Operation::mul)
      .Case("min", Operation::min)
      .Case("max", Operation::max)
      .Case("and", Operation::bitAnd)
      .Case("or", Operation::bitOr)
      .Case("xor", Operation::bitXor)
      .Default(std::nullopt);
}

} // namespace

std::optional<SubGroupCollective> findSubGroupCollective(const Function *function) {
  StringRef name = function ? function->getName() : StringRef();
  if (!name.consume_front(prefix))
    return std::nullopt;
  const auto [kindName, rest] = name.split('_');
  std::optional<Kind> kind = findKind(kindName);
  if (!kind)
    return std::nullopt;
  SubGroupCollective collective{*kind};
  if (!collective.isArithmetic())
    return collective;
  const auto [operationName, type] = rest.split('_');
  std::optional<Operation> operation = findOperation(operationName);
  if (!operation)
    return std::nullopt;
  collective.operation = *operation;
  collective.isUnsigned = type.starts_with("u");
  return collective;
}

Constant *SubGroupCollective::identity(Type *type) const {
  const bool isFloat = type->isFPOrFPVectorTy();
  const unsigned bits = type->getScalarSizeInBits();
  switch (operation) {
  case Operation::add:
    return Constant::getNullValue(type);
  case Operation::mul:
    return isFloat ? ConstantFP::get(type, 1.0) : ConstantInt::get(type, 1);
  case Operation::min:
    if (isFloat)
      return ConstantFP::getInfinity(type);
    return ConstantInt::get(type, isUnsigned ? APInt::getMaxValue(bits) : APInt::getSignedMaxValue(bits));
  case Operation::max:
    if (isFloat)
      return ConstantFP::getInfinity(type, /*Negative=*/true);
    return ConstantInt::get(type, isUnsigned ? APInt::getMinValue(bits) : APInt::getSignedMinValue(bits));
  case Operation::bitAnd:
    return Constant::getAllOnesValue(type);
  case Operation::bitOr:
  case Operation::bitXor:
    return Constant::getNullValue(type);
  }
  return nullptr;
}

Value *SubGroupCollective::combine(IRBuilder<> &builder, Value *left, Value *right) const {
  const bool isFloat = left->getType()->isFPOrFPVectorTy();
  const auto minMax = [&](Intrinsic::ID ofFloat, Intrinsic::ID ofUnsigned, Intrinsic::ID ofSigned) {
    return builder.CreateBinaryIntrinsic(isFloat ? ofFloat : isUnsigned ? ofUnsigned : ofSigned, left, right);
  };
  switch (operation) {
  case Operation::add:
    return isFloat ? builder.CreateFAdd(left, right) : builder.CreateAdd(left, right);
  case Operation::mul:
    return isFloat ? builder.CreateFMul(left, right) : builder.CreateMul(left, right);
  case Operation::min:
    return minMax(Intrinsic::minnum, Intrinsic::umin, Intrinsic::smin);
  case Operation::max:
    return minMax(Intrinsic::maxnum, Intrinsic::umax, Intrinsic::smax);
  case Operation::bitAnd:
    return builder.CreateAnd(left, right);
  case Operation::bitOr:
    return builder.CreateOr(left, right);
  case Operation::bitXor:
    return builder.CreateXor(left, right);
  }
  return nullptr;
}

} // namespace weft::compiler
