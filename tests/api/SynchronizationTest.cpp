// Tests of markers and barriers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/ApiTest.h"

namespace weft::test {
namespace {

class SynchronizationTest : public QueueTest {
protected:
  cl_int statusOf(cl_event event) const {
    return info<cl_int>(cl.clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
  }
  cl_command_type typeOf(cl_event event) const {
    return info<cl_command_type>(cl.clGetEventInfo, event, CL_EVENT_COMMAND_TYPE);
  }

  template <typename Enqueue> void checkWaitsForItsList(Enqueue enqueue, cl_command_type type) {
    const auto user = makeUserEvent();
    const cl_event event = user.get();
    Handle<cl_event> made;
    ASSERT_EQ(CL_SUCCESS, enqueue(queue, 1, &event, made.out()));
    EXPECT_EQ(type, typeOf(made.get()));
    expectHeldBack(made.get());
    ASSERT_EQ(CL_SUCCESS, ::clSetUserEventStatus(event, CL_COMPLETE));
    ASSERT_EQ(CL_SUCCESS, ::clFinish(queue));
    EXPECT_EQ(CL_COMPLETE, statusOf(made.get()));
  }

  template <typename Enqueue> void checkInvalidLists(Enqueue enqueue) {
    const auto user = makeUserEvent();
    const cl_event event = user.get();
    EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, enqueue(queue, 0, &event, nullptr));
    EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, enqueue(queue, 1, nullptr, nullptr));
    const cl_event wrong = as<cl_event>(queue);
    EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, enqueue(queue, 1, &wrong, nullptr));
    const auto otherContext = makeContext();
    const auto otherUser = make([&](cl_int *error) { return ::clCreateUserEvent(otherContext.get(), error); });
    const cl_event other = otherUser.get();
    EXPECT_EQ(CL_INVALID_CONTEXT, enqueue(queue, 1, &other, nullptr));
  }
};

WEFT_API_SUITE(clEnqueueMarkerWithWaitList, SynchronizationTest);

TEST_P(clEnqueueMarkerWithWaitList, WaitsForItsList) {
  checkWaitsForItsList(cl.clEnqueueMarkerWithWaitList, CL_COMMAND_MARKER);
}

TEST_P(clEnqueueMarkerWithWaitList, NeedsNoEvent) {
  EXPECT_EQ(CL_SUCCESS, cl.clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
}

TEST_P(clEnqueueMarkerWithWaitList, InvalidEventWaitList) { checkInvalidLists(cl.clEnqueueMarkerWithWaitList); }

WEFT_API_SUITE(clEnqueueBarrierWithWaitList, SynchronizationTest);

TEST_P(clEnqueueBarrierWithWaitList, WaitsForItsList) {
  checkWaitsForItsList(cl.clEnqueueBarrierWithWaitList, CL_COMMAND_BARRIER);
}

TEST_P(clEnqueueBarrierWithWaitList, HoldsLaterCommandsBack) {
  const auto user = makeUserEvent();
  const cl_event event = user.get();
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueBarrierWithWaitList(queue, 1, &event, nullptr));
  Handle<cl_event> later;
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueMarkerWithWaitList(queue, 0, nullptr, later.out()));
  expectHeldBack(later.get());
  ASSERT_EQ(CL_SUCCESS, ::clSetUserEventStatus(event, CL_COMPLETE));
  ASSERT_EQ(CL_SUCCESS, ::clFinish(queue));
  EXPECT_EQ(CL_COMPLETE, statusOf(later.get()));
}

TEST_P(clEnqueueBarrierWithWaitList, InvalidEventWaitList) { checkInvalidLists(cl.clEnqueueBarrierWithWaitList); }

WEFT_API_SUITE(clEnqueueMarker, SynchronizationTest);

TEST_P(clEnqueueMarker, GivesAnEvent) {
  Handle<cl_event> marker;
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueMarker(queue, marker.out()));
  ASSERT_EQ(CL_SUCCESS, ::clFinish(queue));
  EXPECT_EQ(CL_COMPLETE, statusOf(marker.get()));
}

TEST_P(clEnqueueMarker, InvalidValue) { EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueMarker(queue, nullptr)); }

WEFT_API_SUITE(clEnqueueBarrier, SynchronizationTest);

TEST_P(clEnqueueBarrier, IsOneMoreCommand) {
  EXPECT_EQ(CL_SUCCESS, cl.clEnqueueBarrier(queue));
  EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
}

WEFT_API_SUITE(clEnqueueWaitForEvents, SynchronizationTest);

TEST_P(clEnqueueWaitForEvents, HoldsLaterCommandsBack) {
  const auto user = makeUserEvent();
  const cl_event event = user.get();
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueWaitForEvents(queue, 1, &event));
  Handle<cl_event> later;
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueMarkerWithWaitList(queue, 0, nullptr, later.out()));
  expectHeldBack(later.get());
  ASSERT_EQ(CL_SUCCESS, ::clSetUserEventStatus(event, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
}

TEST_P(clEnqueueWaitForEvents, InvalidValue) {
  const auto user = makeUserEvent();
  const cl_event event = user.get();
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueWaitForEvents(queue, 0, &event));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueWaitForEvents(queue, 1, nullptr));
}

TEST_P(clEnqueueWaitForEvents, InvalidEvent) {
  const cl_event wrong = as<cl_event>(queue);
  EXPECT_EQ(CL_INVALID_EVENT, cl.clEnqueueWaitForEvents(queue, 1, &wrong));
}

} // namespace
} // namespace weft::test
