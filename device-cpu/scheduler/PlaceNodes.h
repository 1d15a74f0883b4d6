// Which NUMA node each place of a pool belongs to.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_SCHEDULER_PLACE_NODES_H
#define WEFT_DEVICE_CPU_SCHEDULER_PLACE_NODES_H

#include <vector>

#include "MemoryHierarchy.h"

namespace weft::cpu {

/// The places of a pool dealt out to the nodes of its CPUs: neighbours are of the same node, and each node has as large
/// a part of the places as of the CPUs.
class PlaceNodes {
public:
  /// One node, to which all belongs.
  PlaceNodes() = default;
  /// `nodes` as cpusByNode tells them, with at least one CPU.
  PlaceNodes(CpusByNode nodes, unsigned places);

  /// Whether it matters where a thread runs.
  bool areSeveral() const { return nodes_.size() > 1; }
  /// The number of the place's node; places beyond those dealt out begin from the first again.
  unsigned ofPlace(unsigned place) const { return places_[place % places_.size()]; }
  /// That of the CPU that the calling thread runs on now; of the first where it isn't one of the pool's.
  unsigned ofThisThread() const;
  /// The first place of that node, the very first where it has none.
  unsigned placeNearThisThread() const;
  /// CPUs of the place's node, ascending.
  const std::vector<unsigned> &cpusOfPlace(unsigned place) const { return nodes_[ofPlace(place)]; }

private:
  CpusByNode nodes_{{}};
  std::vector<unsigned> places_{0};
  std::vector<unsigned> cpus_; ///< for each number up to the greatest
};

} // namespace weft::cpu

#endif
