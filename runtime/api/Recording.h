// What all entry points that record a command in a command-buffer have in common (cl_khr_command_buffer).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_RECORDING_H
#define WEFT_RUNTIME_API_RECORDING_H

#include <span>

#include "api/EntryPoint.h"
#include "core/commands/CommandBuffer.h"

namespace weft::api {

/// The arguments that clCommand*KHR have in common: the second and third, and the last four.
struct RecordingArguments {
  cl_command_queue queue;
  const cl_command_properties_khr *properties;
  cl_uint count;
  const cl_sync_point_khr *waitList;
  cl_sync_point_khr *syncPoint;
  cl_mutable_command_khr *handle;
};

/// What may be changed of a command once it is recorded: launches have properties and handles for that.
enum class Mutability { none, launch };

/// The command-buffer, once it has been seen that it takes commands with these arguments.
/// CL_INVALID_COMMAND_BUFFER_KHR; CL_INVALID_COMMAND_QUEUE; CL_INVALID_OPERATION where it has been finalised;
/// CL_INVALID_VALUE; CL_INVALID_SYNC_POINT_WAIT_LIST_KHR where count and array contradict each other.
Result<core::CommandBuffer *> resolveRecording(Call &call, cl_command_buffer_khr raw,
                                               const RecordingArguments &arguments,
                                               Mutability mutability = Mutability::none);

inline std::span<const cl_sync_point_khr> syncPoints(const RecordingArguments &arguments) {
  return {arguments.waitList, arguments.count};
}

/// Appends the command, and writes its sync point where the application wants it. Errors: those of
/// CommandBuffer::append.
inline Result<> record(core::CommandBuffer &buffer, core::RecordedCommand command,
                       const RecordingArguments &arguments) {
  const cl_sync_point_khr point = TRY(buffer.append(std::move(command), syncPoints(arguments)));
  if (arguments.syncPoint)
    *arguments.syncPoint = point;
  return {};
}

} // namespace weft::api

#endif
