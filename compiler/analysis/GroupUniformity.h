// Which addresses, and which ways through a kernel, are the same in all groups of a launch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_GROUP_SAMENESS_H
#define WEFT_COMPILER_ANALYSIS_GROUP_SAMENESS_H

#include "analysis/WorkItemUniformity.h"

namespace llvm {
class Value;
} // namespace llvm

namespace weft::compiler {

/// What a work-item does in one group tells what the one with the same local ids does in another, where that depends on
/// local ids, arguments and sizes alone. The kernel must not change while this is in use.
class GroupUniformity {
public:
  explicit GroupUniformity(llvm::Function &kernel);

  /// Whether it has the same value in each group, each time; an address of local memory, the same place in it.
  bool isSame(const llvm::Value &value) const;
  /// Whether the block is run by the same work-items, as often, in each group.
  bool isRunAlike(const llvm::BasicBlock &block) const { return !differing_.contains(&block); }

private:
  WorkItemUniformity uniformity_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> differing_;
};

} // namespace weft::compiler

#endif
