// Command-buffers: how they are made, finalised, enqueued and described (cl_khr_command_buffer).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <atomic>
#include <numeric>
#include <thread>

#include "support/AllocationFailure.h"
#include "support/CommandBuffers.h"
#include "support/DeviceParts.h"

namespace weft::test {
namespace {

constexpr const char *source = R"(
  kernel void add(global uint *values, uint what) { values[get_global_id(0)] += what; }
  kernel void twice(global uint *values) { values[get_global_id(0)] *= 2; }
  kernel void say(uint what) { printf("said %u\n", what); }
  kernel void busy(global uint *value) { for (uint i = 0; i < 2000000; ++i) *(volatile global uint *)value += 1; })";
constexpr size_t items = 16;

class CommandBufferTest : public EnqueueTableTest {
protected:
  const CommandBufferFunctions khr{cl};
  const Handle<cl_program> program = buildProgram(source);
  const Handle<cl_command_queue> loose_ = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const cl_command_queue loose = loose_.get();

  /// A buffer of `count` numbers, all `value`.
  Handle<cl_mem> filled(cl_uint value, size_t count = items) const {
    auto buffer = makeBuffer(count * sizeof value);
    EXPECT_EQ(CL_SUCCESS, ::clEnqueueFillBuffer(queue, buffer.get(), &value, sizeof value, 0, count * sizeof value, 0,
                                                nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
    return buffer;
  }
  Handle<cl_kernel> adding(cl_mem buffer, cl_uint what) const {
    auto kernel = makeKernel(program.get(), "add");
    EXPECT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 0, sizeof buffer, &buffer));
    EXPECT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 1, sizeof what, &what));
    return kernel;
  }
  Handle<cl_kernel> with(const char *name, cl_mem buffer) const {
    auto kernel = makeKernel(program.get(), name);
    EXPECT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 0, sizeof buffer, &buffer));
    return kernel;
  }
  /// Records a launch behind these sync points; its own.
  cl_sync_point_khr record(cl_command_buffer_khr buffer, cl_kernel kernel, std::vector<cl_sync_point_khr> behind = {},
                           size_t count = items) const {
    cl_sync_point_khr point = 0;
    EXPECT_EQ(CL_SUCCESS,
              khr.launch(buffer, nullptr, nullptr, kernel, 1, nullptr, &count, nullptr, cl_uint(behind.size()),
                         behind.empty() ? nullptr : behind.data(), &point, nullptr));
    return point;
  }
  cl_sync_point_khr barrier(cl_command_buffer_khr buffer, std::vector<cl_sync_point_khr> behind = {}) const {
    cl_sync_point_khr point = 0;
    EXPECT_EQ(CL_SUCCESS, khr.barrier(buffer, nullptr, nullptr, cl_uint(behind.size()),
                                      behind.empty() ? nullptr : behind.data(), &point, nullptr));
    return point;
  }
  void finalise(cl_command_buffer_khr buffer) const { EXPECT_EQ(CL_SUCCESS, khr.finalise(buffer)); }
  void enqueue(cl_command_buffer_khr buffer, cl_event *event = nullptr) const {
    EXPECT_EQ(CL_SUCCESS, khr.enqueue(0, nullptr, buffer, 0, nullptr, event));
  }
  void expectAll(cl_uint value, cl_mem buffer, size_t count = items) const {
    EXPECT_EQ(std::vector<cl_uint>(count, value), contents<cl_uint>(buffer, count));
  }
  cl_int createError(cl_uint count, const cl_command_queue *queues,
                     std::vector<cl_command_buffer_properties_khr> list = {}) const {
    return errorOf([&](cl_int *e) {
      const cl_command_buffer_khr made = khr.create(count, queues, list.empty() ? nullptr : list.data(), e);
      if (made)
        khr.release(made);
      return made;
    });
  }
};
WEFT_API_SUITE(clCreateCommandBufferKHR, CommandBufferTest);
WEFT_API_SUITE(clRetainCommandBufferKHR, CommandBufferTest);
WEFT_API_SUITE(clReleaseCommandBufferKHR, CommandBufferTest);
WEFT_API_SUITE(clFinalizeCommandBufferKHR, CommandBufferTest);
WEFT_API_SUITE(clEnqueueCommandBufferKHR, CommandBufferTest);
WEFT_API_SUITE(clGetCommandBufferInfoKHR, CommandBufferTest);

