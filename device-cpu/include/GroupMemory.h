// The memory that a work-group needs besides local memory, and its layout.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_GROUP_MEMORY_H
#define WEFT_DEVICE_CPU_GROUP_MEMORY_H

#include <cstdint>
#include <limits>

#include "KernelAbi.h"

namespace weft::cpu {

/// The greatest number of bytes that a kernel may take of the stack of an application's thread. Threads have stacks
/// from 128 KiB (musl) to 8 MiB.
constexpr uint64_t borrowedStackBytes = uint64_t(64) * 1024;

/// The memory for groups of up to the enqueued local size. Sizes are in bytes.
///
/// For each value that generated code keeps, scratch has an array with an element per work-item. If the earlier arrays
/// have `offset` bytes per work-item, the array begins at `offset * arrayItems`. Where the lanes of a packet run at
/// once, a row of work-items takes whole packets in the array, so that the last packet has room as well.
struct GroupMemory {
  /// Stands for all larger numbers: no machine has as much memory, and a sum of a few such numbers doesn't overflow.
  static constexpr uint64_t uncountable = std::numeric_limits<uint64_t>::max() / 4;

  uint64_t items;        ///< work-items, dimension 0 rounded up to whole packets
  uint64_t arrayItems;   ///< elements of an array in scratch: `items` rounded up to WEFT_SCRATCH_ITEMS_MULTIPLE
  uint64_t scratchBytes; ///< WeftGroup::scratch
  /// The number of stacks besides the threads' own. The executor "fibers" needs a stack for each work-item. The
  /// executor "loops" needs one stack for all work-items, or none where the thread's own stack is large enough.
  uint64_t stacks;
  uint64_t stackBytes; ///< bytes that the kernel's code takes of each stack

  /// The bytes of scratch and stacks together.
  uint64_t bytes() const;
};

/// Returns whether groups of `kernel`, of whatever size, need scratch or stacks. Callers check this first: most kernels
/// need none, and this saves small launches the products in groupMemory, which check for overflow.
inline bool needsGroupMemory(const WeftKernelInfo &kernel) {
  return kernel.scratchBytesPerItem != 0 || kernel.stackBytes > borrowedStackBytes ||
         kernel.executor == WEFT_EXECUTOR_FIBERS;
}

/// Returns the memory that `kernel` needs for groups of `localSize` work-items in three dimensions, all at least 1.
GroupMemory groupMemory(const WeftKernelInfo &kernel, const uint64_t *localSize);

} // namespace weft::cpu

#endif
