// Stores and finds the launch plans of ranges over which a kernel is launched repeatedly.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/LaunchPlanCache.h"

namespace weft::core {

namespace {

/// Whether the first `count` elements of `known` and `given` are equal. If `given` is null, its elements count as zero.
bool agree(const std::array<uint64_t, 3> &known, const size_t *given, unsigned count) {
  bool same = true;
  for (unsigned d = 0; d < count; ++d)
    same &= known[d] == (given ? given[d] : 0);
  return same;
}

} // namespace

LaunchPlanCache::~LaunchPlanCache() {
  for (const std::atomic<const CachedPlan *> &plan : plans_)
    delete plan.load(std::memory_order_acquire);
}

const CachedPlan *LaunchPlanCache::find(unsigned workDim, const size_t *offset, const size_t *globalSize,
                                        const size_t *localSize, uint64_t localArgumentBytes) const {
  for (const std::atomic<const CachedPlan *> &place : plans_) {
    const CachedPlan *plan = place.load(std::memory_order_acquire);
    if (!plan)
      return nullptr;
    const cpu::NDRange &requested = plan->requested;
    // In a plan, a local size of 0 says that the request gave no local size. If a request gives a local size of 0, no
    // plan may match it, because that is an error.
    const bool isGiven = requested.localSize[0] != 0;
    if (requested.workDim == workDim && isGiven == (localSize != nullptr) &&
        plan->localArgumentBytes == localArgumentBytes && agree(requested.globalSize, globalSize, workDim) &&
        agree(requested.localSize, localSize, workDim) && agree(requested.globalOffset, offset, workDim))
      return plan;
  }
  return nullptr;
}

void LaunchPlanCache::add(const CachedPlan &plan) {
  // If all slots are taken, every launch over another range comes here. So this quick check comes first.
  if (plans_.back().load(std::memory_order_relaxed))
    return;
  const CachedPlan *kept = std::make_unique<const CachedPlan>(plan).release();
  for (std::atomic<const CachedPlan *> &place : plans_) {
    const CachedPlan *none = nullptr;
    if (place.compare_exchange_strong(none, kept, std::memory_order_acq_rel))
      return;
  }
  delete kept;
}

} // namespace weft::core
