// How the CPUs that the process may use are dealt out to workers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_COMPUTE_UNITS_H
#define WEFT_DEVICE_CPU_COMPUTE_UNITS_H

#include <vector>

#include "MemoryHierarchy.h"

namespace weft::cpu {

/// What one worker runs on. Has more than one CPU where a cgroup's quota allows fewer workers than there are CPUs.
struct ComputeUnit {
  std::vector<unsigned> cpus;
  SharedMemories shares{-1, -1, -1, -1, -1}; ///< of its first CPU
};

/// Deals the CPUs, which are in the machine's own order (neighbours share most), out to `count` units: evenly where
/// there are at least as many CPUs, else several units have the same one. No CPUs give units without any.
std::vector<ComputeUnit> makeComputeUnits(const std::vector<UsableCpu> &cpus, unsigned count);

} // namespace weft::cpu

#endif
