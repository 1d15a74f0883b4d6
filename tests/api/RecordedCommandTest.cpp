// Every entry point that records a command: what the command does, and the errors that they have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstring>

#include "support/CommandBuffers.h"

namespace weft::test {
namespace {

class RecordedCommandTest : public EnqueueTableTest {
protected:
  const CommandBufferFunctions khr{cl};

  const RecordEntry &entry(std::string_view name) const {
    for (const RecordEntry &record : recordEntries())
      if (record.name == name)
        return record;
    ADD_FAILURE() << name;
    return recordEntries().front();
  }
  /// Each entry point with these arguments fails with this code, and writes no sync point.
  void expectFromAll(cl_int code, cl_command_buffer_khr buffer, RecordingArguments arguments) const {
    for (const RecordEntry &record : recordEntries()) {
      cl_sync_point_khr point = 77;
      arguments.point = &point;
      EXPECT_EQ(code, record.call(cl, buffer, on, arguments)) << record.name;
      EXPECT_EQ(77u, point) << record.name;
    }
  }
  /// Runs the command alone.
  void run(std::string_view name) const {
    const auto buffer = makeCommandBuffer(queue);
    EXPECT_EQ(CL_SUCCESS, entry(name).call(cl, buffer.get(), on, {}));
    EXPECT_EQ(CL_SUCCESS, khr.finalise(buffer.get()));
    EXPECT_EQ(CL_SUCCESS, khr.enqueue(0, nullptr, buffer.get(), 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
  }
  void fill(cl_mem memory, cl_uchar value) const {
    EXPECT_EQ(CL_SUCCESS, ::clEnqueueFillBuffer(queue, memory, &value, 1, 0, 128, 0, nullptr, nullptr));
  }
  void fillImage(cl_mem image, cl_uint value) const {
    const cl_uint colour[4] = {value};
    const size_t all[] = {8, 8, 1};
    EXPECT_EQ(CL_SUCCESS, ::clEnqueueFillImage(queue, image, colour, zeros.data(), all, 0, nullptr, nullptr));
  }
  /// The buffer has these bytes at these places, and `rest` elsewhere.
  template <typename Place> void expectBytes(cl_mem memory, cl_uchar value, cl_uchar rest, Place place) const {
    const auto bytes = contents<cl_uchar>(memory, 128);
    for (size_t i = 0; i < bytes.size(); ++i)
      EXPECT_EQ(place(i) ? value : rest, bytes[i]) << i;
  }
  void expectTexels(cl_mem image, cl_uchar value, cl_uchar rest) const {
    const auto all = texels<cl_uchar>(image, zeros, Triple{8, 8, 1});
    for (size_t i = 0; i < all.size(); ++i)
      EXPECT_EQ(i < 16 ? value : rest, all[i]) << i;
  }
  static constexpr Triple zeros{0, 0, 0};
  static bool isFirst16(size_t i) { return i < 16; }
};
WEFT_API_SUITE(RecordedCommand, RecordedCommandTest);

TEST_P(RecordedCommand, CopyBuffer) {
  fill(on.buffer, 5);
  fill(on.other, 1);
  run("clCommandCopyBufferKHR");
  expectBytes(on.other, 5, 1, isFirst16);
}

TEST_P(RecordedCommand, CopyBufferRect) {
  fill(on.buffer, 5);
  fill(on.other, 1);
  run("clCommandCopyBufferRectKHR");
  expectBytes(on.other, 5, 1, [](size_t i) { return i < 8 || (i >= 16 && i < 24); });
}

TEST_P(RecordedCommand, FillBuffer) {
  fill(on.buffer, 1);
  bytes.fill(9);
  run("clCommandFillBufferKHR");
  expectBytes(on.buffer, 9, 1, isFirst16);
}

TEST_P(RecordedCommand, CopyBufferToImage) {
  fill(on.buffer, 5);
  fillImage(on.image, 1);
  run("clCommandCopyBufferToImageKHR");
  expectTexels(on.image, 5, 1);
}

TEST_P(RecordedCommand, CopyImageToBuffer) {
  fill(on.buffer, 1);
  fillImage(on.image, 5);
  run("clCommandCopyImageToBufferKHR");
  expectBytes(on.buffer, 5, 1, isFirst16);
}

TEST_P(RecordedCommand, CopyImage) {
  fillImage(on.image, 5);
  fillImage(on.picture, 1);
  run("clCommandCopyImageKHR");
  expectTexels(on.picture, 5, 1);
}

TEST_P(RecordedCommand, FillImage) {
  fillImage(on.image, 1);
  const cl_uint colour[4] = {6, 0, 0, 0};
  std::memcpy(bytes.data(), colour, sizeof colour);
  run("clCommandFillImageKHR");
  expectTexels(on.image, 6, 1);
}

TEST_P(RecordedCommand, SvmMemcpy) {
  std::fill_n(on.shared, 128, 1);
  bytes.fill(5);
  run("clCommandSVMMemcpyKHR");
  for (int i = 0; i < 128; ++i)
    EXPECT_EQ(i < 16 ? 5 : 1, on.shared[i]) << i;
}

TEST_P(RecordedCommand, SvmMemFill) {
  std::fill_n(on.shared, 128, 1);
  bytes.fill(5);
  run("clCommandSVMMemFillKHR");
  for (int i = 0; i < 128; ++i)
    EXPECT_EQ(i < 16 ? 5 : 1, on.shared[i]) << i;
}

TEST_P(RecordedCommand, SvmOfNoBytes) {
  const auto buffer = makeCommandBuffer(queue);
  const auto copy = extension<decltype(&khr::clCommandSVMMemcpyKHR)>(cl, "clCommandSVMMemcpyKHR");
  const auto fill = extension<decltype(&khr::clCommandSVMMemFillKHR)>(cl, "clCommandSVMMemFillKHR");
  const cl_uint pattern = 5;
  const auto record = [&](void *nowhere) {
    EXPECT_EQ(CL_SUCCESS, copy(buffer.get(), nullptr, nullptr, nowhere, nowhere, 0, 0, nullptr, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS,
              fill(buffer.get(), nullptr, nullptr, nowhere, &pattern, sizeof pattern, 0, 0, nullptr, nullptr, nullptr));
  };
  record(nullptr);
  record(reinterpret_cast<void *>(0xBEEF0000));
  EXPECT_EQ(CL_SUCCESS, khr.finalise(buffer.get()));
  EXPECT_EQ(CL_SUCCESS, khr.enqueue(0, nullptr, buffer.get(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
}

TEST_P(RecordedCommand, HasASyncPointOfItsOwn) {
  const auto buffer = makeCommandBuffer(queue);
  std::vector<cl_sync_point_khr> points;
  const cl_command_properties_khr none[] = {0};
  for (const RecordEntry &record : recordEntries()) {
    cl_sync_point_khr point = 0;
    EXPECT_EQ(CL_SUCCESS, record.call(cl, buffer.get(), on,
                                      {.properties = none,
                                       .count = cl_uint(points.size()),
                                       .list = points.empty() ? nullptr : points.data(),
                                       .point = &point}))
        << record.name;
    EXPECT_EQ(0, std::ranges::count(points, point)) << record.name;
    points.push_back(point);
  }
}

TEST_P(RecordedCommand, InvalidOperationOnceFinalised) { expectFromAll(CL_INVALID_OPERATION, on.commands, {}); }

TEST_P(RecordedCommand, TakesItsQueueByName) {
  const auto buffer = makeCommandBuffer(queue);
  for (const RecordEntry &record : recordEntries())
    EXPECT_EQ(CL_SUCCESS, record.call(cl, buffer.get(), on, {.queue = queue})) << record.name;
}

TEST_P(RecordedCommand, InvalidCommandQueueForOthersThanItsOwn) {
  const auto another = makeQueue(0);
  const auto buffer = makeCommandBuffer(queue);
  expectFromAll(CL_INVALID_COMMAND_QUEUE, buffer.get(), {.queue = another.get()});
  expectFromAll(CL_INVALID_COMMAND_QUEUE, buffer.get(), {.queue = as<cl_command_queue>(context)});
  const cl_command_queue both[] = {queue, another.get()};
  const auto wide = makeCommandBuffer(both);
  expectFromAll(CL_INVALID_COMMAND_QUEUE, wide.get(), {});
}

TEST_P(RecordedCommand, InvalidContextForQueuesOfAnother) {
  const auto elsewhere = makeContext();
  const auto foreign =
      make([&](cl_int *e) { return ::clCreateCommandQueueWithProperties(elsewhere.get(), device(), nullptr, e); });
  const auto buffer = makeCommandBuffer(queue);
  expectFromAll(CL_INVALID_CONTEXT, buffer.get(), {.queue = foreign.get()});
}

TEST_P(RecordedCommand, InvalidValueForPropertiesAndHandles) {
  const auto buffer = makeCommandBuffer(queue);
  const cl_command_properties_khr unknown[] = {0xBAD, 0, 0};
  expectFromAll(CL_INVALID_VALUE, buffer.get(), {.properties = unknown});
  cl_mutable_command_khr handle = nullptr;
  for (const RecordEntry &record : recordEntries())
    if (!record.takesKernel) // launches have handles
      EXPECT_EQ(CL_INVALID_VALUE, record.call(cl, buffer.get(), on, {.handle = &handle})) << record.name;
  EXPECT_EQ(nullptr, handle);
}

TEST_P(RecordedCommand, InvalidSyncPointWaitList) {
  const auto buffer = makeCommandBuffer(queue);
  cl_sync_point_khr point = 0;
  ASSERT_EQ(CL_SUCCESS, khr.barrier(buffer.get(), nullptr, nullptr, 0, nullptr, &point, nullptr));
  const cl_sync_point_khr good[] = {point}, zero[] = {0}, later[] = {point, point + 1};
  const cl_int code = CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
  expectFromAll(code, buffer.get(), {.count = 1});
  expectFromAll(code, buffer.get(), {.list = good});
  expectFromAll(code, buffer.get(), {.count = 1, .list = zero});
  expectFromAll(code, buffer.get(), {.count = 2, .list = later});
}

// What they check as their neighbours that enqueue do: one line for each check.
TEST_P(RecordedCommand, HasTheErrorsOfTheCommandThatIsEnqueued) {
  const auto buffer = makeCommandBuffer(queue);
  const cl_command_buffer_khr its = buffer.get();
#define WEFT_ERROR(code, name, ...)                                                                                    \
  EXPECT_EQ(code, extension<decltype(&khr::name)>(cl, #name)(its, nullptr, nullptr, __VA_ARGS__, 0, nullptr, nullptr,  \
                                                             nullptr))
  const size_t origin[] = {0, 0, 0}, outside[] = {7, 7, 0}, region[] = {8, 2, 1}, none[] = {0, 0, 0}, two = 2,
               three = 3;
  WEFT_ERROR(CL_INVALID_VALUE, clCommandCopyBufferKHR, on.buffer, on.other, 120, 0, 16);
  WEFT_ERROR(CL_INVALID_VALUE, clCommandCopyBufferKHR, on.buffer, on.other, 0, 120, 16);
  WEFT_ERROR(CL_MEM_COPY_OVERLAP, clCommandCopyBufferKHR, on.buffer, on.buffer, 0, 8, 16);
  WEFT_ERROR(CL_INVALID_VALUE, clCommandFillBufferKHR, on.buffer, nullptr, 4, 0, 16);
  WEFT_ERROR(CL_INVALID_VALUE, clCommandFillBufferKHR, on.buffer, on.bytes, 3, 0, 15);
  WEFT_ERROR(CL_INVALID_VALUE, clCommandFillBufferKHR, on.buffer, on.bytes, 4, 120, 16);
  WEFT_ERROR(CL_INVALID_VALUE, clCommandCopyBufferRectKHR, on.buffer, on.other, nullptr, origin, region, 16, 0, 16, 0);
  WEFT_ERROR(CL_INVALID_VALUE, clCommandCopyBufferRectKHR, on.buffer, on.other, origin, origin, none, 16, 0, 16, 0);
  WEFT_ERROR(CL_MEM_COPY_OVERLAP, clCommandCopyBufferRectKHR, on.buffer, on.buffer, origin, origin, region, 16, 0, 16,
             0);
  WEFT_ERROR(CL_INVALID_VALUE, clCommandCopyImageKHR, on.image, on.picture, outside, origin, region);
  WEFT_ERROR(CL_MEM_COPY_OVERLAP, clCommandCopyImageKHR, on.image, on.image, origin, origin, region);
  const auto wide = makeImage(rgba8, describe(CL_MEM_OBJECT_IMAGE2D, 8, 8));
  WEFT_ERROR(CL_IMAGE_FORMAT_MISMATCH, clCommandCopyImageKHR, on.image, wide.get(), origin, origin, region);
  WEFT_ERROR(CL_INVALID_VALUE, clCommandFillImageKHR, on.image, nullptr, origin, region);
  WEFT_ERROR(CL_INVALID_VALUE, clCommandFillImageKHR, on.image, on.bytes, outside, region);
  WEFT_ERROR(CL_INVALID_VALUE, clCommandCopyImageToBufferKHR, on.image, on.buffer, origin, region, 120);
  WEFT_ERROR(CL_INVALID_VALUE, clCommandCopyBufferToImageKHR, on.buffer, on.image, 120, origin, region);
  WEFT_ERROR(CL_INVALID_VALUE, clCommandSVMMemcpyKHR, nullptr, on.bytes, 16);
  WEFT_ERROR(CL_MEM_COPY_OVERLAP, clCommandSVMMemcpyKHR, on.shared, on.shared + 8, 16);
  WEFT_ERROR(CL_INVALID_VALUE, clCommandSVMMemFillKHR, on.shared, nullptr, 4, 16);
  WEFT_ERROR(CL_INVALID_WORK_DIMENSION, clCommandNDRangeKernelKHR, on.kernel, 4, nullptr, origin, nullptr);
  WEFT_ERROR(CL_INVALID_WORK_GROUP_SIZE, clCommandNDRangeKernelKHR,
             buildKernel("kernel __attribute__((reqd_work_group_size(2, 1, 1))) void k() {}", "k").get(), 1, nullptr,
             &two, &three);
  WEFT_ERROR(CL_INVALID_KERNEL_ARGS, clCommandNDRangeKernelKHR,
             buildKernel("kernel void k(global int *a) {}", "k").get(), 1, nullptr, &two, nullptr);
  // None of them has become a part of it.
  cl_sync_point_khr point = 0;
  EXPECT_EQ(CL_SUCCESS, khr.barrier(its, nullptr, nullptr, 0, nullptr, &point, nullptr));
  EXPECT_EQ(CL_SUCCESS, khr.finalise(its));
  EXPECT_EQ(CL_SUCCESS, khr.enqueue(0, nullptr, its, 0, nullptr, nullptr));
}

} // namespace
} // namespace weft::test
