// Wait lists of every entry point that enqueues a command, and what their failed events do.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>

#include "support/ApiTest.h"

namespace weft::test {
namespace {

struct Events {
  cl_uint count;
  const cl_event *list;
  cl_event *event;
};

/// What the commands of the table work on.
struct Surroundings {
  const cl_icd_dispatch &cl;
  cl_command_queue queue;
  cl_kernel kernel;
  cl_mem first, second;
  char *shared; ///< 128 bytes of clSVMAlloc
  char *bytes;  ///< 128 bytes of the test
};

struct Enqueue {
  const char *name;
  cl_int (*call)(const Surroundings &at, const Events &events);
  bool blocks;
};

constexpr size_t origin[3] = {0, 0, 0}, region[3] = {8, 2, 1}, one = 1;
#define WEFT_EVENTS events.count, events.list, events.event
#define WEFT_ENQUEUE(name, blocks, ...)                                                                                \
  {#name, [](const Surroundings &at, const Events &events) -> cl_int { return at.cl.name(at.queue, __VA_ARGS__); },    \
   blocks}

const Enqueue enqueues[] = {
    WEFT_ENQUEUE(clEnqueueReadBuffer, true, at.first, CL_TRUE, 0, 16, at.bytes, WEFT_EVENTS),
    WEFT_ENQUEUE(clEnqueueWriteBuffer, true, at.first, CL_TRUE, 0, 16, at.bytes, WEFT_EVENTS),
    WEFT_ENQUEUE(clEnqueueCopyBuffer, false, at.first, at.second, 0, 0, 16, WEFT_EVENTS),
    WEFT_ENQUEUE(clEnqueueFillBuffer, false, at.first, at.bytes, 4, 0, 16, WEFT_EVENTS),
    WEFT_ENQUEUE(clEnqueueReadBufferRect, true, at.first, CL_TRUE, origin, origin, region, 16, 0, 16, 0, at.bytes,
                 WEFT_EVENTS),
    WEFT_ENQUEUE(clEnqueueWriteBufferRect, true, at.first, CL_TRUE, origin, origin, region, 16, 0, 16, 0, at.bytes,
                 WEFT_EVENTS),
    WEFT_ENQUEUE(clEnqueueCopyBufferRect, false, at.first, at.second, origin, origin, region, 16, 0, 16, 0,
                 WEFT_EVENTS),
    WEFT_ENQUEUE(clEnqueueMigrateMemObjects, false, 1, &at.first, 0, WEFT_EVENTS),
    WEFT_ENQUEUE(clEnqueueNDRangeKernel, false, at.kernel, 1, nullptr, &one, nullptr, WEFT_EVENTS),
    WEFT_ENQUEUE(clEnqueueTask, false, at.kernel, WEFT_EVENTS),
    WEFT_ENQUEUE(
        clEnqueueNativeKernel, false, [](void *) {}, nullptr, 0, 0, nullptr, nullptr, WEFT_EVENTS),
    WEFT_ENQUEUE(clEnqueueMarkerWithWaitList, false, WEFT_EVENTS),
    WEFT_ENQUEUE(clEnqueueBarrierWithWaitList, false, WEFT_EVENTS),
    WEFT_ENQUEUE(clEnqueueSVMFree, false, 0, nullptr, nullptr, nullptr, WEFT_EVENTS),
    WEFT_ENQUEUE(clEnqueueSVMMemcpy, true, CL_TRUE, at.shared, at.bytes, 16, WEFT_EVENTS),
    WEFT_ENQUEUE(clEnqueueSVMMemFill, false, at.shared, at.bytes, 4, 16, WEFT_EVENTS),
    WEFT_ENQUEUE(clEnqueueSVMMap, true, CL_TRUE, CL_MAP_READ, at.shared, 16, WEFT_EVENTS),
    WEFT_ENQUEUE(clEnqueueSVMUnmap, false, at.shared, WEFT_EVENTS),
    {"clEnqueueSVMMigrateMem",
     [](const Surroundings &at, const Events &events) -> cl_int {
       const void *pointer = at.shared;
       return at.cl.clEnqueueSVMMigrateMem(at.queue, 1, &pointer, nullptr, 0, WEFT_EVENTS);
     },
     false},
    {"clEnqueueMapBuffer",
     [](const Surroundings &at, const Events &events) -> cl_int {
       cl_int error = 1;
       void *mapped = at.cl.clEnqueueMapBuffer(at.queue, at.first, CL_TRUE, CL_MAP_READ, 0, 16, WEFT_EVENTS, &error);
       EXPECT_EQ(mapped == nullptr, error != CL_SUCCESS);
       return error;
     },
     true},
};

class WaitListTest : public ProgramTest {
protected:
  const Handle<cl_kernel> kernel = buildKernel("kernel void nothing() {}", "nothing");
  const Handle<cl_mem> first = makeBuffer(128), second = makeBuffer(128);
  char *const shared = static_cast<char *>(::clSVMAlloc(context, CL_MEM_READ_WRITE, 128, 0));
  std::array<char, 128> bytes{};
  const Surroundings at{cl, queue, kernel.get(), first.get(), second.get(), shared, bytes.data()};

  void TearDown() override {
    ::clFinish(queue);
    ::clSVMFree(context, shared);
    ProgramTest::TearDown();
  }
  /// Each entry point with these events fails with this code and makes no event.
  void expectFromAll(cl_int code, cl_uint count, const cl_event *list) const {
    for (const Enqueue &enqueue : enqueues) {
      cl_event event = nullptr;
      EXPECT_EQ(code, enqueue.call(at, {count, list, &event})) << enqueue.name;
      EXPECT_EQ(nullptr, event) << enqueue.name;
    }
  }
};
WEFT_API_SUITE(WaitList, WaitListTest);

TEST_P(WaitList, MayBeEmptyOrHoldEvents) {
  const auto before = makeUserEvent();
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(before.get(), CL_COMPLETE));
  const cl_event list[] = {before.get(), before.get()};
  for (const Enqueue &enqueue : enqueues) {
    Handle<cl_event> none, two;
    EXPECT_EQ(CL_SUCCESS, enqueue.call(at, {0, nullptr, none.out()})) << enqueue.name;
    EXPECT_EQ(CL_SUCCESS, enqueue.call(at, {2, list, two.out()})) << enqueue.name;
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

TEST_P(WaitList, ExecStatusErrorWhereABlockingCommandsEventHasFailed) {
  const auto failed = makeUserEvent();
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(failed.get(), -17));
  const cl_event list[] = {failed.get()};
  for (const Enqueue &enqueue : enqueues)
    if (enqueue.blocks) {
      cl_event event = nullptr;
      EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, enqueue.call(at, {1, list, &event})) << enqueue.name;
      EXPECT_EQ(nullptr, event) << enqueue.name;
    }
}

TEST_P(WaitList, FailedEventsFailOtherCommands) {
  const auto failed = makeUserEvent();
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(failed.get(), -17));
  const cl_event list[] = {failed.get()};
  for (const Enqueue &enqueue : enqueues)
    if (!enqueue.blocks) {
      Handle<cl_event> event;
      ASSERT_EQ(CL_SUCCESS, enqueue.call(at, {1, list, event.out()})) << enqueue.name;
      EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
      EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
                info<cl_int>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS))
          << enqueue.name;
    }
}

} // namespace
} // namespace weft::test
