// Tests of the commands that read, write, copy and fill buffers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <functional>
#include <numeric>

#include "support/ApiTest.h"

namespace weft::test {
namespace {

class TransferTest : public QueueTest {
protected:
  static constexpr size_t count = 256;
  static constexpr size_t bytes = count * sizeof(int);
  std::vector<int> numbers = [] {
    std::vector<int> values(count);
    std::iota(values.begin(), values.end(), 1);
    return values;
  }();
  const Handle<cl_mem> buffer_ = makeBuffer(bytes, CL_MEM_COPY_HOST_PTR, numbers.data());
  const cl_mem buffer = buffer_.get();

  using Enqueue = std::function<cl_int(cl_uint, const cl_event *, cl_event *)>;

  /// What holds for every command: a wait list that contradicts itself, events that are none or of another context, an
  /// event that comes back; the command waits for its list.
  void checkWaitList(const Enqueue &enqueue) {
    const auto user = makeUserEvent();
    const cl_event event = user.get();
    EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, enqueue(0, &event, nullptr));
    EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, enqueue(1, nullptr, nullptr));
    const cl_event wrong[] = {event, as<cl_event>(context)};
    EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, enqueue(2, wrong, nullptr));
    const auto otherContext = makeContext();
    const auto otherEvent = make([&](cl_int *error) { return ::clCreateUserEvent(otherContext.get(), error); });
    const cl_event other = otherEvent.get();
    EXPECT_EQ(CL_INVALID_CONTEXT, enqueue(1, &other, nullptr));

    Handle<cl_event> done;
    ASSERT_EQ(CL_SUCCESS, enqueue(1, &event, done.out()));
    expectHeldBack(done.get());
    ASSERT_EQ(CL_SUCCESS, ::clSetUserEventStatus(event, CL_COMPLETE));
    ASSERT_EQ(CL_SUCCESS, ::clFinish(queue));
    EXPECT_EQ(CL_COMPLETE, info<cl_int>(cl.clGetEventInfo, done.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
  }
  Handle<cl_event> failedEvent() const {
    auto user = makeUserEvent();
    EXPECT_EQ(CL_SUCCESS, ::clSetUserEventStatus(user.get(), -1));
    return user;
  }
};

WEFT_API_SUITE(clEnqueueReadBuffer, TransferTest);

TEST_P(clEnqueueReadBuffer, ReadsAPart) {
  std::vector<int> out(4, 0);
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueReadBuffer(queue, buffer, CL_TRUE, 10 * sizeof(int), 4 * sizeof(int), out.data(), 0,
                                               nullptr, nullptr));
  EXPECT_EQ((std::vector<int>{11, 12, 13, 14}), out);
}

TEST_P(clEnqueueReadBuffer, WithoutBlocking) {
  std::vector<int> out(count, 0);
  checkWaitList([&](cl_uint size, const cl_event *list, cl_event *event) {
    return cl.clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, bytes, out.data(), size, list, event);
  });
  EXPECT_EQ(numbers, out);
}

TEST_P(clEnqueueReadBuffer, InvalidValue) {
  int out[4];
  EXPECT_EQ(CL_INVALID_VALUE,
            cl.clEnqueueReadBuffer(queue, buffer, CL_TRUE, bytes, sizeof out, out, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes + 1, out, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueReadBuffer(queue, buffer, CL_TRUE, 4, SIZE_MAX, out, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, nullptr, 0, nullptr, nullptr));
}

TEST_P(clEnqueueReadBuffer, InvalidContext) {
  const auto otherContext = makeContext();
  const auto other =
      make([&](cl_int *error) { return ::clCreateBuffer(otherContext.get(), 0, bytes, nullptr, error); });
  int out[4];
  EXPECT_EQ(CL_INVALID_CONTEXT,
            cl.clEnqueueReadBuffer(queue, other.get(), CL_TRUE, 0, sizeof out, out, 0, nullptr, nullptr));
}

TEST_P(clEnqueueReadBuffer, InvalidOperation) {
  int out[4];
  for (cl_mem_flags flags : {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    const auto hidden = makeBuffer(bytes, flags);
    EXPECT_EQ(CL_INVALID_OPERATION,
              cl.clEnqueueReadBuffer(queue, hidden.get(), CL_TRUE, 0, sizeof out, out, 0, nullptr, nullptr));
  }
}

TEST_P(clEnqueueReadBuffer, ExecStatusErrorForEventsInWaitList) {
  const auto failed = failedEvent();
  const cl_event event = failed.get();
  int out[4];
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            cl.clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof out, out, 1, &event, nullptr));
}

