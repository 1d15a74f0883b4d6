// The records of one thread that have not been written to the file yet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_TRACE_TRACE_RING_H
#define WEFT_RUNTIME_TRACE_TRACE_RING_H

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include <sys/types.h>

#include "Trace.h"

namespace weft::trace {

/// One event in the form in which a thread records it. It fills two whole cache lines, so that no two records share a
/// line.
struct alignas(64) Record {
  enum class Kind : uint32_t { command, unsplitCommand, arguments, piece, dependency, wait };
  Kind kind = Kind::command;
  uint32_t type = 0;
  int32_t status = 0;
  uint32_t workDim = 0;
  CommandId id = 0;
  CommandId after = 0; ///< for a dependency: the first command
  Ticks ended = 0;
  struct Rest {
    Ticks queued;
    Ticks submitted;
    Ticks begun;
    const void *code;
    uint64_t bytes;
    /// For a launch: its sizes. For a piece: its begin and its end.
    std::array<uint64_t, 3> size;
    std::array<uint32_t, 3> localSize;
  };
  static constexpr size_t maxArgumentBytes = 88;
  union {
    Rest rest{};
    /// For Kind::arguments: the first `type` bytes of the argument block of the launch whose record comes next.
    std::array<std::byte, maxArgumentBytes> arguments;
  };
};
static_assert(sizeof(Record) == 128);

/// A ring buffer that one thread fills and the recorder's thread (the writer) empties, without a lock. It belongs to a
/// thread until the thread ends. After that, when all of its records have been written, the writer makes it free for
/// another thread.
class Ring {
public:
  /// How many records a ring has. Its memory is half a MiB for each thread that records events.
  static constexpr uint64_t capacity = 4096;

  /// For the thread: returns a free record, or null if the ring is full.
  Record *reserve() noexcept {
    const uint64_t head = head_.load(std::memory_order_relaxed);
    if (head - tailSeen_ >= capacity) {
      tailSeen_ = tail_.load(std::memory_order_acquire);
      if (head - tailSeen_ >= capacity) {
        lost_.fetch_add(1, std::memory_order_relaxed);
        return nullptr;
      }
    }
    return &records_[head % capacity];
  }
  /// For the thread: publishes the reserved record. Returns true if the writer should be woken.
  bool publish() noexcept {
    const uint64_t head = head_.load(std::memory_order_relaxed) + 1;
    head_.store(head, std::memory_order_release);
    return head % (capacity / 4) == 0 && head - tail_.load(std::memory_order_relaxed) >= capacity / 2;
  }

  // The following functions are for the writer.
  uint64_t head() const { return head_.load(std::memory_order_acquire); }
  uint64_t tail() const { return tail_.load(std::memory_order_relaxed); }
  const Record &at(uint64_t number) const { return records_[number % capacity]; }
  void dropUpTo(uint64_t number) { tail_.store(number, std::memory_order_release); }
  uint64_t takeLost() { return lost_.exchange(0, std::memory_order_relaxed); }
  void clear() {
    tail_.store(head(), std::memory_order_relaxed);
    tailSeen_ = head();
    depth.store(0, std::memory_order_relaxed);
    takeLost();
  }

  /// A piece of a command's work that the thread is running at the moment. The writer reads it only if the process is
  /// about to end because of a crash. The thread may change it at the same time, so the writer may see a partial
  /// change.
  struct Open {
    Piece piece;
    Ticks begun = 0;
  };
  static constexpr uint32_t maxDepth = 4;
  std::array<Open, maxDepth> open;
  std::atomic<uint32_t> depth{0};

  std::atomic<pid_t> thread{0};         ///< the thread that the ring belongs to; 0 for none
  std::atomic<bool> threadEnded{false}; ///< the thread has ended
  std::array<char, 16> name{};          ///< the thread's name
  bool isNamed = false;                 ///< used by the writer: the name of the thread's track has been written to the
                                        ///< file

private:
  alignas(64) std::atomic<uint64_t> head_{0};
  uint64_t tailSeen_ = 0;
  std::atomic<uint64_t> lost_{0};
  alignas(64) std::atomic<uint64_t> tail_{0};
  alignas(64) std::array<Record, capacity> records_;
};

} // namespace weft::trace

#endif
