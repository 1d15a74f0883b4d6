// The memory in which kernels whose races are checked note who accessed what last.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_CHECK_RACE_SHADOW_H
#define WEFT_DEVICE_CPU_CHECK_RACE_SHADOW_H

#include <atomic>
#include <cstddef>
#include <span>
#include <vector>

#include "CheckAbi.h"
#include "Mutex.h"

namespace weft::cpu {

/// Pages of zeros that take no memory before they are written to. Nothing where they can't be had.
class LazyZeros {
public:
  LazyZeros() = default;
  explicit LazyZeros(size_t bytes);
  LazyZeros(LazyZeros &&other) noexcept;
  LazyZeros &operator=(LazyZeros &&other) noexcept;
  LazyZeros(const LazyZeros &) = delete;
  ~LazyZeros();

  std::byte *data() const { return data_; }
  size_t bytes() const { return bytes_; }

private:
  std::byte *data_ = nullptr;
  size_t bytes_ = 0;
};

/// Three planes of words (WeftShadowPlanes) for some bytes of memory, and for some more in front of them and behind:
/// a kernel that leaves its object a little writes there.
class ShadowPlanes {
public:
  ShadowPlanes() = default;
  ShadowPlanes(size_t bytes, size_t margin, size_t scale);

  /// Whether they were made with these sizes.
  bool have(size_t bytes, size_t margin, size_t scale) const;
  size_t words() const { return 3 * planeBytes_; }
  bool exist() const { return pages_.data() != nullptr; }
  /// Of the byte at `offset`.
  WeftShadowPlanes at(size_t offset) const;

private:
  LazyZeros pages_;
  size_t planeBytes_ = 0, margin_ = 0, scale_ = 1;
};

/// Words that tell of work-items: WeftShadow says what is in them. Global memory's are the launch's, and then another
/// launch's, local memory's the thread's: they are never cleared, because each group begins with a stamp that is new
/// there. May be used by any thread.
class RaceShadow {
public:
  /// `arguments` live as long as this. `hasBytes`: WEFT_KERNEL_SHADOWS_BYTES.
  RaceShadow(std::span<const WeftCheckArgument> arguments, bool hasBytes);
  ~RaceShadow();
  RaceShadow(const RaceShadow &) = delete;
  RaceShadow &operator=(const RaceShadow &) = delete;

  /// Some of so many groups, with so much local memory, are to run on this thread. False where there is not enough
  /// memory.
  bool enter(uint64_t groups, uint64_t localBytes) WEFT_EXCLUDES(mutex_);
  /// One of them begins. `isFull`: it has the launch's local size.
  void begin(uint64_t linearGroup, bool isFull) const;
  /// It has ended, all of its work-items have.
  void end(bool isFull);
  /// It has met something in local memory.
  void meetLocally() { hasMetLocally_.store(true, std::memory_order_relaxed); }
  /// That of the group that runs on this thread.
  static WeftShadow &ofGroup();
  /// The group whose stamp, of global memory, that is.
  uint64_t groupOf(uint64_t stamp) const;

private:
  bool take(size_t bytes) WEFT_REQUIRES(mutex_);
  bool makeGlobal(uint64_t groups) WEFT_REQUIRES(mutex_);

  const std::span<const WeftCheckArgument> arguments_;
  const size_t scale_;
  Mutex mutex_;
  bool isMade_ WEFT_GUARDED_BY(mutex_) = false;
  /// Written before any group runs.
  std::vector<ShadowPlanes> planes_;
  uint64_t firstNumber_ = 1, lastNumber_ = 1; ///< of groups
  std::vector<WeftShadowPlanes> ofArguments_;
  std::atomic<bool> hasMetLocally_ = false;
  std::atomic<bool> hasRunFull_ = false; ///< a full group has ended
};

} // namespace weft::cpu

#endif
