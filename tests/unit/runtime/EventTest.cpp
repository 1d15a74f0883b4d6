// Tests events as nodes of a graph: the notifications that waiting events and callbacks get.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/Event.h"

#include <functional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "TestServices.h"
#include "common/SleepingThread.h"
#include "core/commands/UserEvent.h"
#include "core/objects/ContextMember.h"
#include "core/objects/Device.h"

namespace weft::core {
namespace {

/// An event that waits for other events and isn't a command.
class Node final : public Event {
public:
  explicit Node(Context &context) : Event(context, CL_COMMAND_MARKER, CL_SUBMITTED) {}
  void end(cl_int status) { finish(RefPtr<Event>(this), status); }
  std::vector<cl_int> told;
  bool *gone = nullptr;

private:
  ~Node() override {
    if (gone)
      *gone = true;
  }
  void dependencyDone(cl_int status) override {
    told.push_back(status);
    end(status);
  }
};

class EventTest : public testing::Test {
protected:
  ~EventTest() override { device->releaseHandle(); }

  const RefPtr<Device> device = makeRef<Device>(testServices(), cpu::readTopology());
  const RefPtr<Context> context = makeRef<Context>(Devices{device}, ContextRequest(), nullptr, nullptr);
};

TEST_F(EventTest, TellsEachWaiterOnceAndItsWaitersInTurn) {
  const auto event = makeRef<UserEvent>(*context);
  const auto first = makeRef<Node>(*context), second = makeRef<Node>(*context), last = makeRef<Node>(*context);
  ASSERT_TRUE(event->addWaiter(*first, true));
  ASSERT_TRUE(event->addWaiter(*second, false));
  ASSERT_TRUE(first->addWaiter(*last, true));
  EXPECT_TRUE(first->told.empty());
  event->setStatus(-5);
  EXPECT_EQ(first->told, std::vector<cl_int>{-5});
  EXPECT_EQ(second->told, std::vector<cl_int>{CL_COMPLETE}) << "it was not to inherit an error";
  EXPECT_EQ(last->told, std::vector<cl_int>{-5});
  EXPECT_EQ(last->status(), -5);
}

TEST_F(EventTest, TakesNoWaitersOnceItIsDone) {
  const auto event = makeRef<UserEvent>(*context);
  event->setStatus(CL_COMPLETE);
  const auto late = makeRef<Node>(*context);
  EXPECT_FALSE(event->addWaiter(*late, true));
  EXPECT_TRUE(late->told.empty());
}

TEST_F(EventTest, KeepsItsWaitersUntilTheyAreTold) {
  const auto event = makeRef<UserEvent>(*context);
  auto waiter = makeRef<Node>(*context);
  ASSERT_TRUE(event->addWaiter(*waiter, true));
  bool gone = false;
  waiter->gone = &gone;
  waiter = nullptr;
  EXPECT_FALSE(gone);
  event->setStatus(CL_COMPLETE);
  EXPECT_TRUE(gone);
}

/// A member of a context that pauses a thread that iterates over the context's members with the context's lock held.
class PausingMember final : public ContextMember {
public:
  void attachTo(Context &context) {
    object_ = makeRef<Node>(context);
    context.attach(*this);
  }
  std::function<void()> pause;

private:
  Object &object() override {
    pause();
    return *object_;
  }
  void submitDeferred() override {}
  void waitForAll() override {}
  void onTerminated() override {}

  RefPtr<Node> object_;
};

TEST_F(EventTest, AUserEventThatIsGoingIsNotFoundByItsTerminatedContext) {
  static PausingMember first; // is visited first, as its address is less than heap addresses
  const auto terminable =
      makeRef<Context>(Devices{device}, ContextRequest{.list = {}, .terminable = true}, nullptr, nullptr);
  first.attachTo(*terminable);
  auto event = makeRef<UserEvent>(*terminable);
  ASSERT_LT(static_cast<const void *>(&first), static_cast<const void *>(event.get()));
  test::SleepingThread self;
  std::thread other;
  first.pause = [&] {
    other = std::thread([&] {
      self.goesToSleep();
      event = nullptr; // its destruction waits for the context's lock
    });
    self.await();
  };
  EXPECT_TRUE(terminable->terminate());
  other.join();
  terminable->detach(first);
}

} // namespace
} // namespace weft::core
