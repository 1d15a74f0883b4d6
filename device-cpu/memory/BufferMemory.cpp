// Memory for buffers: aligned, and with huge pages where they pay.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BufferMemory.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <sys/mman.h>

#include "Pages.h"
#include "Rounding.h"
#include "memory/ClientBlocks.h"

namespace weft::cpu {

namespace {

constexpr size_t hugePageBytes = size_t(2) << 20;
/// A block of at least this size gets a mapping of its own, with huge pages. For smaller blocks, the system calls and
/// the memory that is lost by rounding up cost more than huge pages gain.
constexpr size_t minMappedBytes = 2 * hugePageBytes;

/// A block of at most this size is cleared with memset. A larger block comes from calloc, which is faster, because it
/// doesn't clear memory that is new from the system. But calloc has no parameter for the alignment, so more bytes have
/// to be allocated.
constexpr size_t maxMemsetBytes = 65536;

/// Allocates a block with malloc or calloc. The address to free is stored immediately before the block.
void *allocateWithHeader(size_t bytes, size_t alignment, bool zeroed) {
  const size_t headerBytes = alignment + sizeof(void *);
  void *whole = zeroed ? std::calloc(1, bytes + headerBytes) : std::malloc(bytes + headerBytes);
  if (whole == nullptr)
    return nullptr;
  const uintptr_t aligned = roundUp(reinterpret_cast<uintptr_t>(whole) + sizeof(void *), alignment);
  auto *block = reinterpret_cast<void **>(aligned);
  block[-1] = whole;
  return block;
}

/// Maps `bytes` bytes (a multiple of the page size) at an address that is a multiple of the huge page size and of
/// `alignment`.
void *mapAligned(size_t bytes, size_t alignment) {
  const size_t multiple = std::max(alignment, hugePageBytes);
  const size_t reserved = bytes + multiple;
  void *mapping = mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED)
    return nullptr;
  const auto start = reinterpret_cast<uintptr_t>(mapping);
  const uintptr_t aligned = roundUp(start, multiple);
  const size_t before = aligned - start;
  const size_t after = reserved - before - bytes;
  if (before != 0)
    munmap(mapping, before);
  if (after != 0)
    munmap(reinterpret_cast<void *>(aligned + bytes), after);
  auto *memory = reinterpret_cast<void *>(aligned);
  madvise(memory, bytes, MADV_HUGEPAGE); // only advice: if the system refuses it, the memory can be used all the same
  return memory;
}

/// Returns whether `alignment` is a power of two, and the sums of sizes and alignments in this file don't overflow.
bool fitsWithoutOverflow(size_t bytes, size_t alignment) {
  constexpr size_t most = std::numeric_limits<size_t>::max() / 4 - 2 * hugePageBytes;
  return std::has_single_bit(alignment) && bytes <= most && alignment <= most;
}

} // namespace

void *allocateAligned(size_t bytes, size_t alignment) {
  if (!fitsWithoutOverflow(bytes, alignment))
    return nullptr;
  if (bytes >= minMappedBytes)
    return mapAligned(wholePages(bytes), alignment);
  void *memory = nullptr;
  const int code = posix_memalign(&memory, std::max(alignment, sizeof(void *)), bytes == 0 ? 1 : bytes);
  return code == 0 ? memory : nullptr;
}

void *allocateZeroed(size_t bytes, size_t alignment) {
  void *memory = allocateAligned(bytes, alignment);
  if (memory != nullptr && bytes < minMappedBytes) // larger blocks are new memory from the system, which is zero
    std::memset(memory, 0, bytes);
  return memory;
}

size_t trailingSlack(size_t bytes) { return std::clamp<size_t>(roundUp(bytes / 16, 64), 64, size_t(256) << 10); }

static void *allocateClientBlock(size_t bytes, size_t alignment, bool zeroed) {
  if (!fitsWithoutOverflow(bytes, alignment))
    return nullptr;
  const size_t all = bytes + trailingSlack(bytes);
  if (all >= minMappedBytes)
    return allocateAligned(all, alignment);
  if (all <= maxMemsetBytes)
    return zeroed ? allocateZeroed(all, alignment) : allocateAligned(all, alignment);
  return allocateWithHeader(all, std::max(alignment, alignof(void *)), zeroed);
}

void *allocateForClient(size_t bytes, size_t alignment, bool zeroed) {
  void *memory = allocateClientBlock(bytes, alignment, zeroed);
  if (ClientBlocks *tracked = ClientBlocks::tracked(); tracked && memory)
    tracked->add(memory, bytes);
  return memory;
}

void trackClientMemory() { ClientBlocks::startTracking(); }

bool isReleased(const void *address) {
  const ClientBlocks *tracked = ClientBlocks::tracked();
  return tracked && tracked->find(reinterpret_cast<uint64_t>(address), 1) == ClientBlocks::Finding::released;
}

void freeForClient(void *memory, size_t bytes) {
  ClientBlocks *tracked = ClientBlocks::tracked();
  if (!tracked || !memory || !tracked->release(memory))
    freeClientBlockNow(memory, bytes);
}

void freeClientBlockNow(void *memory, size_t bytes) {
  const size_t all = bytes + trailingSlack(bytes);
  if (memory != nullptr && all < minMappedBytes && all > maxMemsetBytes)
    std::free(static_cast<void **>(memory)[-1]);
  else
    freeAligned(memory, all);
}

void freeAligned(void *memory, size_t bytes) {
  if (memory == nullptr)
    return;
  if (bytes >= minMappedBytes)
    munmap(memory, wholePages(bytes));
  else
    std::free(memory);
}

} // namespace weft::cpu
