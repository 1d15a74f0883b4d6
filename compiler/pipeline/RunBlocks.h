// Records the heap blocks of a guarded run, so that they can be freed if the run is left in the middle.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_RUN_BLOCKS_H
#define WEFT_COMPILER_PIPELINE_RUN_BLOCKS_H

#include <cstddef>
#include <cstdint>

namespace weft::compiler {

/// The heap blocks of one guarded run. If the run is left in the middle, the objects that own the blocks are never
/// destroyed, and the blocks are freed from here. The compiler library's allocation functions record the blocks here.
/// In programs that contain the compiler without these functions, the table stays empty.
///
/// Blocks below `leastBytes` aren't recorded. Most memory is in larger blocks (the slabs of LLVM's and Clang's
/// allocators, tables, texts), but most allocations are smaller. The nodes of trees that LLVM keeps for the whole
/// process, and that a run may extend (the value types of SelectionDAG), are smaller, too; so they are never freed with
/// a run.
///
/// All runs share one table in the library's own memory. No call takes a lock or memory, so a run can be left within
/// any of these calls. If the table is full, a block isn't recorded, and its memory is lost if the run is left.
class RunBlocks {
public:
  static constexpr size_t leastBytes = 1024;

  RunBlocks();
  RunBlocks(const RunBlocks &) = delete;
  RunBlocks &operator=(const RunBlocks &) = delete;

  /// Records a block. The run's thread calls this when it has been given the block.
  void add(void *block);

  /// Removes a block from its run. Any thread may call this, during the run or after it, before the block is freed.
  static void remove(const void *block);

  /// Frees the recorded blocks, after the run was left in the middle and its thread has ended. A run that finishes
  /// doesn't call this: its blocks belong to their owners.
  void giveBack();

private:
  uint64_t run_; ///< a number that no other run of the process has
};

} // namespace weft::compiler

#endif
