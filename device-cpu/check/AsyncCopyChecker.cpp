// Checks that all work-items of a group make the same asynchronous copies and the same waits for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/AsyncCopyChecker.h"

#include <algorithm>

#include "base/ThreadRecord.h"

namespace weft::cpu {

std::atomic<uint64_t> AsyncCopyChecker::lastId{0};
thread_local AsyncCopyChecker::RunningGroup AsyncCopyChecker::runningGroup;

AsyncCopyChecker::AsyncCopyChecker() : id_(lastId.fetch_add(1, std::memory_order_relaxed) + 1) {}

/// Compares the work-item's n-th step (an asynchronous copy or a wait for one) with the n-th step of the work-item that
/// came to its n-th step first. If this work-item is the first, its step is stored for the comparison with the others.
/// If another work-item has already ended with fewer steps, the step diverges from that work-item. Returns the group's
/// first divergence only.
std::optional<AsyncCopyChecker::Divergence> AsyncCopyChecker::compare(RunningGroup &running, Item &item,
                                                                      const AsyncOperation &operation) {
  const uint32_t at = item.next++;
  std::optional<Divergence> divergent;
  if (at < running.all.size()) {
    const AsyncOperation &first = running.all[at];
    if (!(first == operation))
      divergent = {.site = operation.site, .item = operation.item, .otherSite = first.site, .otherItem = first.item};
  } else {
    running.all.push_back(operation);
    const auto ended = std::ranges::find_if(running.items, &Item::hasEnded);
    if (ended != running.items.end())
      divergent = {.site = operation.site,
                   .item = operation.item,
                   .otherSite = nullptr,
                   .otherItem = static_cast<uint32_t>(ended - running.items.begin())};
  }
  if (!divergent || running.hasDiverged)
    return std::nullopt;
  running.hasDiverged = true;
  return divergent;
}

AsyncCopyChecker::Finding AsyncCopyChecker::end(RunningGroup &running, Item &item, uint32_t index) {
  Finding found;
  item.hasEnded = true;
  for (const auto &[event, site] : item.open)
    found.unwaited.push_back(site);
  if (item.next < running.all.size() && !running.hasDiverged) {
    const AsyncOperation &missed = running.all[item.next];
    found.divergent = {.site = missed.site, .item = missed.item, .otherSite = nullptr, .otherItem = index};
    running.hasDiverged = true;
  }
  return found;
}

AsyncCopyChecker::Finding AsyncCopyChecker::come(const WeftGroup &group, uint64_t linearGroup, uint32_t index,
                                                 const WeftCheckSite &site, const std::array<uint64_t, 4> &values) {
  const RuntimeCall call;
  RunningGroup &running = runningGroup;
  const uint64_t count = group.localSize[0] * group.localSize[1] * group.localSize[2];
  if (running.steps != id_ || running.group != linearGroup || running.items.size() != count)
    running = {.steps = id_, .group = linearGroup, .all = {}, .items = std::vector<Item>(count), .hasDiverged = false};
  Finding found;
  if (index >= count)
    return found;
  Item &item = running.items[index];
  if (site.kind == WEFT_CHECK_END)
    return end(running, item, index);
  found.divergent = compare(running, item, {.site = &site, .values = values, .item = index});
  const uint64_t event = values[3];
  const auto open = std::ranges::find(item.open, event, [](const auto &one) { return one.first; });
  if (site.kind == WEFT_CHECK_WAIT) {
    found.isInvalidEvent = event == 0 || event > item.events;
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