// clCreateCommandBufferKHR

TEST_P(clCreateCommandBufferKHR, TakesOneQueueAndFlags) {
  for (cl_command_queue one : {queue, loose}) {
    EXPECT_EQ(CL_SUCCESS, createError(1, &one));
    EXPECT_EQ(CL_SUCCESS, createError(1, &one, {0}));
    EXPECT_EQ(CL_SUCCESS, createError(1, &one, {CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0}));
    for (unsigned bit = 0; bit < 3; ++bit) {
      const cl_command_buffer_flags_khr flag = 1u << bit; // simultaneous use, mutable, synchronised on the device
      EXPECT_EQ(CL_SUCCESS, createError(1, &one, {CL_COMMAND_BUFFER_FLAGS_KHR, flag, 0}));
    }
  }
}

TEST_P(clCreateCommandBufferKHR, InvalidValue) {
  const cl_command_queue two[] = {queue, loose};
  EXPECT_EQ(CL_INVALID_VALUE, createError(0, two));
  EXPECT_EQ(CL_INVALID_VALUE, createError(1, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, createError(1, two, {0xBAD, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, createError(1, two, {CL_COMMAND_BUFFER_FLAGS_KHR, 1u << 31, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, createError(1, two, {CL_COMMAND_BUFFER_FLAGS_KHR, 0, CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0}));
}

// clRetain, clRelease

TEST_P(clRetainCommandBufferKHR, CountsReferences) {
  const auto buffer = makeCommandBuffer(queue);
  const auto count = [&] { return info<cl_uint>(khr.info, buffer.get(), CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR); };
  EXPECT_EQ(1u, count());
  EXPECT_EQ(CL_SUCCESS, khr.retain(buffer.get()));
  EXPECT_EQ(2u, count());
  EXPECT_EQ(CL_SUCCESS, khr.release(buffer.get()));
  EXPECT_EQ(1u, count());
}

TEST_P(clReleaseCommandBufferKHR, LetsWhatWasEnqueuedRun) {
  const auto numbers = filled(1);
  const auto gate = makeUserEvent();
  {
    const auto buffer = makeCommandBuffer(queue);
    record(buffer.get(), adding(numbers.get(), 4).get());
    finalise(buffer.get());
    const cl_event wait[] = {gate.get()};
    EXPECT_EQ(CL_SUCCESS, khr.enqueue(0, nullptr, buffer.get(), 1, wait, nullptr));
  }
  EXPECT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), CL_COMPLETE));
  expectAll(5, numbers.get());
}

TEST_P(clReleaseCommandBufferKHR, GivesUpWhatItKept) {
  static std::atomic<int> gone;
  gone = 0;
  auto numbers = filled(1), source = filled(2);
  for (cl_mem one : {numbers.get(), source.get()})
    ASSERT_EQ(CL_SUCCESS, ::clSetMemObjectDestructorCallback(one, [](cl_mem, void *) { ++gone; }, nullptr));
  auto buffer = makeCommandBuffer(queue);
  record(buffer.get(), adding(numbers.get(), 4).get());
  ASSERT_EQ(CL_SUCCESS, khr.copy(buffer.get(), nullptr, nullptr, source.get(), numbers.get(), 0, 0, 4, 0, nullptr,
                                 nullptr, nullptr));
  finalise(buffer.get());
  numbers.reset();
  source.reset();
  enqueue(buffer.get());
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
  EXPECT_EQ(0, gone);
  EXPECT_EQ(CL_SUCCESS, khr.release(buffer.release()));
  EXPECT_EQ(2, gone);
}

// clFinalizeCommandBufferKHR

TEST_P(clFinalizeCommandBufferKHR, InvalidOperationTheSecondTime) {
  const auto buffer = makeCommandBuffer(queue);
  EXPECT_EQ(CL_SUCCESS, khr.finalise(buffer.get()));
  EXPECT_EQ(CL_INVALID_OPERATION, khr.finalise(buffer.get()));
}

// clEnqueueCommandBufferKHR

TEST_P(clEnqueueCommandBufferKHR, RunsCommandsOfAnInOrderQueueInOrder) {
  const auto numbers = filled(1), copied = filled(0);
  const auto buffer = makeCommandBuffer(queue);
  record(buffer.get(), adding(numbers.get(), 2).get());     // 3
  record(buffer.get(), with("twice", numbers.get()).get()); // 6
  ASSERT_EQ(CL_SUCCESS, khr.copy(buffer.get(), nullptr, nullptr, numbers.get(), copied.get(), 0, 0,
                                 items * sizeof(cl_uint), 0, nullptr, nullptr, nullptr));
  record(buffer.get(), adding(numbers.get(), 5).get()); // 11
  finalise(buffer.get());
  expectAll(1, numbers.get());
  enqueue(buffer.get());
  expectAll(11, numbers.get());
  expectAll(6, copied.get());
  enqueue(buffer.get());
  enqueue(buffer.get());
  expectAll((((11 + 2) * 2 + 5) + 2) * 2 + 5, numbers.get());
}

TEST_P(clEnqueueCommandBufferKHR, RunsLongChainsOfSmallAndLargeCommands) {
  constexpr size_t many = 40000; // large, and in several groups
  const auto small = filled(0), large = filled(0, many);
  const auto addToSmall = adding(small.get(), 1), addToLarge = adding(large.get(), 1);
  for (cl_command_queue its : {queue, loose}) {
    const auto buffer = makeCommandBuffer(its);
    std::vector<cl_sync_point_khr> behind;
    for (int i = 0; i < 300; ++i)
      behind = {i % 50 == 49 ? record(buffer.get(), addToLarge.get(), behind, many)
                             : record(buffer.get(), addToSmall.get(), behind)};
    finalise(buffer.get());
    enqueue(buffer.get());
    EXPECT_EQ(CL_SUCCESS, cl.clFinish(its));
  }
  expectAll(2 * 294, small.get());
  expectAll(2 * 6, large.get(), many);
}

// Diamonds, one behind the other: a number more, the lower part of it doubled and 10 more in the upper half, 100 more.
TEST_P(clEnqueueCommandBufferKHR, RunsCommandsBehindTheirSyncPoints) {
  constexpr size_t half = 32, lower = 8; // sub-buffers begin at multiples of 128 bytes
  const auto numbers = filled(1, 2 * half);
  const cl_buffer_region region{half * sizeof(cl_uint), half * sizeof(cl_uint)};
  const auto upper =
      make([&](cl_int *e) { return ::clCreateSubBuffer(numbers.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, e); });
  const auto buffer = makeCommandBuffer(loose);
  std::vector<cl_sync_point_khr> last;
  for (int round = 0; round < 20; ++round) {
    const auto first = record(buffer.get(), adding(numbers.get(), 1).get(), last, 2 * half);
    const auto second = record(buffer.get(), with("twice", numbers.get()).get(), {first}, lower);
    const auto third = record(buffer.get(), adding(upper.get(), 10).get(), {first}, half);
    last = {record(buffer.get(), adding(numbers.get(), 100).get(), {second, third, second}, 2 * half)};
  }
  finalise(buffer.get());
  enqueue(buffer.get());
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(loose));
  std::vector<cl_uint> expected(2 * half, 1);
  for (int round = 0; round < 20; ++round)
    for (size_t i = 0; i < expected.size(); ++i)
      expected[i] = (expected[i] + 1) * (i < lower ? 2 : 1) + (i >= half ? 10 : 0) + 100;
  EXPECT_EQ(expected, contents<cl_uint>(numbers.get(), expected.size()));
}

TEST_P(clEnqueueCommandBufferKHR, BarriersOrderWhatIsBeforeAndBehindThem) {
  constexpr cl_uint writers = 10;
  const auto numbers = filled(0, writers), copied = filled(77, writers);
  for (const bool listed : {false, true}) {
    const auto buffer = makeCommandBuffer(loose);
    std::vector<cl_sync_point_khr> points;
    for (cl_uint i = 0; i < writers; ++i) {
      const cl_uint value = listed ? i + 100 : i;
      cl_sync_point_khr point = 0;
      ASSERT_EQ(CL_SUCCESS, khr.fill(buffer.get(), nullptr, nullptr, numbers.get(), &value, 4, size_t(4) * i, 4, 0,
                                     nullptr, &point, nullptr));
      points.push_back(point);
    }
    barrier(buffer.get(), listed ? points : std::vector<cl_sync_point_khr>{});
    for (cl_uint i = 0; i < writers; ++i)
      ASSERT_EQ(CL_SUCCESS, khr.copy(buffer.get(), nullptr, nullptr, numbers.get(), copied.get(), size_t(4) * i,
                                     size_t(4) * i, 4, 0, nullptr, nullptr, nullptr));
    finalise(buffer.get());
    enqueue(buffer.get());
    EXPECT_EQ(CL_SUCCESS, cl.clFinish(loose));
    std::vector<cl_uint> expected(writers);
    std::iota(expected.begin(), expected.end(), listed ? 100 : 0);
    EXPECT_EQ(expected, contents<cl_uint>(copied.get(), writers));
  }
}

TEST_P(clEnqueueCommandBufferKHR, TakesArgumentsAndKernelsAsTheyWereRecorded) {
  const auto numbers = filled(1), others = filled(1);
  const auto buffer = makeCommandBuffer(queue);
  auto kernel = adding(numbers.get(), 2);
  record(buffer.get(), kernel.get());
  const cl_uint more = 50;
  const cl_mem other = others.get();
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 1, sizeof more, &more));
  record(buffer.get(), kernel.get());
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 0, sizeof other, &other));
  kernel.reset();
  finalise(buffer.get());
  enqueue(buffer.get());
  expectAll(53, numbers.get());
  expectAll(1, others.get());
}

