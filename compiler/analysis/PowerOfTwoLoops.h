// Loops whose iterations are steps between barriers, over distances that grow or shrink.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_POWER_OF_TWO_LOOPS_H
#define WEFT_COMPILER_ANALYSIS_POWER_OF_TWO_LOOPS_H

namespace llvm {
class Loop;
class PHINode;
class ScalarEvolution;
} // namespace llvm

namespace weft::compiler {

/// Whether a loop is one of steps: it has a distance, a number that is multiplied or divided by a constant in each
/// iteration, it contains a barrier, and its only convergent operations are barriers. The loops in it must be loops of
/// steps, too. Fourier transforms, sorting networks and trees have such loops. Each work-item reaches each copy of such
/// a barrier, as all work-items run the same iterations.
bool isPowerOfTwoLoop(const llvm::Loop &loop);

/// The distance whose first value is a constant; null where there is none.
llvm::PHINode *distanceFromConstant(const llvm::Loop &loop);

/// The distance that begins with, or with a multiple or fraction of, the current distance of the loop around it, whose
/// own distance begins as a constant; null where there is none. The steps of a sorting network for one length begin
/// with half of the length.
llvm::PHINode *distanceFromOuter(const llvm::Loop &loop);

/// Whether a loop of steps with such a distance and the loop around it, whose trip count is known, are short enough to
/// have code for each step.
bool isUnrolledWithOuter(const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

/// The distance that is halved in each iteration; null where there is none.
llvm::PHINode *halvedDistance(const llvm::Loop &loop);

} // namespace weft::compiler

#endif
