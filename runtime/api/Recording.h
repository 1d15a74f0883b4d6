// The steps that all entry points that record a command in a command-buffer share (cl_khr_command_buffer).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_RECORDING_H
#define WEFT_RUNTIME_API_RECORDING_H

#include <span>

#include "api/EntryPoint.h"
#include "core/commands/CommandBuffer.h"

namespace weft::api {

/// The arguments that all clCommand*KHR functions share: the second and third, and the last four.
struct RecordingArguments {
  cl_command_queue queue;
  const cl_command_properties_khr *properties;
  cl_uint count;
  const cl_sync_point_khr *waitList;
  cl_sync_point_khr *syncPoint;
  cl_mutable_command_khr *handle;
};

/// Whether a kind of command can be changed after it has been recorded. Only launches can; for that purpose, they have
/// properties and handles.
enum class Mutability { none, launch };

/// The command-buffer and the queue for a recorded command, after the arguments have been checked.
struct Recording {
  RefPtr<core::CommandBuffer> buffer;
  uint32_t queueNumber; ///< the index of the queue in the command-buffer
  const RecordingArguments &arguments;

  core::CommandQueue &queue() const { return *buffer->queues()[queueNumber]; }
  std::span<const cl_sync_point_khr> syncPoints() const { return {arguments.waitList, arguments.count}; }
};

/// Checks and resolves the arguments, which must outlive the result. CL_INVALID_COMMAND_BUFFER_KHR;
/// CL_INVALID_COMMAND_QUEUE; CL_INVALID_CONTEXT; CL_INVALID_OPERATION if the command-buffer has been finalised;
/// CL_INVALID_VALUE; CL_INVALID_SYNC_POINT_WAIT_LIST_KHR if there is a list without a count or a count without a list.
Result<Recording> resolveRecording(Call &call, cl_command_buffer_khr raw, const RecordingArguments &arguments,
                                   Mutability mutability = Mutability::none);

/// Appends the command to the command-buffer, and writes its sync point to the application's address if there is one.
/// Errors: those of CommandBuffer::append.
inline Result<> record(const Recording &recording, core::RecordedCommand command,
                       RefPtr<core::MutableCommand> handle = {}) {
  command.queue = recording.queueNumber;
  const cl_sync_point_khr point =
      TRY(recording.buffer->append(std::move(command), recording.syncPoints(), std::move(handle)));
  if (recording.arguments.syncPoint)
    *recording.arguments.syncPoint = point;
  return {};
}

} // namespace weft::api

#endif
