// Every entry point whose objects another thread releases while it runs: the call keeps what it uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>
#include <utility>

#include "common/SleepingThread.h"
#include "support/AllocatingTable.h"
#include "support/AllocationFailure.h"
#include "support/CommandBuffers.h"

namespace weft::test {
namespace {

constexpr size_t most = 1000; ///< allocations of a call

/// A call whose handles are released before it has looked at them finds them invalid.
bool mayBe(cl_int error) {
  return error == CL_SUCCESS || error <= CL_INVALID_VALUE || error == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
}

/// Counts the memory objects that have gone.
class Gone {
public:
  void watch(cl_mem memory) {
    EXPECT_EQ(CL_SUCCESS, ::clSetMemObjectDestructorCallback(
                              memory, [](cl_mem, void *gone) { static_cast<Gone *>(gone)->count(); }, this));
    ++watched_;
  }
  /// Returns when all are gone; a callback may come from another thread.
  void await() {
    for (unsigned count = gone_.load(); count != watched_; count = gone_.load())
      gone_.wait(count);
  }

private:
  void count() {
    ++gone_;
    gone_.notify_all();
  }
  std::atomic<unsigned> gone_{0};
  unsigned watched_ = 0;
};

/// Another thread that releases while the call waits: to the end, or until it waits for a lock that the call holds.
class OtherThread {
public:
  void run(std::function<void()> release) {
    thread_ = std::jthread([this, release = std::move(release)] {
      self_.goesToSleep();
      release();
      isDone_ = true;
    });
    self_.awaitOr(isDone_);
  }
  /// Returns when it has released all.
  void join() {
    if (thread_.joinable())
      thread_.join();
  }

private:
  SleepingThread self_;
  std::atomic<bool> isDone_{false};
  std::jthread thread_;
};

class ReleaseDuringCallTest : public EnqueueTableTest {
protected:
  const cl_program program = makeTablesProgram(context);
  const Handle<cl_program> twoKernels =
      buildProgram("kernel void nothing() {} kernel void other(global int *a) {}", "-cl-kernel-arg-info");
  const Handle<cl_kernel> withArgument = makeKernel(twoKernels.get(), "other");

  void watch(Gone &gone, const CommandObjects &objects) const {
    for (cl_mem memory : {objects.buffer, objects.other, objects.image, objects.picture, objects.external})
      gone.watch(memory);
  }
  /// An event that ends with `gate`.
  static Handle<cl_event> eventBehind(cl_command_queue its, cl_event gate) {
    Handle<cl_event> event;
    EXPECT_EQ(CL_SUCCESS, ::clEnqueueMarkerWithWaitList(its, 1, &gate, event.out()));
    return event;
  }
  static void expectEnd(const Handle<cl_event> &event) {
    const cl_event its = event.get();
    if (its)
      EXPECT_EQ(CL_SUCCESS, ::clWaitForEvents(1, &its));
  }

  /// Whether the action came.
  bool enqueueWhileReleased(const EnqueueEntry &enqueue, size_t before) {
    auto gate = makeUserEvent();
    const auto open = [&] { EXPECT_EQ(CL_SUCCESS, ::clSetUserEventStatus(gate.get(), CL_COMPLETE)); };
    Handle<cl_command_queue> first = makeQueue(0), itsQueue = makeQueue(0);
    Handle<cl_event> waited = eventBehind(first.get(), gate.get()), made;
    CommandObjects objects = makeObjects(context, itsQueue.get(), program);
    Gone gone;
    watch(gone, objects);
    if (enqueue.blocks)
      open();
    const cl_event list = waited.get();
    bool met = false;
    OtherThread other;
    {
      const AllocationAction action(before, [&] {
        other.run([&] {
          releaseObjects();
          waited.reset();
          first.reset();
          itsQueue.reset();
        });
      });
      const cl_int error = enqueue.call(cl, objects, {1, &list, made.out()});
      met = action.met();
      EXPECT_TRUE(met ? mayBe(error) : error == CL_SUCCESS) << error;
      other.join();
    }
    if (!enqueue.blocks)
      open();
    expectEnd(made);
    made.reset();
    releaseObjects();
    waited.reset();
    first.reset();
    itsQueue.reset();
    gone.await();
    return met;
  }

  bool recordWhileReleased(const RecordEntry &record, size_t before) {
    Handle<cl_command_queue> itsQueue = makeQueue(0);
    Handle<cl_command_buffer_khr> buffer = makeCommandBuffer(itsQueue.get());
    CommandObjects objects = makeObjects(context, itsQueue.get(), program);
    Gone gone;
    watch(gone, objects);
    cl_mutable_command_khr handle = nullptr;
    OtherThread other;
    const AllocationAction action(before, [&] {
      other.run([&] {
        releaseObjects();
        buffer.reset();
        itsQueue.reset();
      });
    });
    const cl_int error = record.call(cl, buffer.get(), objects, {.handle = record.takesKernel ? &handle : nullptr});
    EXPECT_TRUE(action.met() ? mayBe(error) : error == CL_SUCCESS) << error;
    other.join();
    releaseObjects();
    buffer.reset();
    gone.await();
    return action.met();
  }

