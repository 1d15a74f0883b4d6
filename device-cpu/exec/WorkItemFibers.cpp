// The fiber executor: each work-item of a group is a fiber, and a barrier switches to another fiber.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/WorkItemFibers.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "check/Checker.h"
#include "exec/Fiber.h"

namespace weft::cpu {

struct WorkItemFibers::Item : WeftItem {
  static constexpr uint64_t noPoint = std::numeric_limits<uint64_t>::max();

  Fiber fiber;
  uint64_t point = noPoint; ///< the point of the collective operation for which the work-item waits (WeftItem::meet)
  uint64_t value = 0;       ///< the value that it passed to `meet`
  const WeftCollective *collective = nullptr;
  bool yields = false; ///< the work-item has called `yield` to let others run, and can run on at any time

  bool waitsForCollective() const { return !fiber.hasEnded() && point != noPoint; }
};

WorkItemFibers::WorkItemFibers(Arena &arena, uint64_t items, uint64_t stackBytes, RunningLaunch &running,
                               uint64_t subGroupSize)
    : stacks_(arena.stacks()), running_(running), subGroupSize_(subGroupSize) {
  constexpr uint64_t most = std::numeric_limits<uint32_t>::max(); // no machine has stacks for more
  if (items > most || stackBytes > most)
    return;
  // All stacks are reserved before the first work-item runs, because a group that has begun can't be abandoned for lack
  // of memory.
  if (!stacks_.reserve(items, StackPool::defaultStackBytes + stackBytes))
    return;
  items_ = static_cast<Item *>(arena.allocate(items * sizeof(Item), alignof(Item)));
}

void WorkItemFibers::start(WeftItemEntry entry, const WeftLaunch &launch, const WeftGroup &group) {
  uint64_t index = 0;
  for (uint64_t z = 0; z < group.localSize[2]; ++z)
    for (uint64_t y = 0; y < group.localSize[1]; ++y)
      for (uint64_t x = 0; x < group.localSize[0]; ++x) {
        Item &item = items_[index];
        item.localId[0] = x;
        item.localId[1] = y;
        item.localId[2] = z;
        item.flatId = index++;
        item.barrier = [](WeftItem *base) { static_cast<Item *>(base)->fiber.suspend(); };
        item.meet = [](WeftItem *base, uint64_t point, uint64_t value) {
          auto &self = *static_cast<Item *>(base);
          self.point = point;
          self.value = value;
          self.fiber.suspend();
          self.point = Item::noPoint;
          return self.collective;
        };
        item.yield = [](WeftItem *base) {
          auto &self = *static_cast<Item *>(base);
          self.yields = true;
          self.fiber.suspend();
          self.yields = false;
        };
        item.collective = &collective_;
        running_.itemRunning = item.flatId;
        item.fiber.start(stacks_, [&item, entry, &launch, &group] { entry(&launch, &group, &item); });
        running_.itemRunning = RunningLaunch::noItem;
      }
}

void WorkItemFibers::resume(Item &item) {
  running_.itemRunning = item.flatId;
  item.fiber.resume();
  running_.itemRunning = RunningLaunch::noItem;
}

/// Runs the collective operation of the work-items that wait in `meet` at the lowest `point` of the code. Work-items at
/// a higher point go on waiting: they have left a loop in which the work-items at the lowest point still are, or have
/// taken another branch. Returns whether any work-item waited.
bool WorkItemFibers::runCollective(std::span<Item> subGroup) {
  uint64_t point = Item::noPoint;
  for (const Item &item : subGroup)
    if (item.waitsForCollective())
      point = std::min(point, item.point);
  if (point == Item::noPoint)
    return false;
  collective_ = {};
  for (size_t lane = 0; lane < subGroup.size(); ++lane)
    if (subGroup[lane].waitsForCollective() && subGroup[lane].point == point) {
      collective_.lanes |= uint64_t{1} << lane;
      collective_.values[lane] = subGroup[lane].value;
    }
  // Each work-item reads `collective_` before it comes to its next collective operation. That operation begins when all
  // work-items have come to it, so `collective_` isn't overwritten too early.
  const uint64_t lanes = collective_.lanes;
  for (size_t lane = 0; lane < subGroup.size(); ++lane)
    if ((lanes >> lane & 1) != 0)
      resume(subGroup[lane]);
  return true;
}

void WorkItemFibers::runCollectives(std::span<Item> subGroup) {
  while (std::ranges::none_of(subGroup, &Item::yields) && runCollective(subGroup)) {
  }
}

/// Runs the work-items until each waits at a barrier or has ended. Work-items that yield and collective operations must
/// both make progress: a work-item that yields may wait for something that another work-item does after a collective
/// operation, and a collective operation may wait for a work-item of its own sub-group that yields.
void WorkItemFibers::runToBarrier(std::span<Item> items) {
  for (bool anyYields = true; anyYields;) {
    for (uint64_t first = 0; first < items.size(); first += subGroupSize_)
      runCollectives(items.subspan(first, std::min(subGroupSize_, items.size() - first)));
    anyYields = false;
    for (Item &item : items)
      if (item.yields) {
        resume(item);
        anyYields = true;
      }
  }
}

/// Called when each work-item waits at a barrier or has ended. Reports a fault if some of them wait, but not all of
/// them at the same barrier.
void WorkItemFibers::checkBarrier(std::span<Item> items, const WeftLaunch &launch, const WeftGroup &group) {
  const auto first = std::ranges::find_if(items, [](const Item &item) { return item.waitsAt != nullptr; });
  if (first == items.end())
    return;
  const auto isElsewhere = [&](const Item &item) { return item.waitsAt != first->waitsAt; };
  const auto other = std::ranges::find_if(items, isElsewhere);
  if (other != items.end()) {
    const auto others = static_cast<uint64_t>(std::ranges::count_if(items, isElsewhere));
    static_cast<Checker *>(launch.check->checker)
        ->reportMissedBarrier(launch, group,
                              {.site = first->waitsAt,
                               .item = first->localId,
                               .waiting = items.size() - others,
                               .otherSite = other->waitsAt,
                               .otherItem = other->localId,
                               .others = others});
  }
  for (Item &item : items)
    item.waitsAt = nullptr;
}

void WorkItemFibers::run(WeftItemEntry entry, const WeftLaunch &launch, const WeftGroup &group) {
  const uint64_t count = group.localSize[0] * group.localSize[1] * group.localSize[2];
  std::uninitialized_value_construct_n(items_, count);
  running_.items = reinterpret_cast<const std::byte *>(items_);
  running_.itemCount = count;
  running_.itemBytes = sizeof(Item);
  running_.itemContext = uint64_t(reinterpret_cast<const std::byte *>(items_->fiber.context()) - running_.items);
  start(entry, launch, group);
  for (bool anyLeft = true; anyLeft;) {
    runToBarrier({items_, count});
    if (launch.check)
      checkBarrier({items_, count}, launch, group);
    anyLeft = false;
    for (uint64_t index = 0; index < count; ++index)
      if (!items_[index].fiber.hasEnded()) {
        resume(items_[index]);
        anyLeft = true;
      }
  }
  running_.itemCount = 0;
  std::destroy_n(items_, count);
}

} // namespace weft::cpu