WEFT_API_SUITE(clEnqueueWriteBuffer, TransferTest);

TEST_P(clEnqueueWriteBuffer, WritesAPart) {
  const int in[] = {-1, -2};
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 8, sizeof in, in, 0, nullptr, nullptr));
  numbers[2] = -1;
  numbers[3] = -2;
  EXPECT_EQ(numbers, contents<int>(buffer, count));
}

TEST_P(clEnqueueWriteBuffer, WithoutBlocking) {
  const std::vector<int> in(count, 5);
  checkWaitList([&](cl_uint size, const cl_event *list, cl_event *event) {
    return cl.clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, bytes, in.data(), size, list, event);
  });
  EXPECT_EQ(in, contents<int>(buffer, count));
}

TEST_P(clEnqueueWriteBuffer, InvalidValue) {
  const int in[4] = {};
  EXPECT_EQ(CL_INVALID_VALUE,
            cl.clEnqueueWriteBuffer(queue, buffer, CL_TRUE, bytes - 4, sizeof in, in, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            cl.clEnqueueWriteBuffer(queue, buffer, CL_TRUE, SIZE_MAX, sizeof in, in, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 4, nullptr, 0, nullptr, nullptr));
}

TEST_P(clEnqueueWriteBuffer, InvalidOperation) {
  const int in[4] = {};
  for (cl_mem_flags flags : {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    const auto hidden = makeBuffer(bytes, flags);
    EXPECT_EQ(CL_INVALID_OPERATION,
              cl.clEnqueueWriteBuffer(queue, hidden.get(), CL_TRUE, 0, sizeof in, in, 0, nullptr, nullptr));
  }
}

TEST_P(clEnqueueWriteBuffer, ExecStatusErrorForEventsInWaitList) {
  const auto failed = failedEvent();
  const cl_event event = failed.get();
  const int in[4] = {};
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            cl.clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof in, in, 1, &event, nullptr));
  EXPECT_EQ(numbers, contents<int>(buffer, count)); // it did not run
}

WEFT_API_SUITE(clEnqueueCopyBuffer, TransferTest);

TEST_P(clEnqueueCopyBuffer, CopiesBetweenBuffers) {
  const auto target = makeBuffer(bytes);
  checkWaitList([&](cl_uint size, const cl_event *list, cl_event *event) {
    return cl.clEnqueueCopyBuffer(queue, buffer, target.get(), 0, 0, bytes, size, list, event);
  });
  EXPECT_EQ(numbers, contents<int>(target.get(), count));
}

TEST_P(clEnqueueCopyBuffer, CopiesWithinABuffer) {
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueCopyBuffer(queue, buffer, buffer, 0, bytes / 2, bytes / 2, 0, nullptr, nullptr));
  std::copy_n(numbers.begin(), count / 2, numbers.begin() + count / 2);
  EXPECT_EQ(numbers, contents<int>(buffer, count));
}

TEST_P(clEnqueueCopyBuffer, MemCopyOverlap) {
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, cl.clEnqueueCopyBuffer(queue, buffer, buffer, 0, 8, 16, 0, nullptr, nullptr));
}

