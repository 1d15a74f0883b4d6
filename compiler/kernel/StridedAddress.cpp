// Describes an address as a sum, so that the distance between two addresses can be computed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/StridedAddress.h"

#include <algorithm>

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include "codegen/CompileBudget.h"

using namespace llvm;

namespace weft::compiler {

namespace {

int64_t constantOf(const ConstantInt &constant, bool isUnsigned) {
  return isUnsigned ? static_cast<int64_t>(constant.getZExtValue()) : constant.getSExtValue();
}

/// The product and the sum are modulo 2^64, like addresses.
int64_t product(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
int64_t sum(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }

bool isSum(const BinaryOperator &operation) {
  return operation.getOpcode() == Instruction::Add ||
         (operation.getOpcode() == Instruction::Or && cast<PossiblyDisjointInst>(operation).isDisjoint());
}

/// Returns whether `operation` complements its operand: the result is -1 minus the operand.
bool isComplement(const BinaryOperator &operation) {
  return operation.getOpcode() == Instruction::Xor &&
         PatternMatch::match(operation.getOperand(1), PatternMatch::m_AllOnes());
}

/// Returns the constant factor of a product or left shift; nothing for any other operation.
std::optional<int64_t> constantFactor(const BinaryOperator &operation) {
  auto *constant = dyn_cast<ConstantInt>(operation.getOperand(1));
  if (!constant || constant->getValue().getSignificantBits() > 32)
    return std::nullopt;
  if (operation.getOpcode() == Instruction::Mul)
    return constant->getSExtValue();
  if (operation.getOpcode() == Instruction::Shl && constant->getZExtValue() < 31)
    return int64_t{1} << constant->getZExtValue();
  return std::nullopt;
}

} // namespace

StridedAddress::StridedAddress(const Value &pointer, const DataLayout &layout, bool assumesNoIndexWrap)
    : assumesNoIndexWrap_(assumesNoIndexWrap), base_(&pointer) {
  const unsigned addressBits = layout.getIndexTypeSizeInBits(pointer.getType());
  for (unsigned steps = 0; steps < SearchLimits::addressChain; ++steps) {
    auto *address = dyn_cast<GEPOperator>(base_);
    if (!address || address->getType()->isVectorTy())
      return;
    for (auto index = gep_type_begin(address), end = gep_type_end(address); index != end; ++index) {
      if (StructType *type = index.getStructTypeOrNull()) {
        const auto number = static_cast<unsigned>(cast<ConstantInt>(index.getOperand())->getZExtValue());
        constant_ += static_cast<int64_t>(layout.getStructLayout(type)->getElementOffset(number).getFixedValue());
        continue;
      }
      addIndex(*index.getOperand(), static_cast<int64_t>(index.getSequentialElementStride(layout).getFixedValue()),
               addressBits);
    }
    base_ = address->getPointerOperand();
  }
}

void StridedAddress::addIndex(const Value &index, int64_t factor, unsigned addressBits) {
  const Extension extension =
      index.getType()->getScalarSizeInBits() < addressBits ? Extension::ofSigned : Extension::none;
  unsigned steps = SearchLimits::indexSum;
  addExpression(index, factor, extension, steps);
}

bool StridedAddress::commutesWithExtension(const BinaryOperator &operation, Extension extension) const {
  if (extension == Extension::none || isa<PossiblyDisjointInst>(operation) ||
      (assumesNoIndexWrap_ && operation.getType()->isIntegerTy(32)))
    return true;
  return extension == Extension::ofUnsigned ? operation.hasNoUnsignedWrap() : operation.hasNoSignedWrap();
}

void StridedAddress::addExpression(const Value &value, int64_t factor, Extension extension, unsigned &steps) {
  if (auto *constant = dyn_cast<ConstantInt>(&value); constant && constant->getValue().getSignificantBits() <= 64) {
    // If 32-bit indices don't wrap, the addition of a constant of at least 2^31 is a subtraction, so the constant
    // counts as signed.
    const bool isUnsigned =
        extension == Extension::ofUnsigned && !(assumesNoIndexWrap_ && value.getType()->isIntegerTy(32));
    constant_ = sum(constant_, product(factor, constantOf(*constant, isUnsigned)));
    return;
  }
  auto *conversion = dyn_cast<CastInst>(&value);
  auto *operation = dyn_cast<BinaryOperator>(&value);
  if (steps == 0) {
    addTerm(value, factor, extension);
  } else if (--steps; extension == Extension::none && conversion && isa<SExtInst, ZExtInst>(conversion)) {
    // For a value that isn't negative, sign extension and zero extension are the same.
    const bool isSigned = isa<SExtInst>(conversion) || conversion->hasNonNeg();
    addExpression(*conversion->getOperand(0), factor, isSigned ? Extension::ofSigned : Extension::ofUnsigned, steps);
  } else if (operation && isSum(*operation) && commutesWithExtension(*operation, extension)) {
    addExpression(*operation->getOperand(0), factor, extension, steps);
    addExpression(*operation->getOperand(1), factor, extension, steps);
  } else if (operation && operation->getOpcode() == Instruction::Sub && commutesWithExtension(*operation, extension)) {
    addExpression(*operation->getOperand(0), factor, extension, steps);
    addExpression(*operation->getOperand(1), product(factor, -1), extension, steps);
  } else if (operation && isComplement(*operation) &&
             (extension == Extension::ofSigned || commutesWithExtension(*operation, extension))) {
    constant_ = sum(constant_, product(factor, -1));
    addExpression(*operation->getOperand(0), product(factor, -1), extension, steps);
  } else if (const std::optional<int64_t> by = operation ? constantFactor(*operation) : std::nullopt;
             by && commutesWithExtension(*operation, extension)) {
    addExpression(*operation->getOperand(0), product(factor, *by), extension, steps);
  } else {
    addTerm(value, factor, extension);
  }
}

void StridedAddress::addTerm(const Value &value, int64_t factor, Extension extension) {
  const bool isUnsigned = extension == Extension::ofUnsigned;
  auto *known =
      find_if(terms_, [&](const Term &term) { return term.value == &value && term.isUnsigned == isUnsigned; });
  if (known == terms_.end())
    terms_.push_back({&value, isUnsigned, factor});
  else
    known->factor = sum(known->factor, factor);
}

std::optional<int64_t> StridedAddress::distanceFrom(const StridedAddress &other) const {
  const bool isSame = base_ == other.base_ && terms_.size() == other.terms_.size() &&
                      std::is_permutation(terms_.begin(), terms_.end(), other.terms_.begin());
  return isSame ? std::optional(constant_ - other.constant_) : std::nullopt;
}

std::optional<int64_t> StridedAddress::strideIn(const Value &value, function_ref<bool(const Value &)> dependsOn) const {
  if (dependsOn(*base_))
    return std::nullopt;
  int64_t stride = 0;
  for (const Term &term : terms_)
    if (term.value == &value)
      stride += term.factor;
    else if (dependsOn(*term.value))
      return std::nullopt;
  return stride;
}

} // namespace weft::compiler
