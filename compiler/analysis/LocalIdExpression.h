// Expresses integers as sums of multiples of local ids, for kernels whose local size is known.
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

/// The number of different ids that weft.local.id.N returns, for each dimension N. In kernels with flattened ids,
/// dimension 0 has all ids. Zeros where the local size isn't known.
std::array<uint64_t, 3> knownIdSizes(const llvm::Function &kernel);

/// An integer that is exactly constant + the sum over all dimensions d of factors[d] * local id in dimension d. No step
/// of its computation wraps for any id.
struct LocalIdExpression {
  int64_t constant = 0;
  std::array<int64_t, 3> factors{};

  bool operator==(const LocalIdExpression &) const = default;
  /// Adds `factor` times `other`. Returns false, and changes nothing, where the constant or a factor gets too large.
  bool add(const LocalIdExpression &other, int64_t factor);
  /// The least and the greatest value.
  std::array<int64_t, 2> range(const std::array<uint64_t, 3> &sizes) const;
  /// If this is an offset in memory: whether the `bytes` bytes from there on are disjoint for any two work-items.
  bool isDisjointPerItem(uint64_t bytes, const std::array<uint64_t, 3> &sizes) const;
};

/// Reads `value`, an integer, as a LocalIdExpression. Returns nothing where it isn't one.
std::optional<LocalIdExpression> readLocalIdExpression(const llvm::Value &value, const std::array<uint64_t, 3> &sizes);

/// The offset in bytes that `address` adds to its base.
std::optional<LocalIdExpression> readOffset(const llvm::GEPOperator &address, const std::array<uint64_t, 3> &sizes);

} // namespace weft::compiler

#endif
