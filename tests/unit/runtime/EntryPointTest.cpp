// Tests entry points when the application releases an event between two steps of a call that uses the event.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/EntryPoints.h"

#include <atomic>
#include <functional>
#include <utility>

#include <gtest/gtest.h>

#include "TestServices.h"
#include "core/commands/CommandQueue.h"
#include "core/commands/Event.h"
#include "core/objects/Device.h"

namespace weft::core {
namespace {

/// The observed state of an event.
struct Fate {
  std::atomic<bool> gone{false};
  bool wasGoneInCall = false;
  unsigned flushes = 0;
};

/// An event that has ended. Entry points flush the events that they are given. During the first flush, `inFlush` runs,
/// like an action of another thread between two steps of the call.
class PausedEvent final : public Event {
public:
  PausedEvent(Context &context, Fate &fate, std::function<void(Event &)> inFlush, cl_int status = CL_COMPLETE)
      : Event(context, CL_COMMAND_MARKER, status), kept_(&context), fate_(fate), inFlush_(std::move(inFlush)) {}

private:
  ~PausedEvent() override { fate_.gone = true; }
  void flush() override {
    Fate &fate = fate_; // the event itself may be destroyed during `inFlush`
    ++fate.flushes;
    if (fate.flushes == 1)
      std::exchange(inFlush_, nullptr)(*this);
    fate.wasGoneInCall |= fate.gone;
  }

  const RefPtr<Context> kept_;
  Fate &fate_;
  std::function<void(Event &)> inFlush_;
};

class EntryPointTest : public testing::Test {
protected:
  ~EntryPointTest() override { device->releaseHandle(); }

  cl_event makePaused(Fate &fate, std::function<void(Event &)> inFlush = release) {
    return makeRef<PausedEvent>(*context, fate, std::move(inFlush))->publish();
  }
  /// Releases the application's last reference.
  static void release(Event &event) { EXPECT_TRUE(event.releaseHandle()); }
  static void expectKept(const Fate &fate) {
    EXPECT_NE(fate.flushes, 0u) << "the call has not paused";
    EXPECT_FALSE(fate.wasGoneInCall) << "the event has gone while the call still uses it";
    EXPECT_TRUE(fate.gone) << "the event stays for ever";
  }
  /// Returns when the callback thread has done all tasks that it got before this call.
  void awaitCallbacks() {
    std::atomic<bool> done{false};
    context->services().callbackThread.post([&] {
      done = true;
      done.notify_all();
    });
    done.wait(false);
  }

  const RefPtr<Device> device = makeRef<Device>(testServices(), cpu::readTopology());
  const RefPtr<Context> context = makeRef<Context>(Devices{device}, ContextRequest(), nullptr, nullptr);
};

TEST_F(EntryPointTest, SetEventCallbackKeepsTheEventThatTheCallbackReleases) {
  Fate fate;
  const cl_event event = makePaused(fate, [this](Event &) { awaitCallbacks(); });
  const auto releaseIt = [](cl_event its, cl_int, void *) { EXPECT_EQ(api::clReleaseEvent(its), CL_SUCCESS); };
  EXPECT_EQ(api::clSetEventCallback(event, CL_COMPLETE, releaseIt, nullptr), CL_SUCCESS);
  awaitCallbacks();
  expectKept(fate);
}

TEST_F(EntryPointTest, WaitForEventsKeepsEvents) {
  Fate first, second;
  const cl_event events[] = {makePaused(first), makePaused(second)};
  // The wait itself flushes the first event, so the second event is checked.
  EXPECT_EQ(api::clWaitForEvents(2, events), CL_SUCCESS);
  expectKept(second);
  EXPECT_EQ(api::clReleaseEvent(events[0]), CL_SUCCESS);
  EXPECT_TRUE(first.gone);
}

TEST_F(EntryPointTest, GetEventInfoKeepsTheEvent) {
  Fate fate;
  cl_int status = 1;
  EXPECT_EQ(api::clGetEventInfo(makePaused(fate), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(status, CL_COMPLETE);
  expectKept(fate);
}

TEST_F(EntryPointTest, CommandsKeepTheEventsThatTheyWaitFor) {
  const auto queue = makeRef<CommandQueue>(*context, *device, QueueRequest());
  Fate fate;
  const cl_event waited = makePaused(fate);
  const cl_command_queue handle = queue->publish();
  EXPECT_EQ(api::clEnqueueMarkerWithWaitList(handle, 1, &waited, nullptr), CL_SUCCESS);
  expectKept(fate);
  EXPECT_EQ(api::clFinish(handle), CL_SUCCESS);
  EXPECT_EQ(api::clReleaseCommandQueue(handle), CL_SUCCESS);
}

TEST_F(EntryPointTest, TellsTheContextOfAnErrorWhenItsObjectsHaveBeenReleased) {
  unsigned told = 0;
  const auto tell = [](const char *, const void *, size_t, void *count) { ++*static_cast<unsigned *>(count); };
  auto own = makeRef<Context>(Devices{device}, ContextRequest(), tell, &told);
  Fate firstFate, secondFate;
  auto first = makeRef<PausedEvent>(*own, firstFate, release, CL_OUT_OF_RESOURCES);
  const auto releaseBoth = [its = first.get()](Event &second) {
    release(*its);
    release(second);
  };
  auto second = makeRef<PausedEvent>(*own, secondFate, releaseBoth, CL_OUT_OF_RESOURCES);
  const cl_event events[] = {first->publish(), second->publish()};
  first = nullptr;
  second = nullptr;
  own = nullptr; // the events keep the context alive
  EXPECT_EQ(api::clWaitForEvents(2, events), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(told, 1u);
  EXPECT_TRUE(firstFate.gone);
  expectKept(secondFate);
}

} // namespace
} // namespace weft::core
