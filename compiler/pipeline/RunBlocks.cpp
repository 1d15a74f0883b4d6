// What a piece of compilation has on the heap, so that it can be given back when the work is left in the middle.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/RunBlocks.h"

#include <array>
#include <atomic>
#include <cstdlib>

namespace weft::compiler {
namespace {

struct Entry {
  std::atomic<void *> block; ///< null: free
  std::atomic<uint64_t> run; ///< set after the block; 0 before, and where the entry is free
};

/// 1 MiB, of which those pages count that were used. With slabs of 4 KiB and more it stands for at least 256 MiB.
constexpr unsigned tableBits = 16;
constinit std::array<Entry, size_t(1) << tableBits> blocksOfRuns;
/// A block is in one of so many entries, from that of its hash on; four cache lines.
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
