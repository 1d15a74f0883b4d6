// Finds accesses whose order is open, by keeping who accessed each piece of memory last.
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

/// Two accesses are in order if they are the same work-item's; if a barrier of the group, or of their sub-group, stands
/// between them, an asynchronous copy counting as one of its own; or if the first access has been released at a fence
/// since and the second work-item, or one that it has met at a barrier, has come to a later one (FenceOrder): they may
/// have met there. Atomic accesses need no order
/// among each other, and a store of what is there already none at all. Memory is kept account of in pieces of four
/// bytes: of each the last write, two atomic ones and two reads, with the bytes of the piece that they took.
///
/// Global memory has one account for the launch, local memory one for each thread. It is another group's later on: what
/// a group left behind counts for nothing. May be told by any thread; a group runs on one thread.
class RaceDetector {
public:
  RaceDetector();
  RaceDetector(const RaceDetector &) = delete;
  RaceDetector &operator=(const RaceDetector &) = delete;

  /// Who accesses.
  struct Access {
    const WeftCheckSite *site = nullptr; ///< null for none
    uint32_t group = 0;                  ///< linear ids
    uint32_t item = 0;
    BarriersPassed passed;
    uint64_t time = 0; ///< by FenceOrder
    uint8_t bytes = 0; ///< of the piece: a bit for each
    bool writes = false;
    bool reads = false;
    uint32_t value = 0; ///< of a store, in these bytes
    bool hasValue = false;
    bool isByCopy = false; ///< of an asynchronous copy, which is as another work-item of the group
  };
  struct Found {
    std::optional<Access> other; ///< the access that this one races with
    bool isUnwritten = false;    ///< it reads local memory that the group hasn't written
  };

  /// An access, to memory or to what makes an order.
  Found access(const WeftLaunch &launch, const WeftGroup &group, const WeftCheckSite &site,
               const std::array<uint32_t, 3> &localId, uint64_t address, uint64_t value, bool knowsLocalMemory);

private:
  static constexpr uint64_t pieceBytes = 4;
  static constexpr uint64_t pageBytes = 1024;
  static constexpr unsigned shardCount = 64;
  /// Pages of all shards together; beyond, memory that is new isn't kept account of.
  static constexpr uint64_t mostPages = 48 * 1024;

  struct Piece {
    Access write;
    Access atomic, otherAtomic; ///< of two work-items, as long as these have done so
    Access read, otherRead;     ///< the same
    uint32_t writtenGroup = 0;  ///< whose bytes these are, plus 1
    uint8_t writtenBytes = 0;
  };
  struct Page {
    std::array<Piece, pageBytes / pieceBytes> pieces;
  };
  struct Shard {
    Mutex mutex;
    std::unordered_map<uint64_t, std::unique_ptr<Page>> pages WEFT_GUARDED_BY(mutex);
  };
  /// Of a work-item of the group that runs on a thread.
  struct Item {
    BarriersPassed passed;
    uint32_t barriers = 0; ///< of the group, of whichever memory
    uint64_t acquired = 0; ///< its last fence, or that of another one which it has met at a barrier since
    bool releases = false; ///< it has done something, or met others, since its last fence
  };
  struct RunningGroup {
    uint64_t detector = 0; ///< its number; 0 for none
    uint32_t group = 0;
    uint32_t subGroupSize = 1;
    std::vector<Item> items;
    std::vector<uint64_t> acquired;                 ///< by those that have come to each barrier
    std::vector<std::vector<uint64_t>> ofSubGroups; ///< the same for barriers of sub-groups
    std::vector<Piece> local;                       ///< its local memory, and that of groups before
  };

  RunningGroup &enter(const WeftGroup &group, uint32_t linearGroup) const;
  void come(RunningGroup &running, Item &item, uint32_t index, const WeftCheckSite &site);
  static void meetOthers(RunningGroup &running, Item &item, uint32_t index);
  bool areOrdered(const Access &before, const Access &now, const RunningGroup &running, const Item &item,
                  bool isLocal) const;
  static void keep(Access &last, Access &other, const Access &now);
  void accessPiece(Piece &piece, const Access &now, const RunningGroup &running, const Item &item, bool isLocal,
                   bool knowsLocalMemory, bool changesNothing, Found &found) const;

  static std::atomic<uint64_t> lastNumber;
  static thread_local RunningGroup runningGroup;
  const uint64_t number_;
  FenceOrder fences_;
  std::atomic<uint64_t> pageCount_{0};
  std::array<Shard, shardCount> shards_;
};

} // namespace weft::cpu

#endif
