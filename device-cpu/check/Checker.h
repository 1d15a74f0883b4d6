// Collects what the checks of one execution of a launch find.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_CHECK_CHECKER_H
#define WEFT_DEVICE_CPU_CHECK_CHECKER_H

#include <map>
#include <memory>
#include <set>
#include <span>
#include <utility>

#include "CheckAbi.h"
#include "CheckFaults.h"
#include "Mutex.h"
#include "check/GroupSteps.h"
#include "check/RaceDetector.h"
#include "check/RaceShadow.h"

namespace weft::cpu {

/// May be told of faults by any thread. A fault is what a site finds wrong in one way; it is kept once, and counted.
class Checker {
public:
  /// `arguments` are the caller's, and live as long as this. `stopAt` is called for each new fault; it may be null.
  /// `knowsLocalMemory` says that local memory has no contents when a group begins. `kernelFlags` are
  /// WeftKernelInfo::flags.
  Checker(std::span<const WeftCheckArgument> arguments, void (*stopAt)(const CheckFault &), bool knowsLocalMemory,
          uint64_t kernelFlags);
  Checker(const Checker &) = delete;
  Checker &operator=(const Checker &) = delete;

  /// For WeftLaunch::check.
  const WeftCheck &functions() const { return functions_; }

  /// Of a kernel with WEFT_KERNEL_SHADOWS.
  RaceShadow &shadow() { return shadow_; }
  const RaceShadow &shadow() const { return shadow_; }

  /// `waiting` of the group's work-items wait at the barrier `site`, the first of them is `item`. `others` have ended,
  /// or wait at `otherSite`; `otherItem` is the first of these.
  struct MissedBarrier {
    const WeftCheckSite *site;
    const uint64_t *item; ///< its local id
    uint64_t waiting;
    const WeftCheckSite *otherSite; ///< null where that one has ended
    const uint64_t *otherItem;
    uint64_t others;
  };
  void missedBarrier(const WeftLaunch &launch, const WeftGroup &group, const MissedBarrier &missed);

  /// In the order in which they were found. Leaves none.
  CheckFaults takeFaults() WEFT_EXCLUDES(mutex_);

private:
  static void report(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site,
                     uint32_t x, uint32_t y, uint32_t z, uint64_t first, uint64_t second);
  static uint32_t find(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site,
                       uint32_t x, uint32_t y, uint32_t z, uint64_t address);
  static void access(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site,
                     uint32_t x, uint32_t y, uint32_t z, uint64_t offset, uint64_t address, uint64_t value);
  static uint64_t together(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site,
                           uint32_t x, uint32_t y, uint32_t z, uint64_t to, uint64_t from, uint64_t others,
                           uint64_t event);
  static void met(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site,
                  uint32_t x, uint32_t y, uint32_t z, uint64_t offset, uint64_t address, uint64_t value, uint64_t word,
                  const WeftCheckSite *const *sites);
  static WeftShadow *shadowOf(void *checker, const WeftLaunch *launch, const WeftGroup *group);
  static void wrote(void *checker, const WeftLaunch *launch, const WeftGroup *group, uint32_t argument);
  void describeAccess(CheckFault &fault, const WeftCheckSite &site) const;
  /// Counts the fault; fills it in by `describe(fault)` if it is new.
  template <typename Describe> void add(CheckFault::What what, const WeftCheckSite &site, Describe describe);

  const std::span<const WeftCheckArgument> arguments_;
  void (*const stopAt_)(const CheckFault &);
  const bool knowsLocalMemory_;
  RaceDetector races_;
  RaceShadow shadow_;
  GroupSteps steps_;
  WeftCheck functions_;
  Mutex mutex_;
  CheckFaults faults_ WEFT_GUARDED_BY(mutex_);
  std::set<uint32_t> wrote_ WEFT_GUARDED_BY(mutex_); ///< arguments of which all counts as written
  std::map<std::pair<const WeftCheckSite *, CheckFault::What>, size_t> known_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::cpu

#endif
