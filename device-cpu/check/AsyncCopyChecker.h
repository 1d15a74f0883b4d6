// Checks that all work-items of a group make the same asynchronous copies and the same waits for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_CHECK_ASYNC_COPY_CHECKER_H
#define WEFT_DEVICE_CPU_CHECK_ASYNC_COPY_CHECKER_H

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "CheckAbi.h"

namespace weft::cpu {

/// A step is an asynchronous copy or a wait for one. The checker compares the n-th step of each work-item with the n-th
/// step of the work-item that came to its n-th step first. The events that a work-item's copies return are numbers from
/// 1 on, counted for each work-item. So if all work-items make the same steps, they get the same events. Any thread may
/// call the checker; all work-items of a group run on one thread.
class AsyncCopyChecker {
public:
  AsyncCopyChecker();

  struct AsyncOperation {
    const WeftCheckSite *site = nullptr;
    std::array<uint64_t, 4> values{}; ///< the step's addresses, its other arguments, and its event
    uint32_t item = 0;                ///< the linear id of the work-item that came to this step first
    bool operator==(const AsyncOperation &other) const { return site == other.site && values == other.values; }
  };
  /// Two work-items whose steps differ.
  struct Divergence {
    const WeftCheckSite *site;      ///< the step that differs
    uint32_t item;                  ///< the work-item that made the step
    const WeftCheckSite *otherSite; ///< the other work-item's step; null if it has ended
    uint32_t otherItem;
  };
  struct Finding {
    uint64_t event = 0; ///< for a copy: its event
    std::optional<Divergence> divergent;
    bool isInvalidEvent = false;                   ///< the step waits for an event that no copy has given
    std::vector<const WeftCheckSite *> unwaited{}; ///< at the work-item's end: copies whose events it didn't wait for
  };

  /// Called when the work-item `item` of the group comes to a copy, a wait, or its end.
  Finding come(const WeftGroup &group, uint64_t linearGroup, uint32_t item, const WeftCheckSite &site,
               const std::array<uint64_t, 4> &values);

private:
  struct Item {
    uint32_t next = 0;
    bool hasEnded = false;
    uint64_t events = 0; ///< the number of events that the work-item has got
    std::vector<std::pair<uint64_t, const WeftCheckSite *>>
        open{}; ///< the events that the work-item hasn't waited for, each with the first copy that has the event
  };
  struct RunningGroup {
    uint64_t steps = 0; ///< the id_ of the AsyncCopyChecker that this thread used last; 0 for none
    uint64_t group = 0;
    std::vector<AsyncOperation> all;
    std::vector<Item> items;
    bool hasDiverged = false; ///< a difference between work-items was reported; no further differences of this group
                              ///< are reported
  };

  static std::optional<Divergence> compare(RunningGroup &running, Item &item, const AsyncOperation &operation);
  static Finding end(RunningGroup &running, Item &item, uint32_t index);

  static std::atomic<uint64_t> lastId;
  static thread_local RunningGroup runningGroup;
  const uint64_t id_;
};

} // namespace weft::cpu

#endif
