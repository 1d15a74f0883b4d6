// Conditions on ids that a group's first or last work-item can answer for all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_GROUP_GUARD_H
#define WEFT_COMPILER_ANALYSIS_GROUP_GUARD_H

#include <array>
#include <cstdint>
#include <optional>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

#include "analysis/WorkItemUniformity.h"

namespace weft::compiler {

/// A value that grows with the id in one dimension.
struct GrowingValue {
  /// An operation and which of its operands grows; the others are the same for all work-items.
  struct Step {
    llvm::Instruction *operation;
    unsigned operand;
  };
  unsigned dimension = 0;
  llvm::SmallVector<Step, 4> steps; ///< from the id to the value
  bool asSigned = true;             ///< it grows as a signed number,
  bool asUnsigned = true;           ///< or as one without sign, or as both
  /// As a number without sign it grows unless a sum has wrapped; then the last work-item's is less than the first's.
  bool mayWrap = false;

  /// What it is for the work-item `id`, an i32.
  llvm::Value *createAt(llvm::IRBuilder<> &builder, llvm::Value &id) const;
};

/// A condition made of comparisons by "and" and "or", and how to ask whether all work-items of a group find it the way
/// that is wanted.
class GroupGuard {
public:
  /// Nothing where some part of `condition` could differ otherwise than from the first work-item of a dimension to its
  /// last, or where no part asks for an id.
  static std::optional<GroupGuard> read(llvm::Value &condition, bool wanted, const WorkItemUniformity &uniformity);

  /// Whether some part asks for the id in `dimension`.
  bool asksFor(unsigned dimension) const;

  /// The greatest local id of each dimension, as i32.
  using LastIds = std::array<llvm::Value *, 3>;
  /// Whether all work-items of the group find it so. It may be poison where the condition is for one of them.
  llvm::Value *createTest(llvm::IRBuilder<> &builder, const LastIds &lastIds) const;

  struct Comparison {
    llvm::CmpInst::Predicate predicate;
    GrowingValue left;
    llvm::Value *right;
  };
  struct Part {
    llvm::Value *value;
    bool isTrue;                          ///< for all work-items where the test holds
    std::optional<Comparison> comparison; ///< that holds then; nothing where all work-items find it alike anyway
  };
  llvm::ArrayRef<Part> parts() const { return parts_; }

private:
  GroupGuard() = default;
  bool collect(llvm::Value &condition, bool wanted, const WorkItemUniformity &uniformity);

  llvm::SmallVector<Part, 4> parts_; ///< in the order in which they are asked
};

/// Those of the kernel's groups, where `builder` is.
GroupGuard::LastIds lastIdsOf(llvm::Function &kernel, llvm::IRBuilder<> &builder);

} // namespace weft::compiler

#endif
