// Finds races: compares each access with the last accesses to the same memory, and reports pairs that have no order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/RaceDetector.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/ThreadRecord.h"

namespace weft::cpu {

namespace {

bool isAtomic(const WeftCheckSite &site) { return site.kind == WEFT_CHECK_ATOMIC; }

// An access may end at the very end of the address space, where the address after its last byte overflows to 0. So the
// loops below count remaining bytes instead of comparing addresses.

/// Returns how many of the `bytes` bytes from `address` on lie before the end of the address space.
uint64_t bytesThere(uint64_t address, uint64_t bytes) {
  return address == 0 ? bytes : std::min(bytes, std::numeric_limits<uint64_t>::max() - address + 1);
}

/// Returns how many of the `left` bytes from `address` on lie in the same aligned block of `blockBytes` bytes as
/// `address`.
uint64_t bytesWithin(uint64_t blockBytes, uint64_t address, uint64_t left) {
  return std::min(left, blockBytes - address % blockBytes);
}

uint32_t linear(const uint64_t *ids, const uint64_t *sizes) {
  return static_cast<uint32_t>((ids[2] * sizes[1] + ids[1]) * sizes[0] + ids[0]);
}

} // namespace

std::atomic<uint64_t> RaceDetector::lastId{0};
thread_local RaceDetector::RunningGroup RaceDetector::runningGroup;

RaceDetector::RaceDetector() : id_(lastId.fetch_add(1, std::memory_order_relaxed) + 1) {}

RaceDetector::RunningGroup &RaceDetector::enter(const WeftGroup &group, uint32_t linearGroup) const {
  RunningGroup &running = runningGroup;
  if (running.detector != id_ || running.group != linearGroup) {
    if (running.detector != id_)
      running.local.clear(); // these records are of another launch, whose groups have the same ids
    running.detector = id_;
    running.group = linearGroup;
    running.subGroupSize = 1;
    running.acquired.clear();
    running.ofSubGroups.clear();
    running.items.assign(group.localSize[0] * group.localSize[1] * group.localSize[2], Item());
  }
  return running;
}

/// Called when the work-item, whose linear local id is `index`, comes to a barrier or a fence.
void RaceDetector::come(RunningGroup &running, Item &item, uint32_t index, const WeftCheckSite &site) {
  const auto leave = [&](std::vector<uint64_t> &acquired, uint32_t barrier) {
    if (acquired.size() <= barrier)
      acquired.resize(barrier + 1);
    acquired[barrier] = std::max(acquired[barrier], item.acquired);
  };
  item.releases |= site.kind != WEFT_CHECK_FENCE; // after a barrier, this work-item's next fence also releases (orders
                                                  // before later fences) what others accessed before the barrier
  if (site.kind == WEFT_CHECK_BARRIER) {
    item.passed.local += (site.bytes & WEFT_CHECK_ORDERS_LOCAL) != 0 ? 1 : 0;
    item.passed.global += (site.bytes & WEFT_CHECK_ORDERS_GLOBAL) != 0 ? 1 : 0;
    leave(running.acquired, ++item.barriers);
  } else if (site.kind == WEFT_CHECK_SUB_GROUP_BARRIER) {
    running.subGroupSize = std::max(1u, site.bytes);
    const uint32_t subGroup = index / running.subGroupSize;
    if (running.ofSubGroups.size() <= subGroup)
      running.ofSubGroups.resize(subGroup + 1);
    leave(running.ofSubGroups[subGroup], ++item.passed.subGroup);
  } else {
    item.acquired = fences_.come(running.group, index, item.passed, item.releases);
    item.releases = false;
  }
}

/// Called after the work-item has passed a barrier, to which all work-items have come by now. Raises Item::acquired,
/// the time of the latest fence that is known to precede the work-item's next accesses. The new value is the greatest
/// that any work-item had when it came to the barrier.
void RaceDetector::acquireFromBarriers(RunningGroup &running, Item &item, uint32_t index) {
  if (item.barriers != 0)
    item.acquired = std::max(item.acquired, running.acquired[item.barriers]);
  if (item.passed.subGroup != 0)
    item.acquired = std::max(item.acquired, running.ofSubGroups[index / running.subGroupSize][item.passed.subGroup]);
}

bool RaceDetector::areOrdered(const Access &before, const Access &now, const RunningGroup &running, const Item &item,
                              bool isLocal) const {
  if (before.group != now.group && isLocal)
    return true;
  if (before.group == now.group) {
    const bool areTheSame = before.isByCopy || now.isByCopy ? before.isByCopy == now.isByCopy : before.item == now.item;
    const bool haveBarrier =
        isLocal ? before.passed.local != now.passed.local : before.passed.global != now.passed.global;
    if (areTheSame || haveBarrier)
      return true;
    if (!before.isByCopy && !now.isByCopy && before.item / running.subGroupSize == now.item / running.subGroupSize &&
        before.passed.subGroup != now.passed.subGroup)
      return true;
  }
  return item.acquired != 0 && fences_.isReleased({before.group, before.item, before.time, before.passed, isLocal},
                                                  running.subGroupSize, item.acquired);
}

void RaceDetector::accessCell(ShadowCell &cell, const Access &now, const RunningGroup &running, const Item &item,
                              bool isLocal, bool localMemoryUndefined, bool isSilentStore, Finding &found) const {
  const auto conflicts = [&](const Access &before) {
    const bool storeTheSame = before.hasValue && now.hasValue && before.bytes == now.bytes && before.value == now.value;
    return !isSilentStore && !storeTheSame && before.site && (before.bytes & now.bytes) != 0 &&
           !(isAtomic(*before.site) && isAtomic(*now.site)) && !areOrdered(before, now, running, item, isLocal);
  };
  if (isLocal && cell.writtenGroup != now.group + 1) {
    cell = ShadowCell();
    cell.writtenGroup = now.group + 1;
  }
  if (isLocal && localMemoryUndefined && now.reads && (now.bytes & ~cell.writtenBytes) != 0)
    found.isUnwritten = true;
  for (const Access *before : {&cell.write, &cell.atomic, &cell.otherAtomic, &cell.read, &cell.otherRead})
    if (!found.other && (before->writes || now.writes) && conflicts(*before))
      found.other = *before;
  if (!now.writes)
    return keep(cell.read, cell.otherRead, now);
  if (isAtomic(*now.site))
    keep(cell.atomic, cell.otherAtomic, now);
  else
    cell.write = now;
  cell.writtenBytes |= now.bytes;
}

/// Stores the access `now` as the last access, and keeps in `other` the last access by another work-item. So a later
/// access can always be compared with one by another work-item.
void RaceDetector::keep(Access &last, Access &other, const Access &now) {
  if (last.site && (last.item != now.item || last.group != now.group))
    other = last;
  last = now;
}

RaceDetector::Finding RaceDetector::access(const WeftLaunch &launch, const WeftGroup &group, const WeftCheckSite &site,
                                           const std::array<uint32_t, 3> &localId, uint64_t address, uint64_t value,
                                           bool localMemoryUndefined) {
  // The address may be invalid, and reading it may fault. So it is read before the RuntimeCall, in whose scope a fault
  // would end the process.
  const bool isSilentStore = site.kind == WEFT_CHECK_STORE && site.bytes <= sizeof value &&
                             std::memcmp(reinterpret_cast<const void *>(address), &value, site.bytes) == 0;
  const RuntimeCall call;
  const uint32_t linearGroup = linear(group.id, launch.numGroups);
  RunningGroup &running = enter(group, linearGroup);
  const std::array<uint64_t, 3> ids{localId[0], localId[1], localId[2]};
  const uint32_t index = linear(ids.data(), group.localSize);
  Finding found;
  if (index >= running.items.size())
    return found;
  Item &item = running.items[index];
  acquireFromBarriers(running, item, index);
  if (site.kind > WEFT_CHECK_ATOMIC) {
    come(running, item, index, site);
    return found;
  }
  const auto local = reinterpret_cast<uint64_t>(group.localMemory);
  const bool isLocal = address >= local && address - local < group.localBytes;
  Access now{.site = &site,
             .group = linearGroup,
             .item = index,
             .passed = item.passed,
             .time = fences_.now(),
             .writes = site.kind == WEFT_CHECK_STORE || (isAtomic(site) && value != 1)};
  item.releases |= !isAtomic(site) || now.writes;
  now.reads = site.kind == WEFT_CHECK_LOAD || (isAtomic(site) && value != 2);
  now.isByCopy = site.isByCopy != 0;
  now.hasValue = site.kind == WEFT_CHECK_STORE && site.bytes <= sizeof value;
  const auto accessCells = [&](uint64_t at, uint64_t left, ShadowCell *cells) {
    for (uint64_t bytesInCell = 0; left != 0; at += bytesInCell, left -= bytesInCell, ++cells) {
      bytesInCell = bytesWithin(cellBytes, at, left);
      if (now.hasValue)
        now.value = static_cast<uint32_t>(value >> 8 * (at - address));
      now.bytes = static_cast<uint8_t>(((1u << bytesInCell) - 1) << at % cellBytes);
      accessCell(*cells, now, running, item, isLocal, localMemoryUndefined, isSilentStore, found);
    }
  };
  if (isLocal) {
    running.local.resize(group.localBytes / cellBytes + 1);
    accessCells(address, std::min<uint64_t>(site.bytes, group.localBytes - (address - local)),
                &running.local[(address - local) / cellBytes]);
    return found;
  }
  uint64_t left = bytesThere(address, site.bytes);
  for (uint64_t at = address, inPage = 0; left != 0; at += inPage, left -= inPage) {
    const uint64_t page = at / pageBytes;
    inPage = bytesWithin(pageBytes, at, left);
    Shard &shard = shards_[page % shardCount];
    Lock lock(shard.mutex);
    std::unique_ptr<Page> &kept = shard.pages[page];
    if (!kept) {
      if (pageCount_.fetch_add(1, std::memory_order_relaxed) >= maxPages)
        return found;
      kept = std::make_unique<Page>();
    }
    accessCells(at, inPage, &kept->cells[at % pageBytes / cellBytes]);
  }
  return found;
}

} // namespace weft::cpu
