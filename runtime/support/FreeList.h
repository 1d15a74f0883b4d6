// Memory of objects that are made and freed all the time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_SUPPORT_FREE_LIST_H
#define WEFT_RUNTIME_SUPPORT_FREE_LIST_H

#include <array>
#include <atomic>
#include <cstddef>
#include <new>
#include <utility>

namespace weft {

/// Pieces of memory, each as large as a T, that have been given back. Each thread has two stacks of its own, so that
/// there is nothing to lock; they are freed with the thread. What it has beyond them goes to a depot for all threads,
/// one full stack at a time, and comes from there. So a thread that makes objects gets the memory of those that another
/// one has freed (J. Bonwick and J. Adams, Magazines and Vmem, USENIX 2001). For the class's own `operator new` and
/// `delete`.
///
/// glibc keeps seven freed pieces of a size at hand for each thread, and none above 1,032 bytes (its tcache). A queue
/// holds hundreds of commands, and a worker that frees what the application's thread allocates shares that thread's
/// lock.
template <typename T> class FreeList {
public:
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  static constexpr unsigned magazineSize = 0; // they watch memory by who frees it
#else
  static constexpr unsigned magazineSize = 64;
#endif
  /// Full stacks that the depot has at most.
  static constexpr unsigned depotSize = 64;

  /// Null where neither the thread nor the depot has a piece.
  static void *take() noexcept {
    if (!list.current.first && !fetch())
      return nullptr;
    Magazine &from = list.current;
    FreeBlock *block = std::exchange(from.first, from.first->next);
    --from.count;
    if (from.count > 1) // a single one is used again and again
      prefetch(from.first);
    return block;
  }

  /// `memory` came from `::operator new`, on whichever thread.
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

  /// For the piece that will be taken next: where many are in use, they don't stay in the first cache. Kept out of
  /// line: the code around it is what a small launch takes.
  [[gnu::noinline]] static void prefetch(FreeBlock *block) noexcept {
    constexpr size_t lineBytes = 64;
    for (size_t offset = 0; offset < sizeof(T); offset += lineBytes)
      __builtin_prefetch(reinterpret_cast<std::byte *>(block) + offset, /*rw=*/1);
  }

  /// Where the current stack is empty: the other one, or a full one of the depot's, takes its place.
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

  /// Where the current stack is full: an empty one takes its place.
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
    Magazine previous;  ///< full or empty, but for a thread that has emptied the current one
    bool ended = false; ///< the thread is about to end
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
