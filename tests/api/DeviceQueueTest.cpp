// Tests of queues on the device: making them, asking about them, and what kernels enqueue to them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>

#include "support/AllocationFailure.h"
#include "support/ApiTest.h"
#include "support/CommandBufferHandle.h"
#include "support/CommandBuffers.h"

namespace weft::test {
namespace {

constexpr cl_command_queue_properties onDevice = CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
constexpr cl_command_queue_properties asDefault = onDevice | CL_QUEUE_ON_DEVICE_DEFAULT;

class DeviceQueueTest : public ProgramTest {
protected:
  using List = std::vector<cl_queue_properties>;

  cl_int errorWith(List list) const {
    list.push_back(0);
    return errorOf([&](cl_int *e) { return cl.clCreateCommandQueueWithProperties(context, device(), list.data(), e); });
  }
  Handle<cl_command_queue> makeWith(List list) const {
    list.push_back(0);
    return make([&](cl_int *e) { return cl.clCreateCommandQueueWithProperties(context, device(), list.data(), e); });
  }
  cl_command_queue defaultQueue() const {
    return info<cl_command_queue>(cl.clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE_DEFAULT);
  }
  cl_uint limit(cl_device_info name) const { return info<cl_uint>(cl.clGetDeviceInfo, device(), name); }

  static constexpr const char *options = "-cl-std=CL3.0 -g";
  /// Work-item i has a child add i to each of ten elements; `result` is what enqueue_kernel returns.
  static constexpr const char *adding = R"(
    kernel void parent(queue_t q, global int *sums, global int *result) {
      const int i = get_global_id(0);
      result[i] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(10),
                                 ^{ atomic_add(&sums[get_global_id(0)], i); });
    }
    kernel void unaware(queue_t q, global int *result) { *result = 7; })";

  template <typename T> cl_int setArgument(cl_kernel kernel, cl_uint index, const T &value) const {
    return cl.clSetKernelArg(kernel, index, sizeof(T), static_cast<const void *>(&value));
  }
  void setArguments(cl_kernel kernel, cl_command_queue on, cl_mem sums, cl_mem result) const {
    ASSERT_EQ(CL_SUCCESS, setArgument(kernel, 0, on));
    ASSERT_EQ(CL_SUCCESS, setArgument(kernel, 1, sums));
    ASSERT_EQ(CL_SUCCESS, setArgument(kernel, 2, result));
  }
  Handle<cl_mem> zeroes(size_t count) const {
    std::vector<cl_int> values(count);
    return makeBuffer(count * sizeof(cl_int), CL_MEM_COPY_HOST_PTR, values.data());
  }
  cl_int launch(cl_kernel kernel, size_t items, cl_event *event = nullptr) const {
    return cl.clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, event);
  }
  /// What a kernel of one work-item, whose only argument is its result, finds.
  std::vector<cl_int> found(const char *source, size_t count = 1) const {
    return written<cl_int>(buildProgram(source, options).get(), "k", count, 1);
  }
  /// Such a kernel writes 5, and one that waits for an event, which would overwrite it, fails with the launch.
  void expectThatWhatWaitsFails(const char *source) const {
    const auto program = buildProgram(source, options);
    const auto kernel = makeKernel(program.get(), "k");
    const auto result = zeroes(1);
    const cl_mem argument = result.get();
    ASSERT_EQ(CL_SUCCESS, setArgument(kernel.get(), 0, argument));
    Handle<cl_event> done;
    ASSERT_EQ(CL_SUCCESS, launch(kernel.get(), 1, done.out()));
    EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
              info<cl_int>(cl.clGetEventInfo, done.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
    EXPECT_EQ(std::vector<cl_int>{5}, contents<cl_int>(argument, 1));
  }
};

WEFT_API_SUITE(DeviceQueue, DeviceQueueTest);

