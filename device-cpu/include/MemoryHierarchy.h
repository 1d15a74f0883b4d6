// The caches and NUMA nodes of the machine, and which CPUs share them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_MEMORY_HIERARCHY_H
#define WEFT_DEVICE_CPU_MEMORY_HIERARCHY_H

#include <array>
#include <cstdint>
#include <vector>

namespace weft::cpu {

/// The levels at which CPUs share memory, from the widest to the narrowest.
enum class AffinityLevel : unsigned { numaNode, cache4, cache3, cache2, cache1 };
inline constexpr unsigned affinityLevels = 5;

/// For each AffinityLevel, the number of the NUMA node or data cache; -1 if the machine has no such level.
using AffinityDomains = std::array<int, affinityLevels>;

struct UsableCpu {
  unsigned number = 0; ///< the system's number, as in an affinity mask
  AffinityDomains affinity{-1, -1, -1, -1, -1};
};

struct MemoryHierarchy {
  std::vector<UsableCpu> cpus; ///< in the machine's order: neighbouring CPUs share the most caches
  /// The size of the last-level cache; 0 if neither the system nor the CPU reports it. If only the CPU reports the
  /// size, it may be the sum of several caches.
  uint64_t lastLevelCacheBytes = 0;
  /// The size of one last-level cache; 0 if the system doesn't report it.
  uint64_t lastLevelCacheInstanceBytes = 0;
  uint64_t cacheLineBytes = 64;
};

/// Queries hwloc about the CPUs with these numbers, which are in ascending order. If hwloc doesn't know them or must
/// not be queried, the result says that the CPUs share nothing, and the sizes of caches come from the C library or the
/// CPU. This takes a millisecond, and more on large machines. Several threads may call it at once.
MemoryHierarchy readMemoryHierarchy(const std::vector<unsigned> &cpus);

/// For each NUMA node, the numbers of its CPUs, in ascending order.
using CpusByNode = std::vector<std::vector<unsigned>>;

/// Returns the CPUs with these numbers, which are in ascending order, by node. The result is empty if the system has
/// one node or doesn't report nodes: then the call takes some microseconds and no memory. Otherwise it takes as long as
/// readMemoryHierarchy. Several threads may call it at once.
CpusByNode cpusByNode(const std::vector<unsigned> &cpus);
/// Returns the numbers of these CPUs by node, without asking the system: each UsableCpu says on which node it is.
CpusByNode cpusByNode(const std::vector<UsableCpu> &cpus);

} // namespace weft::cpu

#endif
