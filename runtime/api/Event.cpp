// Entry points for events and profiling (OpenCL 3.0 sections 5.11 and 5.14).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/Event.h"

#include <vector>

#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/Info.h"
#include "core/commands/CommandQueue.h"
#include "core/commands/UserEvent.h"

namespace weft::api {

namespace {

const InfoQuery<core::Event> eventInfo[] = {
    {CL_EVENT_COMMAND_QUEUE,
     [](core::Event &event) { return scalar<cl_command_queue>(event.queue() ? event.queue()->show() : nullptr); }},
    {CL_EVENT_CONTEXT, [](core::Event &event) { return scalar<cl_context>(event.context().show()); }},
    {CL_EVENT_COMMAND_TYPE, [](core::Event &event) { return scalar<cl_command_type>(event.commandType()); }},
    {CL_EVENT_COMMAND_EXECUTION_STATUS,
     [](core::Event &event) {
       event.makeProgress();
       return scalar<cl_int>(event.status());
     }},
    {CL_EVENT_REFERENCE_COUNT, [](core::Event &event) { return scalar<cl_uint>(event.references()); }},
};

const InfoQuery<const core::CommandTimes> profilingInfo[] = {
    {CL_PROFILING_COMMAND_QUEUED, [](const core::CommandTimes &times) { return scalar<cl_ulong>(times.queued); }},
    {CL_PROFILING_COMMAND_SUBMIT, [](const core::CommandTimes &times) { return scalar<cl_ulong>(times.submitted); }},
    {CL_PROFILING_COMMAND_START, [](const core::CommandTimes &times) { return scalar<cl_ulong>(times.started); }},
    {CL_PROFILING_COMMAND_END, [](const core::CommandTimes &times) { return scalar<cl_ulong>(times.ended); }},
    {CL_PROFILING_COMMAND_COMPLETE, [](const core::CommandTimes &times) { return scalar<cl_ulong>(times.completed); }},
};

} // namespace

cl_int CL_API_CALL clWaitForEvents(cl_uint count, const cl_event *list) {
  return run("clWaitForEvents", [&](Call &call) -> Result<> {
    // CL_INVALID_VALUE: the list has no events.
    if (count == 0 || !list)
      return fail(CL_INVALID_VALUE, "The list of events is empty.");
    std::vector<RefPtr<core::Event>> events;
    for (cl_uint i = 0; i < count; ++i) {
      events.emplace_back(TRY(call.resolve<core::Event>(list[i])));
      // CL_INVALID_CONTEXT: the events belong to different contexts.
      if (&events[i]->context() != &events[0]->context())
        return fail(CL_INVALID_CONTEXT, "The events belong to different contexts.");
    }
    for (size_t i = 1; i < events.size(); ++i)
      events[i]->flush();
    bool failed = false;
    for (const RefPtr<core::Event> &event : events) {
      event->wait();
      failed |= event->status() < 0;
    }
    // CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: one of the events has ended with an error.
    if (failed)
      return fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "An event of the list has failed.");
    return {};
  });
}

cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info name, size_t size, void *value, size_t *sizeReturned) {
  return run("clGetEventInfo", [&](Call &call) -> Result<> {
    const RefPtr<core::Event> object = TRY(call.resolve<core::Event>(event));
    return answerQuery(eventInfo, *object, name, {size, value, sizeReturned});
  });
}

cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int *errcodeRet) {
  return create<cl_event>("clCreateUserEvent", errcodeRet, [&](Call &call) -> Result<cl_event> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    return makeRef<core::UserEvent>(*itsContext)->publish();
  });
}

cl_int CL_API_CALL clRetainEvent(cl_event event) { return retain<core::Event>("clRetainEvent", event); }

cl_int CL_API_CALL clReleaseEvent(cl_event event) { return release<core::Event>("clReleaseEvent", event); }

cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int status) {
  return run("clSetUserEventStatus", [&](Call &call) -> Result<> {
    const RefPtr<core::Event> object = TRY(call.resolve<core::Event>(event));
    // CL_INVALID_EVENT: the event is no user event.
    if (object->commandType() != CL_COMMAND_USER)
      return fail(CL_INVALID_EVENT, "The event is not a user event.");
    // CL_INVALID_VALUE: the status is neither CL_COMPLETE nor an error.
    if (status > CL_COMPLETE)
      return fail(CL_INVALID_VALUE, concat("A user event is set to CL_COMPLETE or to an error, not to ", status, "."));
    // CL_INVALID_OPERATION: the status has been set before.
    if (!static_cast<core::UserEvent &>(*object).setStatus(status))
      return fail(CL_INVALID_OPERATION, "The status of the user event has been set before.");
    return {};
  });
}

cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int status,
                                      void(CL_CALLBACK *callback)(cl_event, cl_int, void *), void *userData) {
  return run("clSetEventCallback", [&](Call &call) -> Result<> {
    const RefPtr<core::Event> object = TRY(call.resolve<core::Event>(event));
    // CL_INVALID_VALUE: there is no callback, or callbacks can't be registered for the status.
    if (!callback)
      return fail(CL_INVALID_VALUE, "pfn_event_notify is NULL.");
    if (status != CL_SUBMITTED && status != CL_RUNNING && status != CL_COMPLETE)
      return fail(CL_INVALID_VALUE, concat(status, " is not CL_SUBMITTED, CL_RUNNING or CL_COMPLETE."));
    object->addCallback(status, callback, userData);
    object->flush();
    return {};
  });
}

cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info name, size_t size, void *value,
                                           size_t *sizeReturned) {
  return run("clGetEventProfilingInfo", [&](Call &call) -> Result<> {
    const RefPtr<core::Event> object = TRY(call.resolve<core::Event>(event));
    const auto *command = object->isUserEvent() ? nullptr : static_cast<const core::Command *>(object.get());
    // CL_PROFILING_INFO_NOT_AVAILABLE: the event is a user event, its queue does not profile, or its command is not
    // complete. In a terminated context, this is the result for every event.
    if (object->context().terminated() || !command || !command->profiled() || object->status() != CL_COMPLETE)
      return fail(
          CL_PROFILING_INFO_NOT_AVAILABLE,
          "The event is a user event, its queue does not profile, its command is not complete, or its context has been "
          "terminated.");
    return answerQuery(profilingInfo, command->times(), name, {size, value, sizeReturned});
  });
}

} // namespace weft::api
