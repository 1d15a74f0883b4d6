// The caches and NUMA nodes of the machine, and which CPUs share them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_MEMORY_HIERARCHY_H
#define WEFT_DEVICE_CPU_MEMORY_HIERARCHY_H

#include <array>
#include <cstdint>
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

struct MemoryHierarchy {
  std::vector<UsableCpu> cpus; ///< in the machine's order: neighbours share most
  /// 0 where nothing tells it. Of a machine whose system doesn't it is what the CPU says, which may be the sum of
  /// several caches.
  uint64_t lastLevelCacheBytes = 0;
  /// Of one cache; 0 where the system doesn't tell it.
  uint64_t oneLastLevelCacheBytes = 0;
  uint64_t cacheLineBytes = 64;
};

/// Asks hwloc about the CPUs with these numbers, which are in ascending order. Where hwloc can't tell or must not be
/// asked, they share nothing, and sizes of caches are those that the C library or the CPU tells. Takes a millisecond,
/// and more on large machines. May be called by several threads.
MemoryHierarchy readMemoryHierarchy(const std::vector<unsigned> &cpus);

/// CPUs by the NUMA node that they are on, each ascending.
using CpusByNode = std::vector<std::vector<unsigned>>;

/// The CPUs with these numbers, which are in ascending order. Empty where the system has one node, or doesn't say: then
/// it costs some microseconds and takes no memory, else as much as readMemoryHierarchy. May be called by several
/// threads.
CpusByNode cpusByNode(const std::vector<unsigned> &cpus);
/// The same of CPUs that are known already.
CpusByNode cpusByNode(const std::vector<UsableCpu> &cpus);

} // namespace weft::cpu

#endif
