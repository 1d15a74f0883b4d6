// Which NUMA node each slot of a pool belongs to.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_SCHEDULER_SLOT_NODES_H
#define WEFT_DEVICE_CPU_SCHEDULER_SLOT_NODES_H

#include <vector>

#include "MemoryHierarchy.h"

namespace weft::cpu {

/// The slots of a pool dealt out to the nodes of its CPUs: neighbours are of the same node, and each node has as large
/// a part of the slots as of the CPUs.
class SlotNodes {
public:
  /// One node, to which all belongs.
  SlotNodes() = default;
  /// `nodes` as cpusByNode tells them, with at least one CPU.
  SlotNodes(CpusByNode nodes, unsigned slots);

  /// Whether it matters where a thread runs.
  bool areSeveral() const { return nodes_.size() > 1; }
  /// The number of the slot's node; slots beyond those dealt out begin from the first again.
  unsigned ofSlot(unsigned slot) const { return slots_[slot % slots_.size()]; }
  /// That of the CPU that the calling thread runs on now; of the first where it isn't one of the pool's.
  unsigned ofThisThread() const;
  /// The first slot of that node, the very first where it has none.
  unsigned slotNearThisThread() const;
  /// CPUs of the slot's node, ascending.
  const std::vector<unsigned> &cpusOfSlot(unsigned slot) const { return nodes_[ofSlot(slot)]; }

private:
  CpusByNode nodes_{{}};
  std::vector<unsigned> slots_{0};
  std::vector<unsigned> cpus_; ///< for each number up to the greatest
};

} // namespace weft::cpu

#endif