TEST_P(clEnqueueCommandBufferKHR, IsACommandOfItsQueue) {
  const auto numbers = filled(1);
  const auto buffer = makeCommandBuffer(queue);
  record(buffer.get(), adding(numbers.get(), 2).get());
  finalise(buffer.get());
  Handle<cl_event> event;
  enqueue(buffer.get(), event.out());
  EXPECT_EQ(cl_command_type{CL_COMMAND_COMMAND_BUFFER_KHR},
            info<cl_command_type>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_TYPE));
  EXPECT_EQ(queue, info<cl_command_queue>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_QUEUE));
  const cl_event wait = event.get();
  ASSERT_EQ(CL_SUCCESS, cl.clWaitForEvents(1, &wait));
  cl_ulong before = 0;
  for (cl_profiling_info name : {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
                                 CL_PROFILING_COMMAND_END}) {
    const auto time = info<cl_ulong>(cl.clGetEventProfilingInfo, event.get(), name);
    EXPECT_LE(before, time);
    EXPECT_NE(0u, time);
    before = time;
  }
}

TEST_P(clEnqueueCommandBufferKHR, RunsAnEmptyOne) {
  const auto buffer = makeCommandBuffer(queue);
  finalise(buffer.get());
  Handle<cl_event> event;
  enqueue(buffer.get(), event.out());
  const cl_event wait = event.get();
  EXPECT_EQ(CL_SUCCESS, cl.clWaitForEvents(1, &wait));
}

