// Memory for buffers: aligned, and with huge pages where they pay.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BufferMemory.h"

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <sys/mman.h>

namespace weft::cpu {

namespace {

constexpr size_t pageBytes = 4096;
constexpr size_t hugePageBytes = size_t(2) << 20;
/// From here on a block is mapped by itself: a huge page's gain outweighs the system calls and the rounding up.
constexpr size_t mappedFrom = 2 * hugePageBytes;

size_t roundUp(size_t bytes, size_t multiple) { return (bytes + multiple - 1) / multiple * multiple; }

/// Maps `bytes` (a multiple of the page) at a multiple of the huge page's size.
void *mapAligned(size_t bytes) {
  const size_t reserved = bytes + hugePageBytes;
  void *mapping = mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED)
    return nullptr;
  const auto start = reinterpret_cast<uintptr_t>(mapping);
  const uintptr_t aligned = roundUp(start, hugePageBytes);
  const size_t before = aligned - start;
  const size_t after = reserved - before - bytes;
  if (before != 0)
    munmap(mapping, before);
  if (after != 0)
    munmap(reinterpret_cast<void *>(aligned + bytes), after);
  auto *memory = reinterpret_cast<void *>(aligned);
  madvise(memory, bytes, MADV_HUGEPAGE); // advice: an old kernel's refusal changes nothing
  return memory;
}

} // namespace

void *allocateAligned(size_t bytes, size_t alignment) {
  if (!std::has_single_bit(alignment) || alignment > pageBytes ||
      bytes > std::numeric_limits<size_t>::max() / 2 - 2 * hugePageBytes)
    return nullptr;
  if (bytes >= mappedFrom)
    return mapAligned(roundUp(bytes, pageBytes));
  const size_t least = alignment < sizeof(void *) ? sizeof(void *) : alignment;
  return std::aligned_alloc(least, roundUp(bytes == 0 ? 1 : bytes, least));
}

void *allocateZeroed(size_t bytes, size_t alignment) {
  void *memory = allocateAligned(bytes, alignment);
  if (memory != nullptr && bytes < mappedFrom) // the others are new from the kernel
    std::memset(memory, 0, bytes);
  return memory;
}

void freeAligned(void *memory, size_t bytes) {
  if (memory == nullptr)
    return;
  if (bytes >= mappedFrom)
    munmap(memory, roundUp(bytes, pageBytes));
  else
    std::free(memory);
}

} // namespace weft::cpu
