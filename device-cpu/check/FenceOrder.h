// Who may have met whom at fences and at atomic operations that make an order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_CHECK_FENCE_ORDER_H
#define WEFT_DEVICE_CPU_CHECK_FENCE_ORDER_H

#include <atomic>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "Mutex.h"

namespace weft::cpu {

/// Barriers that a work-item has come to.
struct BarriersPassed {
  uint32_t local = 0;  ///< that order local memory
  uint32_t global = 0; ///< that order global memory
  uint32_t subGroup = 0;

  bool operator==(const BarriersPassed &) const = default;
};

/// The fences of a launch's work-items, on one clock. What a work-item has done is released by its next fence, and by
/// that of another one which has met it at a barrier in between. May be used by any thread.
class FenceOrder {
public:
  /// Later than all fences so far, and earlier than all others.
  uint64_t now() const { return clock_.load(std::memory_order_acquire); }

  /// A work-item comes to a fence; returns when. `releases`: it has done something since its last one.
  uint64_t come(uint32_t group, uint32_t item, const BarriersPassed &passed, bool releases) WEFT_EXCLUDES(mutex_);

  /// What a work-item did.
  struct Deed {
    uint32_t group;
    uint32_t item;
    uint64_t time; ///< by now()
    BarriersPassed passed;
    bool isLocal; ///< to local memory
  };
  /// Whether it was released before the fence at `acquired`.
  bool isReleased(const Deed &deed, uint32_t subGroupSize, uint64_t acquired) const WEFT_EXCLUDES(mutex_);

private:
  /// Of a group; beyond, what is released is no longer known.
  static constexpr size_t mostFences = size_t{1} << 16;
  static constexpr size_t mostLookedAt = 4096;

  struct Fence {
    uint64_t time;
    uint32_t item;
    BarriersPassed passed;
  };
  struct Group {
    std::vector<Fence> fences; ///< in the order of their times
    bool hasMore = false;
  };

  std::atomic<uint64_t> clock_{0};
  mutable Mutex mutex_;
  std::unordered_map<uint32_t, Group> groups_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::cpu

#endif
