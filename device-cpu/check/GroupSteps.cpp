// What all work-items of a group have to do alike: asynchronous copies, and waits for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/GroupSteps.h"

#include <algorithm>

#include "base/ThreadRecord.h"

namespace weft::cpu {

std::atomic<uint64_t> GroupSteps::lastNumber{0};
thread_local GroupSteps::RunningGroup GroupSteps::runningGroup;

GroupSteps::GroupSteps() : number_(lastNumber.fetch_add(1, std::memory_order_relaxed) + 1) {}

/// Whoever comes first says what the step is; but those who have ended with fewer steps never come to it.
std::optional<GroupSteps::Parted> GroupSteps::compare(RunningGroup &running, Item &item, const Step &step) {
  const uint32_t at = item.next++;
  std::optional<Parted> parted;
  if (at < running.all.size()) {
    const Step &first = running.all[at];
    if (!(first == step))
      parted = {.site = step.site, .item = step.item, .otherSite = first.site, .otherItem = first.item};
  } else {
    running.all.push_back(step);
    const auto ended = std::ranges::find_if(running.items, &Item::hasEnded);
    if (ended != running.items.end())
      parted = {.site = step.site,
                .item = step.item,
                .otherSite = nullptr,
                .otherItem = static_cast<uint32_t>(ended - running.items.begin())};
  }
  if (!parted || running.hasParted)
    return std::nullopt;
  running.hasParted = true;
  return parted;
}

GroupSteps::Found GroupSteps::end(RunningGroup &running, Item &item, uint32_t index) {
  Found found;
  item.hasEnded = true;
  for (const auto &[event, site] : item.open)
    found.unwaited.push_back(site);
  if (item.next < running.all.size() && !running.hasParted) {
    const Step &missed = running.all[item.next];
    found.parted = {.site = missed.site, .item = missed.item, .otherSite = nullptr, .otherItem = index};
    running.hasParted = true;
  }
  return found;
}

GroupSteps::Found GroupSteps::come(const WeftGroup &group, uint64_t linearGroup, uint32_t index,
                                   const WeftCheckSite &site, const std::array<uint64_t, 4> &values) {
  const RuntimeCall call;
  RunningGroup &running = runningGroup;
  const uint64_t count = group.localSize[0] * group.localSize[1] * group.localSize[2];
  if (running.steps != number_ || running.group != linearGroup || running.items.size() != count)
    running = {
        .steps = number_, .group = linearGroup, .all = {}, .items = std::vector<Item>(count), .hasParted = false};
  Found found;
  if (index >= count)
    return found;
  Item &item = running.items[index];
  if (site.kind == WEFT_CHECK_END)
    return end(running, item, index);
  found.parted = compare(running, item, {.site = &site, .values = values, .item = index});
  const uint64_t event = values[3];
  const auto open = std::ranges::find(item.open, event, [](const auto &one) { return one.first; });
  if (site.kind == WEFT_CHECK_WAIT) {
    found.isNoEvent = event == 0 || event > item.events;
    if (open != item.open.end())
      item.open.erase(open);
    return found;
  }
  found.event = event != 0 ? event : ++item.events;
  if (open == item.open.end())
    item.open.emplace_back(found.event, &site);
  return found;
}

} // namespace weft::cpu
