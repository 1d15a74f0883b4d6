// Divides the CPUs that the process may use among the workers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_COMPUTE_UNITS_H
#define WEFT_DEVICE_CPU_COMPUTE_UNITS_H

#include <vector>

#include "MemoryHierarchy.h"

namespace weft::cpu {

/// The CPUs of one worker. A unit has more than one CPU if a cgroup's quota allows fewer workers than there are
/// CPUs.
struct ComputeUnit {
  std::vector<unsigned> cpus;
  AffinityDomains affinity{-1, -1, -1, -1, -1}; ///< the affinity of its first CPU
};

/// Distributes the CPUs to `count` units. The CPUs are in the machine's own order, in which neighbouring CPUs share the
/// most caches. The units get equal numbers of CPUs if there are at least `count` CPUs; otherwise several units have
/// the same CPU. Without any CPUs, the units have none.
std::vector<ComputeUnit> makeComputeUnits(const std::vector<UsableCpu> &cpus, unsigned count);

} // namespace weft::cpu

#endif
