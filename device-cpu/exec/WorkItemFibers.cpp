// The fiber executor: each work-item of a group is a fiber, and a barrier is a switch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/WorkItemFibers.h"

#include <limits>
#include <memory>

#include "exec/Fiber.h"

namespace weft::cpu {

struct WorkItemFibers::Item : WeftItem {
  Fiber fiber;
};

WorkItemFibers::WorkItemFibers(Arena &arena, uint64_t items, uint64_t privateBytes) : stacks_(arena.stacks()) {
  constexpr uint64_t most = std::numeric_limits<uint32_t>::max(); // no machine has stacks for more
  if (items > most || privateBytes > most)
    return;
  // All stacks before the first switch: a group that has begun can't be given up half-way.
  if (!stacks_.reserve(items, StackPool::defaultStackBytes + privateBytes))
    return;
  items_ = static_cast<Item *>(arena.allocate(items * sizeof(Item), alignof(Item)));
}

void WorkItemFibers::run(WeftItemEntry entry, const WeftLaunch &launch, const WeftGroup &group) {
  const uint64_t count = group.localSize[0] * group.localSize[1] * group.localSize[2];
  std::uninitialized_value_construct_n(items_, count);
  uint64_t index = 0;
  for (uint64_t z = 0; z < group.localSize[2]; ++z)
    for (uint64_t y = 0; y < group.localSize[1]; ++y)
      for (uint64_t x = 0; x < group.localSize[0]; ++x) {
        Item &item = items_[index++];
        item.localId[0] = x;
        item.localId[1] = y;
        item.localId[2] = z;
        item.barrier = [](WeftItem *base) { static_cast<Item *>(base)->fiber.suspend(); };
        item.fiber.start(stacks_, [&item, entry, &launch, &group] { entry(&launch, &group, &item); });
      }
  for (bool anyLeft = true; anyLeft;) {
    anyLeft = false;
    for (index = 0; index < count; ++index)
      if (!items_[index].fiber.hasEnded()) {
        items_[index].fiber.resume();
        anyLeft = true;
      }
  }
  std::destroy_n(items_, count);
}

} // namespace weft::cpu
