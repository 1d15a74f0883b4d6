// Replaces malloc and its relatives for LLVM, Clang and the C++ library: a failed allocation takes reserve memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LLVM can't continue after an allocation fails, and its work can't be abandoned at an arbitrary point: locks that LLVM
// holds, and static objects that it is constructing, would stay as they are, and the next compilation would wait for
// them for ever. Guarded work is a call of the compiler under a Guard. While it runs, a failed allocation gets a block
// of a reserve instead, and the work ends in good order at its next stage (Guard::memoryFailed). Work that exhausts the
// reserve before that stage is abandoned at once, but never during the construction of a static object. A share of the
// reserve is set aside for constructions of static objects.
//
// The linker redirects all calls of these functions in this library to the __wrap functions (--wrap). The __real
// functions are those of the process. An address shows whether a block is the reserve's or the process's, so
// __wrap_free accepts both.
//
// The larger blocks that guarded work allocates, and its blocks of the reserve, are recorded (RunBlocks). They are
// freed when the work was abandoned.
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <malloc.h>
#include <pthread.h>

#include "Mutex.h"
#include "pipeline/Guard.h"
#include "pipeline/RunBlocks.h"

using weft::Lock;
using weft::Mutex;
using weft::compiler::Guard;
using weft::compiler::RunBlocks;

// The linker option --wrap prescribes these names.
// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming)
extern "C" {
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **block, size_t alignment, size_t size);
int __real___cxa_guard_acquire(int64_t *guard);
void __real___cxa_guard_release(int64_t *guard);
void __real___cxa_guard_abort(int64_t *guard);
int __real_pthread_once(pthread_once_t *control, void (*routine)());
// llvm::ManagedStaticBase::RegisterManagedStatic
void __real__ZNK4llvm17ManagedStaticBase21RegisterManagedStaticEPFPvvEPFvS1_E(const void *object, void *(*make)(),
                                                                              void (*destroy)(void *));
}

