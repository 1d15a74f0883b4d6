// The functions of cl_khr_command_buffer, and a table of those that record a command, for tests that call them all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_COMMAND_BUFFERS_H
#define WEFT_TESTS_API_COMMAND_BUFFERS_H

#include <span>

#include "support/EnqueueTable.h"
#include "support/Extension.h"

namespace weft::test {

/// The functions of the extension, looked up by name as an application does.
struct CommandBufferFunctions {
  explicit CommandBufferFunctions(const cl_icd_dispatch &cl)
#define WEFT_FOUND(member, name) member(extension<decltype(&khr::name)>(cl, #name))
      : WEFT_FOUND(create, clCreateCommandBufferKHR), WEFT_FOUND(retain, clRetainCommandBufferKHR),
        WEFT_FOUND(release, clReleaseCommandBufferKHR), WEFT_FOUND(remap, clRemapCommandBufferKHR),
        WEFT_FOUND(finalise, clFinalizeCommandBufferKHR), WEFT_FOUND(enqueue, clEnqueueCommandBufferKHR),
        WEFT_FOUND(info, clGetCommandBufferInfoKHR), WEFT_FOUND(barrier, clCommandBarrierWithWaitListKHR),
        WEFT_FOUND(launch, clCommandNDRangeKernelKHR), WEFT_FOUND(copy, clCommandCopyBufferKHR),
        WEFT_FOUND(fill, clCommandFillBufferKHR), WEFT_FOUND(update, clUpdateMutableCommandsKHR),
        WEFT_FOUND(commandInfo, clGetMutableCommandInfoKHR) {
  }
#undef WEFT_FOUND
  decltype(&khr::clCreateCommandBufferKHR) create;
  decltype(&khr::clRetainCommandBufferKHR) retain;
  decltype(&khr::clReleaseCommandBufferKHR) release;
  decltype(&khr::clRemapCommandBufferKHR) remap;
  decltype(&khr::clFinalizeCommandBufferKHR) finalise;
  decltype(&khr::clEnqueueCommandBufferKHR) enqueue;
  decltype(&khr::clGetCommandBufferInfoKHR) info;
  decltype(&khr::clCommandBarrierWithWaitListKHR) barrier;
  decltype(&khr::clCommandNDRangeKernelKHR) launch;
  decltype(&khr::clCommandCopyBufferKHR) copy;
  decltype(&khr::clCommandFillBufferKHR) fill;
  decltype(&khr::clUpdateMutableCommandsKHR) update;
  decltype(&khr::clGetMutableCommandInfoKHR) commandInfo;
};

/// The changes of a command: a cl_mutable_dispatch_config_khr with a default for each field.
struct CommandUpdate {
  cl_mutable_command_khr command = nullptr;
  cl_uint num_args = 0;
  cl_uint num_svm_args = 0;
  cl_uint num_exec_infos = 0;
  cl_uint work_dim = 0;
  const khr::cl_mutable_dispatch_arg_khr *arg_list = nullptr;
  const khr::cl_mutable_dispatch_arg_khr *arg_svm_list = nullptr;
  const khr::cl_mutable_dispatch_exec_info_khr *exec_info_list = nullptr;
  const size_t *global_work_offset = nullptr;
  const size_t *global_work_size = nullptr;
  const size_t *local_work_size = nullptr;
};
static_assert(sizeof(CommandUpdate) == sizeof(khr::cl_mutable_dispatch_config_khr));

/// Updates one command.
inline cl_int update(const CommandBufferFunctions &khr, cl_command_buffer_khr buffer, const CommandUpdate &config) {
  const cl_command_buffer_update_type_khr type = khr::mutableDispatchConfig;
  const void *configs[] = {&config};
  return khr.update(buffer, 1, &type, configs);
}

/// The arguments that all recording functions have in common.
struct RecordingArguments {
  cl_command_queue queue = nullptr;
  const cl_command_properties_khr *properties = nullptr;
  cl_uint count = 0;
  const cl_sync_point_khr *list = nullptr;
  cl_sync_point_khr *point = nullptr;
  cl_mutable_command_khr *handle = nullptr;
};

/// An entry point that records a command. `call` succeeds with valid arguments.
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
