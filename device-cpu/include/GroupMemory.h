// Computes the memory that a kernel's work-groups need besides local memory: scratch and stacks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_GROUP_MEMORY_H
#define WEFT_DEVICE_CPU_GROUP_MEMORY_H

#include <cstdint>
#include <limits>

#include "KernelAbi.h"

namespace weft::cpu {

/// If a kernel needs more stack than this, it doesn't run on the stack of the application's thread, but on a stack of
/// Weft. Threads have stacks of 128 KiB (musl) to 8 MiB.
constexpr uint64_t borrowedStackBytes = uint64_t(64) * 1024;

/// The memory that a kernel needs for groups of at most the enqueued local size. Sizes are in bytes.
///
/// For each value that generated code keeps in scratch, there is an array with an element per work-item. An array
/// begins at `offset * arrayItems` if the arrays before it have `offset` bytes per work-item together. In kernels with
/// packets, each row of work-items takes as many elements as whole packets have, so that the lanes of a partial packet
/// have elements, too.
struct GroupMemory {
  /// The value in place of all larger numbers. No machine has so much memory, and a sum of a few such values doesn't
  /// overflow.
  static constexpr uint64_t uncountable = std::numeric_limits<uint64_t>::max() / 4;

  uint64_t items;        ///< work-items, dimension 0 rounded up to whole packets
  uint64_t arrayItems;   ///< elements of an array in scratch: `items` rounded up to WEFT_SCRATCH_ITEMS_MULTIPLE
  uint64_t scratchBytes; ///< WeftGroup::scratch
  /// The number of stacks besides the threads' own. The executor "fibers" needs a stack for each work-item. The
  /// executor "loops" needs one stack for all work-items, or none if the thread's own stack is large enough.
  uint64_t stacks;
  uint64_t stackBytes; ///< bytes that the kernel's code takes of each stack

  /// The bytes of scratch and stacks together.
  uint64_t bytes() const;
};

/// Returns whether groups of `kernel`, of whatever size, need scratch or stacks. Callers check this first, so that
/// small launches of most kernels don't spend time on the overflow-checked products in groupMemory.
inline bool needsGroupMemory(const WeftKernelInfo &kernel) {
  return kernel.scratchBytesPerItem != 0 || kernel.stackBytes > borrowedStackBytes ||
         kernel.executor == WEFT_EXECUTOR_FIBERS;
}

/// Returns the memory that `kernel` needs for groups of `localSize` work-items in three dimensions, all at least 1.
GroupMemory groupMemory(const WeftKernelInfo &kernel, const uint64_t *localSize);

} // namespace weft::cpu

#endif
