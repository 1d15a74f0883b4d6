// Reports to a context's callback, which come from a thread of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

#include "common/SleepingThread.h"
#include "common/Waiting.h"

namespace weft::test {
namespace {

/// The calls of one context's callback.
struct Calls {
  std::atomic<int> begun{0}, ended{0};
  std::atomic<bool> mayEnd{false}; ///< until then the calls don't return
  cl_context context = nullptr;
  bool releases = false; ///< the first call releases the context
};

void CL_CALLBACK countCall(const char *, const void *, size_t, void *data) {
  auto &calls = *static_cast<Calls *>(data);
  if (++calls.begun == 1 && calls.releases)
    clReleaseContext(calls.context);
  waitUntil([&] { return calls.mayEnd.load(); });
  ++calls.ended;
}

cl_device_id firstDevice() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  EXPECT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
  return device;
}

/// Launches a kernel with three faults, and releases everything but the context.
void makeFaults(Calls &calls) {
  cl_device_id device = firstDevice();
  calls.context = clCreateContext(nullptr, 1, &device, countCall, &calls, nullptr);
  cl_command_queue queue = clCreateCommandQueueWithProperties(calls.context, device, nullptr, nullptr);
  const char *source = "kernel void k(global int *out, int zero) {\n"
                       "  out[0] = 1 / zero;\n"
                       "  out[1] = 2 / zero;\n"
                       "  out[2] = 3 / zero;\n"
                       "}\n";
  cl_program program = clCreateProgramWithSource(calls.context, 1, &source, nullptr, nullptr);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "-weft-check=values", nullptr, nullptr), CL_SUCCESS);
  cl_kernel kernel = clCreateKernel(program, "k", nullptr);
  cl_mem out = clCreateBuffer(calls.context, CL_MEM_READ_WRITE, 3 * sizeof(cl_int), nullptr, nullptr);
  const cl_int zero = 0;
  clSetKernelArg(kernel, 0, sizeof out, &out);
  clSetKernelArg(kernel, 1, sizeof zero, &zero);
  const size_t one = 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  if (const char *file = std::getenv("WEFT_CHECK_FILE")) // what it has now is not for other tests
    std::remove(file);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
}

void waitForTheFirst(const Calls &calls) {
  waitUntil([&] { return calls.begun >= 1; });
}

/// Returns when the application's callbacks that were due before have been called: one thread calls all of them in
/// order.
void waitForCallbacksDue() {
  cl_device_id device = firstDevice();
  std::atomic<bool> isCalled{false};
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const auto note = [](cl_context, void *data) { *static_cast<std::atomic<bool> *>(data) = true; };
  ASSERT_EQ(clSetContextDestructorCallback(context, note, &isCalled), CL_SUCCESS);
  ASSERT_EQ(clReleaseContext(context), CL_SUCCESS);
  waitUntil([&] { return isCalled.load(); });
}

/// Once the context is released its callback has ended, and isn't called again: the application frees what it uses.
TEST(CheckCallbacks, NoneAfterTheRelease) {
  Calls calls;
  makeFaults(calls);
  waitForTheFirst(calls);
  WatchedThread releasing([&] {
    EXPECT_EQ(clReleaseContext(calls.context), CL_SUCCESS);
    EXPECT_EQ(calls.ended, 1);
  });
  releasing.awaitSleep();
  calls.mayEnd = true;
  releasing.join();
  waitForCallbacksDue();
  EXPECT_EQ(calls.begun, 1);
}

TEST(CheckCallbacks, ReleasesItsContext) {
  Calls calls;
  calls.releases = calls.mayEnd = true;
  makeFaults(calls);
  waitForTheFirst(calls);
  waitForCallbacksDue();
  EXPECT_EQ(calls.begun, 1);
  EXPECT_EQ(calls.ended, 1);
}

} // namespace
} // namespace weft::test
