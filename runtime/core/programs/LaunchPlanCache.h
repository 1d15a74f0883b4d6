// How a kernel is launched over the ranges that come again and again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_SETTLED_PLANS_H
#define WEFT_RUNTIME_CORE_PROGRAMS_SETTLED_PLANS_H

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "core/objects/Cpu.h"
#include "core/programs/KernelVariant.h"

namespace weft::core {

/// What has been found out of a range, checks included, and no later launch would find otherwise: there is no better
/// code to come.
struct SettledPlan {
  /// Of the request: the local size is 0 in each dimension where none was given.
  cpu::NDRange requested;
  uint64_t localArgumentBytes = 0;
  /// As it is launched.
  cpu::NDRange range;
  const KernelVariant::Code *code = nullptr; ///< the kernel's, which keeps it
  uint64_t localBytes = 0;                   ///< as in LaunchPlan
};

/// Those of one kernel on one device, a few. Any thread may ask and add at any time; nothing is ever taken out, so what
/// is found stays where it is.
class LaunchPlanCache {
public:
  LaunchPlanCache() = default;
  LaunchPlanCache(const LaunchPlanCache &) = delete;
  LaunchPlanCache &operator=(const LaunchPlanCache &) = delete;
  ~LaunchPlanCache();

  /// Null where there is none. `offset` and `localSize` may be null, as in clEnqueueNDRangeKernel.
  const SettledPlan *find(unsigned workDim, const size_t *offset, const size_t *globalSize, const size_t *localSize,
                          uint64_t localArgumentBytes) const;
  /// Keeps it, unless there are too many already.
  void add(const SettledPlan &plan);

private:
  std::array<std::atomic<const SettledPlan *>, 4> plans_{}; ///< owned; null behind the last
};

} // namespace weft::core

#endif
