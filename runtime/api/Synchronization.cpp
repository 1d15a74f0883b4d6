// Entry points for markers and barriers (OpenCL 3.0 section 5.12).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/Enqueue.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "core/commands/MarkerCommand.h"

namespace weft::api {

namespace {

/// The ordering of a marker or barrier. With a wait list, the command waits only for the events of the list; without
/// one, it waits for all commands enqueued before it. All commands enqueued after a barrier wait for the barrier.
core::Ordering orderingOf(cl_command_type type, const WaitList &waitList) {
  return {.afterAllEarlier = waitList.empty(), .beforeAllLater = type == CL_COMMAND_BARRIER};
}

cl_int enqueueMarker(const char *function, cl_command_queue queue, cl_command_type type, const EventArguments &events) {
  return run(function, [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    WaitList waitList = TRY(resolveWaitList(itsQueue->context(), events));
    auto command = makeRef<core::MarkerCommand>(*itsQueue, type, orderingOf(type, waitList));
    return enqueue(*itsQueue, std::move(command), waitList, events.event);
  });
}

} // namespace

cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint waitCount, const cl_event *waitList,
                                               cl_event *event) {
  return enqueueMarker("clEnqueueMarkerWithWaitList", queue, CL_COMMAND_MARKER, {waitCount, waitList, event});
}

cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint waitCount, const cl_event *waitList,
                                                cl_event *event) {
  return enqueueMarker("clEnqueueBarrierWithWaitList", queue, CL_COMMAND_BARRIER, {waitCount, waitList, event});
}

cl_int CL_API_CALL clEnqueueMarker(cl_command_queue queue, cl_event *event) {
  return run("clEnqueueMarker", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    // CL_INVALID_VALUE: a marker without an event has no use.
    if (!event)
      return fail(CL_INVALID_VALUE, "event is NULL.");
    auto command = makeRef<core::MarkerCommand>(*itsQueue, CL_COMMAND_MARKER, orderingOf(CL_COMMAND_MARKER, {}));
    return enqueue(*itsQueue, std::move(command), {}, event);
  });
}

cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue queue) {
  return enqueueMarker("clEnqueueBarrier", queue, CL_COMMAND_BARRIER, {0, nullptr, nullptr});
}

cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event *list) {
  return run("clEnqueueWaitForEvents", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    // CL_INVALID_VALUE: there are no events.
    if (count == 0 || !list)
      return fail(CL_INVALID_VALUE, "The list of events is empty.");
    auto waitList = resolveWaitList(itsQueue->context(), {count, list, nullptr});
    // CL_INVALID_EVENT: this function uses it where other functions use CL_INVALID_EVENT_WAIT_LIST.
    if (!waitList && waitList.error().code == CL_INVALID_EVENT_WAIT_LIST)
      return fail(CL_INVALID_EVENT, waitList.error().message);
    WaitList events = TRY(std::move(waitList));
    auto command = makeRef<core::MarkerCommand>(*itsQueue, CL_COMMAND_BARRIER, orderingOf(CL_COMMAND_BARRIER, events));
    return enqueue(*itsQueue, std::move(command), events, nullptr);
  });
}

} // namespace weft::api
