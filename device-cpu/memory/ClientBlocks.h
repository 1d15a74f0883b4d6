// Which memory clients have, and had until lately: for pointers of which a kernel's code doesn't know the object.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_MEMORY_CLIENT_BLOCKS_H
#define WEFT_DEVICE_CPU_MEMORY_CLIENT_BLOCKS_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>

#include "Mutex.h"

namespace weft::cpu {

/// Blocks of allocateForClient, from watchClientMemory on. Those that are given back are kept for a while, so that
/// nobody else gets their addresses. May be told by any thread.
class ClientBlocks {
public:
  /// The process's, or null where nobody watches.
  static ClientBlocks *watched();
  static void watch();

  enum class Found {
    unknown,  ///< memory of the application's, of a thread, or of blocks from before
    block,    ///< so many bytes there belong to one block
    behind,   ///< some bytes there lie behind the end of a block, where nobody's memory is
    released, ///< the block has been given back
  };
  Found find(uint64_t address, uint64_t bytes) const WEFT_EXCLUDES(mutex_);

  void add(void *memory, size_t bytes) WEFT_EXCLUDES(mutex_);
  /// False where the block isn't known: it is the caller's to free.
  bool release(void *memory) WEFT_EXCLUDES(mutex_);

private:
  static constexpr size_t mostReleasedBytes = size_t(64) << 20;
  static constexpr size_t mostReleased = 1024;

  struct Block {
    size_t bytes;
    bool isReleased;
  };

  /// Raised with each change.
  std::atomic<uint64_t> changes_{1};
  mutable Mutex mutex_;
  std::map<uint64_t, Block> blocks_ WEFT_GUARDED_BY(mutex_); ///< by their addresses
  std::deque<uint64_t> released_ WEFT_GUARDED_BY(mutex_);    ///< the oldest first
  size_t releasedBytes_ WEFT_GUARDED_BY(mutex_) = 0;
};

/// Gives a block back at once: freeForClient without ClientBlocks (memory/BufferMemory.cpp).
void returnForClient(void *memory, size_t bytes);

} // namespace weft::cpu

#endif
