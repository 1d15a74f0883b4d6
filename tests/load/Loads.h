// The kinds of load.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_LOAD_LOADS_H
#define WEFT_TESTS_LOAD_LOADS_H

namespace weft::load {

/// Threads that make, use and release objects of one context, waiting for each other's events. Each checks the results
/// of its own commands.
void runThreads(unsigned threads, unsigned rounds);
/// Builds of different programs, each launched once. Memory must not grow.
void runBuilds(unsigned builds);
/// Launches, finished now and then. Memory must not grow.
void runLaunches(unsigned launches);
/// Commands in a chain behind one user event, let go by a thread with a small stack. Memory per command must be bounded
/// and be given back.
void runQueued(unsigned commands);

} // namespace weft::load

#endif
