// Tests of the command-queue's entry points.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <vector>

#include "support/ApiTest.h"
#include "support/Extension.h"

namespace weft::test {
namespace {

class QueueCreation : public ContextTest {
protected:
  cl_int createError(const cl_queue_properties *list) {
    return errorOf(
        [&](cl_int *error) { return cl.clCreateCommandQueueWithProperties(context, device(), list, error); });
  }
  cl_int createOldError(cl_device_id one, cl_command_queue_properties properties) {
    return errorOf([&](cl_int *error) { return cl.clCreateCommandQueue(context, one, properties, error); });
  }
  cl_command_queue_properties supported() const {
    return info<cl_command_queue_properties>(cl.clGetDeviceInfo, device(), CL_DEVICE_QUEUE_ON_HOST_PROPERTIES);
  }
};
WEFT_API_SUITE(clCreateCommandQueueWithProperties, QueueCreation);

TEST_P(clCreateCommandQueueWithProperties, WithAndWithoutAList) {
  const cl_queue_properties empty[] = {0};
  const cl_queue_properties profiling[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  for (const cl_queue_properties *list : {static_cast<const cl_queue_properties *>(nullptr), empty, profiling}) {
    const auto queue =
        make([&](cl_int *error) { return cl.clCreateCommandQueueWithProperties(context, device(), list, error); });
    EXPECT_EQ(list == profiling ? cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE} : 0u,
              info<cl_command_queue_properties>(cl.clGetCommandQueueInfo, queue.get(), CL_QUEUE_PROPERTIES));
  }
}

TEST_P(clCreateCommandQueueWithProperties, InvalidValueUnknownProperty) {
  const cl_queue_properties list[] = {0xBAD, 1, 0};
  EXPECT_EQ(CL_INVALID_VALUE, createError(list));
}

TEST_P(clCreateCommandQueueWithProperties, InvalidValueUnknownBit) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, cl_queue_properties{1} << 40, 0};
  EXPECT_EQ(CL_INVALID_VALUE, createError(list));
}

TEST_P(clCreateCommandQueueWithProperties, OutOfOrder) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  EXPECT_TRUE(supported() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const auto queue =
      make([&](cl_int *error) { return cl.clCreateCommandQueueWithProperties(context, device(), list, error); });
  EXPECT_EQ(cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE},
            info<cl_command_queue_properties>(cl.clGetCommandQueueInfo, queue.get(), CL_QUEUE_PROPERTIES));
}

TEST_P(clCreateCommandQueueWithProperties, InvalidValueQueueSizeOfAHostQueue) {
  const cl_queue_properties list[] = {CL_QUEUE_SIZE, 1024, 0};
  EXPECT_EQ(CL_INVALID_VALUE, createError(list));
}

TEST_P(clCreateCommandQueueWithProperties, InvalidDevice) {
  for (cl_device_id wrong : {static_cast<cl_device_id>(nullptr), foreign<cl_device_id>(), as<cl_device_id>(context)})
    EXPECT_EQ(CL_INVALID_DEVICE, errorOf([&](cl_int *error) {
                return cl.clCreateCommandQueueWithProperties(context, wrong, nullptr, error);
              }));
}

class ExtensionQueueCreation : public QueueCreation {
protected:
  const clCreateCommandQueueWithPropertiesKHR_fn createKhr =
      extension<clCreateCommandQueueWithPropertiesKHR_fn>(GetParam(), "clCreateCommandQueueWithPropertiesKHR");

  cl_int khrError(cl_context its, cl_device_id one, std::vector<cl_queue_properties_khr> list) const {
    return errorOf([&](cl_int *error) { return createKhr(its, one, list.data(), error); });
  }
};
WEFT_API_SUITE(clCreateCommandQueueWithPropertiesKHR, ExtensionQueueCreation);

TEST_P(clCreateCommandQueueWithPropertiesKHR, MakesAQueueThatProfiles) {
  const cl_queue_properties_khr list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  const auto queue = make([&](cl_int *error) { return createKhr(context, device(), list, error); });
  EXPECT_EQ(cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE},
            info<cl_command_queue_properties>(cl.clGetCommandQueueInfo, queue.get(), CL_QUEUE_PROPERTIES));
}

