// Loops whose trips are steps between barriers over distances that grow or shrink.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_STEP_LOOPS_H
#define WEFT_COMPILER_ANALYSIS_STEP_LOOPS_H

namespace llvm {
class Loop;
class PHINode;
class ScalarEvolution;
} // namespace llvm

namespace weft::compiler {

/// Whether a loop has a distance, a number that is multiplied or divided by a constant with each trip, and work-items
/// meet in it at barriers alone, and whether so do the loops in it: steps of Fourier transforms, sorting networks and
/// trees. Each work-item comes to each copy of such a barrier, as all make the same trips.
bool isLoopOfSteps(const llvm::Loop &loop);

/// The distance that begins as a constant; null where there is none.
llvm::PHINode *distanceFromConstant(const llvm::Loop &loop);

/// The distance that begins where the loop around it stands, which has one from a constant; null where there is none.
/// A sorting network's steps of a length begin with half of it.
llvm::PHINode *distanceFromOuter(const llvm::Loop &loop);

/// Whether a loop of steps with such a distance and the one around it, of known length, are short enough to have code
/// for each step.
bool isUnrolledWithOuter(const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

/// The distance that is halved; null where there is none.
llvm::PHINode *halvedDistance(const llvm::Loop &loop);

} // namespace weft::compiler

#endif
