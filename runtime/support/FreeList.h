// Memory of objects that are made and freed all the time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_SUPPORT_FREE_LIST_H
#define WEFT_RUNTIME_SUPPORT_FREE_LIST_H

#include <cstddef>
#include <new>

namespace weft {

/// Pieces of memory, each as large as a T, that the calling thread has given back. Each thread has a list of its own,
/// so that there is nothing to lock; it is freed with the thread. For the class's own `operator new` and `delete`.
///
/// glibc keeps seven freed pieces of a size at hand for each thread, and none above 1,032 bytes (its tcache). A queue
/// holds hundreds of commands.
template <typename T> class FreeList {
public:
  /// The pieces that a list has at most.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  static constexpr unsigned most = 0; // they watch memory by who frees it
#else
  static constexpr unsigned most = 128;
#endif

  /// Null where the thread has none.
  static void *take() noexcept {
    Piece *piece = list.first;
    if (piece) {
      list.first = piece->next;
      --list.count;
      if (list.count > 1) // a single one is used again and again
        prefetch(list.first);
    }
    return piece;
  }

  /// `memory` came from `::operator new`, on whichever thread.
  static void give(void *memory) noexcept {
    if (list.count >= most || list.ended)
      return ::operator delete(memory);
    static thread_local const AtThreadEnd freesThem;
    (void)&freesThem;
    list.first = new (memory) Piece{list.first};
    ++list.count;
  }

private:
  struct Piece {
    Piece *next;
  };

  /// For the piece that will be taken next: where many are in use, they don't stay in the first cache. Kept out of
  /// line: the code around it is what a small launch takes.
  [[gnu::noinline]] static void prefetch(Piece *piece) noexcept {
    constexpr size_t lineBytes = 64;
    for (size_t offset = 0; offset < sizeof(T); offset += lineBytes)
      __builtin_prefetch(reinterpret_cast<std::byte *>(piece) + offset, /*rw=*/1);
  }

  struct List {
    Piece *first = nullptr;
    unsigned count = 0;
    bool ended = false; ///< the thread is about to end
  };
  struct AtThreadEnd {
    AtThreadEnd() = default;
    ~AtThreadEnd() {
      list.ended = true;
      while (void *piece = take())
        ::operator delete(piece);
    }
  };

  static inline thread_local constinit List list;
};

} // namespace weft

#endif
