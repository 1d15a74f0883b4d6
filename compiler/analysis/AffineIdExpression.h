// Expresses integers of a kernel as sums of products of ids and factors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_AFFINE_ID_EXPRESSION_H
#define WEFT_COMPILER_ANALYSIS_AFFINE_ID_EXPRESSION_H

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Which ids distinguish work-items, and how an AffineIdExpression numbers these ids.
enum class IdSpace {
  local,         ///< the work-items of a group: local ids, numbered 0 to 2
  global,        ///< the work-items of a launch: global ids, numbered 0 to 2
  groupAndLocal, ///< the work-items of a launch: local ids, numbered 0 to 2, and group ids, numbered 3 to 5
};
constexpr int maxIds = 6;

/// An integer as a sum of products. The factors of each product are a constant, values that are the same for all
/// work-items of the IdSpace while the kernel runs, and at most one id. The sum is exact, or exact modulo 2^64.
class AffineIdExpression {
public:
  /// Returns `value` as a sum; nothing where it isn't such a sum. Adds to `small` the sums on which the result relies.
  /// The result is right only if each sum in `small` is at least 0 and below 2^31 for all work-items, so that no
  /// integer of fewer than 64 bits wraps.
  static std::optional<AffineIdExpression> of(llvm::Value &value, IdSpace ids, std::vector<AffineIdExpression> &small);

  AffineIdExpression() = default;
  explicit AffineIdExpression(int64_t number) { add(number, {-1, {}}); }
  AffineIdExpression operator+(const AffineIdExpression &other) const;
  std::optional<AffineIdExpression> operator*(const AffineIdExpression &other) const;
  bool operator==(const AffineIdExpression &other) const = default;
  int64_t constant() const;
  /// Whether the two sums are equal except for their constants.
  bool equalsUpToConstant(const AffineIdExpression &other) const;
  /// The factor of this id as an i64, or, for the id -1, the terms without an id. Null for 0. `entry` is the end of the
  /// entry block.
  llvm::Value *factor(llvm::IRBuilder<> &entry, int id) const;

  static AffineIdExpression id(int number);
  static AffineIdExpression value(llvm::Value &value);

private:
  /// An id (-1 for none) and the values that it is multiplied by.
  using Product = std::pair<int, std::vector<llvm::Value *>>;
  void add(int64_t number, const Product &product);

  std::map<Product, int64_t> terms_;
};

} // namespace weft::compiler

#endif
