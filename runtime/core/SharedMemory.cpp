// Shared virtual memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/SharedMemory.h"

#include <BufferMemory.h>

namespace weft::core {

SharedMemory::~SharedMemory() {
  Lock lock(mutex_);
  for (const auto &[memory, bytes] : allocations_)
    cpu::freeAligned(const_cast<std::byte *>(memory), bytes);
}

void *SharedMemory::allocate(size_t bytes, size_t alignment) {
  auto *memory = static_cast<std::byte *>(cpu::allocateAligned(bytes, alignment));
  if (!memory)
    return nullptr;
  Lock lock(mutex_);
  try {
    allocations_.emplace(memory, bytes);
  } catch (...) {
    cpu::freeAligned(memory, bytes);
    throw;
  }
  return memory;
}

bool SharedMemory::free(void *memory) {
  size_t bytes;
  {
    Lock lock(mutex_);
    auto found = allocations_.find(static_cast<std::byte *>(memory));
    if (found == allocations_.end())
      return false;
    bytes = found->second;
    allocations_.erase(found);
  }
  cpu::freeAligned(memory, bytes);
  return true;
}

bool SharedMemory::contains(const void *memory, size_t bytes) const {
  const auto *begin = static_cast<const std::byte *>(memory);
  Lock lock(mutex_);
  auto behind = allocations_.upper_bound(begin);
  if (behind == allocations_.begin())
    return false;
  const auto &[start, size] = *std::prev(behind);
  const auto offset = static_cast<size_t>(begin - start);
  return offset < size && bytes <= size - offset;
}

} // namespace weft::core
