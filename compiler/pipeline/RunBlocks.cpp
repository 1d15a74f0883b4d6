// Records the heap blocks of a guarded run, so that they can be freed if the run is left in the middle.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/RunBlocks.h"

#include <array>
#include <atomic>
#include <cstdlib>

namespace weft::compiler {
namespace {

struct Entry {
  std::atomic<void *> block; ///< null if the entry is free
  std::atomic<uint64_t> run; ///< set after the block; 0 before that, and in free entries
};

/// The table has 1 MiB of address space, and uses memory only for pages that were touched. If blocks are slabs of 4 KiB
/// and more, the table has room for at least 256 MiB of blocks.
constexpr unsigned tableBits = 16;
constinit std::array<Entry, size_t(1) << tableBits> blocksOfRuns;
/// A block may be recorded in any of this many entries, from the entry of its hash on. These entries fill four cache
/// lines.
constexpr size_t window = 16;
constinit std::atomic<uint64_t> lastRun = 0;

/// Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4).
size_t hashOf(const void *block) {
  return (reinterpret_cast<uintptr_t>(block) * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - tableBits);
}

Entry &entryAt(size_t hash, size_t step) { return blocksOfRuns[(hash + step) % blocksOfRuns.size()]; }

} // namespace

RunBlocks::RunBlocks() : run_(++lastRun) {}

void RunBlocks::add(void *block) {
  const size_t hash = hashOf(block);
  for (size_t step = 0; step < window; ++step) {
    Entry &entry = entryAt(hash, step);
    void *none = nullptr;
    if (entry.block.load(std::memory_order_relaxed) == nullptr && entry.block.compare_exchange_strong(none, block)) {
      entry.run = run_;
      return;
    }
  }
}

void RunBlocks::remove(const void *block) {
  const size_t hash = hashOf(block);
  for (size_t step = 0; step < window; ++step) {
    Entry &entry = entryAt(hash, step);
    if (entry.block.load(std::memory_order_relaxed) == block) {
      entry.run = 0;
      entry.block = nullptr;
      return;
    }
  }
}

void RunBlocks::giveBack() {
  for (Entry &entry : blocksOfRuns)
    if (entry.run == run_) {
      entry.run = 0;
      std::free(entry.block.exchange(nullptr));
    }
}

} // namespace weft::compiler
