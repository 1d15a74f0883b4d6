// The fiber executor: each work-item of a group is a fiber, and a barrier switches to another fiber.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_EXEC_WORK_ITEM_FIBERS_H
#define WEFT_DEVICE_CPU_EXEC_WORK_ITEM_FIBERS_H

#include <cstddef>
#include <cstdint>
#include <span>

#include "KernelAbi.h"
#include "base/ThreadRecord.h"
#include "memory/Arena.h"

namespace weft::cpu {

/// Runs groups one after the other on the calling thread. In each round, every work-item that has not ended runs from
/// its last barrier to the next barrier or to its end, in the order of the linear local id. So no work-item passes a
/// barrier before all work-items have arrived at it or have ended. Within a round, work-items that have yielded run
/// again in turn until none yields. The round doesn't end while a work-item of a sub-group waits in a collective
/// operation: the operation is done, and its work-items run on.
class WorkItemFibers {
public:
  /// Prepares to run groups of up to `items` work-items in sub-groups of `subGroupSize`; the code of each work-item
  /// takes up to `stackBytes` of stack. The object describes the work-items in `running`, for debuggers. It takes
  /// memory from the arena, which must not be reset or trimmed before this object is destroyed.
  WorkItemFibers(Arena &arena, uint64_t items, uint64_t stackBytes, RunningLaunch &running, uint64_t subGroupSize);

  /// Returns false if there is not enough memory: then `run` must not be called.
  bool ready() const { return items_ != nullptr; }
  void run(WeftItemEntry entry, const WeftLaunch &launch, const WeftGroup &group);

private:
  struct Item;

  void start(WeftItemEntry entry, const WeftLaunch &launch, const WeftGroup &group);
  void runToBarrier(std::span<Item> items);
  void runCollectives(std::span<Item> subGroup);
  bool runCollective(std::span<Item> subGroup);
  void checkBarrier(std::span<Item> items, const WeftLaunch &launch, const WeftGroup &group);

  void resume(Item &item);

  StackPool &stacks_;
  RunningLaunch &running_;
  const uint64_t subGroupSize_;
  Item *items_ = nullptr;
  WeftCollective collective_{}; ///< the newest collective operation of a sub-group (WeftItem::meet)
};

} // namespace weft::cpu

#endif