TEST_P(DeviceQueue, HasTheSizeThatIsGivenOrThePreferredOne) {
  const auto plain = makeWith({CL_QUEUE_PROPERTIES, onDevice});
  EXPECT_EQ(limit(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE),
            info<cl_uint>(cl.clGetCommandQueueInfo, plain.get(), CL_QUEUE_SIZE));
  const auto sized = makeWith({CL_QUEUE_PROPERTIES, onDevice | CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_SIZE, 5000});
  EXPECT_EQ(5000u, info<cl_uint>(cl.clGetCommandQueueInfo, sized.get(), CL_QUEUE_SIZE));
  EXPECT_EQ(onDevice | CL_QUEUE_PROFILING_ENABLE,
            info<cl_command_queue_properties>(cl.clGetCommandQueueInfo, sized.get(), CL_QUEUE_PROPERTIES));
  EXPECT_EQ((List{CL_QUEUE_PROPERTIES, onDevice | CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_SIZE, 5000, 0}),
            infoArray<cl_queue_properties>(cl.clGetCommandQueueInfo, sized.get(), CL_QUEUE_PROPERTIES_ARRAY));
  EXPECT_EQ(context, info<cl_context>(cl.clGetCommandQueueInfo, sized.get(), CL_QUEUE_CONTEXT));
  EXPECT_EQ(device(), info<cl_device_id>(cl.clGetCommandQueueInfo, sized.get(), CL_QUEUE_DEVICE));
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetCommandQueueInfo, sized.get(), CL_QUEUE_REFERENCE_COUNT));
  EXPECT_EQ(CL_SUCCESS, cl.clRetainCommandQueue(sized.get()));
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseCommandQueue(sized.get()));
}

TEST_P(DeviceQueue, InvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, errorWith({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE}));
  EXPECT_EQ(CL_INVALID_VALUE,
            errorWith({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}));
  EXPECT_EQ(CL_INVALID_VALUE, errorWith({CL_QUEUE_PROPERTIES, onDevice, CL_QUEUE_SIZE, 5000, CL_QUEUE_SIZE, 5000}));
}

TEST_P(DeviceQueue, InvalidQueueProperties) {
  const cl_queue_properties most = limit(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE);
  makeWith({CL_QUEUE_PROPERTIES, onDevice, CL_QUEUE_SIZE, most}); // checks that it succeeds
  for (const cl_queue_properties size : {cl_queue_properties{0}, most + 1, (cl_queue_properties{1} << 32) + 5000})
    EXPECT_EQ(CL_INVALID_QUEUE_PROPERTIES, errorWith({CL_QUEUE_PROPERTIES, onDevice, CL_QUEUE_SIZE, size}));
  EXPECT_EQ(CL_INVALID_QUEUE_PROPERTIES,
            errorWith({CL_QUEUE_PROPERTIES, onDevice, CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_LOW_KHR}));
}

TEST_P(DeviceQueue, OutOfResources) {
  std::vector<Handle<cl_command_queue>> queues;
  for (cl_uint i = 0; i < limit(CL_DEVICE_MAX_ON_DEVICE_QUEUES); ++i)
    queues.push_back(makeWith({CL_QUEUE_PROPERTIES, onDevice}));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, errorWith({CL_QUEUE_PROPERTIES, onDevice}));
  queues.pop_back();
  makeWith({CL_QUEUE_PROPERTIES, onDevice}); // checks that it succeeds
}

TEST_P(DeviceQueue, ASecondDefaultIsTheFirst) {
  EXPECT_EQ(nullptr, defaultQueue());
  {
    const auto plain = makeWith({CL_QUEUE_PROPERTIES, onDevice});
    EXPECT_EQ(nullptr, defaultQueue());
    const auto first = makeWith({CL_QUEUE_PROPERTIES, asDefault});
    const auto second = makeWith({CL_QUEUE_PROPERTIES, asDefault, CL_QUEUE_SIZE, 5000});
    EXPECT_EQ(first.get(), second.get());
    EXPECT_EQ(first.get(), defaultQueue());
    EXPECT_EQ(2u, info<cl_uint>(cl.clGetCommandQueueInfo, first.get(), CL_QUEUE_REFERENCE_COUNT));
  }
  EXPECT_EQ(nullptr, defaultQueue());
}

TEST_P(DeviceQueue, TakesNoCommandsOfTheHost) {
  const auto its = makeWith({CL_QUEUE_PROPERTIES, onDevice});
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, cl.clFlush(its.get()));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, cl.clFinish(its.get()));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, cl.clEnqueueMarkerWithWaitList(its.get(), 0, nullptr, nullptr));
  const auto kernel = buildKernel("kernel void k() {}", "k");
  const size_t one = 1;
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE,
            cl.clEnqueueNDRangeKernel(its.get(), kernel.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
}

WEFT_API_SUITE(clSetDefaultDeviceCommandQueue, DeviceQueueTest);

