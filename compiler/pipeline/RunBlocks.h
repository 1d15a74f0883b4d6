// What a piece of compilation has on the heap, so that it can be given back when the work is left in the middle.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_RUNBLOCKS_H
#define WEFT_COMPILER_PIPELINE_RUNBLOCKS_H

#include <cstddef>
#include <cstdint>

namespace weft::compiler {

/// The blocks of one guarded run that may have to be freed without their owners. The allocation functions of the
/// compiler library tell it of them; in programs that have the compiler without these it stays empty.
///
/// Blocks below `leastBytes` are not recorded: most memory is in larger ones (the slabs of LLVM's and Clang's
/// allocators, tables, texts), most allocations are smaller, and so are the nodes of those trees that LLVM keeps for
/// the whole process and adds to as it goes (the value types of SelectionDAG).
///
/// All runs have one table in the library's own memory: no call takes a lock or memory, so a run can be left within any
/// of them. Where the table is full a block isn't recorded, and is lost if its run is left.
class RunBlocks {
public:
  static constexpr size_t leastBytes = 1024;

  RunBlocks();
  RunBlocks(const RunBlocks &) = delete;
  RunBlocks &operator=(const RunBlocks &) = delete;

  /// From the run's thread, as it has been given the block.
  void add(void *block);

  /// From any thread, during the block's run or after it, before it is freed: it isn't any run's any longer.
  static void remove(const void *block);

  /// Frees them, after the run was left in the middle and its thread has ended. A run that comes to its end doesn't
  /// call it: its blocks belong to whoever has them.
  void giveBack();

private:
  uint64_t run_; ///< a number that no other run of the process has
};

} // namespace weft::compiler

#endif
