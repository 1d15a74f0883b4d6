// Describes an address as a sum of products with constants, so that the distance between two addresses can be computed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_AFFINE_ADDRESS_H
#define WEFT_COMPILER_ANALYSIS_AFFINE_ADDRESS_H

#include <cstdint>
#include <optional>

#include "llvm/ADT/STLFunctionalExtras.h"

#include "analysis/AffineExpression.h"

namespace llvm {
class DataLayout;
class Value;
} // namespace llvm

namespace weft::compiler {

/// Describes a pointer as the sum of another pointer and an affine expression in bytes. For a[2 * i + 1], this is the
/// sum of a, i times 8, and 4. The description assumes that the wrap flags (nsw, nuw) of the computation hold. They
/// hold if the kernel accesses memory at the address, as the access would otherwise be undefined behaviour.
class AffineAddress {
public:
  /// `assumesNoIndexWrap`: whether to assume that 32-bit indices without wrap flags don't wrap between two accesses
  /// (PacketShapes). After a wrap the two addresses would be 4 GiB apart, so they couldn't both belong to an object
  /// below 4 GiB.
  AffineAddress(const llvm::Value &pointer, const llvm::DataLayout &layout, bool assumesNoIndexWrap);

  /// Returns the distance from `other` in bytes, if the two addresses differ by a constant.
  std::optional<int64_t> distanceFrom(const AffineAddress &other) const;

  /// Returns the number of bytes by which the address changes when `value` grows by one, if that number is a constant.
  /// `dependsOn` returns whether another value changes together with `value`; if the address has such a value, the
  /// number isn't known.
  std::optional<int64_t> strideIn(const llvm::Value &value,
                                  llvm::function_ref<bool(const llvm::Value &)> dependsOn) const;

private:
  const llvm::Value *base_;
  AffineExpression offset_; ///< in bytes
};

} // namespace weft::compiler

#endif
