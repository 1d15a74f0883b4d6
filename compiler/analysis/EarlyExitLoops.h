// Loops in which work-items search memory, and whether a work-item alone is quicker in them than a packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_EARLY_EXIT_LOOPS_H
#define WEFT_COMPILER_ANALYSIS_EARLY_EXIT_LOOPS_H

namespace llvm {
class Loop;
} // namespace llvm

namespace weft::compiler {

class AccessPlans;
class PacketShapes;

/// What each iteration of a loop on packets waits for, before it is known which lanes go on. A work-item that runs
/// alone doesn't wait: the CPU predicts the branch, and starts the next iterations before it knows whether they run.
enum class ExitDependence {
  none,
  gather, ///< lanes leave the loop depending on what they gather along their rows: the first zero of a string
  /// Lanes leave the loop depending on what they find in private arrays to which the loop also stores, each lane at an
  /// address of its own: a stack, a heap. The gather then waits for the scatter before it, too.
  scatter,
};

/// The exit dependence of `loop`; `none` where the loop isn't an innermost one.
ExitDependence exitDependenceOf(const llvm::Loop &loop, const PacketShapes &shapes, const AccessPlans &plans);

/// Whether lanes choose the next address that they load from in `loop`, an innermost loop, by what they have loaded: a
/// binary search, a walk down a tree. The CPU mispredicts half of such choices.
bool selectsAddressByLoad(const llvm::Loop &loop, const PacketShapes &shapes);

} // namespace weft::compiler

#endif
