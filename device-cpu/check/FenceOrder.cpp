// Finds out whether fences and atomic operations may have ordered an access before another work-item's access.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/FenceOrder.h"

#include <algorithm>
#include <utility>

namespace weft::cpu {

uint64_t FenceOrder::come(uint32_t group, uint32_t item, const BarriersPassed &passed, bool releases) {
  if (!releases)
    return clock_.fetch_add(1, std::memory_order_acq_rel) + 1;
  Lock lock(mutex_);
  const uint64_t time = clock_.fetch_add(1, std::memory_order_acq_rel) + 1;
  Group &known = groups_[group];
  if (known.fences.size() < maxFences)
    known.fences.push_back({time, item, passed});
  else
    known.isTruncated = true;
  return time;
}

bool FenceOrder::isReleased(const PriorAccess &access, uint32_t subGroupSize, uint64_t acquired) const {
  const auto releases = [&](const Fence &fence) {
    if (fence.item == access.item)
      return true;
    if (access.isLocal ? fence.passed.local > access.passed.local : fence.passed.global > access.passed.global)
      return true;
    return fence.item / subGroupSize == access.item / subGroupSize && fence.passed.subGroup > access.passed.subGroup;
  };
  Lock lock(mutex_);
  const auto group = groups_.find(access.group);
  if (group == groups_.end())
    return false;
  const std::vector<Fence> &fences = group->second.fences;
  const auto first = std::ranges::upper_bound(fences, access.time, {}, &Fence::time);
  const auto last = std::ranges::lower_bound(first, fences.end(), acquired, {}, &Fence::time);
  const auto end = std::cmp_greater(last - first, maxFencesSearched) ? first + maxFencesSearched : last;
  // If there are too many fences to store or to search, the access counts as released (followed by a fence that orders
  // it before accesses of others), so that no false race is reported.
  return std::any_of(first, end, releases) || end != last || (last == fences.end() && group->second.isTruncated);
}

} // namespace weft::cpu
