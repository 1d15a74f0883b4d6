// Assigns a pool's execution slots to NUMA nodes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/SlotNodes.h"

#include <algorithm>
#include <cstdint>
#include <sched.h>
#include <utility>

namespace weft::cpu {

SlotNodes::SlotNodes(CpusByNode nodes, unsigned slots) : nodes_(std::move(nodes)) {
  std::vector<unsigned> nodeOfEach; // the node of each CPU, in the order of the nodes
  for (unsigned node = 0; node < nodes_.size(); ++node)
    for (unsigned cpu : nodes_[node]) {
      nodeOfEach.push_back(node);
      if (cpus_.size() <= cpu)
        cpus_.resize(cpu + 1, 0);
      cpus_[cpu] = node;
    }
  slots_.clear();
  for (unsigned slot = 0; slot < slots; ++slot)
    slots_.push_back(nodeOfEach[uint64_t(slot) * nodeOfEach.size() / slots]);
}

unsigned SlotNodes::ofThisThread() const {
  const int cpu = sched_getcpu();
  return cpu >= 0 && std::cmp_less(cpu, cpus_.size()) ? cpus_[unsigned(cpu)] : 0;
}

unsigned SlotNodes::slotNearThisThread() const {
  const auto slot = std::ranges::find(slots_, ofThisThread());
  return slot == slots_.end() ? 0 : unsigned(slot - slots_.begin());
}

} // namespace weft::cpu
