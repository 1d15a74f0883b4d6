// Finds conditions on ids that a test of a group's first and last work-item decides for the whole group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_BOUNDS_GUARD_H
#define WEFT_COMPILER_ANALYSIS_BOUNDS_GUARD_H

#include <array>
#include <cstdint>
#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

#include "analysis/WorkItemUniformity.h"

namespace weft::compiler {

/// A value that grows with the ids in one dimension or in several.
struct MonotoneValue {
  /// Local ids of each dimension, as i32.
  using Ids = std::array<llvm::Value *, 3>;
  /// The value of each of the `steps` for one work-item.
  using Values = llvm::SmallDenseMap<const llvm::Value *, llvm::Value *, 8>;
  /// A step that may wrap once between the first and the last work-item of a group. If it does, its value for the last
  /// work-item is less than for the first, and the test of the group then fails.
  struct MayWrap {
    llvm::Instruction *step;
    bool asSigned;
  };

  /// The instructions that compute the value: calls that return ids, and operations on earlier steps, each after its
  /// operands. All other operands are the same for all work-items. The last step is the value itself.
  llvm::SmallVector<llvm::Instruction *, 8> steps;
  std::array<bool, 3> dimensions{}; ///< the dimensions whose ids the value grows with
  llvm::SmallVector<MayWrap, 2> mayWrap;

  const llvm::Instruction &value() const { return *steps.back(); }
  /// Computes the steps for the work-item with the local ids `ids`.
  Values createAt(llvm::IRBuilder<> &builder, const Ids &ids) const;
};

/// A condition that consists of comparisons, joined by "and" or "or". One test for a group decides whether the
/// condition has the wanted value, true or false, for all work-items of the group.
class BoundsGuard {
public:
  /// Reads `condition` as a guard that holds if the condition has the value `wanted`. Returns nothing if the first and
  /// the last work-item of a group don't decide one of its comparisons, or if none of them depends on an id.
  static std::optional<BoundsGuard> read(llvm::Value &condition, bool wanted, const WorkItemUniformity &uniformity);

  struct Comparison {
    llvm::CmpInst::Predicate predicate;
    MonotoneValue left;
    llvm::Value *right;
    /// Whether the comparison depends on local ids alone, so that its result is the same in all groups.
    bool isGroupUniform() const;
  };
  struct Condition {
    llvm::Value *value;
    bool isTrue;                          ///< the value of `value` for all work-items if the test holds
    std::optional<Comparison> comparison; ///< the comparison that holds then; nothing if `value` is uniform
  };
  /// Returns the guard of `conditions`, at least one of which depends on an id.
  static BoundsGuard fromConditions(llvm::SmallVector<Condition, 4> terms);

  /// Returns whether a comparison of the guard depends on the id in `dimension`.
  bool dependsOnDimension(unsigned dimension) const;

  /// Creates an i1: whether the condition has the wanted value for all work-items of the group. The i1 may be poison if
  /// the condition is poison for one of these work-items.
  llvm::Value *createTest(llvm::IRBuilder<> &builder, const MonotoneValue::Ids &lastIds) const;
  /// Creates the same i1 as createTest, for a place at which the kernel wouldn't evaluate every part of the condition.
  /// So a part may be poison there. Each part is frozen: a part that would be poison counts as either true or false.
  llvm::Value *createSpeculativeTest(llvm::IRBuilder<> &builder, const MonotoneValue::Ids &lastIds) const;

  llvm::ArrayRef<Condition> conditions() const { return conditions_; }

  /// Whether `value` is the same value as that of `term`, or a comparison with the same predicate and operands.
  static bool matchesCondition(const llvm::Value &value, const Condition &term);

private:
  BoundsGuard() = default;
  static llvm::Value *createCondition(llvm::IRBuilder<> &builder, const Condition &term,
                                      const MonotoneValue::Ids &lastIds);
  bool collect(llvm::Value &condition, bool wanted, const WorkItemUniformity &uniformity);

  llvm::SmallVector<Condition, 4> conditions_; ///< in the order in which they are evaluated
};

/// The greatest local ids of the kernel's groups, computed at the insertion point of `builder`.
MonotoneValue::Ids lastIdsOf(llvm::Function &kernel, llvm::IRBuilder<> &builder);

} // namespace weft::compiler

#endif
