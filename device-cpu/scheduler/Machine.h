// The machine's CPUs and caches as hwloc tells them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_SCHEDULER_MACHINE_H
#define WEFT_DEVICE_CPU_SCHEDULER_MACHINE_H

#include <cstdint>
#include <vector>

#include "ComputeUnits.h"

namespace weft::cpu {

struct Machine {
  /// The CPUs in the calling thread's affinity mask, in the machine's order; at least one.
  std::vector<UsableCpu> cpus;
  uint64_t lastLevelCacheBytes = 0;
  uint64_t level1DataCacheBytes = 0;
  uint64_t cacheLineBytes = 0;
};

Machine readMachine();

} // namespace weft::cpu

#endif
