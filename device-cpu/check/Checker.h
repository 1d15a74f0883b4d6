// Collects the faults that the checks of a kernel find in one execution of a launch.
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
#include "check/AsyncCopyChecker.h"
#include "check/RaceDetector.h"
#include "check/RaceShadow.h"

namespace weft::cpu {

/// Any thread may report faults to the checker. Errors of the same kind at the same site (position in the source) are
/// one fault: the checker stores the fault once, and counts how often it happens.
class Checker {
public:
  /// The caller owns `arguments`, which live as long as this object. `onNewFault` is called for each new fault; it may
  /// be null. `localMemoryUndefined` says that the contents of local memory are undefined when a group begins.
  /// `kernelFlags` are WeftKernelInfo::flags.
  Checker(std::span<const WeftCheckArgument> arguments, void (*onNewFault)(const CheckFault &),
          bool localMemoryUndefined, uint64_t kernelFlags);
  Checker(const Checker &) = delete;
  Checker &operator=(const Checker &) = delete;

  /// The functions for WeftLaunch::check.
  const WeftCheck &functions() const { return functions_; }

  /// The memory in which a kernel with WEFT_KERNEL_SHADOWS notes who accessed what last.
  RaceShadow &shadow() { return shadow_; }
  const RaceShadow &shadow() const { return shadow_; }

  /// `waiting` work-items of the group wait at the barrier `site`; `item` is the first of them. `others` work-items
  /// have ended or wait elsewhere; `otherItem` is the first of them, and waits at `otherSite`.
  struct MissedBarrier {
    const WeftCheckSite *site;
    const uint64_t *item; ///< the work-item's local id
    uint64_t waiting;
    const WeftCheckSite *otherSite; ///< null if `otherItem` has ended
    const uint64_t *otherItem;
    uint64_t others;
  };
  void reportMissedBarrier(const WeftLaunch &launch, const WeftGroup &group, const MissedBarrier &missed);

  /// Returns the faults in the order in which they were found, and removes them from the checker.
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
  /// Counts the fault. If the fault is new, `describe(fault)` fills in its fields.
  template <typename Describe> void add(CheckFault::What what, const WeftCheckSite &site, Describe describe);

  const std::span<const WeftCheckArgument> arguments_;
  void (*const onNewFault_)(const CheckFault &);
  const bool localMemoryUndefined_;
  RaceDetector races_;
  RaceShadow shadow_;
  AsyncCopyChecker asyncCopies_;
  WeftCheck functions_;
  Mutex mutex_;
  CheckFaults faults_ WEFT_GUARDED_BY(mutex_);
  std::set<uint32_t> writtenArguments_ WEFT_GUARDED_BY(mutex_); ///< arguments whose whole memory counts as written
  std::map<std::pair<const WeftCheckSite *, CheckFault::What>, size_t> faultIndices_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::cpu

#endif
