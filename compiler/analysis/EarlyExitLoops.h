// Loops in which work-items look for something in memory, and how one that runs by itself fares in them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_SEARCH_LOOPS_H
#define WEFT_COMPILER_ANALYSIS_SEARCH_LOOPS_H

namespace llvm {
class Loop;
} // namespace llvm

namespace weft::compiler {

class AccessPlans;
class PacketShapes;

/// What each trip through a loop waits for on packets, before it is known which lanes go on. A work-item by itself has
/// the next trips under way before it knows whether they come, as the CPU foretells the branch.
enum class ExitDependence {
  none,
  gather, ///< lanes leave the loop by what they gather along their rows: the first zero of a string
  /// Lanes leave it by what they find in private arrays that they also store to in it, each at its own place: a stack,
  /// a heap. The gather waits for what was scattered before, too.
  scatter,
};

/// Of `loop`; none where it isn't an innermost one.
ExitDependence exitDependenceOf(const llvm::Loop &loop, const PacketShapes &shapes, const AccessPlans &plans);

/// Whether lanes choose the next place that they load from in `loop`, an innermost one, by what they have found: a
/// search by halves, a walk down a tree. The CPU foretells half of such choices wrongly.
bool choosesPlaces(const llvm::Loop &loop, const PacketShapes &shapes);

} // namespace weft::compiler

#endif
