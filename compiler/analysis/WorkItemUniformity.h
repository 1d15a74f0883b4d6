// Finds which values are the same for all work-items of a group or a packet, or in all groups of a launch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_WORK_ITEM_UNIFORMITY_H
#define WEFT_COMPILER_ANALYSIS_WORK_ITEM_UNIFORMITY_H

#include <memory>

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PassManager.h"

#include "analysis/PacketMapping.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace weft::compiler {

/// The work-items over which a value may be uniform.
enum class UniformityScope {
  group,
  /// Work-items that follow each other along one dimension (PacketMapping), and have the same ids in the others.
  packet,
  /// Work-items with the same local ids, in all groups of a launch that have the same local size.
  launch,
};

/// The uniformity of a kernel's values over a scope. LLVM's analysis of data, control and temporal divergence computes
/// it from these sources of divergence: local ids (within a packet only those of its dimension), private memory, atomic
/// and volatile accesses, and calls that may have effects. Over a launch, the sources are the group's id, memory that
/// may be written, and calls that read such memory. A plain load from an address that all work-items share is uniform
/// over a group: a write of another work-item between their loads would be a data race (OpenCL C 3.0, 6.15.12.2). The
/// function must not change while this object is in use.
class WorkItemUniformity {
public:
  /// `mapping` says which work-items a packet has; other scopes don't use it.
  explicit WorkItemUniformity(llvm::Function &kernel, UniformityScope scope = UniformityScope::group,
                              PacketMapping mapping = {});
  ~WorkItemUniformity();

  /// Whether `instruction` gives the same value to all work-items that run it, and whether that holds wherever the
  /// value is used. A value that changes from iteration to iteration of a loop is not uniform after the loop if
  /// work-items leave the loop in different iterations.
  bool isUniform(const llvm::Instruction &instruction) const;
  /// Whether `instruction` gives the same value to all work-items that run it. Uses after a loop, where the work-items
  /// may hold values of different iterations, don't count.
  bool isUniformAtDefinition(const llvm::Instruction &instruction) const;
  /// Whether work-items that reach the end of `block` together may go on to different blocks.
  bool hasDivergentTerminator(const llvm::BasicBlock &block) const;

  /// Registers a TargetTransformInfo that reports the same sources of divergence as this class, for LLVM's passes that
  /// need to know divergent branches (StructurizeCFG). Phis at which exits of cycles join are sources, too. These phis
  /// are found when a pass first requests the function's TargetTransformInfo.
  static void registerTarget(llvm::FunctionAnalysisManager &analyses, UniformityScope scope);

private:
  struct Analyses;
  std::unique_ptr<Analyses> analyses_;
};

/// The blocks that some work-items of the scope may run without the others. These are the blocks on the paths from
/// divergent branches to the points where these paths join.
llvm::SmallPtrSet<const llvm::BasicBlock *, 16> divergentBlocks(llvm::Function &kernel,
                                                                const WorkItemUniformity &uniformity);

} // namespace weft::compiler

#endif
