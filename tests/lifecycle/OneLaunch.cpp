// Uses a platform by its dispatch table.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OneLaunch.h"

#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <dlfcn.h>

#include <string>

namespace {

using GetPlatforms = cl_int(CL_API_CALL *)(cl_uint, cl_platform_id *, cl_uint *);

bool buildAndLaunch(const cl_icd_dispatch &cl, cl_context context, cl_command_queue queue, unsigned number,
                    const std::function<void()> &meanwhile) {
  const std::string text = "kernel void k(global uint *out) { *out = " + std::to_string(number) + "u; }";
  const char *source = text.c_str();
  cl_int error = CL_SUCCESS;
  const cl_program program = cl.clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  cl_uint value = ~number;
  cl_mem buffer = cl.clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof value, &value, &error);
  bool good = cl.clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS;
  if (const cl_kernel kernel = good ? cl.clCreateKernel(program, "k", &error) : nullptr) {
    const size_t one = 1;
    good = cl.clSetKernelArg(kernel, 0, sizeof buffer, &buffer) == CL_SUCCESS &&
           cl.clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr) == CL_SUCCESS &&
           cl.clFinish(queue) == CL_SUCCESS && value == number;
    if (meanwhile)
      meanwhile();
    cl.clReleaseKernel(kernel);
  } else {
    good = false;
  }
  cl.clReleaseMemObject(buffer);
  cl.clReleaseProgram(program);
  return good;
}

} // namespace

bool launchOnce(const char *path, unsigned number, const std::function<void()> &meanwhile) {
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
  const bool good = buildAndLaunch(cl, context, queue, number, meanwhile);
  cl.clReleaseCommandQueue(queue);
  cl.clReleaseContext(context);
  return dlclose(library) == 0 && good;
}
