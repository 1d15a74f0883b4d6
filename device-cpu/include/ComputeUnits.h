// The CPUs that the process may use, what they share, and how they are dealt out to workers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_COMPUTE_UNITS_H
#define WEFT_DEVICE_CPU_COMPUTE_UNITS_H

#include <array>
#include <vector>

namespace weft::cpu {

/// The levels at which CPUs share memory, from the widest to the narrowest.
enum class SharedLevel : unsigned { numaNode, cache4, cache3, cache2, cache1 };
inline constexpr unsigned sharedLevels = 5;

/// For each SharedLevel the number of the NUMA node or data cache; -1 where the machine has none of that level.
using SharedMemories = std::array<int, sharedLevels>;

struct UsableCpu {
  unsigned number = 0; ///< the system's, as in an affinity mask
  SharedMemories shares{-1, -1, -1, -1, -1};
};

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