TEST_P(clEnqueueCommandBufferKHR, RunsInQueuesThatAreGiven) {
  const auto numbers = filled(1);
  const auto buffer = makeCommandBuffer(queue);
  for (int i = 0; i < 50; ++i) // in order there, too, as they were recorded so
    record(buffer.get(), i % 2 ? with("twice", numbers.get()).get() : adding(numbers.get(), 1).get());
  finalise(buffer.get());
  const auto gate = makeUserEvent();
  const cl_event wait[] = {gate.get()};
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueMarkerWithWaitList(queue, 1, wait, nullptr));
  cl_command_queue list[] = {loose};
  Handle<cl_event> event;
  ASSERT_EQ(CL_SUCCESS, khr.enqueue(1, list, buffer.get(), 0, nullptr, event.out()));
  EXPECT_EQ(loose, info<cl_command_queue>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_QUEUE));
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(loose)); // whatever its own queue waits for
  EXPECT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), CL_COMPLETE));
  cl_uint expected = 1;
  for (int i = 0; i < 50; ++i)
    expected = i % 2 ? expected * 2 : expected + 1;
  expectAll(expected, numbers.get());
}

TEST_P(clEnqueueCommandBufferKHR, MayRunSeveralTimesAtOnce) {
  constexpr size_t threads = 4, rounds = 50, commands = 10;
  const auto numbers = filled(0);
  const char *atomicSource = "kernel void count(global uint *n) { atomic_inc(n + get_global_id(0)); }";
  const auto kernel = buildKernel(atomicSource, "count");
  const cl_mem argument = numbers.get();
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 0, sizeof argument, &argument));
  const auto buffer = makeCommandBuffer(loose);
  for (size_t i = 0; i < commands; ++i)
    record(buffer.get(), kernel.get());
  finalise(buffer.get());
  const auto run = [&] {
    const auto its = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_command_queue list[] = {its.get()};
    for (size_t round = 0; round < rounds; ++round)
      EXPECT_EQ(CL_SUCCESS, khr.enqueue(1, list, buffer.get(), 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, ::clFinish(its.get()));
  };
  {
    std::vector<std::jthread> running;
    for (size_t thread = 0; thread < threads; ++thread)
      running.emplace_back(run);
  }
  expectAll(threads * rounds * commands, numbers.get());
}

