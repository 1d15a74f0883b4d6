// Command-buffers of several queues and devices: how they are made, recorded and run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "support/AllocationFailure.h"
#include "support/SeveralQueues.h"

namespace weft::test {
namespace {

WEFT_API_SUITE(SeveralQueues, SeveralQueuesTest);

TEST_P(SeveralQueues, PlatformAndDevicesSayWhatTheyCanDo) {
  EXPECT_EQ(cl_platform_command_buffer_capabilities_khr{7},
            info<cl_platform_command_buffer_capabilities_khr>(cl.clGetPlatformInfo, platform(),
                                                              CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR));
  for (cl_device_id one : {device(), parts[0]}) {
    EXPECT_NE(0u, CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR &
                      info<cl_device_command_buffer_capabilities_khr>(cl.clGetDeviceInfo, one,
                                                                      CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR));
    EXPECT_EQ(1u, info<cl_uint>(cl.clGetDeviceInfo, one, CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR));
    EXPECT_EQ(std::vector{device()},
              infoArray<cl_device_id>(cl.clGetDeviceInfo, one, CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR));
  }
}

TEST_P(SeveralQueues, AreToldInTheirOrder) {
  const std::vector<cl_command_queue> list{second, whole, first, second};
  const auto buffer = makeCommandBuffer(list, CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR);
  EXPECT_EQ(4u, info<cl_uint>(khr.info, buffer.get(), CL_COMMAND_BUFFER_NUM_QUEUES_KHR));
  EXPECT_EQ(list, infoArray<cl_command_queue>(khr.info, buffer.get(), CL_COMMAND_BUFFER_QUEUES_KHR));
}

TEST_P(SeveralQueues, AreOrderedBySyncPoints) {
  const auto numbers = filled(1);
  const auto buffer = makeCommandBuffer(all);
  Points last;
  cl_uint expected = 1;
  for (cl_uint i = 0; i < 300; ++i) {
    const auto kernel = i % 5 == 4 ? with("twice", numbers.get()) : adding(numbers.get(), i);
    expected = i % 5 == 4 ? expected * 2 : expected + i;
    last = {record(buffer.get(), all[i % 3], kernel.get(), last)};
  }
  finalise(buffer.get());
  enqueue(buffer.get());
  expectAll(expected, numbers.get());
}

TEST_P(SeveralQueues, AreEachInTheOrderOfTheirProperties) {
  const auto ones = filled(1), twos = filled(2);
  const auto buffer = makeCommandBuffer(all);
  cl_uint one = 1, two = 2;
  // Without sync points: each in-order queue's commands wait for each other alone.
  for (cl_uint i = 0; i < 100; ++i) {
    record(buffer.get(), first, i % 3 == 2 ? with("twice", ones.get()).get() : adding(ones.get(), i).get());
    record(buffer.get(), second, i % 4 == 3 ? with("twice", twos.get()).get() : adding(twos.get(), i).get());
    one = i % 3 == 2 ? one * 2 : one + i;
    two = i % 4 == 3 ? two * 2 : two + i;
  }
  finalise(buffer.get());
  enqueue(buffer.get());
  expectAll(one, ones.get());
  expectAll(two, twos.get());
}

TEST_P(SeveralQueues, DoNotWaitForEachOtherUnasked) {
  // A command of the first queue that is recorded last runs before one of the second queue that cannot end without it.
  const auto flag = filled(0, 1);
  const auto buffer = makeCommandBuffer(all);
  record(buffer.get(), second, with("await", flag.get()).get(), {}, 1);
  record(buffer.get(), first, with("raise", flag.get()).get(), {}, 1);
  finalise(buffer.get());
  enqueue(buffer.get());
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(whole));
  EXPECT_EQ(1u, contents(flag.get(), whole, 1)[0]);
}

TEST_P(SeveralQueues, ShareTheirBarriers) {
  const auto loose = parts.queue(device(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const std::vector<cl_command_queue> list{loose.get(), first, second};
  const auto numbers = filled(0), copied = filled(77);
  const auto buffer = makeCommandBuffer(list);
  for (cl_uint i = 0; i < items; ++i)
    ASSERT_EQ(CL_SUCCESS, khr.fill(buffer.get(), list[i % 2], nullptr, numbers.get(), &i, 4, size_t(4) * i, 4, 0,
                                   nullptr, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, khr.barrier(buffer.get(), second, nullptr, 0, nullptr, nullptr, nullptr));
  for (size_t i = 0; i < items; ++i)
    ASSERT_EQ(CL_SUCCESS, khr.copy(buffer.get(), list[(i + 1) % 2], nullptr, numbers.get(), copied.get(), 4 * i, 4 * i,
                                   4, 0, nullptr, nullptr, nullptr));
  finalise(buffer.get());
  enqueue(buffer.get());
  const std::vector<cl_uint> found = contents(copied.get(), second);
  for (cl_uint i = 0; i < items; ++i)
    EXPECT_EQ(i, found[i]);
}

/// The nanoseconds that each thread of the process has run.
std::map<std::string, unsigned long> threadTimes() {
  std::map<std::string, unsigned long> times;
  for (const auto &entry : std::filesystem::directory_iterator("/proc/self/task")) {
    unsigned long time = 0;
    std::ifstream(entry.path() / "schedstat") >> time;
    times[entry.path().filename()] = time;
  }
  return times;
}

TEST_P(SeveralQueues, RunOnTheWorkersOfTheirDevices) {
  auto *gate = static_cast<cl_uint *>(
      ::clSVMAlloc(parts.context(), CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, sizeof(cl_uint), 0));
  ASSERT_NE(nullptr, gate);
  *gate = 0;
  const auto waiting = make([&](cl_int *e) { return ::clCreateKernel(program.get(), "await", e); });
  ASSERT_EQ(CL_SUCCESS, ::clSetKernelArgSVMPointer(waiting.get(), 0, gate));
  const auto buffer = makeCommandBuffer(all);
  record(buffer.get(), first, waiting.get(), {}, 1);
  record(buffer.get(), second, waiting.get(), {}, 1);
  finalise(buffer.get());
  const auto before = threadTimes(); // those that compile are there, and the parts have none yet
  const auto busy = [&before] {
    return std::ranges::count_if(
        threadTimes(), [&](const auto &one) { return !before.contains(one.first) && one.second > 10'000'000; });
  };
  enqueue(buffer.get());
  EXPECT_EQ(CL_SUCCESS, cl.clFlush(whole));
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (busy() < 2 && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(2, busy());
  std::atomic_ref(*gate).store(1, std::memory_order_release);
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(whole));
  ::clSVMFree(parts.context(), gate);
}

TEST_P(SeveralQueues, WaitForWhatIsBeforeThemInEach) {
  for (const bool throughEvent : {false, true}) {
    const auto numbers = filled(3);
    const auto buffer = makeCommandBuffer(all);
    record(buffer.get(), whole, adding(numbers.get(), 4).get());
    finalise(buffer.get());
    // What comes before is held back in a queue that has no command in it.
    const auto gate = make([&](cl_int *e) { return ::clCreateUserEvent(parts.context(), e); });
    const cl_event wait[] = {gate.get()};
    const auto doubling = with("twice", numbers.get());
    ASSERT_EQ(CL_SUCCESS,
              cl.clEnqueueNDRangeKernel(second, doubling.get(), 1, nullptr, &items, nullptr, 1, wait, nullptr));
    Handle<cl_event> event;
    enqueue(buffer.get(), event.out());
    EXPECT_EQ(CL_SUCCESS, cl.clFlush(whole));
    EXPECT_GT(info<cl_int>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
    // And what comes behind it in that queue waits for it.
    ASSERT_EQ(CL_SUCCESS,
              cl.clEnqueueNDRangeKernel(second, doubling.get(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), CL_COMPLETE));
    const cl_event its = event.get();
    if (throughEvent) {
      EXPECT_EQ(CL_SUCCESS, cl.clWaitForEvents(1, &its));
      EXPECT_EQ(CL_COMPLETE, info<cl_int>(cl.clGetEventInfo, its, CL_EVENT_COMMAND_EXECUTION_STATUS));
    }
    EXPECT_EQ(std::vector<cl_uint>(items, (3 * 2 + 4) * 2), contents(numbers.get(), second));
  }
}

TEST_P(SeveralQueues, HaveOneEventThatBelongsToNone) {
  const auto profiling = parts.queue(parts[1], CL_QUEUE_PROFILING_ENABLE);
  const auto numbers = filled(1);
  for (const bool profiled : {false, true}) {
    const std::vector<cl_command_queue> list{first, profiled ? profiling.get() : second};
    const auto buffer = makeCommandBuffer(list);
    record(buffer.get(), first, adding(numbers.get(), 1).get());
    finalise(buffer.get());
    Handle<cl_event> event;
    enqueue(buffer.get(), event.out());
    const cl_event its = event.get();
    EXPECT_EQ(CL_SUCCESS, cl.clWaitForEvents(1, &its));
    EXPECT_EQ(nullptr, info<cl_command_queue>(cl.clGetEventInfo, its, CL_EVENT_COMMAND_QUEUE));
    EXPECT_EQ(cl_command_type{CL_COMMAND_COMMAND_BUFFER_KHR},
              info<cl_command_type>(cl.clGetEventInfo, its, CL_EVENT_COMMAND_TYPE));
    cl_ulong begun = 0, ended = 0;
    const cl_int code = profiled ? CL_SUCCESS : CL_PROFILING_INFO_NOT_AVAILABLE;
    EXPECT_EQ(code, cl.clGetEventProfilingInfo(its, CL_PROFILING_COMMAND_START, sizeof begun, &begun, nullptr));
    EXPECT_EQ(code, cl.clGetEventProfilingInfo(its, CL_PROFILING_COMMAND_END, sizeof ended, &ended, nullptr));
    EXPECT_LE(begun, ended);
    EXPECT_EQ(profiled, begun != 0);
  }
}

TEST_P(SeveralQueues, MayBeOthersOfTheSameDevices) {
  const auto numbers = filled(1);
  const auto buffer = makeCommandBuffer(all);
  Points last;
  for (int i = 0; i < 30; ++i)
    last = {record(buffer.get(), all[size_t(i) % 3], adding(numbers.get(), 1).get(), last)};
  finalise(buffer.get());
  const auto otherWhole = parts.queue(device()), otherFirst = parts.queue(parts[0]);
  cl_command_queue others[] = {otherWhole.get(), otherFirst.get(), second};
  const auto gate = make([&](cl_int *e) { return ::clCreateUserEvent(parts.context(), e); });
  const cl_event wait[] = {gate.get()};
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueMarkerWithWaitList(whole, 1, wait, nullptr));
  ASSERT_EQ(CL_SUCCESS, khr.enqueue(3, others, buffer.get(), 0, nullptr, nullptr));
  EXPECT_EQ(std::vector<cl_uint>(items, 31), contents(numbers.get(), otherWhole.get())); // whatever its own waits for
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), CL_COMPLETE));
  cl_command_queue swapped[] = {first, whole, second};
  EXPECT_EQ(CL_INVALID_DEVICE, khr.enqueue(3, swapped, buffer.get(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, khr.enqueue(2, others, buffer.get(), 0, nullptr, nullptr));
  others[2] = nullptr;
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, khr.enqueue(3, others, buffer.get(), 0, nullptr, nullptr));
}

// Threads that name the queues in different orders, and commands of the queues between.
TEST_P(SeveralQueues, MayBeUsedByManyThreads) {
  constexpr cl_uint rounds = 100;
  std::vector<Handle<cl_mem>> numbers;
  for (int i = 0; i < 3; ++i)
    numbers.push_back(filled(0));
  {
    std::vector<std::jthread> threads;
    for (size_t thread = 0; thread < 3; ++thread)
      threads.emplace_back([&, thread] {
        const std::vector<cl_command_queue> list{all[thread], all[(thread + 1) % 3], all[(thread + 2) % 3]};
        const auto kernel = adding(numbers[thread].get(), 1);
        const auto buffer = makeCommandBuffer(list);
        for (cl_command_queue one : list)
          record(buffer.get(), one, kernel.get(), {});
        ASSERT_EQ(CL_SUCCESS, khr.barrier(buffer.get(), list[0], nullptr, 0, nullptr, nullptr, nullptr));
        record(buffer.get(), list[1], kernel.get());
        finalise(buffer.get());
        for (cl_uint round = 0; round < rounds; ++round) {
          enqueue(buffer.get());
          if (round % 10 == 0)
            EXPECT_EQ(CL_SUCCESS, ::clFinish(list[round / 10 % 3]));
        }
      });
  }
  for (cl_command_queue one : all)
    EXPECT_EQ(CL_SUCCESS, ::clFinish(one));
  // The first three of each execution are not ordered and may lose what the others add; the fourth doesn't.
  for (const auto &one : numbers)
    for (cl_uint found : contents(one.get(), whole)) {
      EXPECT_GE(found, 2 * rounds);
      EXPECT_LE(found, 4 * rounds);
    }
}

TEST_P(SeveralQueues, EndWithTheirContext) {
  const cl_context_properties list[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
  const DeviceParts terminable(1, list);
  const auto one = terminable.queue(device()), other = terminable.queue(terminable[0]);
  const cl_command_queue queues[] = {one.get(), other.get()};
  const auto buffer = makeCommandBuffer(queues);
  finalise(buffer.get());
  const auto gate = make([&](cl_int *e) { return ::clCreateUserEvent(terminable.context(), e); });
  const cl_event wait[] = {gate.get()};
  Handle<cl_event> event;
  ASSERT_EQ(CL_SUCCESS, khr.enqueue(0, nullptr, buffer.get(), 1, wait, event.out()));
  ASSERT_EQ(CL_SUCCESS, extension<clTerminateContextKHR_fn>(cl, "clTerminateContextKHR")(terminable.context()));
  for (cl_command_queue queue : queues)
    EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
  EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, info<cl_int>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
}

TEST_P(SeveralQueues, FailWithAnEventThatTheyWaitFor) {
  const auto numbers = filled(1);
  const auto buffer = makeCommandBuffer(all);
  record(buffer.get(), first, adding(numbers.get(), 1).get());
  finalise(buffer.get());
  const auto gate = make([&](cl_int *e) { return ::clCreateUserEvent(parts.context(), e); });
  const cl_event wait[] = {gate.get()};
  Handle<cl_event> event;
  ASSERT_EQ(CL_SUCCESS, khr.enqueue(0, nullptr, buffer.get(), 1, wait, event.out()));
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), -5));
  expectAll(1, numbers.get()); // and the queues go on
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            info<cl_int>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
}

// For want of memory it runs not at all, and stops no queue.
TEST_P(SeveralQueues, OutOfHostMemory) {
  const auto numbers = filled(0);
  const auto buffer = makeCommandBuffer(all);
  record(buffer.get(), first, adding(numbers.get(), 1).get());
  finalise(buffer.get());
  for (size_t before = 0; before < 1000; ++before) {
    Handle<cl_event> event;
    bool met = false;
    {
      const AllocationFailure failure(before);
      const cl_int error = underTest([&] { return khr.enqueue(0, nullptr, buffer.get(), 0, nullptr, event.out()); });
      met = failure.met();
      EXPECT_EQ(error == CL_SUCCESS, event.get() != nullptr);
      EXPECT_EQ(met ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS, error) << before;
    }
    for (cl_command_queue one : all)
      EXPECT_EQ(CL_SUCCESS, cl.clFinish(one));
    expectAll(met ? 0 : 1, numbers.get());
    if (!met)
      return;
  }
  ADD_FAILURE() << "it never succeeds";
}

} // namespace
} // namespace weft::test
