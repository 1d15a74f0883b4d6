// An address as a sum, so that the distance of two can be told.
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

/// A pointer as another one, some values times constants, and a constant: a[2 * i + 1] as a, i times 8, and 4. Holds
/// where somebody accesses memory there: what flags of additions promise is taken for true.
class StridedAddress {
public:
  /// `trustsIndices`: what is computed with 32 bits doesn't wrap between two accesses either (PacketShapes): with
  /// objects below 4 GiB, of two addresses that differ by that much one would not be of the object.
  StridedAddress(const llvm::Value &pointer, const llvm::DataLayout &layout, bool trustsIndices);

  /// In bytes, if the two differ by a constant.
  std::optional<int64_t> distanceFrom(const StridedAddress &other) const;

  /// By how many bytes it changes when `value` grows by one, if that is a constant. `dependsOn` says of other values
  /// whether they change as well.
  std::optional<int64_t> strideIn(const llvm::Value &value,
                                  llvm::function_ref<bool(const llvm::Value &)> dependsOn) const;

private:
  struct Term {
    const llvm::Value *value;
    bool isUnsigned; ///< how it is extended, if it is narrower than an address
    int64_t factor;
    bool operator==(const Term &) const = default;
  };
  enum class Extension { none, ofSigned, ofUnsigned };
  void addIndex(const llvm::Value &index, int64_t factor, unsigned addressBits);
  void addPart(const llvm::Value &value, int64_t factor, Extension extension, unsigned &steps);
  void addTerm(const llvm::Value &value, int64_t factor, Extension extension);
  /// Whether the extended result is that of the extended operands.
  bool isKeptByExtension(const llvm::BinaryOperator &operation, Extension extension) const;

  bool trustsIndices_;
  const llvm::Value *base_;
  llvm::SmallVector<Term, 2> terms_;
  int64_t constant_ = 0;
};

} // namespace weft::compiler

#endif
