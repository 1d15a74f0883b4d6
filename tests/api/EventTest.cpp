// Tests of the entry points for events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <atomic>
#include <chrono>
#include <thread>

#include "common/SleepingThread.h"
#include "support/ApiTest.h"

namespace weft::test {
namespace {

class EventTest : public QueueTest {
protected:
  Handle<cl_event> makeMarker() const {
    Handle<cl_event> event;
    EXPECT_EQ(CL_SUCCESS, ::clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()));
    return event;
  }
  Handle<cl_event> markerBehind(cl_event first) const {
    Handle<cl_event> event;
    EXPECT_EQ(CL_SUCCESS, ::clEnqueueMarkerWithWaitList(queue, 1, &first, event.out()));
    return event;
  }
  cl_int statusOf(cl_event event) const {
    return info<cl_int>(cl.clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
  }
  /// Callbacks come from another thread: they have until then to arrive.
  static bool comesTrue(const std::atomic<int> &counter, int expected) {
    for (int i = 0; i < 2000 && counter != expected; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return counter == expected;
  }
};

WEFT_API_SUITE(clWaitForEvents, EventTest);

TEST_P(clWaitForEvents, WaitsForAll) {
  const auto first = makeMarker(), second = makeMarker();
  const cl_event events[] = {first.get(), second.get()};
  EXPECT_EQ(CL_SUCCESS, cl.clWaitForEvents(2, events));
  EXPECT_EQ(CL_COMPLETE, statusOf(events[0]));
  EXPECT_EQ(CL_COMPLETE, statusOf(events[1]));
}

TEST_P(clWaitForEvents, WaitsForAUserEventThatAnotherThreadSets) {
  const auto user = makeUserEvent();
  const auto behind = markerBehind(user.get());
  const cl_event event = behind.get();
  SleepingThread self;
  std::thread setter([&] {
    self.await();
    EXPECT_EQ(CL_SUCCESS, ::clSetUserEventStatus(user.get(), CL_COMPLETE));
  });
  self.goesToSleep();
  EXPECT_EQ(CL_SUCCESS, cl.clWaitForEvents(1, &event));
  EXPECT_EQ(CL_COMPLETE, statusOf(user.get()));
  setter.join();
}

TEST_P(clWaitForEvents, InvalidValue) {
  const auto event = makeMarker();
  const cl_event list[] = {event.get()};
  EXPECT_EQ(CL_INVALID_VALUE, cl.clWaitForEvents(0, list));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clWaitForEvents(0, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clWaitForEvents(1, nullptr));
}

TEST_P(clWaitForEvents, InvalidEvent) {
  const auto event = makeMarker();
  const cl_event list[] = {event.get(), as<cl_event>(context)};
  EXPECT_EQ(CL_INVALID_EVENT, cl.clWaitForEvents(2, list));
  const cl_event others[] = {event.get(), foreign<cl_event>()};
  EXPECT_EQ(CL_INVALID_EVENT, cl.clWaitForEvents(2, others));
  const cl_event none[] = {event.get(), nullptr};
  EXPECT_EQ(CL_INVALID_EVENT, cl.clWaitForEvents(2, none));
}

TEST_P(clWaitForEvents, InvalidContext) {
  const auto other = makeContext();
  const auto user = make([&](cl_int *error) { return ::clCreateUserEvent(other.get(), error); });
  const auto event = makeMarker();
  const cl_event list[] = {event.get(), user.get()};
  EXPECT_EQ(CL_INVALID_CONTEXT, cl.clWaitForEvents(2, list));
}

TEST_P(clWaitForEvents, ExecStatusErrorForEventsInWaitList) {
  const auto user = makeUserEvent();
  const auto behind = markerBehind(user.get());
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(user.get(), -5));
  const cl_event event = behind.get();
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, cl.clWaitForEvents(1, &event));
  EXPECT_LT(statusOf(event), 0);
}

WEFT_API_SUITE(clGetEventInfo, EventTest);

TEST_P(clGetEventInfo, FollowsTheRulesOfInfoQueries) {
  const auto event = makeMarker();
  checkInfoQuery(cl.clGetEventInfo, event.get(), cl_event_info{CL_EVENT_CONTEXT});
}

TEST_P(clGetEventInfo, TellsWhereItBelongs) {
  const auto event = makeMarker();
  EXPECT_EQ(queue, info<cl_command_queue>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_QUEUE));
  EXPECT_EQ(context, info<cl_context>(cl.clGetEventInfo, event.get(), CL_EVENT_CONTEXT));
  EXPECT_EQ(cl_command_type{CL_COMMAND_MARKER},
            info<cl_command_type>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_TYPE));
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetEventInfo, event.get(), CL_EVENT_REFERENCE_COUNT));
}

