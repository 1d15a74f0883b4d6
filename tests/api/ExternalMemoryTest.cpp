// Buffers and images in memory that processes share (cl_khr_external_memory).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/objects/ExternalMemoryNames.h"
#include "support/ImageTest.h"
#include "support/OtherProcess.h"
#include "support/Semaphores.h"

namespace weft::test {
namespace {

using Property = cl_mem_properties;
constexpr Property opaque = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR;
constexpr size_t items = 5000, bytes = items * sizeof(cl_uint);

class ExternalMemoryTest : public ImageTest {
protected:
  const decltype(&::clEnqueueAcquireExternalMemObjectsKHR) acquire =
      extension<decltype(&::clEnqueueAcquireExternalMemObjectsKHR)>(cl, "clEnqueueAcquireExternalMemObjectsKHR");
  const decltype(&::clEnqueueReleaseExternalMemObjectsKHR) giveBack =
      extension<decltype(&::clEnqueueReleaseExternalMemObjectsKHR)>(cl, "clEnqueueReleaseExternalMemObjectsKHR");

  /// A file in memory; the caller's.
  static int makeFile(size_t size = bytes) {
    const int descriptor = ::memfd_create("weft-test", MFD_CLOEXEC);
    EXPECT_EQ(0, ::ftruncate(descriptor, off_t(size)));
    return descriptor;
  }
  Handle<cl_mem> bufferOf(int descriptor, size_t size = bytes) const {
    const Property list[] = {opaque, Property(descriptor), 0};
    return make([&](cl_int *e) { return cl.clCreateBufferWithProperties(context, list, 0, size, nullptr, e); });
  }
  cl_int bufferError(std::vector<Property> list, cl_mem_flags flags = 0, size_t size = bytes,
                     void *host = nullptr) const {
    list.push_back(0);
    return errorOf([&](cl_int *e) {
      const cl_mem made = cl.clCreateBufferWithProperties(context, list.data(), flags, size, host, e);
      if (made)
        ::clReleaseMemObject(made);
      return made;
    });
  }
  void transition(decltype(acquire) call, std::vector<cl_mem> list) const {
    EXPECT_EQ(CL_SUCCESS, call(queue, cl_uint(list.size()), list.data(), 0, nullptr, nullptr));
  }
};
WEFT_API_SUITE(ExternalMemory, ExternalMemoryTest);
WEFT_API_SUITE(clEnqueueAcquireExternalMemObjectsKHR, ExternalMemoryTest);

TEST_P(ExternalMemory, TypesAreReported) {
  const std::vector<cl_external_memory_handle_type_khr> one = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR};
  for (cl_device_info name : {cl_device_info{CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR},
                              CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR})
    EXPECT_EQ(one, infoArray<cl_external_memory_handle_type_khr>(cl.clGetDeviceInfo, device(), name));
  EXPECT_EQ(one, infoArray<cl_external_memory_handle_type_khr>(cl.clGetPlatformInfo, platform(),
                                                               CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR));
}

TEST_P(ExternalMemory, BuffersAreTheFile) {
  const int descriptor = makeFile(), kept = ::dup(descriptor);
  const auto one = bufferOf(descriptor), two = bufferOf(::dup(kept));
  EXPECT_EQ(-1, ::fcntl(descriptor, F_GETFD)); // it has been taken over
  transition(acquire, {one.get(), two.get()});
  const auto kernel =
      buildKernel("kernel void count(global uint *v) { v[get_global_id(0)] = get_global_id(0); }", "count");
  const cl_mem argument = one.get();
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 0, sizeof argument, &argument));
  ASSERT_EQ(CL_SUCCESS,
            cl.clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
  transition(giveBack, {one.get(), two.get()});
  const auto found = contents<cl_uint>(two.get(), items);
  std::vector<cl_uint> file(items), expected(items);
  for (cl_uint i = 0; i < items; ++i)
    expected[i] = i;
  EXPECT_EQ(expected, found);
  EXPECT_EQ(ssize_t(bytes), ::pread(kept, file.data(), bytes, 0));
  EXPECT_EQ(expected, file);
  EXPECT_EQ(0, ::close(kept));
}

