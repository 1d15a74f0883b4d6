// Wait lists of every entry point that enqueues a command, and what their failed events do.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/EnqueueTable.h"
#include "support/EntryPointList.h"

namespace weft::test {
namespace {

constexpr Exemption withoutLine[] = {
    {"clEnqueueAcquireGLObjects", "there are no objects of OpenGL: it always fails"},
    {"clEnqueueReleaseGLObjects", "there are no objects of OpenGL: it always fails"},
    {"clEnqueueAcquireEGLObjectsKHR", "there are no objects of EGL: it always fails"},
    {"clEnqueueReleaseEGLObjectsKHR", "there are no objects of EGL: it always fails"},
};

TEST(EnqueueTable, HasEveryEntryPointThatTakesAWaitList) {
  std::vector<std::string_view> lines;
  for (const EnqueueEntry &enqueue : enqueueEntries())
    lines.emplace_back(enqueue.name);
  expectLines(lines, withoutLine, [](const EntryPoint &entry) { return unsigned(entry.takesWaitList); });
}

class WaitListTest : public EnqueueTableTest {
protected:
  /// Each entry point with these events fails with this code and makes no event.
  void expectFromAll(cl_int code, cl_uint count, const cl_event *list) const {
    for (const EnqueueEntry &enqueue : enqueueEntries()) {
      cl_event event = nullptr;
      EXPECT_EQ(code, enqueue.call(cl, on, {count, list, &event})) << enqueue.name;
      EXPECT_EQ(nullptr, event) << enqueue.name;
    }
  }
};
WEFT_API_SUITE(WaitList, WaitListTest);

TEST_P(WaitList, MayBeEmptyOrHoldEvents) {
  const auto before = makeUserEvent();
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(before.get(), CL_COMPLETE));
  const cl_event list[] = {before.get(), before.get()};
  for (const EnqueueEntry &enqueue : enqueueEntries()) {
    Handle<cl_event> none, two;
    EXPECT_EQ(CL_SUCCESS, enqueue.call(cl, on, {0, nullptr, none.out()})) << enqueue.name;
    EXPECT_EQ(CL_SUCCESS, enqueue.call(cl, on, {2, list, two.out()})) << enqueue.name;
    const cl_event both[] = {none.get(), two.get()};
    EXPECT_EQ(CL_SUCCESS, cl.clWaitForEvents(2, both)) << enqueue.name;
  }
}

TEST_P(WaitList, InvalidEventWaitListWhereListAndCountContradict) {
  const auto event = makeUserEvent();
  const cl_event list[] = {event.get()};
  expectFromAll(CL_INVALID_EVENT_WAIT_LIST, 1, nullptr);
  expectFromAll(CL_INVALID_EVENT_WAIT_LIST, 0, list);
}

TEST_P(WaitList, InvalidEventWaitListForWhatIsNoEvent) {
  auto gone = makeUserEvent();
  const cl_event released = gone.get();
  gone.reset();
  for (cl_event wrong : {static_cast<cl_event>(nullptr), released, as<cl_event>(queue), foreign<cl_event>()}) {
    const auto good = makeUserEvent();
    const cl_event list[] = {good.get(), wrong};
    expectFromAll(CL_INVALID_EVENT_WAIT_LIST, 2, list);
  }
}

TEST_P(WaitList, InvalidContextForEventsOfAnother) {
  const auto other = makeContext();
  const auto elsewhere = make([&](cl_int *error) { return ::clCreateUserEvent(other.get(), error); });
  const cl_event list[] = {elsewhere.get()};
  expectFromAll(CL_INVALID_CONTEXT, 1, list);
}

// What is in api/EntryPoint.h for all entry points, seen at those that have much else to do with an error.
TEST_P(WaitList, EachErrorIsToldToTheContextInASentence) {
  std::vector<std::string> told;
  const cl_device_id one = device();
  const auto notify = [](const char *text, const void *, size_t, void *userData) {
    static_cast<std::vector<std::string> *>(userData)->emplace_back(text);
  };
  const auto listening = make([&](cl_int *e) { return ::clCreateContext(nullptr, 1, &one, notify, &told, e); });
  const auto its =
      make([&](cl_int *e) { return ::clCreateCommandQueueWithProperties(listening.get(), one, nullptr, e); });
  const CommandObjects objects = makeObjects(listening.get(), its.get());
  for (const EnqueueEntry &enqueue : enqueueEntries()) {
    told.clear();
    EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, enqueue.call(cl, objects, {1, nullptr, nullptr})) << enqueue.name;
    ASSERT_EQ(1u, told.size()) << enqueue.name;
    EXPECT_NE(std::string::npos, told[0].find(' ')) << enqueue.name << ": " << told[0];
  }
}

TEST_P(WaitList, ExecStatusErrorWhereABlockingCommandsEventHasFailed) {
  const auto failed = makeUserEvent();
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(failed.get(), -17));
  const cl_event list[] = {failed.get()};
  for (const EnqueueEntry &enqueue : enqueueEntries())
    if (enqueue.blocks) {
      cl_event event = nullptr;
      EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, enqueue.call(cl, on, {1, list, &event})) << enqueue.name;
      EXPECT_EQ(nullptr, event) << enqueue.name;
    }
}

TEST_P(WaitList, FailedEventsFailOtherCommands) {
  const auto failed = makeUserEvent();
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(failed.get(), -17));
  const cl_event list[] = {failed.get()};
  for (const EnqueueEntry &enqueue : enqueueEntries())
    if (!enqueue.blocks) {
      Handle<cl_event> event;
      ASSERT_EQ(CL_SUCCESS, enqueue.call(cl, on, {1, list, event.out()})) << enqueue.name;
      EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
      EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
                info<cl_int>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS))
          << enqueue.name;
    }
}

} // namespace
} // namespace weft::test
