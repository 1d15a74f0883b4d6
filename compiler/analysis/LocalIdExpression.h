// Sums of multiples of local ids, for a local size that is known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_LOCAL_ID_EXPRESSION_H
#define WEFT_COMPILER_ANALYSIS_LOCAL_ID_EXPRESSION_H

#include <array>
#include <cstdint>
#include <optional>

namespace llvm {
class Function;
class GEPOperator;
class Value;
} // namespace llvm

namespace weft::compiler {

/// The sizes of the dimensions that weft.local.id.N runs through: of flattened ids in kernels that have them. Zeros
/// where the local size isn't known.
std::array<uint64_t, 3> knownIdSizes(const llvm::Function &kernel);

/// constant + sum of factors[d] * local id in dimension d, exactly: no step of it wraps for any id.
struct LocalIdExpression {
  int64_t constant = 0;
  std::array<int64_t, 3> factors{};

  bool operator==(const LocalIdExpression &) const = default;
  /// Adds `factor` times `other`; false, and nothing done, where a number gets too large.
  bool add(const LocalIdExpression &other, int64_t factor);
  /// The least and the greatest value.
  std::array<int64_t, 2> range(const std::array<uint64_t, 3> &sizes) const;
  /// Whether `bytes` bytes from there on are different ones for any two work-items.
  bool keepsApart(uint64_t bytes, const std::array<uint64_t, 3> &sizes) const;
};

/// What `value`, an integer, is; nothing for any other expression.
std::optional<LocalIdExpression> readLocalIdExpression(const llvm::Value &value, const std::array<uint64_t, 3> &sizes);

/// The offset in bytes that `address` adds to its base.
std::optional<LocalIdExpression> readOffset(const llvm::GEPOperator &address, const std::array<uint64_t, 3> &sizes);

} // namespace weft::compiler

#endif
