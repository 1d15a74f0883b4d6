// A table of the entry points that allocate memory, and one of those that release memory, for tests that call them all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_ALLOCATING_TABLE_H
#define WEFT_TESTS_API_ALLOCATING_TABLE_H

#include <span>

#include "support/EnqueueTable.h"
#include "support/EntryPointList.h"
#include "support/Semaphores.h"

namespace weft::test {

/// The objects that the calls of the table use.
struct Surroundings {
  cl_context context;
  cl_command_queue queue;
  cl_program program; ///< a built program that contains the kernel of `objects` and `other`
  cl_kernel other;    ///< another kernel of the program, with one argument
  cl_event event;     ///< a user event
  cl_event complete;  ///< a complete user event
  cl_event profiled;  ///< the event of a complete command of `queue`
  cl_sampler sampler;
  const CommandObjects &objects;
};

/// The objects that a call created; the destructor releases them.
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

/// An entry point that creates or describes something.
struct AllocatingEntry {
  const char *name;
  cl_int (*call)(const cl_icd_dispatch &cl, const Surroundings &at, Made &made);
};
std::span<const AllocatingEntry> allocatingEntries();

/// A call that releases the last reference to an object, or frees memory. `call` first creates the object or allocates
/// the memory, and returns CL_INVALID_VALUE if that fails.
struct GivingBack {
  const char *name;
  cl_int (*call)(const cl_icd_dispatch &cl, const Surroundings &at);
};
std::span<const GivingBack> givingBack();

/// The entry points that neither of the two tables has a line for, with the reasons.
std::span<const Exemption> withoutAllocation();

} // namespace weft::test

#endif
