// Scratch memory of one running thread: what work-groups need while they run, reused from group to group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_MEMORY_ARENA_H
#define WEFT_DEVICE_CPU_MEMORY_ARENA_H

#include <cstddef>
#include <vector>

#include "memory/StackPool.h"

namespace weft::cpu {

/// A bump allocator whose blocks survive `reset`, so that the steady state allocates nothing; and the fiber stacks of
/// the same thread. Used by one thread at a time. The pool owns as many arenas as threads may run jobs.
class Arena {
public:
  /// What an arena may keep while it is not needed.
  static constexpr size_t keptBytes = size_t(16) << 20;

  Arena() = default;
  ~Arena();
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  /// Memory until the next `reset`; contents undefined. `alignment` is a power of two up to 4096. nullptr where there
  /// is not enough memory.
  void *allocate(size_t bytes, size_t alignment);
  /// Ends the use of everything allocated. A block much larger than what was used since the last time is given back.
  void reset();
  /// Whether `trim` would give something back.
  bool wantsTrim() const { return capacity() > keptBytes || stacks_.wantsTrim(); }
  /// For when the thread leaves the arena: gives back what goes beyond keptBytes.
  void trim();

  /// All the memory held, stacks aside.
  size_t capacity() const;
  StackPool &stacks() { return stacks_; }

private:
  struct Block {
    std::byte *start;
    size_t bytes;
  };
  void release();

  std::vector<Block> blocks_; ///< the last one is being used up
  size_t usedOfLast_ = 0;     ///< bytes of the last block
  size_t usedBefore_ = 0;     ///< bytes of the blocks before
  StackPool stacks_;
};

} // namespace weft::cpu

#endif
