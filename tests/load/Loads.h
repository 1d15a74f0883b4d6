// The kinds of load.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_LOAD_LOADS_H
#define WEFT_TESTS_LOAD_LOADS_H

namespace weft::load {

/// Threads that make, use and release objects of one context, waiting for each other's events. Each checks the results
/// of its own commands.
void runThreads(unsigned threads, unsigned rounds);
/// Threads that record command-buffers, enqueue and change those of each other and release them while they run. Each
/// work-item is counted. With `ofParts` each has three queues, of the device and of parts of it.
void runCommandBuffers(unsigned threads, unsigned rounds, bool ofParts);
/// Threads that take one file as memory, with contexts of their own among them, and release it while kernels count in
/// it. The file must hold the sum, and no descriptor be left open.
void runExternalMemory(unsigned threads, unsigned rounds);
/// Threads in a ring, each of which is let go by a semaphore of the one before, in any order of enqueuing; half of the
/// semaphores go through the kernel. What they count without atomics must be right.
void runSemaphores(unsigned threads, unsigned rounds);
/// Threads whose kernels write and read one pipe at once. Each packet is counted.
void runPipes(unsigned threads, unsigned rounds);
/// Threads whose kernels enqueue kernels, to queues that are full at times, and to others that are released in use. All
/// that was enqueued must have run when the launch is complete.
void runEnqueues(unsigned threads, unsigned rounds);
/// Builds of different programs, each launched once. Memory must not grow.
void runBuilds(unsigned builds);
/// Launches, finished now and then. Memory must not grow.
void runLaunches(unsigned launches);
/// Commands in a chain behind one user event, let go by a thread with a small stack. Memory per command must be bounded
/// and be given back.
void runQueued(unsigned commands);
/// Processes that begin at once on a cold disk cache and build the same programs. Each checks its results; a last one
/// finds all in the cache.
void runProcesses(unsigned processes);
/// Processes that are killed while they compile and write to the disk cache. What they leave must be right or missing.
void runKills(unsigned kills);
/// Builds and launches a program for each of some numbers, which gives the number.
void runNumbers(unsigned first, unsigned count);
/// Kernels that wait for those of other queues, on as many groups as there are workers and more.
void runWaitingKernels();

} // namespace weft::load

#endif
