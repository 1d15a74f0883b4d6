// What all entry points that enqueue a command have in common: wait lists, events, blocking.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_ENQUEUE_H
#define WEFT_RUNTIME_API_ENQUEUE_H

#include <vector>

#include "api/EntryPoint.h"
#include "core/commands/CommandQueue.h"
#include "core/memory/Buffer.h"

namespace weft::api {

/// The last three arguments of clEnqueue*.
struct EventArguments {
  cl_uint count;
  const cl_event *waitList;
  cl_event *event;
};

using WaitList = std::vector<RefPtr<core::Event>>;

/// The events of a wait list. CL_INVALID_EVENT_WAIT_LIST where count and array contradict each other or an event is
/// not valid; CL_INVALID_CONTEXT where one belongs to another context than `context`.
Result<WaitList> resolveWaitList(const core::Context &context, const EventArguments &events);

/// A memory object to be used on this queue. CL_INVALID_MEM_OBJECT, also where it is no T; CL_INVALID_CONTEXT where it
/// belongs to another context.
template <typename T> Result<RefPtr<T>> resolveMemory(Call &call, const core::CommandQueue &queue, cl_mem raw) {
  RefPtr<T> object = TRY(call.resolve<T>(raw));
  // CL_INVALID_CONTEXT: of another context than the queue.
  if (&object->context() != &queue.context())
    return fail(CL_INVALID_CONTEXT, "The memory object and the command-queue belong to different contexts.");
  return object;
}
inline Result<RefPtr<core::Buffer>> resolveBuffer(Call &call, const core::CommandQueue &queue, cl_mem raw) {
  return resolveMemory<core::Buffer>(call, queue, raw);
}

/// Enqueues, and writes the event where the application wants one.
Result<> enqueue(core::CommandQueue &queue, RefPtr<core::Command> command, const WaitList &waitList, cl_event *event);

/// Enqueues and returns when the command is done. CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST where an event of the
/// wait list has failed, and the command's own error where it has failed itself.
Result<> enqueueBlocking(core::CommandQueue &queue, RefPtr<core::Command> command, const WaitList &waitList,
                         cl_event *event);

} // namespace weft::api

#endif
