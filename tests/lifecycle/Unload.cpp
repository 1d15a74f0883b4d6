// weft-unload <library>: opens the platform's library, uses it and closes it, several times over.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace {

using GetPlatforms = cl_int(CL_API_CALL *)(cl_uint, cl_platform_id *, cl_uint *);

bool useOnce(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return false;
  const auto getPlatforms = reinterpret_cast<GetPlatforms>(dlsym(library, "clIcdGetPlatformIDsKHR"));
  cl_platform_id platform = nullptr;
  if (!getPlatforms || getPlatforms(1, &platform, nullptr) != CL_SUCCESS)
    return false;
  const cl_icd_dispatch &cl = **reinterpret_cast<cl_icd_dispatch *const *>(platform);
  cl_device_id device = nullptr;
  cl_int error = cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  const cl_context context = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  const cl_command_queue queue = cl.clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  const char *source = "kernel void k(global uint *out) { *out = 5; }";
  const cl_program program = cl.clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  cl.clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
  const cl_kernel kernel = cl.clCreateKernel(program, "k", &error);
  cl_uint value = 0;
  cl_mem buffer = cl.clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof value, &value, &error);
  cl.clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  const size_t one = 1;
  cl.clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
  cl.clFinish(queue);
  const bool good = value == 5;
  cl.clReleaseMemObject(buffer);
  cl.clReleaseKernel(kernel);
  cl.clReleaseProgram(program);
  cl.clReleaseCommandQueue(queue);
  cl.clReleaseContext(context);
  return dlclose(library) == 0 && good;
}

} // namespace

int main(int count, char **arguments) {
  for (int round = 0; count == 2 && round < 5; ++round)
    if (!useOnce(arguments[1])) {
      std::fprintf(stderr, "round %d failed\n", round);
      return EXIT_FAILURE;
    }
  return count == 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
