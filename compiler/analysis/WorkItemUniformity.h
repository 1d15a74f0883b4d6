// Which values are the same for all work-items of a group, or of a packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_WORK_ITEM_UNIFORMITY_H
#define WEFT_COMPILER_ANALYSIS_WORK_ITEM_UNIFORMITY_H

#include <memory>

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace weft::compiler {

/// The work-items that a value is asked to be the same for.
enum class UniformityScope {
  group,
  /// Work-items that follow each other along dimension 0 and differ in no other.
  packet,
  /// Work-items with the same local ids, in all groups of a launch that have the same local size.
  launch,
};

/// The uniformity of a kernel's values over its scope, found by LLVM's analysis of data, control and temporal
/// divergence from these sources: local ids (those of dimension 0 alone within a packet), private memory, atomic and
/// volatile accesses, and calls that may have effects. Over a launch these are the group's id, memory that may be
/// written, and calls that read such. A plain load from an address that all work-items share is uniform over a group:
/// another work-item's write between their loads would be a data race (OpenCL C 3.0, 6.15.12.2). The function must not
/// change while this is in use.
class WorkItemUniformity {
public:
  explicit WorkItemUniformity(llvm::Function &kernel, UniformityScope scope = UniformityScope::group);
  ~WorkItemUniformity();

  /// Whether `instruction` gives all work-items that run it the same value, and also wherever that value is used: a
  /// value that differs from one trip of a divergent loop to the next is not uniform behind the loop.
  bool isUniform(const llvm::Instruction &instruction) const;
  /// The same without regard to uses behind divergent loops.
  bool isUniformWhereMade(const llvm::Instruction &instruction) const;
  /// Whether work-items that come to the end of `block` together may go on to different blocks.
  bool divergesBehind(const llvm::BasicBlock &block) const;

  /// Has LLVM's passes that know divergent branches (StructurizeCFG) see the same sources. Phis that join behind cycles
  /// are those of the function when a pass first asks for its target.
  static void registerTarget(llvm::FunctionAnalysisManager &analyses, UniformityScope scope);

private:
  struct Analyses;
  std::unique_ptr<Analyses> analyses_;
};

/// The blocks that some work-items of the scope may run without the others: those on the ways behind divergent
/// branches, up to where these join.
llvm::SmallPtrSet<const llvm::BasicBlock *, 16> blocksRunApart(llvm::Function &kernel,
                                                               const WorkItemUniformity &uniformity);

} // namespace weft::compiler

#endif
