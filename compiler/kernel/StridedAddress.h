// Describes an address as a sum, so that the distance between two addresses can be computed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_STRIDED_ADDRESS_H
#define WEFT_COMPILER_KERNEL_STRIDED_ADDRESS_H

#include <cstdint>
#include <optional>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BinaryOperator;
class DataLayout;
class GEPOperator;
class Value;
} // namespace llvm

namespace weft::compiler {

/// Describes a pointer as the sum of another pointer, values times constants, and a constant. For a[2 * i + 1], it is
/// the sum of a, i times 8, and 4. The description is true where the kernel accesses memory at the address, because it
/// assumes that the wrap flags of the computation hold.
class StridedAddress {
public:
  /// `assumesNoIndexWrap`: assumes that indices computed with 32 bits don't wrap between two accesses either
  /// (PacketShapes). After a wrap the two addresses would be 4 GiB apart, so they can't both belong to an object below
  /// 4 GiB.
  StridedAddress(const llvm::Value &pointer, const llvm::DataLayout &layout, bool assumesNoIndexWrap);

  /// Returns the distance from `other` in bytes, if the two addresses differ by a constant.
  std::optional<int64_t> distanceFrom(const StridedAddress &other) const;

  /// Returns the number of bytes by which the address changes when `value` grows by one, if it is a constant.
  /// `dependsOn` returns whether another value changes together with `value`.
  std::optional<int64_t> strideIn(const llvm::Value &value,
                                  llvm::function_ref<bool(const llvm::Value &)> dependsOn) const;

private:
  struct Term {
    const llvm::Value *value;
    bool isUnsigned; ///< whether the value is zero-extended, if it is narrower than an address
    int64_t factor;
    bool operator==(const Term &) const = default;
  };
  enum class Extension { none, ofSigned, ofUnsigned };
  void addIndex(const llvm::Value &index, int64_t factor, unsigned addressBits);
  void addExpression(const llvm::Value &value, int64_t factor, Extension extension, unsigned &steps);
  void addTerm(const llvm::Value &value, int64_t factor, Extension extension);
  /// Whether the extended result of `operation` is the result of the operation on the extended operands.
  bool commutesWithExtension(const llvm::BinaryOperator &operation, Extension extension) const;

  bool assumesNoIndexWrap_;
  const llvm::Value *base_;
  llvm::SmallVector<Term, 2> terms_;
  int64_t constant_ = 0;
};

} // namespace weft::compiler

#endif
