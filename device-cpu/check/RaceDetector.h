// Finds races, which are pairs of accesses without an order, by comparing each access with the last ones to its memory.
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
///   - A fence has released the first access since, and the second work-item, or another one that has passed a barrier
///     with it, has come to a later fence (FenceOrder). The two work-items may have synchronised there.
///
/// Atomic accesses need no order among each other. A store of the value that memory has already needs no order at all.
/// The detector keeps records for pieces of four bytes: the last write, two atomic accesses and two reads of each
/// piece, with the bytes of the piece that they accessed.
///
/// The launch has one set of records for global memory, and each thread has one set for local memory. Groups use a
/// thread's records one after the other; a record that an earlier group left counts for nothing. Any thread may call
/// the detector; all work-items of a group run on one thread.
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
    bool isByCopy = false; ///< an asynchronous copy makes the access; copies count as one more work-item of the group
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
  /// The greatest number of pages of all shards together. When there are so many, the detector stores no records for
  /// further memory.
  static constexpr uint64_t maxPages = 48 * 1024;

  struct ShadowCell {
    Access write;
    Access atomic, otherAtomic; ///< the last ones of two work-items, if two have made atomic accesses
    Access read, otherRead;     ///< the last ones of two work-items, if two have made reads
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
    uint32_t barriers = 0; ///< the number of the group's barriers that it has come to, whichever memory they order
    uint64_t acquired =
        0; ///< the time of its last fence, or of a later fence of a work-item that has passed a barrier with it since
    bool releases = false; ///< it has accessed memory or come to a barrier since its last fence
  };
  struct RunningGroup {
    uint64_t detector = 0; ///< the id_ of the RaceDetector; 0 for none
    uint32_t group = 0;
    uint32_t subGroupSize = 1;
    std::vector<Item> items;
    std::vector<uint64_t> acquired;                 ///< for each barrier, the latest Item::acquired of its work-items
    std::vector<std::vector<uint64_t>> ofSubGroups; ///< `acquired` for the barriers of each sub-group
    std::vector<ShadowCell> local;                  ///< the records of local memory, also those of earlier groups
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
