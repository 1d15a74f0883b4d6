// What one thread has recorded and nobody has written yet.
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

/// One event as a thread leaves it: two cache lines, so that no two records share one.
struct alignas(64) Record {
  enum class Kind : uint32_t { command, unsplitCommand, arguments, piece, dependency, wait };
  Kind kind = Kind::command;
  uint32_t type = 0;
  int32_t status = 0;
  uint32_t workDim = 0;
  CommandId id = 0;
  CommandId after = 0; ///< of a dependency the first command
  Ticks ended = 0;
  struct Rest {
    Ticks queued;
    Ticks submitted;
    Ticks begun;
    const void *code;
    uint64_t bytes;
    /// Of a launch its sizes; of a piece where it begins and ends.
    std::array<uint64_t, 3> size;
    std::array<uint32_t, 3> localSize;
  };
  static constexpr size_t maxArgumentBytes = 88;
  union {
    Rest rest{};
    /// Of the launch whose record comes next: the beginning of its argument block, `type` bytes of it.
    std::array<std::byte, maxArgumentBytes> arguments;
  };
};
static_assert(sizeof(Record) == 128);

/// A ring that one thread fills and the writer empties, without a lock. It belongs to a thread until that ends; then
/// the writer gives it to another one.
class Ring {
public:
  /// Half a MiB for each thread that has something to tell.
  static constexpr uint64_t capacity = 4096;

  /// Of the thread: a place for a record, or null where the ring is full.
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
  /// True where the writer should come soon.
  bool publish() noexcept {
    const uint64_t head = head_.load(std::memory_order_relaxed) + 1;
    head_.store(head, std::memory_order_release);
    return head % (capacity / 4) == 0 && head - tail_.load(std::memory_order_relaxed) >= capacity / 2;
  }

  // Of the writer.
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

  /// What the thread is in the middle of, for a trace that a crash ends. Read by the writer while the thread may go on,
  /// so it may see halves; it does so only when the process is about to end.
  struct Open {
    Piece piece;
    Ticks begun = 0;
  };
  static constexpr uint32_t maxDepth = 4;
  std::array<Open, maxDepth> open;
  std::atomic<uint32_t> depth{0};

  std::atomic<pid_t> thread{0};         ///< whose it is; 0 for nobody's
  std::atomic<bool> threadEnded{false}; ///< the thread has ended
  std::array<char, 16> name{};          ///< the thread's
  bool isNamed = false;                 ///< of the writer: the track's name is written

private:
  alignas(64) std::atomic<uint64_t> head_{0};
  uint64_t tailSeen_ = 0;
  std::atomic<uint64_t> lost_{0};
  alignas(64) std::atomic<uint64_t> tail_{0};
  alignas(64) std::array<Record, capacity> records_;
};

} // namespace weft::trace

#endif
