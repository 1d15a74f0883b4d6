// A list of freed memory for objects that are created and freed very often.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_SUPPORT_FREE_LIST_H
#define WEFT_RUNTIME_SUPPORT_FREE_LIST_H

#include <array>
#include <atomic>
#include <cstddef>
#include <new>
#include <utility>

namespace weft {

/// Keeps freed blocks of memory, each as large as a T, for reuse. Each thread has two stacks of blocks (magazines),
/// which it uses without locks and which are freed when it ends. If both stacks of a thread are full, one of them goes
/// to a depot that all threads share; if both are empty, the thread takes a full stack from the depot. So a thread that
/// creates objects gets the memory of objects that another thread has freed (J. Bonwick and J. Adams, Magazines and
/// Vmem, USENIX 2001). The list is for the class's own `operator new` and `delete`.
///
/// glibc's allocator is slower here for two reasons. For each thread and size, it keeps only seven freed blocks without
/// a lock (tcache), and none above 1,032 bytes, while a queue has hundreds of commands. And when a worker frees a block
/// that the application's thread has allocated, both need the same lock.
template <typename T> class FreeList {
public:
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  static constexpr unsigned magazineSize = 0; // no blocks are kept, so that sanitizers see every release of memory
#else
  static constexpr unsigned magazineSize = 64;
#endif
  /// The greatest number of full stacks that the depot keeps.
  static constexpr unsigned depotSize = 64;

  /// Returns a block. Null if neither the thread nor the depot has one.
  static void *take() noexcept {
    if (!list.current.first && !fetch())
      return nullptr;
    Magazine &from = list.current;
    FreeBlock *block = std::exchange(from.first, from.first->next);
    --from.count;
    if (from.count > 1) // if there is only one block, it is reused all the time and is in the cache anyway
      prefetch(from.first);
    return block;
  }

  /// Takes back a block. `memory` came from `::operator new`, on any thread.
  static void give(void *memory) noexcept {
    if (magazineSize == 0 || list.ended)
      return ::operator delete(memory);
    static thread_local const AtThreadEnd freesThem;
    (void)&freesThem;
    if (list.current.count == magazineSize)
      store();
    list.current.push(new (memory) FreeBlock{});
  }

private:
  struct FreeBlock {
    FreeBlock *next = nullptr;
  };

  struct Magazine {
    FreeBlock *first = nullptr;
    unsigned count = 0;

    void push(FreeBlock *block) noexcept {
      block->next = std::exchange(first, block);
      ++count;
    }
    void free() noexcept {
      while (FreeBlock *block = first) {
        first = block->next;
        ::operator delete(block);
      }
      count = 0;
    }
  };

  /// Prefetches the block that will be taken next. If many blocks are in use, they don't stay in the first-level cache.
  /// Not inlined, so that `take`, which every small launch calls, stays short.
  [[gnu::noinline]] static void prefetch(FreeBlock *block) noexcept {
    constexpr size_t lineBytes = 64;
    for (size_t offset = 0; offset < sizeof(T); offset += lineBytes)
      __builtin_prefetch(reinterpret_cast<std::byte *>(block) + offset, /*rw=*/1);
  }

  /// Called if the thread's current stack is empty: replaces it by the thread's other stack if that is full, or else by
  /// a full stack from the depot.
  [[gnu::noinline]] static bool fetch() noexcept {
    std::swap(list.current, list.previous);
    for (std::atomic<FreeBlock *> &slot : depot) {
      if (list.current.first)
        return true;
      if (slot.load(std::memory_order_relaxed))
        if (FreeBlock *first = slot.exchange(nullptr, std::memory_order_acquire))
          list.current = {first, magazineSize};
    }
    return list.current.first;
  }

  /// Called if the thread's current stack is full: replaces it by an empty stack, and gives a full stack to the depot
  /// if the thread has two.
  [[gnu::noinline]] static void store() noexcept {
    std::swap(list.current, list.previous);
    if (list.current.count != magazineSize)
      return;
    for (std::atomic<FreeBlock *> &slot : depot) {
      FreeBlock *empty = nullptr;
      if (!slot.load(std::memory_order_relaxed) &&
          slot.compare_exchange_strong(empty, list.current.first, std::memory_order_release)) {
        list.current = {};
        return;
      }
    }
    list.current.free();
  }

  struct List {
    Magazine current;
    Magazine previous;  ///< full or empty, unless the thread has just emptied the current stack
    bool ended = false; ///< the thread is ending, and its stacks have been freed
  };
  struct AtThreadEnd {
    AtThreadEnd() = default;
    ~AtThreadEnd() {
      list.ended = true;
      list.current.free();
      list.previous.free();
    }
  };

  static inline thread_local constinit List list;
  static inline constinit std::array<std::atomic<FreeBlock *>, depotSize> depot{};
};

} // namespace weft

#endif
