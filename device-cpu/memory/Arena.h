// The memory of one running thread: work-groups need it while they run, and reuse it from group to group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_MEMORY_ARENA_H
#define WEFT_DEVICE_CPU_MEMORY_ARENA_H

#include <cstddef>
#include <vector>

#include "memory/StackPool.h"

namespace weft::cpu {

/// A bump allocator. `reset` keeps its blocks for the next group, so that after the first groups no memory is allocated
/// any more. It also has the fiber stacks of its thread. One thread uses it at a time. The worker pool owns an arena
/// for each thread that may run jobs.
class Arena {
public:
  /// The greatest number of bytes that the arena keeps while no thread uses it.
  static constexpr size_t maxRetainedBytes = size_t(16) << 20;

  Arena() = default;
  ~Arena();
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  /// Returns memory with undefined contents, which is valid until the next `reset`. `alignment` is a power of two up to
  /// 4096. Returns nullptr if there is not enough memory.
  void *allocate(size_t bytes, size_t alignment);
  /// Makes all memory of the arena free for new allocations; earlier allocations become invalid. If a block is much
  /// larger than the memory that was allocated since the last `reset`, it is given back to the system.
  void reset();
  /// Returns whether `trim` would give memory back.
  bool wantsTrim() const { return capacity() > maxRetainedBytes || stacks_.wantsTrim(); }
  /// Gives back the memory beyond maxRetainedBytes. Called when the thread leaves the arena.
  void trim();

  /// The bytes that the arena holds, without stacks.
  size_t capacity() const;
  StackPool &stacks() { return stacks_; }

private:
  struct Block {
    std::byte *start;
    size_t bytes;
  };
  void release();

  std::vector<Block> blocks_;      ///< allocations come from the last block
  size_t usedInLastBlock_ = 0;     ///< bytes of the last block
  size_t usedInEarlierBlocks_ = 0; ///< bytes of the blocks before
  StackPool stacks_;
};

} // namespace weft::cpu

#endif