  bool callWhileReleased(const AllocatingEntry &entry, size_t before) {
    auto gate = makeUserEvent();
    Handle<cl_command_queue> itsQueue = makeQueue(CL_QUEUE_PROFILING_ENABLE);
    Handle<cl_event> event = eventBehind(itsQueue.get(), gate.get()), complete = makeUserEvent(), profiled;
    EXPECT_EQ(CL_SUCCESS, ::clSetUserEventStatus(complete.get(), CL_COMPLETE));
    const cl_event done = complete.get();
    const auto other = makeQueue(CL_QUEUE_PROFILING_ENABLE);
    EXPECT_EQ(CL_SUCCESS, ::clEnqueueMarkerWithWaitList(other.get(), 1, &done, profiled.out()));
    EXPECT_EQ(CL_SUCCESS, ::clFinish(other.get()));
    Handle<cl_kernel> kernel = make([&](cl_int *error) { return ::clCloneKernel(withArgument.get(), error); });
    Handle<cl_sampler> sampler = make(
        [&](cl_int *error) { return ::clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, error); });
    const CommandObjects objects = makeObjects(context, itsQueue.get(), program);
    const Surroundings at{context,        itsQueue.get(), twoKernels.get(), kernel.get(), event.get(),
                          complete.get(), profiled.get(), sampler.get(),    objects};
    const auto release = [&] {
      releaseObjects();
      event.reset();
      complete.reset();
      profiled.reset();
      kernel.reset();
      sampler.reset();
      itsQueue.reset();
    };
    Made made;
    bool met = false;
    // clFinish waits for the gate.
    EXPECT_EQ(CL_SUCCESS, ::clSetUserEventStatus(gate.get(), CL_COMPLETE));
    OtherThread thread;
    {
      const AllocationAction action(before, [&] { thread.run(release); });
      const cl_int error = entry.call(cl, at, made);
      met = action.met();
      EXPECT_TRUE(met ? mayBe(error) : error == CL_SUCCESS) << error;
      thread.join();
    }
    release();
    return met;
  }
};
WEFT_API_SUITE(ReleaseDuringCall, ReleaseDuringCallTest);

TEST_P(ReleaseDuringCall, OfWhatIsEnqueued) {
  for (const EnqueueEntry &enqueue : enqueueEntries())
    for (size_t before = 0; before < most; ++before) {
      SCOPED_TRACE(std::string(enqueue.name) + ", allocation " + std::to_string(before));
      if (!enqueueWhileReleased(enqueue, before))
        break;
    }
}

TEST_P(ReleaseDuringCall, OfWhatIsRecorded) {
  for (const RecordEntry &record : recordEntries())
    for (size_t before = 0; before < most; ++before) {
      SCOPED_TRACE(std::string(record.name) + ", allocation " + std::to_string(before));
      if (!recordWhileReleased(record, before))
        break;
    }
}

TEST_P(ReleaseDuringCall, OfWhatMakesAndDescribesObjects) {
  for (const AllocatingEntry &entry : allocatingEntries())
    for (size_t before = 0; before < most; ++before) {
      SCOPED_TRACE(std::string(entry.name) + ", allocation " + std::to_string(before));
      if (!callWhileReleased(entry, before))
        break;
    }
}

/// Keeps all CPUs busy, so that a call is interrupted anywhere.
class BusyThreads {
public:
  BusyThreads() {
    for (unsigned i = 0; i < 4 * std::max(1u, std::thread::hardware_concurrency()); ++i)
      threads_.emplace_back([this](const std::stop_token &stop) {
        while (!stop.stop_requested())
          rounds_.fetch_add(1, std::memory_order_relaxed);
      });
  }

private:
  std::atomic<uint64_t> rounds_{0};
  std::vector<std::jthread> threads_;
};

// Programs release an event in its own callback, which may come before clSetEventCallback returns.
TEST_P(ReleaseDuringCall, ByTheCallbackOfTheEventUnderLoad) {
  constexpr unsigned times = 10000;
  const OverwritesReleased overwrites;
  const BusyThreads busy;
  std::atomic<unsigned> calls{0};
  const auto release = [](cl_event event, cl_int, void *count) {
    EXPECT_EQ(CL_SUCCESS, ::clReleaseEvent(event));
    auto &its = *static_cast<std::atomic<unsigned> *>(count);
    ++its;
    its.notify_all();
  };
  for (unsigned i = 0; i < times; ++i) {
    cl_event event = nullptr;
    ASSERT_EQ(CL_SUCCESS, ::clEnqueueMarkerWithWaitList(queue, 0, nullptr, &event));
    if (i % 2 == 0) // else the call itself has it submitted
      ASSERT_EQ(CL_SUCCESS, ::clFlush(queue));
    ASSERT_EQ(CL_SUCCESS, cl.clSetEventCallback(event, CL_COMPLETE, release, &calls));
  }
  ASSERT_EQ(CL_SUCCESS, ::clFinish(queue));
  for (unsigned count = calls.load(); count != times; count = calls.load())
    calls.wait(count);
}

} // namespace
} // namespace weft::test