TEST_P(clSetDefaultDeviceCommandQueue, ReplacesTheDefault) {
  const auto first = makeWith({CL_QUEUE_PROPERTIES, asDefault});
  const auto other = makeWith({CL_QUEUE_PROPERTIES, onDevice});
  EXPECT_EQ(CL_SUCCESS, cl.clSetDefaultDeviceCommandQueue(context, device(), other.get()));
  EXPECT_EQ(other.get(), defaultQueue());
}

TEST_P(clSetDefaultDeviceCommandQueue, InvalidDevice) {
  const auto its = makeWith({CL_QUEUE_PROPERTIES, onDevice});
  for (cl_device_id wrong : {static_cast<cl_device_id>(nullptr), foreign<cl_device_id>(), as<cl_device_id>(context)})
    EXPECT_EQ(CL_INVALID_DEVICE, cl.clSetDefaultDeviceCommandQueue(context, wrong, its.get()));
}

TEST_P(clSetDefaultDeviceCommandQueue, InvalidCommandQueue) {
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, cl.clSetDefaultDeviceCommandQueue(context, device(), queue));
  const auto its = makeWith({CL_QUEUE_PROPERTIES, onDevice});
  const auto other = makeContext();
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, cl.clSetDefaultDeviceCommandQueue(other.get(), device(), its.get()));
  EXPECT_EQ(nullptr, defaultQueue());
}

WEFT_API_SUITE(QueueArgument, DeviceQueueTest);

TEST_P(QueueArgument, InvalidDeviceQueue) {
  const auto kernel = buildKernel(adding, "parent", options);
  cl_command_queue on = queue;
  EXPECT_EQ(CL_INVALID_DEVICE_QUEUE, setArgument(kernel.get(), 0, on));
  EXPECT_EQ(CL_INVALID_DEVICE_QUEUE, cl.clSetKernelArg(kernel.get(), 0, sizeof(cl_command_queue), nullptr));
  on = foreign<cl_command_queue>();
  EXPECT_EQ(CL_INVALID_DEVICE_QUEUE, setArgument(kernel.get(), 0, on));
  const auto sums = zeroes(10), result = zeroes(1);
  {
    const auto its = makeWith({CL_QUEUE_PROPERTIES, onDevice});
    setArguments(kernel.get(), its.get(), sums.get(), result.get());
  }
  // Released since it was set.
  EXPECT_EQ(CL_INVALID_DEVICE_QUEUE, launch(kernel.get(), 1));
}

TEST_P(QueueArgument, InvalidArgSize) {
  const auto kernel = buildKernel(adding, "parent", options);
  const auto its = makeWith({CL_QUEUE_PROPERTIES, onDevice});
  const std::array<cl_command_queue, 2> two = {its.get(), nullptr};
  EXPECT_EQ(CL_INVALID_ARG_SIZE, setArgument(kernel.get(), 0, two));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, cl.clSetKernelArg(kernel.get(), 0, 4, static_cast<const void *>(two.data())));
}

TEST_P(QueueArgument, InvalidContext) {
  const auto kernel = buildKernel(adding, "parent", options);
  const auto other = makeContext();
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, onDevice, 0};
  const auto its =
      make([&](cl_int *e) { return cl.clCreateCommandQueueWithProperties(other.get(), device(), list, e); });
  const cl_command_queue on = its.get();
  EXPECT_EQ(CL_INVALID_CONTEXT, setArgument(kernel.get(), 0, on));
}

WEFT_API_SUITE(DeviceEnqueue, DeviceQueueTest);

TEST_P(DeviceEnqueue, TheLaunchIsDoneWhenItsChildrenAreAndKeepsWhatTheyNeed) {
  Handle<cl_event> done;
  const auto sums = zeroes(10);
  {
    // Nothing is held on to but the sums: the launch keeps its queue, its program and its buffers.
    const auto kernel = buildKernel(adding, "parent", options);
    const auto its = makeWith({CL_QUEUE_PROPERTIES, onDevice});
    const auto result = zeroes(100);
    setArguments(kernel.get(), its.get(), sums.get(), result.get());
    ASSERT_EQ(CL_SUCCESS, launch(kernel.get(), 100, done.out()));
  }
  const cl_event event = done.get();
  ASSERT_EQ(CL_SUCCESS, cl.clWaitForEvents(1, &event));
  EXPECT_EQ(std::vector<cl_int>(10, 99 * 100 / 2), contents<cl_int>(sums.get(), 10));
}