// One that takes its time: the second time workers are woken for it.
TEST_P(clEnqueueCommandBufferKHR, RunsLongCommandsSideBySide) {
  const auto one = filled(0, 1), other = filled(0, 1);
  const auto buffer = makeCommandBuffer(loose);
  record(buffer.get(), with("busy", one.get()).get(), {}, 1);
  record(buffer.get(), with("busy", other.get()).get(), {}, 1);
  finalise(buffer.get());
  for (int round = 0; round < 3; ++round)
    enqueue(buffer.get());
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(loose));
  // Three at once add to the same number, so some of it is lost.
  for (cl_mem numbers : {one.get(), other.get()})
    EXPECT_GE(contents<cl_uint>(numbers, 1)[0], 2000000u);
}

TEST_P(clEnqueueCommandBufferKHR, HasPrintedWhenItIsComplete) {
  const auto kernel = makeKernel(program.get(), "say");
  const auto buffer = makeCommandBuffer(queue);
  for (cl_uint what : {7u, 8u}) {
    ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 0, sizeof what, &what));
    record(buffer.get(), kernel.get(), {}, 1);
  }
  finalise(buffer.get());
  ::testing::internal::CaptureStdout();
  enqueue(buffer.get());
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
  EXPECT_EQ("said 7\nsaid 8\n", ::testing::internal::GetCapturedStdout());
}

TEST_P(clEnqueueCommandBufferKHR, FailsWhereThereIsNoMemoryForAGroup) {
  const auto large = buildProgram(R"(
    kernel void large(global uint *values) {
      uint table[16384];
      for (uint i = 0; i < 16384; ++i)
        table[i] = i + values[0];
      for (uint i = 0; i < 16384; ++i)
        table[values[i % 16] % 16384] += i;
      barrier(CLK_LOCAL_MEM_FENCE);
      values[get_global_id(0) % 16] += table[(values[1] + get_local_id(0)) % 16384];
    })");
  const auto numbers = filled(1), other = filled(1);
  const auto kernel = makeKernel(large.get(), "large");
  const cl_mem argument = numbers.get();
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 0, sizeof argument, &argument));
  const size_t group = 2048; // of 64 KiB for each work-item
  const auto buffer = makeCommandBuffer(queue);
  record(buffer.get(), adding(other.get(), 2).get());
  ASSERT_EQ(CL_SUCCESS, khr.launch(buffer.get(), nullptr, nullptr, kernel.get(), 1, nullptr, &group, &group, 0, nullptr,
                                   nullptr, nullptr));
  finalise(buffer.get());
  const auto status = [&] {
    Handle<cl_event> event;
    enqueue(buffer.get(), event.out());
    EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
    return info<cl_int>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS);
  };
  {
    const AddressSpaceLimit limit(size_t(32) << 20);
    EXPECT_EQ(CL_OUT_OF_RESOURCES, status());
  }
  EXPECT_EQ(CL_COMPLETE, status()); // nothing of it stays
  expectAll(5, other.get());
}

TEST_P(clEnqueueCommandBufferKHR, InvalidOperationBeforeItIsFinalised) {
  const auto buffer = makeCommandBuffer(queue);
  cl_event event = nullptr;
  EXPECT_EQ(CL_INVALID_OPERATION, khr.enqueue(0, nullptr, buffer.get(), 0, nullptr, &event));
  EXPECT_EQ(nullptr, event);
}

