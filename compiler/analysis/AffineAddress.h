// Describes an address as an affine expression, so that the distance between two addresses can be computed.
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
/// sum of a, i times 8, and 4. The description is true if the kernel accesses memory at the address, because it assumes
/// that the wrap flags of the computation hold.
class AffineAddress {
public:
  /// `assumesNoIndexWrap`: assumes that indices computed with 32 bits don't wrap between two accesses either
  /// (PacketShapes). After a wrap the two addresses would be 4 GiB apart, so they can't both belong to an object below
  /// 4 GiB.
  AffineAddress(const llvm::Value &pointer, const llvm::DataLayout &layout, bool assumesNoIndexWrap);

  /// Returns the distance from `other` in bytes, if the two addresses differ by a constant.
  std::optional<int64_t> distanceFrom(const AffineAddress &other) const;

  /// Returns the number of bytes by which the address changes when `value` grows by one, if it is a constant.
  /// `dependsOn` returns whether another value changes together with `value`.
  std::optional<int64_t> strideIn(const llvm::Value &value,
                                  llvm::function_ref<bool(const llvm::Value &)> dependsOn) const;

private:
  const llvm::Value *base_;
  AffineExpression offset_; ///< in bytes
};

} // namespace weft::compiler

#endif
