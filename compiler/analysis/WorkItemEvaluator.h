// Computes the values of integers for one work-item of a group whose size is known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_WORK_ITEM_EVALUATOR_H
#define WEFT_COMPILER_ANALYSIS_WORK_ITEM_EVALUATOR_H

#include <array>
#include <cstdint>
#include <optional>

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class Constant;
class GEPOperator;
class Value;
} // namespace llvm

namespace weft::compiler {

/// Computes one work-item's integers, by any arithmetic, as far as they follow from its local ids and constants. In
/// contrast, readOverLocalIds describes integers of all work-items at once, but only sums of multiples of ids.
class WorkItemEvaluator {
public:
  using Ids = std::array<uint64_t, 3>; ///< the work-item's values of weft.local.id.N

  explicit WorkItemEvaluator(const Ids &ids) : ids_(ids) {}

  /// The value of an integer. Null if it depends on anything but local ids and constants, or is undefined.
  llvm::Constant *valueOf(llvm::Value &value) { return valueOf(value, 0); }
  /// The number of bytes that `address` adds to its base.
  std::optional<int64_t> offsetOf(llvm::GEPOperator &address);

private:
  llvm::Constant *valueOf(llvm::Value &value, unsigned depth);
  llvm::Constant *compute(llvm::Value &value, unsigned depth);

  const Ids ids_;
  llvm::DenseMap<llvm::Value *, llvm::Constant *> known_; ///< null: the value isn't known
};

} // namespace weft::compiler

#endif