TEST_P(clEnqueueCopyBuffer, MemCopyOverlapOfSubBuffers) {
  const size_t step = info<cl_uint>(cl.clGetDeviceInfo, device(), CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  const cl_buffer_region region{step, step};
  const auto part =
      make([&](cl_int *error) { return ::clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, error); });
  EXPECT_EQ(CL_MEM_COPY_OVERLAP,
            cl.clEnqueueCopyBuffer(queue, part.get(), buffer, 0, step + 8, 16, 0, nullptr, nullptr));
}

TEST_P(clEnqueueCopyBuffer, InvalidValue) {
  const auto target = makeBuffer(bytes / 2);
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueCopyBuffer(queue, buffer, target.get(), bytes, 0, 4, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueCopyBuffer(queue, buffer, target.get(), 0, 0, bytes, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            cl.clEnqueueCopyBuffer(queue, buffer, target.get(), 8, 8, SIZE_MAX - 4, 0, nullptr, nullptr));
}

TEST_P(clEnqueueCopyBuffer, InvalidContext) {
  const auto otherContext = makeContext();
  const auto other =
      make([&](cl_int *error) { return ::clCreateBuffer(otherContext.get(), 0, bytes, nullptr, error); });
  EXPECT_EQ(CL_INVALID_CONTEXT, cl.clEnqueueCopyBuffer(queue, buffer, other.get(), 0, 0, 4, 0, nullptr, nullptr));
}

WEFT_API_SUITE(clEnqueueFillBuffer, TransferTest);

TEST_P(clEnqueueFillBuffer, WithEveryPatternSize) {
  for (size_t size = 1; size <= 128; size *= 2) {
    std::vector<unsigned char> pattern(size);
    std::iota(pattern.begin(), pattern.end(), 1);
    ASSERT_EQ(CL_SUCCESS,
              cl.clEnqueueFillBuffer(queue, buffer, pattern.data(), size, size, 3 * size, 0, nullptr, nullptr));
    const auto found = contents<unsigned char>(buffer, bytes);
    for (size_t i = size; i < 4 * size; ++i)
      ASSERT_EQ(pattern[i % size], found[i]) << "size " << size << ", byte " << i;
    ASSERT_EQ(CL_SUCCESS,
              ::clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, numbers.data(), 0, nullptr, nullptr));
  }
}

TEST_P(clEnqueueFillBuffer, TakesThePatternAtOnce) {
  const auto user = makeUserEvent();
  const cl_event event = user.get();
  int pattern = 3;
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0, bytes, 1, &event, nullptr));
  pattern = 4;
  ASSERT_EQ(CL_SUCCESS, ::clSetUserEventStatus(event, CL_COMPLETE));
  EXPECT_EQ(std::vector<int>(count, 3), contents<int>(buffer, count));
}

TEST_P(clEnqueueFillBuffer, WaitsForItsList) {
  const int pattern = 1;
  checkWaitList([&](cl_uint size, const cl_event *list, cl_event *event) {
    return cl.clEnqueueFillBuffer(queue, buffer, &pattern, sizeof pattern, 0, bytes, size, list, event);
  });
}

TEST_P(clEnqueueFillBuffer, InvalidValue) {
  const char pattern[256] = {};
  const auto error = [&](const void *with, size_t patternSize, size_t offset, size_t size) {
    return cl.clEnqueueFillBuffer(queue, buffer, with, patternSize, offset, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_INVALID_VALUE, error(nullptr, 4, 0, 8));
  EXPECT_EQ(CL_INVALID_VALUE, error(pattern, 0, 0, 8));
  EXPECT_EQ(CL_INVALID_VALUE, error(pattern, 3, 0, 9));
  EXPECT_EQ(CL_INVALID_VALUE, error(pattern, 256, 0, 256));
  EXPECT_EQ(CL_INVALID_VALUE, error(pattern, 4, 2, 8));
  EXPECT_EQ(CL_INVALID_VALUE, error(pattern, 4, 0, 6));
  EXPECT_EQ(CL_INVALID_VALUE, error(pattern, 4, bytes, 4));
  EXPECT_EQ(CL_INVALID_VALUE, error(pattern, 4, 4, SIZE_MAX - 3));
}

} // namespace
} // namespace weft::test
