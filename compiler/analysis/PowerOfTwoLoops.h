// Finds loops with barriers in which a distance is multiplied or divided by a constant in each iteration.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_POWER_OF_TWO_LOOPS_H
#define WEFT_COMPILER_ANALYSIS_POWER_OF_TWO_LOOPS_H

namespace llvm {
class Loop;
class PHINode;
class ScalarEvolution;
} // namespace llvm

namespace weft::compiler {

/// Whether `loop` is a power-of-two loop. Such a loop has a distance, a number that is multiplied or divided by a
/// constant in each iteration. It contains a barrier, and its only convergent operations are barriers. The loops in it
/// must be power-of-two loops, too. Fourier transforms, sorting networks and trees have such loops. Such a loop may be
/// unrolled although it contains a barrier: all work-items run the same iterations, so all of them reach each copy of
/// the barrier.
bool isPowerOfTwoLoop(const llvm::Loop &loop);

/// The distance of `loop` whose first value is a constant; null if there is none.
llvm::PHINode *distanceFromConstant(const llvm::Loop &loop);

/// The distance of `loop` whose first value is the current distance of the loop around it, or a multiple or fraction of
/// that distance. The outer loop's distance must begin as a constant. Null if there is none. An example is a sorting
/// network, whose steps for one length begin with half of the length.
llvm::PHINode *distanceFromOuter(const llvm::Loop &loop);

/// Whether `loop` and the loop around it are short enough to be unrolled together, with separate code for each
/// iteration. `loop` must be a power-of-two loop that has a distanceFromOuter, and the trip count of the outer loop
/// must be known.
bool isUnrolledWithOuter(const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

/// The distance of `loop` that is halved in each iteration; null if there is none.
llvm::PHINode *halvedDistance(const llvm::Loop &loop);

} // namespace weft::compiler

#endif