// Code that takes its arguments for distinct would go on with values that it has loaded before.
TEST_P(ExternalMemory, ArgumentsThatAreTheSameFileMeet) {
  const int descriptor = makeFile();
  const auto one = bufferOf(::dup(descriptor)), two = bufferOf(descriptor);
  const auto kernel = buildKernel(R"(
    kernel void chain(global uint *a, global const uint *b) {
      for (uint i = 1; i < 1000; ++i) a[i] = b[i - 1] + 1;
    })",
                                  "chain");
  const cl_mem arguments[] = {one.get(), two.get()};
  for (cl_uint i = 0; i < 2; ++i)
    ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), i, sizeof arguments[i], &arguments[i]));
  const size_t single = 1;
  ASSERT_EQ(CL_SUCCESS,
            cl.clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &single, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(999u, contents<cl_uint>(one.get(), 1000)[999]);
}

TEST_P(ExternalMemory, ImagesAreTheFile) {
  const int descriptor = makeFile(64 * 64), kept = ::dup(descriptor);
  const Property list[] = {opaque, Property(descriptor), 0};
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 64, 64);
  const auto image =
      make([&](cl_int *e) { return cl.clCreateImageWithProperties(context, list, 0, &r8, &description, nullptr, e); });
  EXPECT_EQ((std::vector<Property>{opaque, Property(descriptor), 0}),
            infoArray<Property>(cl.clGetMemObjectInfo, image.get(), CL_MEM_PROPERTIES));
  transition(acquire, {image.get()});
  const cl_uint colour[4] = {9, 0, 0, 0};
  const size_t origin[3] = {1, 2, 0}, region[3] = {1, 1, 1};
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueFillImage(queue, image.get(), colour, origin, region, 0, nullptr, nullptr));
  transition(giveBack, {image.get()});
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
  unsigned char texel = 0;
  EXPECT_EQ(1, ::pread(kept, &texel, 1, 2 * 64 + 1));
  EXPECT_EQ(9, texel);
  EXPECT_EQ(0, ::close(kept));
}

// The other process (below) doubles each number, in turn with this one, which adds 1.
TEST_P(ExternalMemory, IsSharedByTwoProcesses) {
  const SemaphoreFunctions khr(cl);
  constexpr cl_semaphore_properties_khr type = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR;
  const auto there = makeSemaphore(context, {CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, type, 0}),
             back = makeSemaphore(context, {CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, type, 0});
  const cl_semaphore_khr going[] = {there.get()}, coming[] = {back.get()};
  int descriptors[3] = {makeFile(), -1, -1};
  const auto buffer = bufferOf(::dup(descriptors[0]));
  for (int i = 0; i < 2; ++i)
    ASSERT_EQ(CL_SUCCESS, khr.handle(i == 0 ? going[0] : coming[0], device(), CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
                                     sizeof(int), &descriptors[i + 1], nullptr));
  OtherProcess process("OtherProcessOfMemory.*", {descriptors[0], descriptors[1], descriptors[2]});
  const auto kernel = buildKernel("kernel void add(global uint *v) { v[get_global_id(0)] += 1; }", "add");
  const cl_mem argument = buffer.get();
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 0, sizeof argument, &argument));
  cl_uint expected = 0;
  for (int round = 0; round < 10; ++round) {
    transition(acquire, {buffer.get()});
    ASSERT_EQ(CL_SUCCESS,
              cl.clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
    transition(giveBack, {buffer.get()});
    ASSERT_EQ(CL_SUCCESS, khr.signal(queue, 1, going, nullptr, 0, nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, khr.wait(queue, 1, coming, nullptr, 0, nullptr, nullptr));
    expected = (expected + 1) * 2;
  }
  EXPECT_EQ(std::vector<cl_uint>(items, expected), contents<cl_uint>(buffer.get(), items));
  EXPECT_EQ(0, process.wait());
}

class OtherProcessOfMemory : public ExternalMemoryTest {};
INSTANTIATE_TEST_SUITE_P(Api, OtherProcessOfMemory, ::testing::Values(Route::direct), routeName);

TEST_P(OtherProcessOfMemory, Doubles) {
  const std::vector<int> given = OtherProcess::descriptors();
  if (given.size() != 3)
    GTEST_SKIP() << "a part of another test";
  const SemaphoreFunctions khr(cl);
  const auto buffer = bufferOf(given[0]);
  constexpr cl_semaphore_properties_khr type = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR;
  const auto there = makeSemaphore(context, {type, cl_semaphore_properties_khr(given[1])}),
             back = makeSemaphore(context, {type, cl_semaphore_properties_khr(given[2])});
  const cl_semaphore_khr going[] = {there.get()}, coming[] = {back.get()};
  const auto kernel = buildKernel("kernel void twice(global uint *v) { v[get_global_id(0)] *= 2; }", "twice");
  const cl_mem argument = buffer.get();
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 0, sizeof argument, &argument));
  for (int round = 0; round < 10; ++round) {
    ASSERT_EQ(CL_SUCCESS, khr.wait(queue, 1, going, nullptr, 0, nullptr, nullptr));
    transition(acquire, {buffer.get()});
    ASSERT_EQ(CL_SUCCESS,
              cl.clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
    transition(giveBack, {buffer.get()});
    ASSERT_EQ(CL_SUCCESS, khr.signal(queue, 1, coming, nullptr, 0, nullptr, nullptr));
  }
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
}

