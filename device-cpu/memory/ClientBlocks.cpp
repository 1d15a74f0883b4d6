// Records of the memory blocks of the application's buffers: those in use, and those given back lately.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/ClientBlocks.h"

#include <atomic>
#include <vector>

#include "BufferMemory.h"

namespace weft::cpu {

namespace {

/// Never reset to null and never destroyed, because the application may give memory back until the process ends.
constinit std::atomic<ClientBlocks *> theBlocks{nullptr};

} // namespace

ClientBlocks *ClientBlocks::tracked() { return theBlocks.load(std::memory_order_acquire); }

void ClientBlocks::startTracking() {
  static ClientBlocks *const blocks = new ClientBlocks;
  theBlocks.store(blocks, std::memory_order_release);
}

ClientBlocks::Finding ClientBlocks::find(uint64_t address, uint64_t bytes) const {
  // The block that this thread's last successful search found. The next search looks there first: a thread usually
  // searches for many addresses in the same block, one after the other.
  struct Last {
    uint64_t changes = 0, begin = 0, bytes = 0;
  };
  static thread_local Last last;
  if (last.changes == changes_.load(std::memory_order_acquire) && bytes <= last.bytes &&
      address - last.begin <= last.bytes - bytes)
    return Finding::block;
  Lock lock(mutex_);
  auto next = blocks_.upper_bound(address);
  if (next == blocks_.begin())
    return Finding::unknown;
  const auto &[begin, block] = *std::prev(next);
  const uint64_t offset = address - begin;
  if (offset >= block.bytes + trailingSlack(block.bytes))
    return Finding::unknown;
  if (block.isReleased)
    return Finding::released;
  if (bytes > block.bytes || offset > block.bytes - bytes)
    return Finding::behind;
  last = {changes_.load(std::memory_order_relaxed), begin, block.bytes};
  return Finding::block;
}

void ClientBlocks::add(void *memory, size_t bytes) {
  Lock lock(mutex_);
  changes_.fetch_add(1, std::memory_order_release);
  blocks_[reinterpret_cast<uint64_t>(memory)] = {bytes, false};
}

bool ClientBlocks::release(void *memory) {
  std::vector<std::pair<void *, size_t>> evicted;
  {
    Lock lock(mutex_);
    const auto known = blocks_.find(reinterpret_cast<uint64_t>(memory));
    if (known == blocks_.end())
      return false;
    known->second.isReleased = true;
    changes_.fetch_add(1, std::memory_order_release);
    quarantine_.push_back(known->first);
    quarantinedBytes_ += known->second.bytes;
    while (quarantinedBytes_ > maxQuarantinedBytes || quarantine_.size() > maxQuarantined) {
      const auto oldest = blocks_.find(quarantine_.front());
      quarantine_.pop_front();
      quarantinedBytes_ -= oldest->second.bytes;
      evicted.emplace_back(reinterpret_cast<void *>(oldest->first),
                           oldest->second.bytes); // NOLINT(performance-no-int-to-ptr)
      blocks_.erase(oldest);
    }
  }
  for (const auto &[block, bytes] : evicted)
    freeClientBlockNow(block, bytes);
  return true;
}

} // namespace weft::cpu