TEST_P(clEnqueueCommandBufferKHR, InvalidValueForListsOfQueues) {
  cl_command_queue list[] = {queue, loose};
  EXPECT_EQ(CL_INVALID_VALUE, khr.enqueue(1, nullptr, on.commands, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, khr.enqueue(0, list, on.commands, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, khr.enqueue(2, list, on.commands, 0, nullptr, nullptr));
}

TEST_P(clEnqueueCommandBufferKHR, InvalidCommandQueue) {
  for (cl_command_queue wrong : {static_cast<cl_command_queue>(nullptr), as<cl_command_queue>(context)})
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, khr.enqueue(1, &wrong, on.commands, 0, nullptr, nullptr));
}

TEST_P(clEnqueueCommandBufferKHR, InvalidDeviceForQueuesOfAnother) {
  const DeviceParts parts(1);
  if (!parts.exist())
    GTEST_SKIP() << "the device has no parts";
  const auto whole = parts.queue(device()), partial = parts.queue(parts[0]);
  const auto buffer = makeCommandBuffer(whole.get());
  finalise(buffer.get());
  cl_command_queue list[] = {partial.get()};
  EXPECT_EQ(CL_INVALID_DEVICE, khr.enqueue(1, list, buffer.get(), 0, nullptr, nullptr));
}

TEST_P(clEnqueueCommandBufferKHR, EndsWithItsContext) {
  const cl_context_properties list[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
  const cl_device_id one = device();
  const auto its = make([&](cl_int *e) { return ::clCreateContext(list, 1, &one, nullptr, nullptr, e); });
  const auto itsQueue =
      make([&](cl_int *e) { return ::clCreateCommandQueueWithProperties(its.get(), one, nullptr, e); });
  const CommandObjects objects = makeObjects(its.get(), itsQueue.get());
  const auto recording = makeCommandBuffer(itsQueue.get());
  const auto gate = make([&](cl_int *e) { return ::clCreateUserEvent(its.get(), e); });
  const cl_event wait[] = {gate.get()};
  Handle<cl_event> event;
  ASSERT_EQ(CL_SUCCESS, khr.enqueue(0, nullptr, objects.commands, 1, wait, event.out()));
  ASSERT_EQ(CL_SUCCESS, extension<clTerminateContextKHR_fn>(cl, "clTerminateContextKHR")(its.get()));
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(itsQueue.get()));
  EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, info<cl_int>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
  EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, khr.enqueue(0, nullptr, objects.commands, 0, nullptr, nullptr));
  EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, khr.finalise(recording.get()));
  EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, khr.barrier(recording.get(), nullptr, nullptr, 0, nullptr, nullptr, nullptr));
}

// clGetCommandBufferInfoKHR

TEST_P(clGetCommandBufferInfoKHR, DescribesIt) {
  const std::vector<cl_command_buffer_properties_khr> list = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                              CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  const auto plain = makeCommandBuffer(queue);
  const auto buffer = make([&](cl_int *e) { return khr.create(1, &loose, list.data(), e); });
  checkInfoQuery(khr.info, buffer.get(), cl_command_buffer_info_khr{CL_COMMAND_BUFFER_CONTEXT_KHR});
  EXPECT_EQ(1u, info<cl_uint>(khr.info, buffer.get(), CL_COMMAND_BUFFER_NUM_QUEUES_KHR));
  EXPECT_EQ(std::vector{loose}, infoArray<cl_command_queue>(khr.info, buffer.get(), CL_COMMAND_BUFFER_QUEUES_KHR));
  EXPECT_EQ(context, info<cl_context>(khr.info, buffer.get(), CL_COMMAND_BUFFER_CONTEXT_KHR));
  const auto properties = [&](cl_command_buffer_khr of) {
    return infoArray<cl_command_buffer_properties_khr>(khr.info, of, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR);
  };
  EXPECT_EQ(list, properties(buffer.get()));
  EXPECT_TRUE(properties(plain.get()).empty());
  const auto state = [&] {
    return info<cl_command_buffer_state_khr>(khr.info, buffer.get(), CL_COMMAND_BUFFER_STATE_KHR);
  };
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_RECORDING_KHR}, state());
  finalise(buffer.get());
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR}, state());
}

} // namespace
} // namespace weft::test
