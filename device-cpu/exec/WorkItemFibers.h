// The fiber executor: each work-item of a group is a fiber, and a barrier is a switch.
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

/// Runs groups one after the other on the calling thread. In each round every work-item that has not ended runs from
/// its last barrier to the next one or to its end, in the order of the linear local id. So all of them have arrived at
/// a barrier before any passes it, and those that ended count as arrived. Within a round, those that yield run again in
/// turn until none does, and each sub-group holds its collectives until none of its work-items waits for one.
class WorkItemFibers {
public:
  /// For groups of up to `items` work-items with `stackBytes` of stack each for their code, in sub-groups of
  /// `subGroupSize`. `running` is told of the work-items. Memory comes from the arena; nothing in it is reset or
  /// trimmed before this object's end.
  WorkItemFibers(Arena &arena, uint64_t items, uint64_t stackBytes, RunningLaunch &running, uint64_t subGroupSize);

  /// False where there is not enough memory: then `run` must not be called.
  bool ready() const { return items_ != nullptr; }
  void run(WeftItemEntry entry, const WeftLaunch &launch, const WeftGroup &group);

private:
  struct Item;

  void start(WeftItemEntry entry, const WeftLaunch &launch, const WeftGroup &group);
  void runToBarrier(std::span<Item> items);
  void holdConvergentOps(std::span<Item> subGroup);
  bool holdMeeting(std::span<Item> subGroup);
  void checkBarrier(std::span<Item> items, const WeftLaunch &launch, const WeftGroup &group);

  void resume(Item &item);

  StackPool &stacks_;
  RunningLaunch &running_;
  const uint64_t subGroupSize_;
  Item *items_ = nullptr;
  WeftMeeting meeting_{}; ///< the last one
};

} // namespace weft::cpu

#endif
