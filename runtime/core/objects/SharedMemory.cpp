// Memory that the application accesses by its address: shared virtual memory and unified shared memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/SharedMemory.h"

#include <BufferMemory.h>

namespace weft::core {

SharedMemory::~SharedMemory() {
  Lock lock(mutex_);
  for (const auto &[begin, allocation] : allocations_)
    cpu::freeForClient(allocation.begin, allocation.bytes);
}

void *SharedMemory::allocate(SharedAllocation request, size_t alignment) {
  request.begin = static_cast<std::byte *>(cpu::allocateForClient(request.bytes, alignment));
  if (!request.begin)
    return nullptr;
  Lock lock(mutex_);
  try {
    allocations_.emplace(request.begin, request);
  } catch (...) {
    cpu::freeForClient(request.begin, request.bytes);
    throw;
  }
  return request.begin;
}

bool SharedMemory::free(void *memory, bool unified) {
  SharedAllocation allocation;
  {
    Lock lock(mutex_);
    auto found = allocations_.find(static_cast<std::byte *>(memory));
    if (found == allocations_.end() || found->second.isUnified() != unified)
      return false;
    allocation = std::move(found->second);
    allocations_.erase(found);
  }
  cpu::freeForClient(allocation.begin, allocation.bytes);
  return true;
}

std::optional<SharedAllocation> SharedMemory::find(const void *memory, size_t bytes) const {
  const auto *begin = static_cast<const std::byte *>(memory);
  Lock lock(mutex_);
  auto behind = allocations_.upper_bound(begin);
  if (behind == allocations_.begin())
    return std::nullopt;
  const SharedAllocation &allocation = std::prev(behind)->second;
  const auto offset = static_cast<size_t>(begin - allocation.begin);
  if (offset >= allocation.bytes || bytes > allocation.bytes - offset)
    return std::nullopt;
  return allocation;
}

} // namespace weft::core
