// Stacks for fibers: mapped with a guard page each, and reused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/StackPool.h"

#include <algorithm>
#include <limits>
#include <new>
#include <sys/mman.h>

#include "exec/Sanitizers.h"

namespace weft::cpu {

namespace {
constexpr size_t pageBytes = 4096;
/// Stacks are mapped by the slab to save system calls.
constexpr size_t stacksPerSlab = 64;
} // namespace

StackPool::~StackPool() { releaseAll(); }

bool StackPool::reserve(size_t count, size_t bytes) {
  if (bytes > std::numeric_limits<size_t>::max() / 2)
    return false;
  const size_t rounded = (std::max(bytes, defaultStackBytes) + pageBytes - 1) / pageBytes * pageBytes;
  if (rounded > stackBytes_) {
    releaseAll();
    stackBytes_ = rounded;
  }
  while (free_.size() < count)
    if (!addSlab(std::max<size_t>(1, std::min(stacksPerSlab, count - free_.size()))))
      return false;
  return true;
}

Stack StackPool::take() {
  Stack stack = free_.back();
  free_.pop_back();
  sanitizer::prepareStack(stack.bottom(), stack.bytes);
  return stack;
}

void StackPool::trim() {
  if (wantsTrim())
    releaseAll();
}

bool StackPool::addSlab(size_t stacks) {
  const size_t stride = stackBytes_ + pageBytes;
  size_t bytes;
  if (__builtin_mul_overflow(stacks, stride, &bytes))
    return false;
  try {
    slabs_.reserve(slabs_.size() + 1);
    free_.reserve(free_.size() + stacks);
  } catch (const std::bad_alloc &) {
    return false;
  }
  void *mapping =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (mapping == MAP_FAILED)
    return false;
  auto *start = static_cast<std::byte *>(mapping);
  madvise(start, bytes, MADV_NOHUGEPAGE); // a stack uses a page or two: a huge page would waste the rest
  slabs_.push_back({start, bytes});
  for (size_t i = 0; i < stacks; ++i) {
    std::byte *guard = start + i * stride;
    // May fail where the process has too many mappings (vm.max_map_count): that stack has to do without its guard.
    mprotect(guard, pageBytes, PROT_NONE);
    free_.push_back({guard + stride, stackBytes_, sanitizer::createFiber()});
  }
  return true;
}

void StackPool::releaseAll() {
  for (const Stack &stack : free_)
    sanitizer::destroyFiber(stack.tsan);
  free_.clear();
  for (const Slab &slab : slabs_)
    munmap(slab.start, slab.bytes);
  slabs_.clear();
  stackBytes_ = 0;
}

} // namespace weft::cpu
