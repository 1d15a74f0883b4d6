// Tests of out-of-order queues: which commands wait for which.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thread>

#include "support/ApiTest.h"

namespace weft::test {
namespace {

class OutOfOrderTest : public QueueTest {
  static constexpr size_t places = 1024;
  mutable size_t used_ = 0;

protected:
  Handle<cl_command_queue> loose_ = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_command_queue loose = loose_.get();
  Handle<cl_event> gate_ = makeUserEvent();
  cl_event gate = gate_.get();
  Handle<cl_mem> buffer_ = makeBuffer(places * sizeof(int));

  cl_int statusOf(const Handle<cl_event> &event) const {
    return info<cl_int>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS);
  }
  /// Where the next command writes: commands that may run at once must not write to the same place.
  size_t nextPlace() const { return used_++ % places * sizeof(int); }
  /// A command behind `list`.
  Handle<cl_event> fill(std::vector<cl_event> list = {}) const {
    Handle<cl_event> event;
    const int zero = 0;
    EXPECT_EQ(CL_SUCCESS, ::clEnqueueFillBuffer(loose, buffer_.get(), &zero, sizeof zero, nextPlace(), sizeof zero,
                                                static_cast<cl_uint>(list.size()), list.empty() ? nullptr : list.data(),
                                                event.out()));
    return event;
  }
  /// Waits for what nothing holds back, and sees that `held` is held back still.
  void expectHeld(const Handle<cl_event> &held) const {
    const Handle<cl_event> free = fillOfAnother();
    await(free);
    EXPECT_GT(statusOf(held), CL_COMPLETE);
  }
  /// A command of another queue: once it has run, one that could have run before it had its chance.
  Handle<cl_event> fillOfAnother() const {
    Handle<cl_event> event;
    const int zero = 0;
    EXPECT_EQ(CL_SUCCESS, ::clFlush(loose));
    EXPECT_EQ(CL_SUCCESS, ::clEnqueueFillBuffer(queue, buffer_.get(), &zero, sizeof zero, nextPlace(), sizeof zero, 0,
                                                nullptr, event.out()));
    return event;
  }
  /// A marker behind `list`, or behind everything before it.
  Handle<cl_event> marker(std::vector<cl_event> list = {}) const {
    Handle<cl_event> event;
    EXPECT_EQ(CL_SUCCESS, cl.clEnqueueMarkerWithWaitList(loose, static_cast<cl_uint>(list.size()),
                                                         list.empty() ? nullptr : list.data(), event.out()));
    return event;
  }
  static void await(const Handle<cl_event> &awaited) {
    const cl_event event = awaited.get();
    EXPECT_EQ(CL_SUCCESS, ::clWaitForEvents(1, &event));
  }
  void open() const { EXPECT_EQ(CL_SUCCESS, ::clSetUserEventStatus(gate, CL_COMPLETE)); }
};
WEFT_API_SUITE(OutOfOrder, OutOfOrderTest);

TEST_P(OutOfOrder, ACommandOvertakesOneThatIsHeldBack) {
  const auto held = fill({gate});
  const auto free = fill();
  await(free);
  EXPECT_EQ(CL_COMPLETE, statusOf(free));
  EXPECT_GT(statusOf(held), CL_COMPLETE);
  open();
  EXPECT_EQ(CL_SUCCESS, ::clFinish(loose));
  EXPECT_EQ(CL_COMPLETE, statusOf(held));
}

TEST_P(OutOfOrder, AMarkerWithoutAListWaitsForAllBeforeIt) {
  const auto held = fill({gate});
  const auto afterAllEarlier = marker();
  const auto later = fill();
  await(later); // a marker holds nothing back
  expectHeld(afterAllEarlier);
  open();
  await(afterAllEarlier);
  EXPECT_EQ(CL_COMPLETE, statusOf(held));
}

TEST_P(OutOfOrder, AMarkerDoesNotWaitForWhatComesLater) {
  const auto afterAllEarlier = marker();
  const auto held = fill({gate});
  await(afterAllEarlier);
  EXPECT_GT(statusOf(held), CL_COMPLETE);
  open();
}

TEST_P(OutOfOrder, AMarkerWithAListWaitsForThatAlone) {
  const auto held = fill({gate});
  const auto free = fill();
  const auto listed = marker({free.get()});
  await(listed);
  EXPECT_GT(statusOf(held), CL_COMPLETE);
  open();
}

TEST_P(OutOfOrder, MarkersInARowEachWaitForAllBefore) {
  const auto held = fill({gate});
  const auto first = marker();
  const auto second = marker();
  expectHeld(second);
  open();
  await(second);
  EXPECT_EQ(CL_COMPLETE, statusOf(first));
  EXPECT_EQ(CL_COMPLETE, statusOf(held));
}

TEST_P(OutOfOrder, ABarrierHoldsBackAllBehindIt) {
  const auto held = fill({gate});
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueBarrierWithWaitList(loose, 0, nullptr, nullptr));
  const auto behind = fill();
  expectHeld(behind);
  open();
  await(behind);
  EXPECT_EQ(CL_COMPLETE, statusOf(held));
}

TEST_P(OutOfOrder, ABarrierWithAListWaitsForThatAloneAndHoldsBackAllBehindIt) {
  const auto other = makeUserEvent();
  const auto held = fill({other.get()});
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueBarrierWithWaitList(loose, 1, &gate, nullptr));
  const auto behind = fill();
  expectHeld(behind);
  open();
  await(behind);
  EXPECT_GT(statusOf(held), CL_COMPLETE);
  EXPECT_EQ(CL_SUCCESS, ::clSetUserEventStatus(other.get(), CL_COMPLETE));
}

TEST_P(OutOfOrder, FinishWaitsForAll) {
  std::vector<Handle<cl_event>> events;
  for (int i = 0; i < 100; ++i) {
    events.push_back(fill({gate}));
    if (i % 10 == 0)
      ASSERT_EQ(CL_SUCCESS, ::clEnqueueMarkerWithWaitList(loose, 0, nullptr, nullptr));
  }
  std::thread opener([this] { open(); });
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(loose));
  opener.join();
  for (const auto &event : events)
    EXPECT_EQ(CL_COMPLETE, statusOf(event));
}

TEST_P(OutOfOrder, AFailureReachesTheWaitListAlone) {
  const auto failing = fill({gate});
  const auto afterAllEarlier = marker();
  const auto listed = marker({failing.get()});
  ASSERT_EQ(CL_SUCCESS, ::clSetUserEventStatus(gate, -7));
  EXPECT_EQ(CL_SUCCESS, ::clFinish(loose));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, statusOf(failing));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, statusOf(listed));
  EXPECT_EQ(CL_COMPLETE, statusOf(afterAllEarlier));
}

TEST_P(OutOfOrder, ReleasingTheQueueLetsItsCommandsRun) {
  const auto held = fill({gate});
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueBarrierWithWaitList(loose, 0, nullptr, nullptr));
  const auto behind = fill();
  loose_.reset(); // which flushes
  open();
  await(behind);
  EXPECT_EQ(CL_COMPLETE, statusOf(held));
}

} // namespace
} // namespace weft::test
