// Tests of native kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/ApiTest.h"

namespace weft::test {
namespace {

struct Arguments {
  cl_int *values;
  size_t count;
  cl_int addend;
};

void CL_CALLBACK addToAll(void *block) {
  const auto *arguments = static_cast<Arguments *>(block);
  for (size_t i = 0; i < arguments->count; ++i)
    arguments->values[i] += arguments->addend;
}

class NativeKernelTest : public QueueTest {
protected:
  std::vector<cl_int> values = {1, 2, 3};
  Handle<cl_mem> buffer_ = makeBuffer(values.size() * sizeof(cl_int), CL_MEM_COPY_HOST_PTR, values.data());
  cl_mem buffer = buffer_.get();
  Arguments arguments{nullptr, 3, 10};
  const void *place = &arguments.values;

  cl_int enqueue(void(CL_CALLBACK *function)(void *), void *block, size_t bytes, cl_uint count, const cl_mem *list,
                 const void **places, cl_event *event = nullptr) const {
    return cl.clEnqueueNativeKernel(queue, function, block, bytes, count, list, places, 0, nullptr, event);
  }
};
WEFT_API_SUITE(clEnqueueNativeKernel, NativeKernelTest);

TEST_P(clEnqueueNativeKernel, IsGivenTheBuffersAddressInACopyOfItsArguments) {
  Handle<cl_event> event;
  ASSERT_EQ(CL_SUCCESS, enqueue(addToAll, &arguments, sizeof arguments, 1, &buffer, &place, event.out()));
  EXPECT_EQ(nullptr, arguments.values);
  arguments = {};
  EXPECT_EQ((std::vector<cl_int>{11, 12, 13}), contents<cl_int>(buffer, 3));
  EXPECT_EQ(cl_command_type{CL_COMMAND_NATIVE_KERNEL},
            info<cl_command_type>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_TYPE));
}

TEST_P(clEnqueueNativeKernel, KeepsItsBuffersAndItsPlaceInTheQueue) {
  const auto user = makeUserEvent();
  const cl_event gate = user.get();
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueBarrierWithWaitList(queue, 1, &gate, nullptr));
  const auto out = makeBuffer(values.size() * sizeof(cl_int));
  ASSERT_EQ(CL_SUCCESS, enqueue(addToAll, &arguments, sizeof arguments, 1, &buffer, &place));
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueCopyBuffer(queue, buffer, out.get(), 0, 0, 12, 0, nullptr, nullptr));
  buffer_.reset();
  ASSERT_EQ(CL_SUCCESS, ::clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_EQ((std::vector<cl_int>{11, 12, 13}), contents<cl_int>(out.get(), 3));
}

TEST_P(clEnqueueNativeKernel, NeedsNoArguments) {
  static int calls;
  calls = 0;
  ASSERT_EQ(CL_SUCCESS, enqueue([](void *block) { calls += block ? 100 : 1; }, nullptr, 0, 0, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, ::clFinish(queue));
  EXPECT_EQ(1, calls);
}

TEST_P(clEnqueueNativeKernel, InvalidValue) {
  const void *outside = this;
  EXPECT_EQ(CL_INVALID_VALUE, enqueue(nullptr, &arguments, sizeof arguments, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, enqueue(addToAll, nullptr, 8, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, enqueue(addToAll, &arguments, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, enqueue(addToAll, nullptr, 0, 1, &buffer, &place));
  EXPECT_EQ(CL_INVALID_VALUE, enqueue(addToAll, &arguments, sizeof arguments, 1, nullptr, &place));
  EXPECT_EQ(CL_INVALID_VALUE, enqueue(addToAll, &arguments, sizeof arguments, 1, &buffer, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, enqueue(addToAll, &arguments, sizeof arguments, 0, &buffer, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, enqueue(addToAll, &arguments, sizeof arguments, 1, &buffer, &outside));
}

TEST_P(clEnqueueNativeKernel, InvalidMemObject) {
  const cl_mem wrong = as<cl_mem>(queue);
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, enqueue(addToAll, &arguments, sizeof arguments, 1, &wrong, &place));
}

} // namespace
} // namespace weft::test
