// Finds loops that search memory. In such loops work-items may be quicker one by one than as a packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_EARLY_EXIT_LOOPS_H
#define WEFT_COMPILER_ANALYSIS_EARLY_EXIT_LOOPS_H

namespace llvm {
class Loop;
} // namespace llvm

namespace weft::compiler {

class AccessPlans;
class PacketShapes;

/// On packets, an iteration of a loop can't start before it is known which lanes stay in the loop. The value says for
/// which accesses that decision waits. A work-item without a packet doesn't wait: the CPU predicts the branch, and
/// starts the next iterations before it knows whether they run.
enum class ExitDependence {
  none,
  gather, ///< lanes leave depending on elements that each gathers from its own array: the first zero of a string
  /// Lanes leave the loop depending on elements of private arrays to which the loop also stores, each lane at an
  /// address of its own (a stack, a heap). The gather then waits for the scatter before it, too.
  scatter,
};

/// The exit dependence of `loop`; `none` if the loop isn't an innermost one.
ExitDependence exitDependenceOf(const llvm::Loop &loop, const PacketShapes &shapes, const AccessPlans &plans);

/// Whether in `loop`, an innermost loop, loaded values choose the address that a lane loads from next, as in a binary
/// search or a search down a tree. The CPU mispredicts half of such choices.
bool selectsAddressByLoad(const llvm::Loop &loop, const PacketShapes &shapes);

} // namespace weft::compiler

#endif
