// Describes integers of a kernel as sums of ids and other values times factors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/AffineExpression.h"

#include <cstddef>

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

constexpr size_t mostProducts = 16;

/// Products and sums of factors are modulo 2^64, like addresses.
int64_t multiply(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
int64_t addUp(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

bool haveSameSymbols(ArrayRef<AffineExpression::Symbol> left, ArrayRef<AffineExpression::Symbol> right) {
  return left.size() == right.size() && std::is_permutation(left.begin(), left.end(), right.begin());
}

/// Returns the constant by which a product or left shift multiplies its first operand.
std::optional<int64_t> constantFactorOf(const BinaryOperator &operation) {
  const auto *constant = dyn_cast<ConstantInt>(operation.getOperand(1));
  if (!constant || constant->getValue().getSignificantBits() > 64)
    return std::nullopt;
  if (operation.getOpcode() == Instruction::Mul)
    return constant->getSExtValue();
  const unsigned bits = std::min(operation.getType()->getIntegerBitWidth(), 63U);
  if (operation.getOpcode() == Instruction::Shl && constant->getValue().ult(bits))
    return int64_t{1} << constant->getZExtValue();
  return std::nullopt;
}

} // namespace

void AffineExpression::add(ArrayRef<Symbol> symbols, int64_t factor) {
  auto *known = find_if(products_, [&](const Product &one) { return haveSameSymbols(one.symbols, symbols); });
  if (known == products_.end()) {
    if (factor != 0)
      products_.push_back({SmallVector<Symbol, 2>(symbols), factor});
    return;
  }
  known->factor = addUp(known->factor, factor);
  if (known->factor == 0)
    products_.erase(known);
}

void AffineExpression::add(const AffineExpression &other, int64_t factor) {
  constant_ = addUp(constant_, multiply(other.constant_, factor));
  for (const Product &product : SmallVector<Product, 2>(other.products_))
    add(product.symbols, multiply(product.factor, factor));
}

std::optional<AffineExpression> AffineExpression::times(const AffineExpression &other) const {
  if (products_.size() * other.products_.size() > mostProducts)
    return std::nullopt;
  AffineExpression result;
  result.add(*this, other.constant_);
  result.add(other, constant_);
  result.constant_ = multiply(constant_, other.constant_);
  for (const Product &left : products_)
    for (const Product &right : other.products_) {
      SmallVector<Symbol, 2> symbols = left.symbols;
      append_range(symbols, right.symbols);
      if (count_if(symbols, [](const Symbol &symbol) { return symbol.id >= 0; }) > 1)
        return std::nullopt;
      result.add(symbols, multiply(left.factor, right.factor));
    }
  return result;
}

std::optional<int64_t> AffineExpression::differenceFrom(const AffineExpression &other) const {
  AffineExpression difference = *this;
  difference.add(other, -1);
  return difference.products_.empty() ? std::optional(difference.constant_) : std::nullopt;
}

int64_t AffineReader::extended(const ConstantInt &constant, Extension extension) const {
  return extension == Extension::ofUnsigned ? static_cast<int64_t>(constant.getZExtValue()) : constant.getSExtValue();
}

std::optional<AffineExpression> AffineReader::read(const Value &value, Extension extension) {
  if (const auto *constant = dyn_cast<ConstantInt>(&value); constant && constant->getBitWidth() <= 64)
    return AffineExpression(extended(*constant, extension));
  if (!value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() > 64)
    return readSymbol(value, extension);
  if (std::optional<AffineExpression> id = readId(value))
    return id;
  const auto *operation = dyn_cast<BinaryOperator>(&value);
  const auto *cast = dyn_cast<CastInst>(&value);
  if ((!operation && !cast) || operationsLeft_ == 0)
    return readSymbol(value, extension);
  --operationsLeft_;
  return cast ? readCast(*cast, extension) : readOperation(*operation, extension);
}

std::optional<AffineExpression> AffineReader::readCast(const CastInst &cast, Extension extension) {
  if (isa<SExtInst>(cast) && extension != Extension::ofUnsigned)
    return read(*cast.getOperand(0), Extension::ofSigned);
  // For a value that isn't negative, sign extension and zero extension are the same.
  if (isa<ZExtInst>(cast))
    return read(*cast.getOperand(0), cast.hasNonNeg() ? Extension::ofSigned : Extension::ofUnsigned);
  return readSymbol(cast, extension);
}

std::optional<AffineExpression> AffineReader::readOperation(const BinaryOperator &operation, Extension extension) {
  const Value *left = operation.getOperand(0), *right = operation.getOperand(1);
  const Extension ofOperands = extensionOfOperands(extension);
  std::optional<AffineExpression> sum;
  const auto addProduct = [&](const Value &value, int64_t factor) {
    const std::optional<AffineExpression> part = sum ? read(value, ofOperands) : std::nullopt;
    if (part)
      sum->add(*part, factor);
    else
      sum.reset();
  };
  bool isComplement = false;
  sum.emplace();
  if (match(&operation, m_Add(m_Value(), m_Value())) || match(&operation, m_DisjointOr(m_Value(), m_Value()))) {
    addProduct(*left, 1);
    addProduct(*right, 1);
  } else if (operation.getOpcode() == Instruction::Sub) {
    addProduct(*left, 1);
    addProduct(*right, -1);
  } else if (match(&operation, m_Not(m_Value(left)))) { // the complement of x is -1 - x
    isComplement = true;
    sum.emplace(-1);
    addProduct(*left, -1);
  } else if (const std::optional<int64_t> factor = constantFactorOf(operation)) {
    addProduct(*left, *factor);
  } else if (operation.getOpcode() == Instruction::Mul && multipliesExpressions()) {
    sum = read(*left, ofOperands);
    const std::optional<AffineExpression> second = sum ? read(*right, ofOperands) : std::nullopt;
    sum = second ? sum->times(*second) : std::nullopt;
  } else {
    return readSymbol(operation, extension);
  }
  if (!sum)
    return std::nullopt;
  const bool isSum = (isComplement && extension == Extension::ofSigned) || isExact(operation, extension, *sum);
  return isSum ? sum : readSymbol(operation, extension);
}

} // namespace weft::compiler
