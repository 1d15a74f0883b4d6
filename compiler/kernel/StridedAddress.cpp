// An address as a sum, so that the distance of two can be told.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/StridedAddress.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#include "codegen/CompileBudget.h"

using namespace llvm;

namespace weft::compiler {

namespace {

enum class Extension { none, ofSigned, ofUnsigned };

/// The constant that `value` adds to its first operand in such a way that an extension of the sum is the sum of
/// extensions.
std::optional<int64_t> addedConstant(const Value &value, Extension extension, bool trustsIndices) {
  auto *operation = dyn_cast<BinaryOperator>(&value);
  auto *constant = operation ? dyn_cast<ConstantInt>(operation->getOperand(1)) : nullptr;
  if (!constant || constant->getValue().getSignificantBits() > 32)
    return std::nullopt;
  const bool isOr = operation->getOpcode() == Instruction::Or;
  if (isOr && !cast<PossiblyDisjointInst>(operation)->isDisjoint())
    return std::nullopt;
  if (!isOr && operation->getOpcode() != Instruction::Add)
    return std::nullopt;
  const bool hasFlag =
      isOr || (extension == Extension::ofUnsigned ? operation->hasNoUnsignedWrap() : operation->hasNoSignedWrap());
  if (extension == Extension::ofUnsigned && hasFlag)
    return static_cast<int64_t>(constant->getZExtValue());
  if (extension == Extension::none || hasFlag || (trustsIndices && value.getType()->isIntegerTy(32)))
    return constant->getSExtValue();
  return std::nullopt;
}

} // namespace

StridedAddress::StridedAddress(const Value &pointer, const DataLayout &layout, bool trustsIndices)
    : trustsIndices_(trustsIndices), base_(&pointer) {
  const unsigned addressBits = layout.getIndexTypeSizeInBits(pointer.getType());
  for (unsigned steps = 0; steps < WalkLimits::addressChain; ++steps) {
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
  const Value *value = &index;
  Extension extension = value->getType()->getScalarSizeInBits() < addressBits ? Extension::ofSigned : Extension::none;
  for (unsigned steps = 0; steps < WalkLimits::indexSum; ++steps) {
    auto *constant = dyn_cast<ConstantInt>(value);
    if (constant && constant->getValue().getSignificantBits() <= 64) {
      constant_ += factor * (extension == Extension::ofUnsigned ? static_cast<int64_t>(constant->getZExtValue())
                                                                : constant->getSExtValue());
      return;
    }
    auto *conversion = dyn_cast<CastInst>(value);
    if (extension == Extension::none && conversion && isa<SExtInst, ZExtInst>(conversion)) {
      // Of a number that isn't negative both extensions are the same.
      extension = isa<SExtInst>(conversion) || conversion->hasNonNeg() ? Extension::ofSigned : Extension::ofUnsigned;
      value = conversion->getOperand(0);
    } else if (std::optional<int64_t> added = addedConstant(*value, extension, trustsIndices_)) {
      constant_ += factor * *added;
      value = cast<BinaryOperator>(value)->getOperand(0);
    } else {
      break;
    }
  }
  terms_.push_back({value, extension == Extension::ofUnsigned, factor});
}

std::optional<int64_t> StridedAddress::distanceFrom(const StridedAddress &other) const {
  return base_ == other.base_ && terms_ == other.terms_ ? std::optional(constant_ - other.constant_) : std::nullopt;
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
