// The memory of one running thread: work-groups need it while they run, and reuse it from group to group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/Arena.h"

#include <algorithm>
#include <limits>
#include <new>

#include "BufferMemory.h"
#include "Pages.h"
#include "Rounding.h"

namespace weft::cpu {

namespace {
constexpr size_t smallestBlock = 64 * 1024;
} // namespace

Arena::~Arena() { release(); }

void *Arena::allocate(size_t bytes, size_t alignment) {
  if (bytes > std::numeric_limits<size_t>::max() / 4)
    return nullptr;
  if (!blocks_.empty()) {
    const Block &last = blocks_.back();
    const size_t offset = roundUp(usedInLastBlock_, alignment); // blocks start at a page
    if (offset <= last.bytes && bytes <= last.bytes - offset) {
      usedInLastBlock_ = offset + bytes;
      return last.start + offset;
    }
  }
  // The new block is at least twice as large as the arena's capacity (up to maxRetainedBytes). So if groups need more
  // and more memory, it soon fits into one block.
  const size_t size = wholePages(std::max({bytes, smallestBlock, std::min(2 * capacity(), maxRetainedBytes)}));
  auto *start = static_cast<std::byte *>(allocateAligned(size, pageBytes));
  if (start == nullptr)
    return nullptr;
  try {
    blocks_.push_back({start, size});
  } catch (const std::bad_alloc &) {
    freeAligned(start, size);
    return nullptr;
  }
  usedInEarlierBlocks_ += usedInLastBlock_;
  usedInLastBlock_ = bytes;
  return start;
}

void Arena::reset() {
  const size_t used = usedInEarlierBlocks_ + usedInLastBlock_;
  const size_t held = capacity();
  usedInLastBlock_ = 0;
  usedInEarlierBlocks_ = 0;
  // If there are several blocks, they are replaced by one block that is large enough for all memory that was used. A
  // block beyond maxRetainedBytes is given back if less than a quarter of it was used.
  if (blocks_.size() > 1 || (held > maxRetainedBytes && used < held / 4))
    release();
  if (blocks_.empty() && used != 0 && allocate(used, pageBytes) != nullptr)
    usedInLastBlock_ = 0;
}

void Arena::trim() {
  if (capacity() > maxRetainedBytes)
    release();
  stacks_.trim();
}

size_t Arena::capacity() const {
  size_t bytes = 0;
  for (const Block &block : blocks_)
    bytes += block.bytes;
  return bytes;
}

void Arena::release() {
  for (const Block &block : blocks_)
    freeAligned(block.start, block.bytes);
  blocks_.clear();
  usedInLastBlock_ = 0;
  usedInEarlierBlocks_ = 0;
}

} // namespace weft::cpu
