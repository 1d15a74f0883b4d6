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

/// The number of ids that weft.local.id.N has in each dimension N. In kernels with flattened ids, dimension 0 has all
/// of them. Zeros where the local size isn't known.
std::array<uint64_t, 3> knownIdSizes(const llvm::Function &kernel);

/// The value is exactly constant + sum of factors[d] * local id in dimension d: no step of its computation wraps for
/// any id.
struct LocalIdExpression {
  int64_t constant = 0;
  std::array<int64_t, 3> factors{};

  bool operator==(const LocalIdExpression &) const = default;
  /// Adds `factor` times `other`. Returns false, and changes nothing, where a number gets too large.
  bool add(const LocalIdExpression &other, int64_t factor);
  /// The least and the greatest value.
  std::array<int64_t, 2> range(const std::array<uint64_t, 3> &sizes) const;
  /// Whether the `bytes` bytes that begin at this offset are disjoint for any two work-items.
  bool isDisjointPerItem(uint64_t bytes, const std::array<uint64_t, 3> &sizes) const;
};

/// Reads `value`, an integer, as such an expression. Returns nothing where it isn't one.
std::optional<LocalIdExpression> readLocalIdExpression(const llvm::Value &value, const std::array<uint64_t, 3> &sizes);

/// The offset in bytes that `address` adds to its base.
std::optional<LocalIdExpression> readOffset(const llvm::GEPOperator &address, const std::array<uint64_t, 3> &sizes);

} // namespace weft::compiler

#endif