TEST_P(DeviceEnqueue, TheNextCommandOfAnInOrderQueueComesBehindTheChildren) {
  const auto kernel = buildKernel(adding, "parent", options);
  const auto its = makeWith({CL_QUEUE_PROPERTIES, onDevice});
  const auto sums = zeroes(10), result = zeroes(50);
  setArguments(kernel.get(), its.get(), sums.get(), result.get());
  for (int round = 1; round <= 20; ++round) {
    ASSERT_EQ(CL_SUCCESS, launch(kernel.get(), 50));
    ASSERT_EQ(std::vector<cl_int>(10, round * 49 * 50 / 2), contents<cl_int>(sums.get(), 10));
  }
}

TEST_P(DeviceEnqueue, ATimeIsThereForTheEndOfTheKernelAndForThatOfItsChildren) {
  const auto kernel = buildKernel(adding, "parent", options);
  const auto its = makeWith({CL_QUEUE_PROPERTIES, onDevice});
  const auto sums = zeroes(10), result = zeroes(50);
  setArguments(kernel.get(), its.get(), sums.get(), result.get());
  Handle<cl_event> done;
  ASSERT_EQ(CL_SUCCESS, launch(kernel.get(), 50, done.out()));
  ASSERT_EQ(CL_SUCCESS, cl.clFinish(queue));
  const auto time = [&](cl_profiling_info name) {
    return info<cl_ulong>(cl.clGetEventProfilingInfo, done.get(), name);
  };
  EXPECT_LE(time(CL_PROFILING_COMMAND_START), time(CL_PROFILING_COMMAND_END));
  EXPECT_LT(time(CL_PROFILING_COMMAND_END), time(CL_PROFILING_COMMAND_COMPLETE));
}

TEST_P(DeviceEnqueue, AFullQueueSaysSo) {
  const auto kernel = buildKernel(adding, "parent", options);
  const auto its = makeWith({CL_QUEUE_PROPERTIES, onDevice, CL_QUEUE_SIZE, 1});
  const auto sums = zeroes(10), result = zeroes(1);
  setArguments(kernel.get(), its.get(), sums.get(), result.get());
  ASSERT_EQ(CL_SUCCESS, launch(kernel.get(), 1));
  EXPECT_EQ(std::vector<cl_int>{-161 /* CLK_DEVICE_QUEUE_FULL */}, contents<cl_int>(result.get(), 1));
}

TEST_P(DeviceEnqueue, AQueueHasRoomAgainWhenItsCommandsHaveEnded) {
  const auto kernel = buildKernel(adding, "parent", options);
  // For three of its commands, whatever each captures.
  const auto its = makeWith({CL_QUEUE_PROPERTIES, onDevice, CL_QUEUE_SIZE, 4000});
  const auto sums = zeroes(10), result = zeroes(3);
  setArguments(kernel.get(), its.get(), sums.get(), result.get());
  for (int round = 0; round < 5; ++round) {
    ASSERT_EQ(CL_SUCCESS, launch(kernel.get(), 3));
    ASSERT_EQ(std::vector<cl_int>(3), contents<cl_int>(result.get(), 3));
  }
}

TEST_P(DeviceEnqueue, WithoutADefaultQueueThereIsNone) {
  const char *source = R"(
    kernel void k(global int *result) {
      *result = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ *result = 1; });
    })";
  EXPECT_EQ(std::vector<cl_int>{-102 /* CLK_INVALID_QUEUE */}, found(source));
  const auto its = makeWith({CL_QUEUE_PROPERTIES, asDefault});
  EXPECT_EQ(std::vector<cl_int>{1}, found(source));
}