TEST_P(clGetEventInfo, OfAUserEvent) {
  const auto user = makeUserEvent();
  EXPECT_EQ(nullptr, info<cl_command_queue>(cl.clGetEventInfo, user.get(), CL_EVENT_COMMAND_QUEUE));
  EXPECT_EQ(cl_command_type{CL_COMMAND_USER},
            info<cl_command_type>(cl.clGetEventInfo, user.get(), CL_EVENT_COMMAND_TYPE));
  EXPECT_EQ(CL_SUBMITTED, statusOf(user.get()));
}

WEFT_API_SUITE(clCreateUserEvent, EventTest);

TEST_P(clCreateUserEvent, HoldsCommandsBack) {
  const auto user = make([&](cl_int *error) { return cl.clCreateUserEvent(context, error); });
  const auto behind = markerBehind(user.get());
  expectHeldBack(behind.get());
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(user.get(), CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
  EXPECT_EQ(CL_COMPLETE, statusOf(behind.get()));
}

WEFT_API_SUITE(clSetUserEventStatus, EventTest);

TEST_P(clSetUserEventStatus, ErrorReachesWhatWaits) {
  const auto user = makeUserEvent();
  const auto behind = markerBehind(user.get());
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(user.get(), -17));
  EXPECT_EQ(-17, statusOf(user.get()));
  cl.clFinish(queue);
  EXPECT_LT(statusOf(behind.get()), 0);
}

TEST_P(clSetUserEventStatus, InvalidValue) {
  const auto user = makeUserEvent();
  for (cl_int status : {CL_QUEUED, CL_SUBMITTED, CL_RUNNING, 7})
    EXPECT_EQ(CL_INVALID_VALUE, cl.clSetUserEventStatus(user.get(), status)) << status;
  EXPECT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(user.get(), CL_COMPLETE));
}

TEST_P(clSetUserEventStatus, InvalidOperationTheSecondTime) {
  const auto user = makeUserEvent();
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(user.get(), CL_COMPLETE));
  EXPECT_EQ(CL_INVALID_OPERATION, cl.clSetUserEventStatus(user.get(), CL_COMPLETE));
}

TEST_P(clSetUserEventStatus, InvalidEventOfACommand) {
  const auto event = makeMarker();
  EXPECT_EQ(CL_INVALID_EVENT, cl.clSetUserEventStatus(event.get(), CL_COMPLETE));
}

WEFT_API_SUITE(clSetEventCallback, EventTest);

void CL_CALLBACK countCompletion(cl_event, cl_int status, void *counter) {
  EXPECT_EQ(CL_COMPLETE, status);
  ++*static_cast<std::atomic<int> *>(counter);
}
void CL_CALLBACK countError(cl_event, cl_int status, void *counter) {
  EXPECT_LT(status, 0);
  ++*static_cast<std::atomic<int> *>(counter);
}
void CL_CALLBACK count(cl_event, cl_int, void *counter) { ++*static_cast<std::atomic<int> *>(counter); }

TEST_P(clSetEventCallback, CalledOnceForEachState) {
  const auto user = makeUserEvent();
  const auto behind = markerBehind(user.get());
  std::atomic<int> submitted = 0, running = 0, complete = 0;
  ASSERT_EQ(CL_SUCCESS, cl.clSetEventCallback(behind.get(), CL_SUBMITTED, count, &submitted));
  ASSERT_EQ(CL_SUCCESS, cl.clSetEventCallback(behind.get(), CL_RUNNING, count, &running));
  ASSERT_EQ(CL_SUCCESS, cl.clSetEventCallback(behind.get(), CL_COMPLETE, countCompletion, &complete));
  EXPECT_EQ(0, complete);
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(user.get(), CL_COMPLETE));
  ASSERT_EQ(CL_SUCCESS, cl.clFinish(queue));
  EXPECT_TRUE(comesTrue(submitted, 1));
  EXPECT_TRUE(comesTrue(running, 1));
  EXPECT_TRUE(comesTrue(complete, 1));
}

TEST_P(clSetEventCallback, OfWhatIsDoneAlready) {
  const auto event = makeMarker();
  ASSERT_EQ(CL_SUCCESS, cl.clFinish(queue));
  std::atomic<int> complete = 0;
  ASSERT_EQ(CL_SUCCESS, cl.clSetEventCallback(event.get(), CL_COMPLETE, countCompletion, &complete));
  EXPECT_TRUE(comesTrue(complete, 1));
}

