// Lowers collectives of sub-groups for fibers: the work-items of a sub-group exchange values by WeftItem::meet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_FIBER_COLLECTIVES_H
#define WEFT_COMPILER_PASSES_GROUPS_FIBER_COLLECTIVES_H

#include "llvm/IR/IRBuilder.h"

#include "kernel/SubGroupCollectives.h"

namespace weft::compiler {

/// Each collective and each barrier of a sub-group becomes a call of WeftItem::meet, which waits for the other
/// work-items of the sub-group and returns the values that they passed. The code after the call computes the
/// collective's result from these values. Each call passes its number, and work-items at a call with a higher number
/// wait until none is at a lower one. So the calls within a loop are numbered before the calls after the loop. A loop
/// that contains a call gets another call at its end: there, work-items wait for the others before the next iteration.
class FiberCollectives {
public:
  /// `item` is the parameter of `kernel` that points to the WeftItem.
  FiberCollectives(llvm::Function &kernel, llvm::Value *item);

  /// Replaces all collectives and sub-group barriers, and all calls that query the work-item's sub-group and lane.
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
