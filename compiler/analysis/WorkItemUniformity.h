// Which values are the same for all work-items of a group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_WORK_ITEM_UNIFORMITY_H
#define WEFT_COMPILER_ANALYSIS_WORK_ITEM_UNIFORMITY_H

#include <memory>

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace weft::compiler {

/// The uniformity of a kernel's values over the work-group, found by LLVM's analysis of data, control and temporal
/// divergence from these sources: local ids, private memory, atomic and volatile accesses, and calls that may have
/// effects. A plain load from an address that all work-items share is uniform: another work-item's write between
/// their loads would be a data race (OpenCL C 3.0, 6.15.12.2).
/// The function must not change while this is in use.
class WorkItemUniformity {
public:
  explicit WorkItemUniformity(llvm::Function &kernel);
  ~WorkItemUniformity();

  /// Whether `instruction` gives all work-items that run it the same value, and also wherever that value is used: a
  /// value that differs from one trip of a divergent loop to the next is not uniform behind the loop.
  bool isUniform(const llvm::Instruction &instruction) const;

private:
  struct Analyses;
  std::unique_ptr<Analyses> analyses_;
};

} // namespace weft::compiler

#endif
