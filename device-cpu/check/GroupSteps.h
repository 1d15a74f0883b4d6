// What all work-items of a group have to do alike: asynchronous copies, and waits for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_CHECK_GROUP_STEPS_H
#define WEFT_DEVICE_CPU_CHECK_GROUP_STEPS_H

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "CheckAbi.h"

namespace weft::cpu {

/// Compares the steps of each work-item with those of the one that came to them first. Events are the numbers of the
/// steps that gave them, from 1 on, so that they are the same for all. May be told by any thread; a group runs on one.
class GroupSteps {
public:
  GroupSteps();

  struct Step {
    const WeftCheckSite *site = nullptr;
    std::array<uint64_t, 4> values{}; ///< addresses, other arguments, event
    uint32_t item = 0;                ///< who came first: a linear id
    bool operator==(const Step &other) const { return site == other.site && values == other.values; }
  };
  /// What somebody else did, and `ownSite` where the fault is, if that isn't the step itself.
  struct Parted {
    const WeftCheckSite *site;      ///< the step that is not alike
    uint32_t item;                  ///< who made it
    const WeftCheckSite *otherSite; ///< null where the other has ended
    uint32_t otherItem;
  };
  struct Found {
    uint64_t event = 0; ///< of a copy
    std::optional<Parted> parted;
    bool isNoEvent = false;                        ///< a wait for none
    std::vector<const WeftCheckSite *> unwaited{}; ///< at the end: copies
  };

  /// `item` of the group comes to a copy, a wait, or its end.
  Found come(const WeftGroup &group, uint64_t linearGroup, uint32_t item, const WeftCheckSite &site,
             const std::array<uint64_t, 4> &values);

private:
  struct Item {
    uint32_t next = 0;
    bool hasEnded = false;
    uint64_t events = 0;                                            ///< that it has been given
    std::vector<std::pair<uint64_t, const WeftCheckSite *>> open{}; ///< events, and their first copies
  };
  struct RunningGroup {
    uint64_t steps = 0; ///< the number of these; 0 for none
    uint64_t group = 0;
    std::vector<Step> all;
    std::vector<Item> items;
    bool hasParted = false; ///< what follows is no news
  };

  static std::optional<Parted> compare(RunningGroup &running, Item &item, const Step &step);
  static Found end(RunningGroup &running, Item &item, uint32_t index);

  static std::atomic<uint64_t> lastNumber;
  static thread_local RunningGroup runningGroup;
  const uint64_t number_;
};

} // namespace weft::cpu

#endif
