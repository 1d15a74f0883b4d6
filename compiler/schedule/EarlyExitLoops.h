// Finds loops whose loaded data decide when they end. Work-items may run such loops quicker one by one than as a
// packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SCHEDULE_EARLY_EXIT_LOOPS_H
#define WEFT_COMPILER_SCHEDULE_EARLY_EXIT_LOOPS_H

namespace llvm {
class Loop;
} // namespace llvm

namespace weft::compiler {

class AccessPlans;
class PacketShapes;

/// Says for which accesses a packet waits before each iteration of a loop: the iteration can't start before it is known
/// which lanes stay in the loop. A work-item that runs alone doesn't wait: the CPU predicts the branch, and starts the
/// next iterations before it knows whether they run.
enum class ExitDependence {
  none,
  vectorLoad, ///< each lane leaves depending on an element of a vector that the packet loads
  gather,     ///< each lane leaves depending on elements gathered from an array of its own: the first zero of a string
  /// Lanes leave the loop depending on elements of private arrays to which the loop also stores, each lane at an
  /// address of its own (a stack, a heap). The gather then waits for the scatter before it, too.
  scatter,
};

/// The exit dependence of `loop`; `none` if the loop isn't an innermost one.
ExitDependence exitDependenceOf(const llvm::Loop &loop, const PacketShapes &shapes, const AccessPlans &plans);

/// Whether in `loop`, an innermost loop, loaded values choose the address that a lane loads from next, as in a binary
/// search or a search down a tree. If work-items run one by one, each choice is a branch, and the CPU mispredicts half
/// of these branches.
bool selectsAddressByLoad(const llvm::Loop &loop, const PacketShapes &shapes);

} // namespace weft::compiler

#endif
