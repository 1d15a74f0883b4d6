// Describes an address as a sum of products with constants, so that the distance between two addresses can be computed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/AffineAddress.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Operator.h"

#include "codegen/CompileBudget.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Reads the index of an address as an affine expression. The address belongs to an access, so the wrap flags of the
/// index's operations hold: otherwise the access would be undefined behaviour.
class IndexReader : public AffineReader {
public:
  explicit IndexReader(bool assumesNoIndexWrap)
      : AffineReader(SearchLimits::indexSum), assumesNoIndexWrap_(assumesNoIndexWrap) {}

protected:
  std::optional<AffineExpression> readSymbol(const Value &value, Extension extension) override {
    return AffineExpression({.value = &value, .isUnsigned = extension == Extension::ofUnsigned});
  }

  /// If 32-bit indices don't wrap, the addition of a constant of at least 2^31 is a subtraction, so the constant counts
  /// as signed.
  int64_t extended(const ConstantInt &constant, Extension extension) const override {
    return AffineReader::extended(constant, assumesNoIndexWrap_ && constant.getBitWidth() == 32 ? Extension::ofSigned
                                                                                                : extension);
  }

  bool isExact(const BinaryOperator &operation, Extension extension, const AffineExpression &) override {
    if (extension == Extension::none || isa<PossiblyDisjointInst>(operation) ||
        (assumesNoIndexWrap_ && operation.getType()->isIntegerTy(32)))
      return true;
    return extension == Extension::ofUnsigned ? operation.hasNoUnsignedWrap() : operation.hasNoSignedWrap();
  }

private:
  const bool assumesNoIndexWrap_;
};

} // namespace

AffineAddress::AffineAddress(const Value &pointer, const DataLayout &layout, bool assumesNoIndexWrap)
    : base_(&pointer) {
  const unsigned addressBits = layout.getIndexTypeSizeInBits(pointer.getType());
  for (unsigned steps = 0; steps < SearchLimits::addressChain; ++steps) {
    const auto *address = dyn_cast<GEPOperator>(base_);
    if (!address || address->getType()->isVectorTy())
      return;
    for (auto index = gep_type_begin(address), end = gep_type_end(address); index != end; ++index) {
      if (StructType *type = index.getStructTypeOrNull()) {
        const auto member = static_cast<unsigned>(cast<ConstantInt>(index.getOperand())->getZExtValue());
        const uint64_t bytes = layout.getStructLayout(type)->getElementOffset(member).getFixedValue();
        offset_.add(AffineExpression(static_cast<int64_t>(bytes)));
        continue;
      }
      const bool isNarrow = index.getOperand()->getType()->getScalarSizeInBits() < addressBits;
      const std::optional<AffineExpression> elements =
          IndexReader(assumesNoIndexWrap).read(*index.getOperand(), isNarrow ? Extension::ofSigned : Extension::none);
      if (elements) // always: IndexReader refuses no value
        offset_.add(*elements, static_cast<int64_t>(index.getSequentialElementStride(layout).getFixedValue()));
    }
    base_ = address->getPointerOperand();
  }
}

std::optional<int64_t> AffineAddress::distanceFrom(const AffineAddress &other) const {
  return base_ == other.base_ ? offset_.differenceFrom(other.offset_) : std::nullopt;
}

std::optional<int64_t> AffineAddress::strideIn(const Value &value, function_ref<bool(const Value &)> dependsOn) const {
  if (dependsOn(*base_))
    return std::nullopt;
  int64_t stride = 0;
  for (const auto &[symbols, factor] : offset_.products()) // each has one symbol, as IndexReader multiplies none
    if (symbols.front().value == &value)
      stride += factor;
    else if (dependsOn(*symbols.front().value))
      return std::nullopt;
  return stride;
}

} // namespace weft::compiler