namespace {

/// The reserve's size in bytes of address space. Its pages take memory only once they are written.
constexpr size_t reserveBytes = size_t(32) << 20;
/// The bytes of the reserve that only constructions of static objects may use.
constexpr size_t criticalBytes = size_t(2) << 20;
constexpr size_t headerBytes = 64; // keeps blocks aligned to cache lines

/// The reserve memory. It places its blocks one after the other. All its space is free again once no block is in use.
class Reserve {
public:
  /// Returns null if the remaining space is too small.
  void *take(size_t size, size_t alignment, bool critical) {
    const Lock lock(mutex_);
    if (!takeAddressSpace() || size > reserveBytes || alignment > reserveBytes)
      return nullptr;
    const size_t step = std::max(alignment, headerBytes);
    const size_t room = headerBytes + step + size;
    const size_t limit = critical ? reserveBytes : reserveBytes - criticalBytes;
    if (room > limit - std::min(used_, limit))
      return nullptr;
    const auto address = reinterpret_cast<uintptr_t>(begin()) + used_ + headerBytes;
    auto *block = reinterpret_cast<char *>((address + step - 1) / step * step);
    std::memcpy(block - sizeof size, &size, sizeof size);
    used_ += room;
    ++inUse_;
    return block;
  }
  void giveBack() {
    const Lock lock(mutex_);
    if (--inUse_ == 0)
      used_ = 0;
  }
  bool has(const void *block) const {
    const auto *address = static_cast<const char *>(block);
    return begin() && address >= begin() && address < begin() + reserveBytes;
  }
  static size_t sizeOf(const void *block) {
    size_t size;
    std::memcpy(&size, static_cast<const char *>(block) - sizeof size, sizeof size);
    return size;
  }
  /// Maps the reserve; must be called while address space is available. Returns false if no address space is left.
  bool takeAddressSpace() {
    if (begin())
      return true;
    void *made =
        mmap(nullptr, reserveBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (made == MAP_FAILED)
      return false;
    begin_.store(static_cast<char *>(made), std::memory_order_release);
    return true;
  }

private:
  char *begin() const { return begin_.load(std::memory_order_acquire); }

  Mutex mutex_;
  std::atomic<char *> begin_{nullptr}; ///< written under the mutex
  size_t used_ WEFT_GUARDED_BY(mutex_) = 0;
  size_t inUse_ WEFT_GUARDED_BY(mutex_) = 0;
};

constinit Reserve reserve;

/// Maps the reserve when the library is loaded, while the process still has memory.
[[gnu::constructor]] void takeReserve() { reserve.takeAddressSpace(); }

/// Stops glibc from returning freed pages to the system. glibc returns the free memory at a heap's end once it exceeds
/// a threshold, which is 128 KiB at first. Each compilation would then fault in the same pages again. Freeing a mapped
/// block raises the threshold to twice the block's size (mallopt(3), M_MMAP_THRESHOLD), as happens in any program with
/// large arrays.
[[gnu::constructor]] void keepFreedPages() {
  constexpr size_t bytes = size_t(1) << 20;
  void *block = __real_malloc(bytes);
  asm volatile("" : "+r"(block)); // otherwise the compiler would remove the malloc and the free
  __real_free(block);
}

/// Returns the result of an allocation for which the process has no memory: a block of the reserve in guarded work,
/// otherwise null.
void *takeFromReserve(size_t size, size_t alignment) {
  Guard *guard = Guard::current();
  if (!guard)
    return nullptr;
  guard->memoryFailed();
  void *block = reserve.take(size, alignment, guard->isCritical());
  if (block)
    guard->record(block);
  else if (!guard->isCritical())
    guard->leaveForOutOfMemory();
  return block;
}

/// Returns the result of an allocation: `block`, which the process has allocated, or a block of the reserve if `block`
/// is null.
void *given(void *block, size_t size, size_t alignment = alignof(std::max_align_t)) {
  if (!block)
    return takeFromReserve(size, alignment);
  if (size >= RunBlocks::leastBytes)
    if (Guard *guard = Guard::current())
      guard->record(block);
  return block;
}

/// While an object of this class exists, the guarded work of this thread, if any, isn't abandoned
/// (Guard::enterCritical).
class Critical {
public:
  Critical() {
    if (guard_)
      guard_->enterCritical();
  }
  ~Critical() {
    if (guard_)
      guard_->leaveCritical();
  }
  Critical(const Critical &) = delete;
  Critical &operator=(const Critical &) = delete;

private:
  Guard *const guard_ = Guard::current();
};

/// Removes the block from the record of guarded work's blocks (RunBlocks). Must be called before the process frees or
/// moves the block.
void forget(void *block) {
  if (malloc_usable_size(block) >= RunBlocks::leastBytes)
    RunBlocks::remove(block);
}

} // namespace

extern "C" {

void *__wrap_malloc(size_t size) { return given(__real_malloc(size), size); }

void *__wrap_calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    return nullptr;
  void *block = __real_calloc(count, size);
  if (block)
    return given(block, bytes);
  block = takeFromReserve(bytes, alignof(std::max_align_t));
  return block ? std::memset(block, 0, bytes) : nullptr;
}

void __wrap_free(void *block) {
  if (reserve.has(block)) {
    RunBlocks::remove(block);
    reserve.giveBack();
  } else {
    forget(block);
    __real_free(block);
  }
}

void *__wrap_realloc(void *block, size_t size) {
  const bool isReserves = reserve.has(block);
  if (!isReserves && block)
    forget(block);
  void *larger = isReserves ? __real_malloc(size) : __real_realloc(block, size);
  if (larger && !isReserves)
    return given(larger, size);
  if (!larger && size == 0)
    return nullptr;
  // The requested size of a block of the process is unknown here, but its usable size can be read in any case.
  const size_t readable = isReserves ? Reserve::sizeOf(block) : malloc_usable_size(block);
  if (block && !isReserves)
    given(block, readable); // the reallocation failed, so the block is recorded again
  larger = given(larger, size);
  if (!larger)
    return nullptr;
  if (block) {
    std::memcpy(larger, block, std::min(size, readable));
    __wrap_free(block);
  }
  return larger;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return given(__real_aligned_alloc(alignment, size), size, alignment);
}

int __wrap_posix_memalign(void **block, size_t alignment, size_t size) {
  const int failure = __real_posix_memalign(block, alignment, size);
  if (failure != 0 && failure != ENOMEM)
    return failure;
  void *taken = given(failure == 0 ? *block : nullptr, size, alignment);
  if (!taken)
    return ENOMEM;
  *block = taken;
  return 0;
}

int __wrap___cxa_guard_acquire(int64_t *object) {
  const int mine = __real___cxa_guard_acquire(object);
  if (Guard *guard = Guard::current(); guard && mine)
    guard->enterCritical();
  return mine;
}

void __wrap___cxa_guard_release(int64_t *object) {
  if (Guard *guard = Guard::current())
    guard->leaveCritical();
  __real___cxa_guard_release(object);
}

void __wrap___cxa_guard_abort(int64_t *object) {
  if (Guard *guard = Guard::current())
    guard->leaveCritical();
  __real___cxa_guard_abort(object);
}

int __wrap_pthread_once(pthread_once_t *control, void (*routine)()) {
  const Critical critical;
  return __real_pthread_once(control, routine);
}

void __wrap__ZNK4llvm17ManagedStaticBase21RegisterManagedStaticEPFPvvEPFvS1_E(const void *object, void *(*make)(),
                                                                              void (*destroy)(void *)) {
  const Critical critical;
  __real__ZNK4llvm17ManagedStaticBase21RegisterManagedStaticEPFPvvEPFvS1_E(object, make, destroy);
}
}
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
