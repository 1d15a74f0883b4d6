// Reads integers as affine expressions over the ids of work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_ID_EXPRESSIONS_H
#define WEFT_COMPILER_ANALYSIS_ID_EXPRESSIONS_H

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "llvm/IR/IRBuilder.h"

#include "analysis/AffineExpression.h"

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace weft::compiler {

/// Which ids distinguish work-items, and how expressions number the ids.
enum class IdSpace {
  local,         ///< the work-items of a group: local ids, numbered 0 to 2
  global,        ///< the work-items of a launch: global ids, numbered 0 to 2
  groupAndLocal, ///< the work-items of a launch: local ids, numbered 0 to 2, and group ids, numbered 3 to 5
};
constexpr int maxIds = 6;

/// Returns `value`, sign-extended, as an expression over ids. All other symbols of the expression are the same for all
/// work-items that `ids` distinguishes. Adds to `nonWrapping` the expressions on which the result relies. The result is
/// right if each of them is at least 0 and below 2^31 for all work-items, because then no integer with fewer than 64
/// bits wraps.
std::optional<AffineExpression> readOverIds(const llvm::Value &value, IdSpace ids,
                                            std::vector<AffineExpression> &nonWrapping);

/// Computes the factor of an id as an i64 or, for the id -1, the sum of all products without an id. Returns null for 0.
/// `entry` must be at the end of the entry block.
llvm::Value *factorOf(llvm::IRBuilder<> &entry, const AffineExpression &expression, int id);

/// The number of values that the id weft.local.id.N has in each dimension N.
using IdSizes = std::array<uint64_t, 3>;

/// Returns the number of ids in each dimension. In kernels with flattened ids, dimension 0 has all ids of the group.
/// Returns zeros if the local size isn't known.
IdSizes knownIdSizes(const llvm::Function &kernel);

/// Returns `value` as an expression over local ids alone. Returns nothing if an operation that computes it may wrap for
/// some id.
std::optional<AffineExpression> readOverLocalIds(const llvm::Value &value, const IdSizes &sizes);

/// Returns the least and the greatest value of an expression that readOverLocalIds has returned.
std::array<int64_t, 2> rangeOverLocalIds(const AffineExpression &expression, const IdSizes &sizes);

} // namespace weft::compiler

#endif