TEST_P(DeviceEnqueue, AQueueOfAnotherDeviceIsInvalid) {
  const cl_device_partition_property parts[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id sub = nullptr;
  cl_uint count = 0;
  if (cl.clCreateSubDevices(device(), parts, 0, nullptr, &count) != CL_SUCCESS || count < 2)
    GTEST_SKIP() << "one compute unit";
  std::vector<cl_device_id> subs(count);
  ASSERT_EQ(CL_SUCCESS, cl.clCreateSubDevices(device(), parts, count, subs.data(), nullptr));
  sub = subs[0];
  const cl_device_id both[] = {device(), sub};
  const auto shared = make([&](cl_int *e) { return cl.clCreateContext(nullptr, 2, both, nullptr, nullptr, e); });
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, onDevice, 0};
  const auto its = make([&](cl_int *e) { return cl.clCreateCommandQueueWithProperties(shared.get(), sub, list, e); });
  const auto host =
      make([&](cl_int *e) { return cl.clCreateCommandQueueWithProperties(shared.get(), device(), nullptr, e); });
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, cl.clSetDefaultDeviceCommandQueue(shared.get(), device(), its.get()));
  const char *text = adding;
  const auto program =
      make([&](cl_int *e) { return cl.clCreateProgramWithSource(shared.get(), 1, &text, nullptr, e); });
  ASSERT_EQ(CL_SUCCESS, cl.clBuildProgram(program.get(), 0, nullptr, options, nullptr, nullptr));
  const auto kernel = makeKernel(program.get(), "parent");
  cl_int values[10] = {};
  const auto sums =
      make([&](cl_int *e) { return cl.clCreateBuffer(shared.get(), CL_MEM_COPY_HOST_PTR, sizeof values, values, e); });
  setArguments(kernel.get(), its.get(), sums.get(), sums.get());
  const size_t one = 1;
  ASSERT_EQ(CL_SUCCESS,
            cl.clEnqueueNDRangeKernel(host.get(), kernel.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS,
            cl.clEnqueueReadBuffer(host.get(), sums.get(), CL_TRUE, 0, sizeof values, values, 0, nullptr, nullptr));
  EXPECT_EQ(-102 /* CLK_INVALID_QUEUE */, values[0]);
  for (cl_device_id one : subs)
    cl.clReleaseDevice(one);
}

TEST_P(DeviceEnqueue, EachErrorHasItsCodeWithG) {
  const auto its = makeWith({CL_QUEUE_PROPERTIES, asDefault});
  const char *source = R"(
    kernel void k(global int *r) {
      const queue_t q = get_default_queue();
      void (^block)(void) = ^{ r[100] = 1; };
      void (^locals)(local void *) = ^(local void *p){ *(local int *)p = 1; };
      clk_event_t none = CLK_NULL_EVENT;
      clk_event_t released = create_user_event();
      release_event(released);
      const size_t much[3] = {5000, 1, 1};
      int i = 0;
      r[i++] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(100000, 100000), block);
      r[i++] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_3D(much, much), block);
      ndrange_t wrong = ndrange_1D(8);
      wrong.workDimension = 4;
      r[i++] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, wrong, block);
      r[i++] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &none, 0, block);
      r[i++] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &released, 0, block);
      r[i++] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, 0, 0, block);
      r[i++] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, &none, 0, block);
      r[i++] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), locals, 0);
      r[i++] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), locals, 0x7fffffff);
      r[i++] = enqueue_marker(q, 0, 0, &none);
      r[i++] = enqueue_marker(q, 1, &released, &none);
    })";
  constexpr cl_int range = -160, waitList = -57, argumentSize = -51, resources = -5;
  const std::vector<cl_int> expected = {range,    range,        range,     waitList, waitList, waitList,
                                        waitList, argumentSize, resources, waitList, waitList};
  EXPECT_EQ(expected, found(source, expected.size()));
  // Without -g each is CLK_ENQUEUE_FAILURE.
  const auto program = buildProgram(source, "-cl-std=CL3.0");
  EXPECT_EQ(std::vector<cl_int>(expected.size(), -101), written<cl_int>(program.get(), "k", expected.size(), 1));
}

TEST_P(DeviceEnqueue, UnevenGroupsAreInvalidWhereGroupsAreToBeUniform) {
  const auto its = makeWith({CL_QUEUE_PROPERTIES, asDefault});
  const char *source = R"(
    kernel void k(global int *r) {
      r[0] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(10, 4), ^{ r[1] = 1; });
    })";
  const auto program = buildProgram(source, "-cl-std=CL3.0 -g -cl-uniform-work-group-size");
  EXPECT_EQ(-160, written<cl_int>(program.get(), "k", 2, 1).at(0));
  EXPECT_EQ((std::vector<cl_int>{0, 1}), found(source, 2));
}

