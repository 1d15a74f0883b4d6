// The machine's CPUs and caches as hwloc tells them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/Machine.h"

#include <algorithm>
#include <hwloc.h>
#include <sched.h>
#include <sys/auxv.h>
#include <unistd.h>

namespace weft::cpu {

namespace {

/// The numbers of the CPUs in the affinity mask, whatever their number, in ascending order.
std::vector<unsigned> affinityCpus() {
  std::vector<unsigned> cpus;
  for (int most = 1024; most <= 1 << 20 && cpus.empty(); most *= 4) {
    cpu_set_t *set = CPU_ALLOC(most);
    if (set == nullptr)
      break;
    const size_t bytes = CPU_ALLOC_SIZE(most);
    if (sched_getaffinity(0, bytes, set) == 0)
      for (int cpu = 0; cpu < most; ++cpu)
        if (CPU_ISSET_S(cpu, bytes, set))
          cpus.push_back(unsigned(cpu));
    CPU_FREE(set);
  }
  for (long cpu = 0, count = std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)); cpus.empty() && cpu < count; ++cpu)
    cpus.push_back(unsigned(cpu));
  return cpus;
}

hwloc_topology_t loadTopology() {
  // By its environment variables hwloc loads plugins: not in a process with more rights than who set them.
  if (getauxval(AT_SECURE) != 0)
    return nullptr;
  hwloc_topology_t machine;
  if (hwloc_topology_init(&machine) != 0)
    return nullptr;
  // hwloc can ask OpenCL for devices, and would so come back to this library.
  hwloc_topology_set_components(machine, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "opencl");
  // Only caches and NUMA nodes (which are always kept) are wanted; the rest would cost time, above all on large
  // machines.
  hwloc_topology_set_all_types_filter(machine, HWLOC_TYPE_FILTER_KEEP_NONE);
  hwloc_topology_set_cache_types_filter(machine, HWLOC_TYPE_FILTER_KEEP_ALL);
  hwloc_topology_set_flags(machine, HWLOC_TOPOLOGY_FLAG_NO_DISTANCES | HWLOC_TOPOLOGY_FLAG_NO_MEMATTRS |
                                        HWLOC_TOPOLOGY_FLAG_NO_CPUKINDS);
  if (hwloc_topology_load(machine) == 0)
    return machine;
  hwloc_topology_destroy(machine);
  return nullptr;
}

void readCaches(hwloc_topology_t topology, Machine &machine) {
  if (const hwloc_obj_t cache = hwloc_get_obj_by_type(topology, HWLOC_OBJ_L1CACHE, 0)) {
    machine.level1DataCacheBytes = cache->attr->cache.size;
    machine.cacheLineBytes = cache->attr->cache.linesize;
  }
  for (const hwloc_obj_type_t level : {HWLOC_OBJ_L5CACHE, HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE}) {
    const hwloc_obj_t cache = hwloc_get_obj_by_type(topology, level, 0);
    if (cache != nullptr && machine.lastLevelCacheBytes == 0)
      machine.lastLevelCacheBytes = cache->attr->cache.size;
  }
}

SharedMemories sharedBy(hwloc_topology_t topology, hwloc_obj_t cpu) {
  SharedMemories shares{-1, -1, -1, -1, -1};
  // NUMA nodes hang beside the tree of CPUs and caches.
  for (hwloc_obj_t node = nullptr; (node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != nullptr;)
    if (hwloc_bitmap_isset(node->cpuset, cpu->os_index)) {
      shares[unsigned(SharedLevel::numaNode)] = int(node->logical_index);
      break;
    }
  constexpr struct {
    SharedLevel level;
    hwloc_obj_type_t type;
  } caches[] = {{SharedLevel::cache4, HWLOC_OBJ_L4CACHE},
                {SharedLevel::cache3, HWLOC_OBJ_L3CACHE},
                {SharedLevel::cache2, HWLOC_OBJ_L2CACHE},
                {SharedLevel::cache1, HWLOC_OBJ_L1CACHE}};
  for (const auto &[level, type] : caches)
    if (const hwloc_obj_t cache = hwloc_get_ancestor_obj_by_type(topology, type, cpu))
      shares[unsigned(level)] = int(cache->logical_index);
  return shares;
}

} // namespace

Machine readMachine() {
  Machine machine;
  const std::vector<unsigned> usable = affinityCpus();
  if (const hwloc_topology_t topology = loadTopology()) {
    readCaches(topology, machine);
    for (hwloc_obj_t cpu = nullptr; (cpu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, cpu)) != nullptr;)
      if (std::ranges::binary_search(usable, cpu->os_index))
        machine.cpus.push_back({cpu->os_index, sharedBy(topology, cpu)});
    hwloc_topology_destroy(topology);
  }
  if (machine.cpus.size() != usable.size()) {
    machine.cpus.clear();
    for (unsigned number : usable)
      machine.cpus.push_back({.number = number});
  }
  return machine;
}

std::vector<ComputeUnit> makeComputeUnits(const std::vector<UsableCpu> &cpus, unsigned count) {
  std::vector<ComputeUnit> units(count);
  for (size_t i = 0; i < count && !cpus.empty(); ++i) {
    const size_t begin = i * cpus.size() / count;
    const size_t end = std::max(begin + 1, (i + 1) * cpus.size() / count);
    units[i].shares = cpus[begin].shares;
    for (size_t cpu = begin; cpu < end; ++cpu)
      units[i].cpus.push_back(cpus[cpu].number);
  }
  return units;
}

} // namespace weft::cpu
