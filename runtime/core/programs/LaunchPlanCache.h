// The launch plans of earlier launches of a kernel, which later launches over the same range reuse.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_LAUNCH_PLAN_CACHE_H
#define WEFT_RUNTIME_CORE_PROGRAMS_LAUNCH_PLAN_CACHE_H

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "core/objects/Cpu.h"
#include "core/programs/KernelVariant.h"

namespace weft::core {

/// The plan of a launch that has passed its checks. Later launches over the same range use the plan without checks,
/// because planning them would give the same result: no better code will be compiled for the range.
struct CachedPlan {
  /// The range of the request. The local size is 0 in each dimension if the launch gives no local size.
  cpu::NDRange requested;
  uint64_t localArgumentBytes = 0;
  /// The range that is launched.
  cpu::NDRange range;
  const KernelVariant *variant = nullptr; ///< has the code; the kernel owns the variant and keeps it
  uint64_t localBytes = 0;                ///< as in LaunchPlan
};

/// A few plans of one kernel on one device. Any thread may find and add plans at any time. No plan is ever removed, so
/// a plan that was found stays at its address.
class LaunchPlanCache {
public:
  LaunchPlanCache() = default;
  LaunchPlanCache(const LaunchPlanCache &) = delete;
  LaunchPlanCache &operator=(const LaunchPlanCache &) = delete;
  ~LaunchPlanCache();

  /// Null if there is no plan for these arguments. `offset` and `localSize` may be null, as in
  /// clEnqueueNDRangeKernel.
  const CachedPlan *find(unsigned workDim, const size_t *offset, const size_t *globalSize, const size_t *localSize,
                         uint64_t localArgumentBytes) const;
  /// Stores the plan, unless all slots are taken.
  void add(const CachedPlan &plan);

private:
  std::array<std::atomic<const CachedPlan *>, 4> plans_{}; ///< the plans, which the cache owns; the elements after the
                                                           ///< last plan are null
};

} // namespace weft::core

#endif
