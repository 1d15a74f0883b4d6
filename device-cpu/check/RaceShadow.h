// Shadow memory: in it, kernels that are checked for races note which work-item accessed each piece of memory last.
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

/// Pages of zeros that take no physical memory before they are written to. The object has no pages if the system has no
/// memory.
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

/// Three planes of shadow words (WeftShadowPlanes) for some bytes of memory, and for a margin before and after them. If
/// a kernel accesses memory a little before or after the object, it writes to the words of the margin.
class ShadowPlanes {
public:
  ShadowPlanes() = default;
  ShadowPlanes(size_t bytes, size_t margin, size_t scale);

  /// Returns whether the planes were made for these sizes.
  bool have(size_t bytes, size_t margin, size_t scale) const;
  size_t totalBytes() const { return 3 * planeBytes_; }
  bool exist() const { return pages_.data() != nullptr; }
  /// Returns pointers into the three planes, to the words for the byte at `offset`.
  WeftShadowPlanes at(size_t offset) const;

private:
  LazyZeros pages_;
  size_t planeBytes_ = 0, margin_ = 0, scale_ = 1;
};

/// The shadow words of a launch; CheckAbi.h describes their contents. The launch takes the words for global memory from
/// a pool and gives them back at its end. Each thread has its own words for local memory. Words are never cleared
/// between uses: each group begins with a stamp that no word has yet, so it can tell that older words are not its own.
/// Any thread may use this object.
class RaceShadow {
public:
  /// `arguments` live as long as this object. `perByte`: WEFT_KERNEL_SHADOWS_BYTES.
  RaceShadow(std::span<const WeftCheckArgument> arguments, bool perByte);
  ~RaceShadow();
  RaceShadow(const RaceShadow &) = delete;
  RaceShadow &operator=(const RaceShadow &) = delete;

  /// To be called before a thread runs some of the launch's `groups` groups, each with `localBytes` of local memory.
  /// Returns false if there is not enough memory.
  bool enter(uint64_t groups, uint64_t localBytes) WEFT_EXCLUDES(mutex_);
  /// Called when a group begins. `isFull`: the group has the launch's local size.
  void begin(uint64_t linearGroup, bool isFull) const;
  /// Called when all work-items of the group have ended.
  void end(bool isFull);
  /// Called when a conflict between two accesses to local memory has been found.
  void noteLocalConflict() { hasLocalConflict_.store(true, std::memory_order_relaxed); }
  /// The shadow of the group that runs on this thread.
  static WeftShadow &currentShadow();
  /// The linear id of the group to which this stamp for global memory belongs.
  uint64_t groupOf(uint64_t stamp) const;

private:
  bool take(size_t bytes) WEFT_REQUIRES(mutex_);
  bool allocateGlobalPlanes(uint64_t groups) WEFT_REQUIRES(mutex_);

  const std::span<const WeftCheckArgument> arguments_;
  const size_t scale_;
  Mutex mutex_;
  bool hasGlobalPlanes_ WEFT_GUARDED_BY(mutex_) = false;
  /// `enter` writes the members from here to argumentPlanes_ before any group runs.
  std::vector<ShadowPlanes> planes_;
  uint64_t firstGroupId_ = 1, lastGroupId_ = 1; ///< the range of numbers that stand for this launch's groups in stamps
  std::vector<WeftShadowPlanes> argumentPlanes_;
  std::atomic<bool> hasLocalConflict_ = false;
  std::atomic<bool> fullGroupEnded_ = false; ///< a full group has ended
};

} // namespace weft::cpu

#endif