TEST_P(ExternalMemory, Errors) {
  const int descriptor = makeFile();
  const auto its = Property(descriptor);
  const auto one = Property(reinterpret_cast<uintptr_t>(device()));
  char host[16];
  EXPECT_EQ(CL_INVALID_PROPERTY, bufferError({opaque, Property(100'000)}));
  EXPECT_EQ(CL_INVALID_PROPERTY, bufferError({opaque, its, opaque, its}));
  EXPECT_EQ(CL_INVALID_PROPERTY, bufferError({CL_MEM_DEVICE_HANDLE_LIST_KHR, one, 0}));
  EXPECT_EQ(CL_INVALID_DEVICE, bufferError({opaque, its, CL_MEM_DEVICE_HANDLE_LIST_KHR,
                                            Property(reinterpret_cast<uintptr_t>(context)), 0}));
  EXPECT_EQ(CL_INVALID_VALUE, bufferError({opaque, its}, CL_MEM_ALLOC_HOST_PTR));
  EXPECT_EQ(CL_INVALID_VALUE, bufferError({opaque, its}, CL_MEM_USE_HOST_PTR, 16, host));
  EXPECT_EQ(CL_INVALID_HOST_PTR, bufferError({opaque, its}, 0, 16, host));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, bufferError({opaque, its}, 0, bytes + 1));
  int ends[2];
  ASSERT_EQ(0, ::pipe2(ends, O_CLOEXEC));
  EXPECT_EQ(CL_INVALID_PROPERTY, bufferError({opaque, Property(ends[0])}));
  const int reading = ::open(("/proc/self/fd/" + std::to_string(descriptor)).c_str(), O_RDONLY | O_CLOEXEC);
  EXPECT_EQ(CL_INVALID_PROPERTY, bufferError({opaque, Property(reading)}));
  for (int open : {ends[0], ends[1], reading})
    EXPECT_EQ(0, ::close(open)); // still the application's
  EXPECT_EQ(CL_SUCCESS, bufferError({opaque, its, CL_MEM_DEVICE_HANDLE_LIST_KHR, one, 0}));
  EXPECT_EQ(-1, ::close(descriptor));
}

// clEnqueueAcquireExternalMemObjectsKHR, clEnqueueReleaseExternalMemObjectsKHR

TEST_P(clEnqueueAcquireExternalMemObjectsKHR, ErrorsOfBoth) {
  const auto plain = makeBuffer(64);
  const cl_mem list[] = {plain.get()};
  for (const auto call : {acquire, giveBack}) {
    EXPECT_EQ(CL_SUCCESS, call(queue, 0, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, call(queue, 1, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, call(queue, 0, list, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_MEM_OBJECT, call(queue, 1, list, 0, nullptr, nullptr));
  }
}

} // namespace
} // namespace weft::test
