// The platform as the fuzzers see it, and building programs on it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FuzzPlatform.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace weft::fuzz {
namespace {

std::string buildLog(cl_program program, cl_device_id device) {
  size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  return log;
}

/// Asking for the size of the code's local memory waits for the code. Its arguments' names come from the manifest.
void askFor(cl_kernel kernel, cl_device_id device) {
  cl_ulong bytes = 0;
  clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, nullptr);
  size_t sizes[3] = {};
  clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes, sizes, nullptr);
  cl_uint count = 0;
  clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr);
  char value[256] = {};
  for (cl_uint index = 0; index < count && index < 100; ++index) {
    char name[256] = {};
    clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_NAME, sizeof name, name, nullptr);
    for (size_t size : {size_t(1), size_t(4), size_t(8), size_t(16), size_t(256)})
      clSetKernelArg(kernel, index, size, value);
    clSetKernelArg(kernel, index, 64, nullptr);
  }
}

/// A kernel that is made has its code made ahead, so only as many are made as are wanted.
std::vector<cl_kernel> makeKernels(cl_program program, size_t most) {
  cl_uint count = 0;
  if (most != 0)
    clCreateKernelsInProgram(program, 0, nullptr, &count);
  std::vector<cl_kernel> kernels(count);
  if (count <= most) {
    const cl_int code = count != 0 ? clCreateKernelsInProgram(program, count, kernels.data(), nullptr) : CL_SUCCESS;
    return code == CL_SUCCESS ? kernels : std::vector<cl_kernel>();
  }
  size_t size = 0;
  clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &size);
  std::string names(size, '\0');
  clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, names.data(), nullptr);
  kernels.clear();
  for (size_t begin = 0; kernels.size() < most && begin < names.size();) {
    const size_t end = std::min(names.find(';', begin), names.size());
    if (cl_kernel kernel = clCreateKernel(program, names.substr(begin, end - begin).c_str(), nullptr))
      kernels.push_back(kernel);
    begin = end + 1;
  }
  return kernels;
}

} // namespace

const Platform &Platform::instance() {
  static const Platform made = [] {
    Platform platform;
    cl_platform_id id = nullptr;
    cl_int code = clGetPlatformIDs(1, &id, nullptr);
    if (code == CL_SUCCESS)
      code = clGetDeviceIDs(id, CL_DEVICE_TYPE_ALL, 1, &platform.device, nullptr);
    if (code == CL_SUCCESS)
      platform.context = clCreateContext(nullptr, 1, &platform.device, nullptr, nullptr, &code);
    if (code != CL_SUCCESS) {
      std::fprintf(stderr, "There is no platform: %d\n", code);
      std::exit(2);
    }
    return platform;
  }();
  return made;
}

Outcome buildAndMakeCode(cl_program program, const std::string &options, size_t mostKernels) {
  const Platform &platform = Platform::instance();
  Outcome outcome = Outcome::refused;
  if (clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr) == CL_SUCCESS) {
    outcome = Outcome::taken;
    for (cl_kernel kernel : makeKernels(program, mostKernels)) {
      askFor(kernel, platform.device);
      clReleaseKernel(kernel);
    }
  } else if (buildLog(program, platform.device).contains("The compiler crashed")) {
    outcome = Outcome::compilerCrashed;
  }
  clReleaseProgram(program);
  return outcome;
}

} // namespace weft::fuzz