TEST_P(clCreateCommandQueueWithPropertiesKHR, InvalidContext) {
  for (cl_context wrong : {static_cast<cl_context>(nullptr), foreign<cl_context>(), as<cl_context>(device())})
    EXPECT_EQ(CL_INVALID_CONTEXT, khrError(wrong, device(), {0}));
}

TEST_P(clCreateCommandQueueWithPropertiesKHR, InvalidDevice) {
  for (cl_device_id wrong : {static_cast<cl_device_id>(nullptr), foreign<cl_device_id>(), as<cl_device_id>(context)})
    EXPECT_EQ(CL_INVALID_DEVICE, khrError(context, wrong, {0}));
}

TEST_P(clCreateCommandQueueWithPropertiesKHR, InvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, khrError(context, device(), {0xBAD, 1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, khrError(context, device(), {CL_QUEUE_PROPERTIES, cl_queue_properties_khr{1} << 40, 0}));
}

WEFT_API_SUITE(clCreateCommandQueue, QueueCreation);

TEST_P(clCreateCommandQueue, MakesAQueueThatProfiles) {
  const auto queue =
      make([&](cl_int *error) { return cl.clCreateCommandQueue(context, device(), CL_QUEUE_PROFILING_ENABLE, error); });
  EXPECT_EQ(cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE},
            info<cl_command_queue_properties>(cl.clGetCommandQueueInfo, queue.get(), CL_QUEUE_PROPERTIES));
}

TEST_P(clCreateCommandQueue, InvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, createOldError(device(), cl_command_queue_properties{1} << 40));
}

TEST_P(clCreateCommandQueue, InvalidValueForAQueueOnTheDevice) {
  EXPECT_EQ(CL_INVALID_VALUE, createOldError(device(), CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
}

TEST_P(clCreateCommandQueue, InvalidDevice) { EXPECT_EQ(CL_INVALID_DEVICE, createOldError(nullptr, 0)); }

WEFT_API_SUITE(clGetCommandQueueInfo, QueueTest);

TEST_P(clGetCommandQueueInfo, FollowsTheRulesOfInfoQueries) {
  checkInfoQuery(cl.clGetCommandQueueInfo, queue, cl_command_queue_info{CL_QUEUE_CONTEXT});
}

TEST_P(clGetCommandQueueInfo, TellsWhereItBelongs) {
  EXPECT_EQ(context, info<cl_context>(cl.clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT));
  EXPECT_EQ(device(), info<cl_device_id>(cl.clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE));
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT));
  EXPECT_EQ(nullptr, info<cl_command_queue>(cl.clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE_DEFAULT));
}

TEST_P(clGetCommandQueueInfo, ReturnsThePropertiesAsGiven) {
  const std::vector<cl_queue_properties> given = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  EXPECT_EQ(given, infoArray<cl_queue_properties>(cl.clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES_ARRAY));
  const auto old = make([&](cl_int *error) { return cl.clCreateCommandQueue(context, device(), 0, error); });
  EXPECT_TRUE(infoArray<cl_queue_properties>(cl.clGetCommandQueueInfo, old.get(), CL_QUEUE_PROPERTIES_ARRAY).empty());
}

TEST_P(clGetCommandQueueInfo, InvalidCommandQueueForTheSizeOfAHostQueue) {
  cl_uint size = 0;
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, cl.clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof size, &size, nullptr));
}

WEFT_API_SUITE(clRetainCommandQueue, QueueTest);

TEST_P(clRetainCommandQueue, Counts) {
  EXPECT_EQ(CL_SUCCESS, cl.clRetainCommandQueue(queue));
  EXPECT_EQ(2u, info<cl_uint>(cl.clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT));
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseCommandQueue(queue));
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT));
}

WEFT_API_SUITE(clReleaseCommandQueue, QueueTest);

