// Conditions on ids that a group's first or last work-item can answer for all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_GROUP_GUARD_H
#define WEFT_COMPILER_ANALYSIS_GROUP_GUARD_H

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
struct GrowingValue {
  /// Local ids of each dimension, as i32.
  using Ids = std::array<llvm::Value *, 3>;
  /// What a step is for some work-item.
  using Values = llvm::SmallDenseMap<const llvm::Value *, llvm::Value *, 8>;
  /// A step that may wrap once between the first and the last work-item of a group, and then is less for the last.
  struct MayWrap {
    llvm::Instruction *step;
    bool asSigned;
  };

  /// The ids first, then what is computed of them, each behind its operands; all other operands are the same for all
  /// work-items. The last one is the value.
  llvm::SmallVector<llvm::Instruction *, 8> steps;
  std::array<bool, 3> dimensions{}; ///< those whose ids it grows with
  llvm::SmallVector<MayWrap, 2> mayWrap;

  const llvm::Instruction &value() const { return *steps.back(); }
  /// What the steps are for the work-item `ids`.
  Values createAt(llvm::IRBuilder<> &builder, const Ids &ids) const;
};

/// A condition made of comparisons by "and" and "or", and how to ask whether all work-items of a group find it the way
/// that is wanted.
class BoundsGuard {
public:
  /// Nothing where some part of `condition` could differ otherwise than from the first work-item of a group to its
  /// last, or where no part asks for an id.
  static std::optional<BoundsGuard> read(llvm::Value &condition, bool wanted, const WorkItemUniformity &uniformity);

  struct Comparison {
    llvm::CmpInst::Predicate predicate;
    GrowingValue left;
    llvm::Value *right;
    /// Whether local ids alone decide it, in all groups alike.
    bool isSameForAllGroups() const;
  };
  struct Part {
    llvm::Value *value;
    bool isTrue;                          ///< for all work-items where the test holds
    std::optional<Comparison> comparison; ///< that holds then; nothing where all work-items find it alike anyway
  };
  /// The guard of `parts`, at least one of which asks for an id.
  static BoundsGuard ofParts(llvm::SmallVector<Part, 4> parts);

  /// Whether some part asks for the id in `dimension`.
  bool asksFor(unsigned dimension) const;

  /// Whether all work-items of the group find it so. It may be poison where the condition is for one of them.
  llvm::Value *createTest(llvm::IRBuilder<> &builder, const GrowingValue::Ids &lastIds) const;
  /// The same where not every part need be asked: one that would be poison, and then isn't, counts as true or as false.
  llvm::Value *createTestAhead(llvm::IRBuilder<> &builder, const GrowingValue::Ids &lastIds) const;

  llvm::ArrayRef<Part> parts() const { return parts_; }

  /// Whether `value` is the part, or the same comparison of the same values.
  static bool isSame(const llvm::Value &value, const Part &part);

private:
  BoundsGuard() = default;
  static llvm::Value *createPart(llvm::IRBuilder<> &builder, const Part &part, const GrowingValue::Ids &lastIds);
  bool collect(llvm::Value &condition, bool wanted, const WorkItemUniformity &uniformity);

  llvm::SmallVector<Part, 4> parts_; ///< in the order in which they are asked
};

/// The greatest of the kernel's groups, where `builder` is.
GrowingValue::Ids lastIdsOf(llvm::Function &kernel, llvm::IRBuilder<> &builder);

} // namespace weft::compiler

#endif
