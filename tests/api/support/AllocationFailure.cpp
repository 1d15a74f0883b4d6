// Makes a chosen allocation of a call under test fail, or run an action, by the program's own operators new and delete;
// and limits the process's address space.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/AllocationFailure.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <malloc.h>
#include <new>
#include <unistd.h>

namespace {

constexpr size_t never = SIZE_MAX;
thread_local size_t allowed = never; ///< allocations before the one that fails
thread_local bool marked = false, failed = false;
thread_local const std::function<void()> *due = nullptr; ///< runs instead of a failure, if not null
std::atomic<bool> overwrites{false};                     ///< whether released memory is overwritten

void *allocate(size_t size, size_t alignment) {
  if (marked && allowed != never && allowed-- == 0) {
    allowed = never;
    failed = true;
    if (!due)
      return nullptr;
    (*due)();
  }
  size = size == 0 ? 1 : size;
  return alignment <= alignof(std::max_align_t)
             ? std::malloc(size)
             : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

[[maybe_unused]] void giveBack(void *memory) noexcept {
  if (memory && overwrites.load(std::memory_order_relaxed))
    std::memset(memory, 0xA5, malloc_usable_size(memory));
  std::free(memory);
}

[[maybe_unused]] void *allocateOrThrow(size_t size, size_t alignment) {
  if (void *memory = allocate(size, alignment))
    return memory;
  throw std::bad_alloc();
}

} // namespace

// The program replaces the operators, as C++ allows. The operators for arrays and those with a size call these. With
// ThreadSanitizer, no allocation fails, because its library lets no program replace the operators.
#if !__has_feature(thread_sanitizer)
void *operator new(size_t size) { return allocateOrThrow(size, 1); }
void *operator new(size_t size, std::align_val_t alignment) { return allocateOrThrow(size, size_t(alignment)); }
void *operator new(size_t size, const std::nothrow_t &) noexcept { return allocate(size, 1); }
void *operator new(size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  return allocate(size, size_t(alignment));
}
void operator delete(void *memory) noexcept { giveBack(memory); }
void operator delete(void *memory, size_t) noexcept { giveBack(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { giveBack(memory); }
void operator delete(void *memory, size_t, std::align_val_t) noexcept { std::free(memory); }
#endif

namespace weft::test {

AllocationFailure::AllocationFailure(size_t before) {
  allowed = before;
  failed = false;
}
AllocationFailure::~AllocationFailure() { allowed = never; }
bool AllocationFailure::met() const { return failed; }

OverwritesReleased::OverwritesReleased() { overwrites = true; }
OverwritesReleased::~OverwritesReleased() { overwrites = false; }

AllocationAction::AllocationAction(size_t before, std::function<void()> action) : action_(std::move(action)) {
  due = &action_;
  failed = false;
  allowed = before;
}
AllocationAction::~AllocationAction() {
  allowed = never;
  due = nullptr;
}
bool AllocationAction::met() const { return failed; }

CallUnderTest::CallUnderTest() { marked = true; }
CallUnderTest::~CallUnderTest() { marked = false; }

AddressSpaceLimit::AddressSpaceLimit(size_t bytes) {
  getrlimit(RLIMIT_AS, &before_);
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages; // the first value is the size of the address space in pages
  const rlim_t wanted = pages * size_t(sysconf(_SC_PAGESIZE)) + bytes;
  const rlimit now{wanted < before_.rlim_max ? wanted : before_.rlim_max, before_.rlim_max};
  setrlimit(RLIMIT_AS, &now);
}
AddressSpaceLimit::~AddressSpaceLimit() { setrlimit(RLIMIT_AS, &before_); }

} // namespace weft::test