TEST_P(clReleaseCommandQueue, FlushesWhatIsQueued) {
  const auto buffer = makeBuffer(sizeof(int));
  const int value = 42;
  Handle<cl_event> written;
  ASSERT_EQ(CL_SUCCESS,
            ::clEnqueueWriteBuffer(queue, buffer.get(), CL_FALSE, 0, sizeof value, &value, 0, nullptr, written.out()));
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseCommandQueue(queue_.release()));
  const cl_event event = written.get();
  EXPECT_EQ(CL_SUCCESS, cl.clWaitForEvents(1, &event));
  EXPECT_EQ(CL_COMPLETE, info<cl_int>(cl.clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS));
}

TEST_P(clReleaseCommandQueue, RunsMoreCommandsThanAreHeldBack) {
  constexpr unsigned count = 10'000;
  const auto buffer = makeBuffer(count * sizeof(cl_uint));
  const auto other = makeQueue(0);
  for (unsigned round = 0; round < 3; ++round) {
    auto mine = makeQueue(round == 1 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
    for (cl_uint i = 0; i < count; ++i) {
      const cl_uint value = i + round;
      ASSERT_EQ(CL_SUCCESS, ::clEnqueueFillBuffer(mine.get(), buffer.get(), &value, sizeof value, i * sizeof value,
                                                  sizeof value, 0, nullptr, nullptr));
      if (round == 0 && i % 1000 == 0) { // the next ones are held back for as many as can be
        ASSERT_EQ(CL_SUCCESS, ::clFinish(mine.get()));
      }
    }
    Handle<cl_event> last;
    ASSERT_EQ(CL_SUCCESS, ::clEnqueueMarkerWithWaitList(mine.get(), 0, nullptr, last.out()));
    EXPECT_EQ(CL_SUCCESS, cl.clReleaseCommandQueue(mine.release()));
    const cl_event event = last.get();
    EXPECT_EQ(CL_SUCCESS, cl.clWaitForEvents(1, &event));
    std::vector<cl_uint> values(count);
    ASSERT_EQ(CL_SUCCESS, ::clEnqueueReadBuffer(other.get(), buffer.get(), CL_TRUE, 0, count * sizeof(cl_uint),
                                                values.data(), 0, nullptr, nullptr));
    for (cl_uint i = 0; i < count; ++i)
      ASSERT_EQ(values[i], i + round);
  }
}

TEST_P(clReleaseCommandQueue, InvalidCommandQueueOnceReleased) {
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseCommandQueue(queue_.release()));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, cl.clReleaseCommandQueue(queue));
}

WEFT_API_SUITE(clSetCommandQueueProperty, QueueTest);

TEST_P(clSetCommandQueueProperty, InvalidOperationSinceOpenCl11) {
  EXPECT_EQ(CL_INVALID_OPERATION, cl.clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, nullptr));
}

WEFT_API_SUITE(clFlush, QueueTest);

TEST_P(clFlush, SubmitsWhatIsQueued) {
  Handle<cl_event> marker;
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueMarkerWithWaitList(queue, 0, nullptr, marker.out()));
  EXPECT_EQ(CL_SUCCESS, cl.clFlush(queue));
  const cl_event event = marker.get();
  EXPECT_EQ(CL_SUCCESS, cl.clWaitForEvents(1, &event));
}

WEFT_API_SUITE(clFinish, QueueTest);

TEST_P(clFinish, ReturnsWhenAllIsDone) {
  const auto buffer = makeBuffer(1 << 20);
  const int zero = 0;
  Handle<cl_event> filled;
  ASSERT_EQ(CL_SUCCESS,
            ::clEnqueueFillBuffer(queue, buffer.get(), &zero, sizeof zero, 0, 1 << 20, 0, nullptr, filled.out()));
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
  EXPECT_EQ(CL_COMPLETE, info<cl_int>(cl.clGetEventInfo, filled.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
}

TEST_P(clFinish, OfAnEmptyQueue) { EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue)); }

} // namespace
} // namespace weft::test
