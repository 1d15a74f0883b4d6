// Reads the machine's caches and NUMA nodes from hwloc, and from the CPU what hwloc doesn't report.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MemoryHierarchy.h"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <hwloc.h>
#include <map>
#include <string_view>
#include <sys/auxv.h>
#include <unistd.h>
#include <utility>

#include "scheduler/CacheSizes.h"

namespace weft::cpu {

namespace {

hwloc_topology_t loadTopology() {
  // hwloc loads plugins that environment variables name. A process that may have more rights than the user who set the
  // variables must not load them.
  if (getauxval(AT_SECURE) != 0)
    return nullptr;
  hwloc_topology_t machine;
  if (hwloc_topology_init(&machine) != 0)
    return nullptr;
  // hwloc's component "opencl" would query OpenCL for devices, and so call this library again.
  hwloc_topology_set_components(machine, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "opencl");
  // Only caches and NUMA nodes are wanted; hwloc always keeps the nodes. All other objects would take time, above all
  // on large machines.
  hwloc_topology_set_all_types_filter(machine, HWLOC_TYPE_FILTER_KEEP_NONE);
  // Objects of type "group" must be kept: without them, if there is no cache with exactly the CPUs of a NUMA node,
  // hwloc says that the node has all CPUs of the machine.
  hwloc_topology_set_type_filter(machine, HWLOC_OBJ_GROUP, HWLOC_TYPE_FILTER_KEEP_STRUCTURE);
  hwloc_topology_set_cache_types_filter(machine, HWLOC_TYPE_FILTER_KEEP_ALL);
  // hwloc must not move this thread to each CPU of the machine in order to query it: the CPUs may belong to other
  // processes, and the system reports the same properties.
  hwloc_topology_set_flags(machine, HWLOC_TOPOLOGY_FLAG_NO_DISTANCES | HWLOC_TOPOLOGY_FLAG_NO_MEMATTRS |
                                        HWLOC_TOPOLOGY_FLAG_NO_CPUKINDS | HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING);
  if (hwloc_topology_load(machine) == 0)
    return machine;
  hwloc_topology_destroy(machine);
  return nullptr;
}

CacheSizes readCaches(hwloc_topology_t topology) {
  CacheSizes sizes;
  const hwloc_obj_t first = hwloc_get_obj_by_type(topology, HWLOC_OBJ_L1CACHE, 0);
  if (first != nullptr)
    sizes.line = first->attr->cache.linesize;
  for (const hwloc_obj_type_t level : {HWLOC_OBJ_L5CACHE, HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE}) {
    const hwloc_obj_t cache = hwloc_get_obj_by_type(topology, level, 0);
    if (cache != nullptr && sizes.lastLevel == 0)
      sizes.lastLevel = cache->attr->cache.size;
  }
  return sizes;
}

/// Stores the sizes of caches in `hierarchy`. `told` has the sizes that hwloc has read from /sys, but virtual machines
/// often show none there. A size that is 0 in `told` is taken from readCacheSizes instead.
void noteCaches(const CacheSizes &told, MemoryHierarchy &hierarchy) {
  const CacheSizes others = told.lastLevel != 0 && told.line != 0 ? CacheSizes() : readCacheSizes();
  hierarchy.lastLevelCacheInstanceBytes = told.lastLevel;
  hierarchy.lastLevelCacheBytes = told.lastLevel != 0 ? told.lastLevel : others.lastLevel;
  if (const uint64_t line = told.line != 0 ? told.line : others.line)
    hierarchy.cacheLineBytes = line;
}

AffinityDomains affinityOf(hwloc_topology_t topology, hwloc_obj_t cpu) {
  AffinityDomains affinity{-1, -1, -1, -1, -1};
  // In hwloc's tree, NUMA nodes aren't ancestors of CPUs. So the node of a CPU is found by a search in the nodes' sets
  // of CPUs.
  for (hwloc_obj_t node = nullptr; (node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != nullptr;)
    if (hwloc_bitmap_isset(node->cpuset, cpu->os_index)) {
      affinity[unsigned(AffinityLevel::numaNode)] = int(node->logical_index);
      break;
    }
  constexpr struct {
    AffinityLevel level;
    hwloc_obj_type_t type;
  } caches[] = {{AffinityLevel::cache4, HWLOC_OBJ_L4CACHE},
                {AffinityLevel::cache3, HWLOC_OBJ_L3CACHE},
                {AffinityLevel::cache2, HWLOC_OBJ_L2CACHE},
                {AffinityLevel::cache1, HWLOC_OBJ_L1CACHE}};
  for (const auto &[level, type] : caches)
    if (const hwloc_obj_t cache = hwloc_get_ancestor_obj_by_type(topology, type, cpu))
      affinity[unsigned(level)] = int(cache->logical_index);
  return affinity;
}

} // namespace

MemoryHierarchy readMemoryHierarchy(const std::vector<unsigned> &cpus) {
  MemoryHierarchy hierarchy;
  CacheSizes caches;
  if (const hwloc_topology_t topology = loadTopology()) {
    caches = readCaches(topology);
    for (hwloc_obj_t cpu = nullptr; (cpu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, cpu)) != nullptr;)
      if (std::ranges::binary_search(cpus, cpu->os_index))
        hierarchy.cpus.push_back({cpu->os_index, affinityOf(topology, cpu)});
    hwloc_topology_destroy(topology);
  }
  noteCaches(caches, hierarchy);
  if (hierarchy.cpus.size() != cpus.size()) {
    hierarchy.cpus.clear();
    for (unsigned number : cpus)
      hierarchy.cpus.push_back({.number = number});
  }
  return hierarchy;
}

CpusByNode cpusByNode(const std::vector<UsableCpu> &cpus) {
  std::map<int, std::vector<unsigned>> nodes;
  for (const UsableCpu &cpu : cpus)
    nodes[cpu.affinity[unsigned(AffinityLevel::numaNode)]].push_back(cpu.number);
  CpusByNode all;
  for (auto &[node, numbers] : nodes) {
    std::ranges::sort(numbers);
    all.push_back(std::move(numbers));
  }
  return all;
}

CpusByNode cpusByNode(const std::vector<unsigned> &cpus) {
  // The file has a list such as "0" or "0-3". If the list names one node, there is no need to query hwloc.
  std::array<char, 64> text;
  const int file = open("/sys/devices/system/node/online", O_RDONLY | O_CLOEXEC);
  const ssize_t bytes = file >= 0 ? read(file, text.data(), text.size()) : 0;
  if (file >= 0)
    close(file);
  const std::string_view online(text.data(), size_t(std::max<ssize_t>(0, bytes)));
  return online.find_first_of("-,") == std::string_view::npos ? CpusByNode{}
                                                              : cpusByNode(readMemoryHierarchy(cpus).cpus);
}

} // namespace weft::cpu
