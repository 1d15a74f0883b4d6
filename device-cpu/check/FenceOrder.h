// The order that fences and atomic operations may have made between the accesses of different work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_CHECK_FENCE_ORDER_H
#define WEFT_DEVICE_CPU_CHECK_FENCE_ORDER_H

#include <atomic>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "Mutex.h"

namespace weft::cpu {

/// How many barriers of each kind a work-item has come to.
struct BarriersPassed {
  uint32_t local = 0;  ///< barriers that order local memory
  uint32_t global = 0; ///< barriers that order global memory
  uint32_t subGroup = 0;

  bool operator==(const BarriersPassed &) const = default;
};

/// The fences of a launch's work-items, with times of one common clock. An access of a work-item is released (made
/// visible to others) by the next fence of this work-item. A fence of another work-item also releases the access if
/// both work-items have passed a common barrier between the access and the fence. Any thread may use this object.
class FenceOrder {
public:
  /// The present time. Each fence up to now has at most this time, and each later fence has a later time.
  uint64_t now() const { return clock_.load(std::memory_order_acquire); }

  /// Called when a work-item comes to a fence; returns the fence's time. `releases`: the work-item has accessed memory
  /// or passed a barrier since its last fence.
  uint64_t come(uint32_t group, uint32_t item, const BarriersPassed &passed, bool releases) WEFT_EXCLUDES(mutex_);

  /// An access of a work-item.
  struct PriorAccess {
    uint32_t group;
    uint32_t item;
    uint64_t time; ///< the result of now()
    BarriersPassed passed;
    bool isLocal; ///< the access is to local memory
  };
  /// Returns whether the access was released before the fence at the time `acquired`.
  bool isReleased(const PriorAccess &access, uint32_t subGroupSize, uint64_t acquired) const WEFT_EXCLUDES(mutex_);

private:
  /// The greatest number of fences that are stored for a group. It isn't known which accesses further fences release,
  /// so accesses count as released then.
  static constexpr size_t maxFences = size_t{1} << 16;
  static constexpr size_t maxFencesSearched = 4096;

  struct Fence {
    uint64_t time;
    uint32_t item;
    BarriersPassed passed;
  };
  struct Group {
    std::vector<Fence> fences; ///< in the order of their times
    bool isTruncated = false;
  };

  std::atomic<uint64_t> clock_{0};
  mutable Mutex mutex_;
  std::unordered_map<uint32_t, Group> groups_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::cpu

#endif
