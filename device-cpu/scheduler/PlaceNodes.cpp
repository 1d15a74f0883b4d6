// Which NUMA node each place of a pool belongs to.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/PlaceNodes.h"

#include <algorithm>
#include <cstdint>
#include <sched.h>
#include <utility>

namespace weft::cpu {

PlaceNodes::PlaceNodes(CpusByNode nodes, unsigned places) : nodes_(std::move(nodes)) {
  std::vector<unsigned> nodeOfEach; // CPU, in the order of the nodes
  for (unsigned node = 0; node < nodes_.size(); ++node)
    for (unsigned cpu : nodes_[node]) {
      nodeOfEach.push_back(node);
      if (cpus_.size() <= cpu)
        cpus_.resize(cpu + 1, 0);
      cpus_[cpu] = node;
    }
  places_.clear();
  for (unsigned place = 0; place < places; ++place)
    places_.push_back(nodeOfEach[uint64_t(place) * nodeOfEach.size() / places]);
}

unsigned PlaceNodes::ofThisThread() const {
  const int cpu = sched_getcpu();
  return cpu >= 0 && std::cmp_less(cpu, cpus_.size()) ? cpus_[unsigned(cpu)] : 0;
}

unsigned PlaceNodes::placeNearThisThread() const {
  const auto place = std::ranges::find(places_, ofThisThread());
  return place == places_.end() ? 0 : unsigned(place - places_.begin());
}

} // namespace weft::cpu
