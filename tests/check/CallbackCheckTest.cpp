// Reports to a context's callback, which come from a thread of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>

namespace weft::test {
namespace {

struct Told {
  std::atomic<int> begun{0}, ended{0};
  cl_context context = nullptr;
  bool releases = false; ///< the callback does, the first time
};

void CL_CALLBACK takeSlowly(const char *, const void *, size_t, void *data) {
  auto &told = *static_cast<Told *>(data);
  if (++told.begun == 1 && told.releases)
    clReleaseContext(told.context);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ++told.ended;
}

/// A launch with three faults, and all of it released but the context.
void makeFaults(Told &told) {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  ASSERT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
  ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
  told.context = clCreateContext(nullptr, 1, &device, takeSlowly, &told, nullptr);
  cl_command_queue queue = clCreateCommandQueueWithProperties(told.context, device, nullptr, nullptr);
  const char *source = "kernel void k(global int *out, int zero) {\n"
                       "  out[0] = 1 / zero;\n"
                       "  out[1] = 2 / zero;\n"
                       "  out[2] = 3 / zero;\n"
                       "}\n";
  cl_program program = clCreateProgramWithSource(told.context, 1, &source, nullptr, nullptr);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "-weft-check=values", nullptr, nullptr), CL_SUCCESS);
  cl_kernel kernel = clCreateKernel(program, "k", nullptr);
  cl_mem out = clCreateBuffer(told.context, CL_MEM_READ_WRITE, 3 * sizeof(cl_int), nullptr, nullptr);
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

void waitForTheFirst(const Told &told) {
  for (int wait = 0; wait < 5000 && told.begun == 0; ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ASSERT_GE(told.begun, 1);
}

/// Once the context is released its callback has ended, and isn't called again: the application frees what it uses.
TEST(CheckCallbacks, NoneBehindTheRelease) {
  Told told;
  makeFaults(told);
  waitForTheFirst(told);
  ASSERT_EQ(clReleaseContext(told.context), CL_SUCCESS);
  const int begun = told.begun;
  EXPECT_EQ(told.ended, begun);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(told.begun, begun);
}

TEST(CheckCallbacks, ReleasesItsContext) {
  Told told;
  told.releases = true;
  makeFaults(told);
  waitForTheFirst(told);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(told.begun, 1);
  EXPECT_EQ(told.ended, 1);
}

} // namespace
} // namespace weft::test
