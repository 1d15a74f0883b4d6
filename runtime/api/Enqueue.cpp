// The steps that all entry points that enqueue a command share: wait lists, events, blocking.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/Enqueue.h"

#include "Text.h"

namespace weft::api {

Result<WaitList> resolveWaitList(const core::Context &context, const EventArguments &events) {
  // CL_INVALID_EVENT_WAIT_LIST: a count without a list, or a list without a count.
  if ((events.count == 0) != (events.waitList == nullptr))
    return fail(CL_INVALID_EVENT_WAIT_LIST, concat("The event wait list is ", events.waitList ? "given" : "NULL",
                                                   ", but its number of events is ", events.count, "."));
  WaitList list;
  list.reserve(events.count);
  for (cl_uint i = 0; i < events.count; ++i) {
    auto event = core::resolve<core::Event>(events.waitList[i]);
    // CL_INVALID_EVENT_WAIT_LIST: an element is no valid event.
    if (!event)
      return fail(CL_INVALID_EVENT_WAIT_LIST, concat("Element ", i, " of the wait list: ", event.error().message));
    // CL_INVALID_CONTEXT: the event belongs to another context than the queue.
    if (&(*event)->context() != &context)
      return fail(CL_INVALID_CONTEXT, concat("Event ", i, " of the wait list belongs to another context."));
    list.push_back(*std::move(event));
  }
  return list;
}

namespace {

/// Releases the handle that was created for the command's event, because the enqueue has failed and the application
/// doesn't get it.
void withdraw(core::Command &command, cl_event published) {
  if (published)
    command.releaseHandle();
}

} // namespace

Result<> enqueue(core::CommandQueue &queue, RefPtr<core::Command> command, const WaitList &waitList, cl_event *event) {
  TRY(checkAlive(queue.context()));
  // The handle of the event is created before the command is enqueued, because its creation may fail for lack of
  // memory.
  core::Command &itsCommand = *command; // used after the enqueue only if its handle is published, which keeps it alive
  cl_event published = event ? itsCommand.publish() : nullptr;
  try {
    queue.enqueue(std::move(command), waitList);
  } catch (...) {
    withdraw(itsCommand, published);
    throw;
  }
  if (event)
    *event = published;
  return {};
}

Result<> enqueueBlocking(core::CommandQueue &queue, RefPtr<core::Command> command, const WaitList &waitList,
                         cl_event *event) {
  cl_event published = nullptr;
  TRY(enqueue(queue, command, waitList, event ? &published : nullptr));
  command->wait();
  if (cl_int status = command->status(); status < 0) {
    withdraw(*command, published);
    return fail(status, status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
                            ? "An event of the wait list has failed, so the command did not run."
                            : "The command has failed.");
  }
  if (event)
    *event = published;
  return {};
}

} // namespace weft::api
