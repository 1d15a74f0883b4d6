// Collectives of sub-groups on fibers, which bring their values to a meeting.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_FIBER_COLLECTIVES_H
#define WEFT_COMPILER_PASSES_GROUPS_FIBER_COLLECTIVES_H

#include "llvm/IR/IRBuilder.h"

#include "kernel/SubGroupCollectives.h"

namespace weft::compiler {

/// Each collective and each barrier of a sub-group becomes a call of WeftItem::meet, and what a work-item makes of the
/// values that all brought along. Places are numbered so that those within a loop come before those behind it; where a
/// loop has any, there is one at its end as well, so that its trips are not mixed up.
class FiberCollectives {
public:
  /// `kernel` has the parameter `item`.
  FiberCollectives(llvm::Function &kernel, llvm::Value *item);

  /// Replaces all of them, and what asks for the work-item's sub-group and lane.
  void lower();

private:
  void lower(llvm::CallInst &call);
  llvm::Value *meet(llvm::IRBuilder<> &builder, llvm::Value *value);
  llvm::Value *make(llvm::IRBuilder<> &builder, const SubGroupCollective &collective, llvm::CallInst &call);
  llvm::Value *combineLanes(llvm::IRBuilder<> &builder, const SubGroupCollective &collective, llvm::CallInst &call,
                            llvm::Value *meeting);
  llvm::Value *lanesOf(llvm::IRBuilder<> &builder, llvm::Value *meeting);
  llvm::Value *valueOf(llvm::IRBuilder<> &builder, llvm::Value *meeting, llvm::Value *lane, llvm::Type *type);
  llvm::Value *flatId(llvm::IRBuilder<> &builder);
  llvm::Value *laneId(llvm::IRBuilder<> &builder);

  llvm::Function &kernel_;
  llvm::Value *item_;
  unsigned size_;
  uint64_t points_ = 0;
};

} // namespace weft::compiler

#endif
