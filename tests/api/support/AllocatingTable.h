// Every entry point that needs memory, and what gives it back, in a form that a test can go through.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_ALLOCATING_TABLE_H
#define WEFT_TESTS_API_ALLOCATING_TABLE_H

#include <span>

#include "support/EnqueueTable.h"
#include "support/EntryPointList.h"
#include "support/Semaphores.h"

namespace weft::test {

/// What the calls of the table work on.
struct Surroundings {
  cl_context context;
  cl_command_queue queue;
  cl_program program; ///< built; with the kernel of `objects` and another one
  cl_kernel other;    ///< of the program, with one argument
  cl_event event;     ///< a user event
  cl_event complete;  ///< another one
  cl_event profiled;  ///< of a command of `queue`, complete
  cl_sampler sampler;
  const CommandObjects &objects;
};

/// What a call gave, to be released.
struct Made {
  Handle<cl_device_id> part;
  Handle<cl_context> context;
  Handle<cl_command_queue> queue;
  Handle<cl_mem> memory;
  Handle<cl_sampler> sampler;
  Handle<cl_program> program;
  Handle<cl_kernel> kernels[2];
  Handle<cl_event> event;
  Handle<cl_command_buffer_khr> commands;
  Handle<cl_semaphore_khr> semaphore;
};

/// An entry point that makes or describes something.
struct AllocatingEntry {
  const char *name;
  cl_int (*call)(const cl_icd_dispatch &cl, const Surroundings &at, Made &made);
};
std::span<const AllocatingEntry> allocatingEntries();

/// A call that gives something back: the last reference to an object, or memory. It has what it gives back made before,
/// without which it returns CL_INVALID_VALUE.
struct GivingBack {
  const char *name;
  cl_int (*call)(const cl_icd_dispatch &cl, const Surroundings &at);
};
std::span<const GivingBack> givingBack();

/// Entry points that no table has a line for.
std::span<const Exemption> withoutAllocation();

} // namespace weft::test

#endif
