// What a work-group needs besides local memory, and how that is laid out.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_GROUP_MEMORY_H
#define WEFT_DEVICE_CPU_GROUP_MEMORY_H

#include <cstdint>
#include <limits>

#include "KernelAbi.h"

namespace weft::cpu {

/// So much of its stack a thread of the application may be asked for; threads get from 128 KiB (musl) to 8 MiB.
constexpr uint64_t borrowedStackBytes = uint64_t(64) * 1024;

/// For groups of up to the enqueued local size. Sizes in bytes.
///
/// Scratch has, for each value that generated code keeps, an array with an element per work-item: the array of a value
/// that has `offset` bytes of an item's before it begins at `offset * arrayItems`. Where the lanes of a packet run at
/// once, a row of work-items takes whole packets there, so that the last one has room as well.
struct GroupMemory {
  /// Stands for all that is more: no machine has as much, and a sum of a few doesn't overflow.
  static constexpr uint64_t uncountable = std::numeric_limits<uint64_t>::max() / 4;

  uint64_t items;        ///< work-items, dimension 0 rounded up to whole packets
  uint64_t arrayItems;   ///< elements of an array in scratch: `items` rounded up to WEFT_SCRATCH_ITEMS_MULTIPLE
  uint64_t scratchBytes; ///< WeftGroup::scratch
  /// Stacks beside those of threads: one for each work-item on fibers; on loops one for all, or none where the thread's
  /// own will do.
  uint64_t stacks;
  uint64_t stackBytes; ///< that the kernel's code takes of each

  /// For scratch and stacks together.
  uint64_t bytes() const;
};

/// Whether groups of `kernel` need any of it, of whatever size. To be asked first: most need none, and a small launch
/// has better things to do than products that might overflow.
inline bool needsGroupMemory(const WeftKernelInfo &kernel) {
  return kernel.scratchBytesPerItem != 0 || kernel.stackBytes > borrowedStackBytes ||
         kernel.executor == WEFT_EXECUTOR_FIBERS;
}

/// What `kernel` needs for groups of `localSize` work-items in each of three dimensions, all at least 1.
GroupMemory groupMemory(const WeftKernelInfo &kernel, const uint64_t *localSize);

} // namespace weft::cpu

#endif