TEST_P(DeviceEnqueue, ThereAreOnlySoManyEvents) {
  const auto its = makeWith({CL_QUEUE_PROPERTIES, asDefault});
  // The last ones are none; those that are given back make room.
  const char *source = R"(
    kernel void k(global int *r) {
      clk_event_t one;
      for (r[0] = 0; is_valid_event(one = create_user_event()); ++r[0])
        if (r[0] % 2 == 1)
          release_event(one);
      r[1] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, 0, &one, ^{ r[2] = 1; });
    })";
  const cl_uint most = limit(CL_DEVICE_MAX_ON_DEVICE_EVENTS);
  const std::vector<cl_int> results = found(source, 2);
  EXPECT_GE(static_cast<cl_uint>(results[0]), 2 * most - 2);
  EXPECT_LE(static_cast<cl_uint>(results[0]), 2 * most);
  EXPECT_EQ(-100 /* CLK_EVENT_ALLOCATION_FAILURE */, results[1]);
}

TEST_P(DeviceEnqueue, AnEventThatFailsFailsWhatWaitsForItAndTheLaunch) {
  const auto its = makeWith({CL_QUEUE_PROPERTIES, asDefault});
  expectThatWhatWaitsFails(R"(
    kernel void k(global int *r) {
      clk_event_t start = create_user_event();
      r[0] = 5;
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &start, 0, ^{ r[0] = 1; });
      set_user_event_status(start, -42);
      release_event(start);
    })");
}

// What waits for a user event that no kernel is left to set would never end.
TEST_P(DeviceEnqueue, UserEventsThatNobodyCanSetFail) {
  const auto its = makeWith({CL_QUEUE_PROPERTIES, asDefault});
  const char *left = R"(
    kernel void k(global int *r) {
      clk_event_t start = create_user_event();
      r[0] = 5;
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &start, 0, ^{ r[0] = 1; });
    })";
  const char *released = R"(
    kernel void k(global int *r) {
      clk_event_t start = create_user_event();
      r[0] = 5;
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &start, 0, ^{ r[0] = 1; });
      release_event(start);
    })";
  // It would be set by a kernel that waits for it, behind a marker and the parent's end.
  const char *inACircle = R"(
    kernel void k(global int *r) {
      const queue_t q = get_default_queue();
      clk_event_t start = create_user_event(), other = create_user_event(), events[2], both;
      r[0] = 5;
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), 1, &start, &events[0], ^{ r[0] = 1; });
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &other, &events[1], ^{ r[0] = 2; });
      enqueue_marker(q, 2, events, &both);
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), 1, &both, 0,
                     ^{ set_user_event_status(start, CL_COMPLETE); });
    })";
  for (const char *source : {left, released, inACircle})
    expectThatWhatWaitsFails(source);
}

TEST_P(DeviceEnqueue, UserEventsThatKernelsSetLaterDoNotFail) {
  const auto its = makeWith({CL_QUEUE_PROPERTIES, asDefault});
  // The last of a chain of kernels sets it. Before it come a parent's end, a kernel that is complete when its child is,
  // and a marker. The first kernel gives its event up, which the others know of.
  const auto kernel = buildKernel(R"(
    kernel void k(global int *r) {
      const queue_t q = get_default_queue();
      const clk_event_t start = create_user_event();
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(64), 1, &start, 0, ^{ atomic_inc(r); });
      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
        clk_event_t nested, marked;
        enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), 0, 0, &nested, ^{
          enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(16), ^{ atomic_add(r, 100); });
        });
        enqueue_marker(q, 1, &nested, &marked);
        enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), 1, &marked, 0, ^{
          enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ set_user_event_status(start, CL_COMPLETE); });
        });
        release_event(nested);
        release_event(marked);
      });
      release_event(start);
    })",
                                  "k", options);
  for (int round = 0; round < 300; ++round) {
    const auto result = zeroes(1);
    const cl_mem argument = result.get();
    ASSERT_EQ(CL_SUCCESS, setArgument(kernel.get(), 0, argument));
    Handle<cl_event> done;
    ASSERT_EQ(CL_SUCCESS, launch(kernel.get(), 1, done.out()));
    ASSERT_EQ(CL_SUCCESS, cl.clFinish(queue));
    ASSERT_EQ(CL_COMPLETE, info<cl_int>(cl.clGetEventInfo, done.get(), CL_EVENT_COMMAND_EXECUTION_STATUS)) << round;
    ASSERT_EQ(std::vector<cl_int>{1664}, contents<cl_int>(argument, 1)) << round;
  }
}

