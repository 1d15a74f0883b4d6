// The assignment of a pool's execution slots to NUMA nodes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_SCHEDULER_SLOT_NODES_H
#define WEFT_DEVICE_CPU_SCHEDULER_SLOT_NODES_H

#include <vector>

#include "MemoryHierarchy.h"

namespace weft::cpu {

/// Assigns the execution slots of a pool to the NUMA nodes of its CPUs. The slots of one node are neighbours. A node
/// with a share of the CPUs gets the same share of the slots.
class SlotNodes {
public:
  /// Makes an assignment of all slots to a single node.
  SlotNodes() = default;
  /// `nodes` is a result of cpusByNode with at least one CPU.
  SlotNodes(CpusByNode nodes, unsigned slots);

  /// Returns whether there are several nodes, so that it matters on which node a thread runs.
  bool hasSeveralNodes() const { return nodes_.size() > 1; }
  /// The number of the slot's node. For slots beyond the number of assigned slots, the assignment starts again at the
  /// first slot.
  unsigned ofSlot(unsigned slot) const { return slots_[slot % slots_.size()]; }
  /// The node of the CPU on which the calling thread runs now; the first node if the pool doesn't have this CPU.
  unsigned ofThisThread() const;
  /// The first slot of the calling thread's node; slot 0 if the node has no slot.
  unsigned slotNearThisThread() const;
  /// CPUs of the slot's node, ascending.
  const std::vector<unsigned> &cpusOfSlot(unsigned slot) const { return nodes_[ofSlot(slot)]; }

private:
  CpusByNode nodes_{{}};
  std::vector<unsigned> slots_{0};
  std::vector<unsigned> cpus_; ///< the node of each CPU number up to the greatest
};

} // namespace weft::cpu

#endif
