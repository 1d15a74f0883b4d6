// Stacks for fibers: mapped in slabs of several stacks with guard pages, and reused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/StackPool.h"

#include <algorithm>
#include <limits>
#include <new>
#include <sys/mman.h>

#include "Pages.h"
#include "base/Sanitizers.h"
#include "memory/GuardPageBudget.h"

namespace weft::cpu {

namespace {
/// If a pool needs only a few more stacks, it doubles its number of stacks, but adds at most this many. So it never has
/// many small slabs (mappings of several stacks each). That matters because each slab has one guard page that isn't
/// counted in GuardPageBudget.
constexpr size_t maxSlabGrowth = 64;
} // namespace

StackPool::~StackPool() { releaseAll(); }

bool StackPool::reserve(size_t count, size_t bytes) {
  if (bytes > std::numeric_limits<size_t>::max() / 2)
    return false;
  const size_t rounded = wholePages(std::max(bytes, defaultStackBytes));
  if (rounded > stackBytes_) {
    releaseAll();
    stackBytes_ = rounded;
  }
  if (free_.size() >= count || addSlab(std::max(count - free_.size(), std::min(maxSlabGrowth, free_.size()))))
    return true;
  releaseAll();
  return false;
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
  Slab &slab = slabs_.emplace_back(start, bytes, 0);
  addGuardPages(slab, stacks);
  for (size_t i = 0; i < stacks; ++i)
    free_.push_back({start + (i + 1) * stride, stackBytes_, sanitizer::createFiber()});
  return true;
}

/// Makes the guard pages of a slab of `stacks` stacks. The first stack, at the slab's start, always gets one. If the
/// budget doesn't grant guard pages for all other stacks, the last stacks get them, because they are taken first.
void StackPool::addGuardPages(Slab &slab, size_t stacks) {
  const size_t stride = stackBytes_ + pageBytes;
  // Each mprotect may fail if the process has as many mappings as the system allows (vm.max_map_count). Then the stack
  // has no guard page.
  if (mprotect(slab.start, pageBytes, PROT_NONE) == 0)
    ++guardPages_;
  const size_t granted = GuardPageBudget::take(stacks - 1);
  while (slab.budgeted < granted &&
         mprotect(slab.start + (stacks - 1 - slab.budgeted) * stride, pageBytes, PROT_NONE) == 0)
    ++slab.budgeted;
  GuardPageBudget::give(granted - slab.budgeted);
  guardPages_ += slab.budgeted;
}

void StackPool::releaseAll() {
  for (const Stack &stack : free_)
    sanitizer::destroyFiber(stack.tsan);
  free_.clear();
  for (const Slab &slab : slabs_) {
    munmap(slab.start, slab.bytes);
    GuardPageBudget::give(slab.budgeted); // only after the slab has been unmapped, so that the budget never grants more
                                          // guard pages than there may be
  }
  slabs_.clear();
  stackBytes_ = 0;
  guardPages_ = 0;
}

} // namespace weft::cpu
