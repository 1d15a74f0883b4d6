// Finds which values and paths of a kernel are the same in all groups of a launch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_GROUP_UNIFORMITY_H
#define WEFT_COMPILER_ANALYSIS_GROUP_UNIFORMITY_H

#include "analysis/WorkItemUniformity.h"

namespace llvm {
class Value;
} // namespace llvm

namespace weft::compiler {

/// Finds what is the same in all groups. If what a work-item does depends on local ids, arguments and sizes alone, the
/// work-items with the same local ids in other groups do the same. The kernel must not change while this object is in
/// use.
class GroupUniformity {
public:
  explicit GroupUniformity(llvm::Function &kernel);

  /// Whether `value` is the same in all groups for work-items with the same local ids, each time that it is computed.
  /// An address of local memory counts as the same in all groups if its offset in the group's local memory is.
  bool isUniform(const llvm::Value &value) const;
  /// Whether the same work-items run `block` in each group, and equally often.
  bool isUniformlyExecuted(const llvm::BasicBlock &block) const { return !divergentBlocks_.contains(&block); }

private:
  WorkItemUniformity uniformity_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> divergentBlocks_;
};

} // namespace weft::compiler

#endif
