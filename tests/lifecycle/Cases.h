// The cases that weft-lifecycle runs, each in a process of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_LIFECYCLE_CASES_H
#define WEFT_TESTS_LIFECYCLE_CASES_H

#include <sys/types.h>

#include "Objects.h"

namespace weft::load {

/// What CTest takes for a test that could not be tried here.
constexpr int skipped = 77;

/// A platform in use: two kernels, a queue, a buffer.
struct World {
  World();
  /// Whether a launch computes what it should.
  bool works() const;

  cl_device_id device = firstDevice();
  Ref<cl_context> context = makeContext(device);
  Ref<cl_command_queue> queue = makeQueue(context.get(), device, 0);
  Ref<cl_program> program;
  Ref<cl_kernel> twice, slow;
  Ref<cl_mem> buffer = makeBuffer(context.get(), 16 * sizeof(cl_uint));
};

/// Never destroyed: what a program leaves behind.
World &leftBehind();

/// Builds a program that no cache knows, of one kernel `k`; `number` makes it differ from others. The code of
/// clBuildProgram, also for a source that has an error on purpose.
cl_int buildAnother(const World &world, unsigned number, bool withError = false);

// A result of each is the process's.
int faultsOfOtherThreads();
int chainedHandlers();
int noExecutableStack();
int exitWithExtensionsInFlight();
int quickExitWithExtensionsInFlight();
int forkWithExtensionsInFlight();
int refusesWritableCode();
/// Whether a process that was forked ends well.
bool childSucceeds(pid_t child);
/// `rounds` processes that exit while their threads build.
int exitInAnyPhase(unsigned rounds);

} // namespace weft::load

#endif