TEST_P(clSetEventCallback, ToldOfAnError) {
  const auto user = makeUserEvent();
  std::atomic<int> failed = 0;
  ASSERT_EQ(CL_SUCCESS, cl.clSetEventCallback(user.get(), CL_COMPLETE, countError, &failed));
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(user.get(), -3));
  EXPECT_TRUE(comesTrue(failed, 1));
}

TEST_P(clSetEventCallback, InvalidValue) {
  const auto event = makeMarker();
  EXPECT_EQ(CL_INVALID_VALUE, cl.clSetEventCallback(event.get(), CL_COMPLETE, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clSetEventCallback(event.get(), CL_QUEUED, count, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clSetEventCallback(event.get(), -1, count, nullptr));
}

WEFT_API_SUITE(clRetainEvent, EventTest);

TEST_P(clRetainEvent, Counts) {
  const auto event = makeMarker();
  EXPECT_EQ(CL_SUCCESS, cl.clRetainEvent(event.get()));
  EXPECT_EQ(2u, info<cl_uint>(cl.clGetEventInfo, event.get(), CL_EVENT_REFERENCE_COUNT));
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseEvent(event.get()));
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetEventInfo, event.get(), CL_EVENT_REFERENCE_COUNT));
}

WEFT_API_SUITE(clReleaseEvent, EventTest);

TEST_P(clReleaseEvent, InvalidEventOnceReleased) {
  auto event = makeMarker();
  const cl_event raw = event.release();
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseEvent(raw));
  EXPECT_EQ(CL_INVALID_EVENT, cl.clReleaseEvent(raw));
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
}

class ProfilingTest : public EventTest {
protected:
  cl_ulong time(cl_event event, cl_profiling_info name) {
    return info<cl_ulong>(cl.clGetEventProfilingInfo, event, name);
  }
};
WEFT_API_SUITE(clGetEventProfilingInfo, ProfilingTest);

TEST_P(clGetEventProfilingInfo, TimesFollowEachOther) {
  const auto buffer = makeBuffer(1 << 20);
  const cl_uint pattern = 1;
  Handle<cl_event> event;
  ASSERT_EQ(CL_SUCCESS,
            ::clEnqueueFillBuffer(queue, buffer.get(), &pattern, sizeof pattern, 0, 1 << 20, 0, nullptr, event.out()));
  ASSERT_EQ(CL_SUCCESS, cl.clFinish(queue));
  cl_ulong last = 1;
  for (cl_profiling_info name : {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
                                 CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE}) {
    const cl_ulong now = time(event.get(), name);
    EXPECT_LE(last, now) << std::hex << name;
    last = now;
  }
  EXPECT_LT(time(event.get(), CL_PROFILING_COMMAND_START), time(event.get(), CL_PROFILING_COMMAND_END));
}

TEST_P(clGetEventProfilingInfo, FollowsTheRulesOfInfoQueries) {
  const auto event = makeMarker();
  ASSERT_EQ(CL_SUCCESS, cl.clFinish(queue));
  checkInfoQuery(cl.clGetEventProfilingInfo, event.get(), cl_profiling_info{CL_PROFILING_COMMAND_START});
}

TEST_P(clGetEventProfilingInfo, ProfilingInfoNotAvailableWithoutTheProperty) {
  const auto plain = makeQueue(0);
  Handle<cl_event> event;
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueMarkerWithWaitList(plain.get(), 0, nullptr, event.out()));
  ASSERT_EQ(CL_SUCCESS, cl.clFinish(plain.get()));
  cl_ulong time = 0;
  EXPECT_EQ(CL_PROFILING_INFO_NOT_AVAILABLE,
            cl.clGetEventProfilingInfo(event.get(), CL_PROFILING_COMMAND_START, sizeof time, &time, nullptr));
}

TEST_P(clGetEventProfilingInfo, ProfilingInfoNotAvailableBeforeTheEnd) {
  const auto user = makeUserEvent();
  const auto behind = markerBehind(user.get());
  cl_ulong time = 0;
  EXPECT_EQ(CL_PROFILING_INFO_NOT_AVAILABLE,
            cl.clGetEventProfilingInfo(behind.get(), CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr));
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(user.get(), CL_COMPLETE));
  ASSERT_EQ(CL_SUCCESS, cl.clFinish(queue));
}

TEST_P(clGetEventProfilingInfo, ProfilingInfoNotAvailableOfAUserEvent) {
  const auto user = makeUserEvent();
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(user.get(), CL_COMPLETE));
  cl_ulong time = 0;
  EXPECT_EQ(CL_PROFILING_INFO_NOT_AVAILABLE,
            cl.clGetEventProfilingInfo(user.get(), CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr));
}

} // namespace
} // namespace weft::test
