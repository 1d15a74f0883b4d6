// The steps that all entry points that enqueue a command share: wait lists, events, blocking.
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

/// Resolves the events of a wait list. CL_INVALID_EVENT_WAIT_LIST if there is a list without a count or a count without
/// a list, or if an event is not valid; CL_INVALID_CONTEXT if an event belongs to another context than `context`.
Result<WaitList> resolveWaitList(const core::Context &context, const EventArguments &events);

/// Resolves a memory object for a command of this queue. CL_INVALID_MEM_OBJECT, also if the object is no T;
/// CL_INVALID_CONTEXT if it belongs to another context.
template <typename T> Result<RefPtr<T>> resolveMemory(Call &call, const core::CommandQueue &queue, cl_mem raw) {
  RefPtr<T> object = TRY(call.resolve<T>(raw));
  // CL_INVALID_CONTEXT: the object belongs to another context than the queue.
  if (&object->context() != &queue.context())
    return fail(CL_INVALID_CONTEXT, "The memory object and the command-queue belong to different contexts.");
  return object;
}
inline Result<RefPtr<core::Buffer>> resolveBuffer(Call &call, const core::CommandQueue &queue, cl_mem raw) {
  return resolveMemory<core::Buffer>(call, queue, raw);
}

/// Enqueues the command. If `event` isn't null, writes the handle of the command's event to it.
Result<> enqueue(core::CommandQueue &queue, RefPtr<core::Command> command, const WaitList &waitList, cl_event *event);

/// Enqueues the command and returns when it is done. CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if an event of the
/// wait list has failed; the command's own error if the command itself has failed.
Result<> enqueueBlocking(core::CommandQueue &queue, RefPtr<core::Command> command, const WaitList &waitList,
                         cl_event *event);

} // namespace weft::api

#endif
