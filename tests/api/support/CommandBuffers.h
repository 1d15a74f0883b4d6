// The functions of cl_khr_command_buffer, and every one that records a command, in a form that a test can go through.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_COMMAND_BUFFERS_H
#define WEFT_TESTS_API_COMMAND_BUFFERS_H

#include <span>

#include "support/EnqueueTable.h"
#include "support/Extension.h"

namespace weft::test {

/// As applications find them.
struct CommandBufferFunctions {
  explicit CommandBufferFunctions(const cl_icd_dispatch &cl)
#define WEFT_FOUND(member, name) member(extension<decltype(&khr::name)>(cl, #name))
      : WEFT_FOUND(create, clCreateCommandBufferKHR), WEFT_FOUND(retain, clRetainCommandBufferKHR),
        WEFT_FOUND(release, clReleaseCommandBufferKHR), WEFT_FOUND(finalise, clFinalizeCommandBufferKHR),
        WEFT_FOUND(enqueue, clEnqueueCommandBufferKHR), WEFT_FOUND(info, clGetCommandBufferInfoKHR),
        WEFT_FOUND(barrier, clCommandBarrierWithWaitListKHR), WEFT_FOUND(launch, clCommandNDRangeKernelKHR),
        WEFT_FOUND(copy, clCommandCopyBufferKHR), WEFT_FOUND(fill, clCommandFillBufferKHR) {
  }
#undef WEFT_FOUND
  decltype(&khr::clCreateCommandBufferKHR) create;
  decltype(&khr::clRetainCommandBufferKHR) retain;
  decltype(&khr::clReleaseCommandBufferKHR) release;
  decltype(&khr::clFinalizeCommandBufferKHR) finalise;
  decltype(&khr::clEnqueueCommandBufferKHR) enqueue;
  decltype(&khr::clGetCommandBufferInfoKHR) info;
  decltype(&khr::clCommandBarrierWithWaitListKHR) barrier;
  decltype(&khr::clCommandNDRangeKernelKHR) launch;
  decltype(&khr::clCommandCopyBufferKHR) copy;
  decltype(&khr::clCommandFillBufferKHR) fill;
};

/// What all functions that record have in common.
struct RecordingArguments {
  cl_command_queue queue = nullptr;
  const cl_command_properties_khr *properties = nullptr;
  cl_uint count = 0;
  const cl_sync_point_khr *list = nullptr;
  cl_sync_point_khr *point = nullptr;
  cl_mutable_command_khr *handle = nullptr;
};

/// An entry point that records. Its calls succeed.
struct RecordEntry {
  const char *name;
  cl_int (*call)(const cl_icd_dispatch &cl, cl_command_buffer_khr buffer, const CommandObjects &on,
                 const RecordingArguments &arguments);
  std::vector<cl_mem CommandObjects::*> memory = {};
  bool takesKernel = false;
};

std::span<const RecordEntry> recordEntries();

} // namespace weft::test

#endif
