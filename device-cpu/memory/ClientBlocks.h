// Records of the memory blocks of the application's buffers: those in use, and those given back lately. With the
// records, checks find out in which block an address lies.
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

/// The blocks that allocateForClient made after trackClientMemory. Blocks that are given back stay allocated for a
/// while, so that no other allocation gets their addresses. Any thread may call the functions.
class ClientBlocks {
public:
  /// Returns the blocks of the process, or null before the first call of trackClientMemory.
  static ClientBlocks *tracked();
  static void startTracking();

  enum class Finding {
    unknown,  ///< other memory of the application, a thread's stack, or a block from before trackClientMemory
    block,    ///< all `bytes` bytes belong to one block
    behind,   ///< some of the bytes lie after the end of a block, in its unused bytes
    released, ///< the block has been given back
  };
  Finding find(uint64_t address, uint64_t bytes) const WEFT_EXCLUDES(mutex_);

  void add(void *memory, size_t bytes) WEFT_EXCLUDES(mutex_);
  /// Returns false if the block isn't known: then the caller has to free it.
  bool release(void *memory) WEFT_EXCLUDES(mutex_);

private:
  static constexpr size_t maxQuarantinedBytes = size_t(64) << 20;
  static constexpr size_t maxQuarantined = 1024;

  struct Block {
    size_t bytes;
    bool isReleased;
  };

  /// The number of changes of the records so far. A thread compares it with an earlier value to know whether the block
  /// that it found last is still valid.
  std::atomic<uint64_t> changes_{1};
  mutable Mutex mutex_;
  std::map<uint64_t, Block> blocks_ WEFT_GUARDED_BY(mutex_); ///< by address
  std::deque<uint64_t> quarantine_ WEFT_GUARDED_BY(mutex_);  ///< the oldest first
  size_t quarantinedBytes_ WEFT_GUARDED_BY(mutex_) = 0;
};

/// Gives a block back at once: freeForClient without ClientBlocks (memory/BufferMemory.cpp).
void freeClientBlockNow(void *memory, size_t bytes);

} // namespace weft::cpu

#endif
