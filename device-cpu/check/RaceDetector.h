// Finds races: compares each access with the last accesses to the same memory, and reports pairs that have no order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_CHECK_RACE_DETECTOR_H
#define WEFT_DEVICE_CPU_CHECK_RACE_DETECTOR_H

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "CheckAbi.h"
#include "Mutex.h"
#include "check/FenceOrder.h"

namespace weft::cpu {

/// Two accesses are in order in each of these cases:
///
///   - The same work-item makes them. All asynchronous copies of a group count as one more work-item.
///   - A barrier of their group or of their sub-group is between them.
///   - After the first access, a fence has released it (FenceOrder). Later than this fence, the second work-item has
///     come to a fence, or another work-item has and has then passed a barrier together with the second work-item. The
///     two work-items may have synchronised at these fences.
///
/// Atomic accesses need no order among each other. A store that doesn't change memory, because the stored value is
/// there already, needs no order with any access. For each piece of four bytes of memory, the detector has a record of
/// the last write, two atomic accesses and two reads. The record says which bytes of the piece each of these accesses
/// touched.
///
/// The launch has one set of records for global memory, and each thread has one set for local memory. The groups that a
/// thread runs one after the other use the same records for local memory; a group ignores records of earlier groups.
/// Any thread may call the detector; all work-items of a group run on one thread.
class RaceDetector {
public:
  RaceDetector();
  RaceDetector(const RaceDetector &) = delete;
  RaceDetector &operator=(const RaceDetector &) = delete;

  /// An access, and the work-item that makes it.
  struct Access {
    const WeftCheckSite *site = nullptr; ///< null: no access
    uint32_t group = 0;                  ///< a linear id; so is `item`
    uint32_t item = 0;
    BarriersPassed passed;
    uint64_t time = 0; ///< FenceOrder::now()
    uint8_t bytes = 0; ///< the accessed bytes of the piece: one bit for each byte
    bool writes = false;
    bool reads = false;
    uint32_t value = 0; ///< the part of the stored value that goes into these bytes
    bool hasValue = false;
    bool isByCopy = false; ///< an asynchronous copy makes the access; all copies of a group together count as one more
                           ///< work-item
  };
  struct Finding {
    std::optional<Access> other; ///< the access that this one races with
    bool isUnwritten = false;    ///< the access reads local memory that the group hasn't written
  };

  /// Called for an access to memory, and for a barrier or fence.
  Finding access(const WeftLaunch &launch, const WeftGroup &group, const WeftCheckSite &site,
                 const std::array<uint32_t, 3> &localId, uint64_t address, uint64_t value, bool localMemoryUndefined);

private:
  static constexpr uint64_t cellBytes = 4;
  static constexpr uint64_t pageBytes = 1024;
  static constexpr unsigned shardCount = 64;
  /// The greatest number of pages of records, in all shards together. When there are so many, the detector stores no
  /// records for further memory, and finds no races there.
  static constexpr uint64_t maxPages = 48 * 1024;

  struct ShadowCell {
    Access write;
    Access atomic, otherAtomic; ///< the last atomic access, and the last atomic access by another work-item
    Access read, otherRead;     ///< the last read, and the last read by another work-item
    uint32_t writtenGroup = 0;  ///< for local memory: 1 + the id of the group whose records these are
    uint8_t writtenBytes = 0;
  };
  struct Page {
    std::array<ShadowCell, pageBytes / cellBytes> cells;
  };
  struct Shard {
    Mutex mutex;
    std::unordered_map<uint64_t, std::unique_ptr<Page>> pages WEFT_GUARDED_BY(mutex);
  };
  /// The state of a work-item of the group that runs on a thread.
  struct Item {
    BarriersPassed passed;
    uint32_t barriers = 0; ///< how many barriers of the group the work-item has come to, whether they order local or
                           ///< global memory
    uint64_t acquired = 0; ///< the time of the latest fence that it has come to itself, or that another work-item had
                           ///< come to before both passed a common barrier
    bool releases = false; ///< the work-item has accessed memory or come to a barrier since its last fence
  };
  struct RunningGroup {
    uint64_t detector = 0; ///< the id_ of the RaceDetector that this thread used last; 0 for none
    uint32_t group = 0;
    uint32_t subGroupSize = 1;
    std::vector<Item> items;
    std::vector<uint64_t> acquired;                 ///< for each barrier of the group, the latest Item::acquired of the
                                                    ///< work-items that have come to it
    std::vector<std::vector<uint64_t>> ofSubGroups; ///< for each sub-group, the same list for its sub-group barriers
    std::vector<ShadowCell> local;                  ///< the records of local memory; some are of earlier groups
  };

  RunningGroup &enter(const WeftGroup &group, uint32_t linearGroup) const;
  void come(RunningGroup &running, Item &item, uint32_t index, const WeftCheckSite &site);
  static void acquireFromBarriers(RunningGroup &running, Item &item, uint32_t index);
  bool areOrdered(const Access &before, const Access &now, const RunningGroup &running, const Item &item,
                  bool isLocal) const;
  static void keep(Access &last, Access &other, const Access &now);
  void accessCell(ShadowCell &cell, const Access &now, const RunningGroup &running, const Item &item, bool isLocal,
                  bool localMemoryUndefined, bool isSilentStore, Finding &found) const;

  static std::atomic<uint64_t> lastId;
  static thread_local RunningGroup runningGroup;
  const uint64_t id_;
  FenceOrder fences_;
  std::atomic<uint64_t> pageCount_{0};
  std::array<Shard, shardCount> shards_;
};

} // namespace weft::cpu

#endif