TEST_P(DeviceEnqueue, AnyAllocationMayFailWhileAKernelEnqueues) {
  const auto its = makeWith({CL_QUEUE_PROPERTIES, asDefault});
  const auto kernel = buildKernel(R"(
    kernel void k(global int *r) {
      clk_event_t start = create_user_event(), done;
      r[0] = is_valid_event(start);
      if (!r[0])
        return;
      r[1] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(1), 1, &start, &done,
                            ^{ r[2] = 1; });
      if (r[1] == CLK_SUCCESS)
        release_event(done);
      set_user_event_status(start, CL_COMPLETE);
      release_event(start);
    })",
                                  "k", options);
  size_t failures = 0;
  for (size_t before = 0;; ++before) {
    const auto result = zeroes(3);
    const cl_mem argument = result.get();
    ASSERT_EQ(CL_SUCCESS, setArgument(kernel.get(), 0, argument));
    Handle<cl_event> done;
    ASSERT_EQ(CL_SUCCESS, launch(kernel.get(), 1, done.out()));
    bool met;
    {
      // The thread that waits for so small a launch runs it.
      AllocationFailure failure(before);
      EXPECT_EQ(CL_SUCCESS, underTest([&] { return cl.clFinish(queue); }));
      met = failure.met();
    }
    EXPECT_EQ(CL_COMPLETE, info<cl_int>(cl.clGetEventInfo, done.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
    const auto values = contents<cl_int>(argument, 3);
    const bool isEnqueued = values[0] == 1 && values[1] == 0;
    EXPECT_EQ(isEnqueued ? 1 : 0, values[2]) << before;
    if (values[0] == 1 && !isEnqueued)
      EXPECT_EQ(-5 /* CLK_OUT_OF_RESOURCES */, values[1]) << before;
    failures += met && !isEnqueued;
    if (!met)
      break;
  }
  EXPECT_GE(failures, 8u);
}

TEST_P(DeviceEnqueue, TheHostDoesNotKnowTheBlocks) {
  const auto program = buildProgram(adding, options);
  EXPECT_EQ(2u, info<size_t>(cl.clGetProgramInfo, program.get(), CL_PROGRAM_NUM_KERNELS));
  EXPECT_EQ("parent;unaware", infoString(cl.clGetProgramInfo, program.get(), CL_PROGRAM_KERNEL_NAMES));
  cl_uint count = 0;
  EXPECT_EQ(CL_SUCCESS, cl.clCreateKernelsInProgram(program.get(), 0, nullptr, &count));
  EXPECT_EQ(2u, count);
  for (const char *name : {"__parent_block_invoke_kernel", "__parent_block_invoke"})
    EXPECT_EQ(CL_INVALID_KERNEL_NAME, errorOf([&](cl_int *e) { return cl.clCreateKernel(program.get(), name, e); }));
}

TEST_P(DeviceEnqueue, BinariesKeepTheBlocks) {
  const auto program = builtFromBinaryOf(buildProgram(adding, options).get());
  const auto kernel = makeKernel(program.get(), "parent");
  const auto its = makeWith({CL_QUEUE_PROPERTIES, onDevice});
  const auto sums = zeroes(10), result = zeroes(20);
  setArguments(kernel.get(), its.get(), sums.get(), result.get());
  ASSERT_EQ(CL_SUCCESS, launch(kernel.get(), 20));
  EXPECT_EQ(std::vector<cl_int>(10, 19 * 20 / 2), contents<cl_int>(sums.get(), 10));
}

TEST_P(DeviceEnqueue, InvalidOperationInACommandBuffer) {
  const auto kernel = buildKernel(adding, "parent", options);
  const auto its = makeWith({CL_QUEUE_PROPERTIES, onDevice});
  const auto sums = zeroes(10), result = zeroes(1);
  setArguments(kernel.get(), its.get(), sums.get(), result.get());
  EXPECT_EQ(0u, info<cl_device_command_buffer_capabilities_khr>(cl.clGetDeviceInfo, device(),
                                                                CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR) &
                    CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR);
  const auto commands = makeCommandBuffer(queue);
  const size_t one = 1;
  EXPECT_EQ(CL_INVALID_OPERATION,
            CommandBufferFunctions(cl).launch(commands.get(), nullptr, nullptr, kernel.get(), 1, nullptr, &one, nullptr,
                                              0, nullptr, nullptr, nullptr));
}

} // namespace
} // namespace weft::test
