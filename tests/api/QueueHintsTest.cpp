// Tests of cl_khr_priority_hints and cl_khr_throttle_hints.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>

#include <atomic>

#include "support/ApiTest.h"

namespace weft::test {
namespace {

class QueueHintsTest : public ProgramTest {
protected:
  Handle<cl_command_queue> queueWith(const std::vector<cl_queue_properties> &properties) const {
    return make(
        [&](cl_int *e) { return cl.clCreateCommandQueueWithProperties(context, device(), properties.data(), e); });
  }
  cl_int errorWith(const std::vector<cl_queue_properties> &properties) const {
    return errorOf(
        [&](cl_int *e) { return cl.clCreateCommandQueueWithProperties(context, device(), properties.data(), e); });
  }
};
WEFT_API_SUITE(QueueHints, QueueHintsTest);

TEST_P(QueueHints, AreKeptInTheListOfProperties) {
  const std::vector<cl_queue_properties> given{CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_THROTTLE_KHR,
                                               CL_QUEUE_THROTTLE_LOW_KHR, 0};
  const auto its = queueWith(given);
  EXPECT_EQ(given, infoArray<cl_queue_properties>(cl.clGetCommandQueueInfo, its.get(), CL_QUEUE_PROPERTIES_ARRAY));
}

TEST_P(QueueHints, EveryQueueComputesTheSame) {
  const auto kernel = buildKernel("kernel void square(global ulong *out) {"
                                  "  ulong i = get_global_id(0); out[i] = i * i; }",
                                  "square");
  const auto buffer = makeBuffer(100000 * sizeof(cl_ulong));
  const cl_mem memory = buffer.get();
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 0, sizeof memory, &memory));
  for (cl_queue_properties priority :
       {CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_PRIORITY_MED_KHR, CL_QUEUE_PRIORITY_LOW_KHR})
    for (cl_queue_properties throttle :
         {CL_QUEUE_THROTTLE_HIGH_KHR, CL_QUEUE_THROTTLE_MED_KHR, CL_QUEUE_THROTTLE_LOW_KHR}) {
      const auto its = queueWith({CL_QUEUE_PRIORITY_KHR, priority, CL_QUEUE_THROTTLE_KHR, throttle, 0});
      const cl_ulong zero = 0;
      for (size_t size : {1u, 7u, 100000u}) {
        ASSERT_EQ(CL_SUCCESS, cl.clEnqueueFillBuffer(its.get(), memory, &zero, sizeof zero, 0,
                                                     100000 * sizeof(cl_ulong), 0, nullptr, nullptr));
        ASSERT_EQ(CL_SUCCESS,
                  cl.clEnqueueNDRangeKernel(its.get(), kernel.get(), 1, nullptr, &size, nullptr, 0, nullptr, nullptr));
        ASSERT_EQ(CL_SUCCESS, cl.clFinish(its.get()));
        const auto values = contents<cl_ulong>(memory, 100000);
        for (size_t i = 0; i < values.size(); ++i)
          ASSERT_EQ(i < size ? i * i : 0, values[i]) << "of " << size;
      }
    }
}

void CL_CALLBACK countUp(void *arguments) {
  struct Places {
    std::atomic<int> *counter;
    int *place;
  } const places = *static_cast<Places *>(arguments);
  *places.place = places.counter->fetch_add(1);
}

TEST_P(QueueHints, AllCommandsRunWhateverTheirPriority) {
  // All become ready at the same moment, behind one user event.
  const auto urgent = queueWith({CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_HIGH_KHR, 0});
  const auto patient = queueWith({CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_PRIORITY_KHR,
                                  CL_QUEUE_PRIORITY_LOW_KHR, 0});
  const auto start = makeUserEvent();
  const cl_event waitFor = start.get();
  constexpr int patients = 200;
  std::atomic<int> counter{0};
  std::vector<int> order(patients + 1, -1);
  struct Places {
    std::atomic<int> *counter;
    int *place;
  };
  for (int i = 0; i < patients; ++i) {
    Places places{&counter, &order[i]};
    ASSERT_EQ(CL_SUCCESS, cl.clEnqueueNativeKernel(patient.get(), countUp, &places, sizeof places, 0, nullptr, nullptr,
                                                   1, &waitFor, nullptr));
  }
  Places places{&counter, &order[patients]};
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueNativeKernel(urgent.get(), countUp, &places, sizeof places, 0, nullptr, nullptr, 1,
                                                 &waitFor, nullptr));
  ASSERT_EQ(CL_SUCCESS, cl.clFlush(patient.get()));
  ASSERT_EQ(CL_SUCCESS, cl.clFlush(urgent.get()));
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(start.get(), CL_COMPLETE));
  ASSERT_EQ(CL_SUCCESS, cl.clFinish(urgent.get()));
  ASSERT_EQ(CL_SUCCESS, cl.clFinish(patient.get()));
  EXPECT_EQ(patients + 1, counter.load());
  for (int place : order)
    EXPECT_GE(place, 0);
}

TEST_P(QueueHints, InvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, errorWith({CL_QUEUE_PRIORITY_KHR, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, errorWith({CL_QUEUE_PRIORITY_KHR, 8, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, errorWith({CL_QUEUE_THROTTLE_KHR, 3, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, errorWith({CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_LOW_KHR, CL_QUEUE_PRIORITY_KHR,
                                         CL_QUEUE_PRIORITY_LOW_KHR, 0}));
}

TEST_P(QueueHints, InvalidQueuePropertiesForQueuesOnTheDevice) {
  EXPECT_EQ(CL_INVALID_QUEUE_PROPERTIES,
            errorWith({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                       CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_LOW_KHR, 0}));
}

} // namespace
} // namespace weft::test
