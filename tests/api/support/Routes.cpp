// The two ways that a test calls an entry point: through the OpenCL loader, and by the object's own dispatch table.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Routes.h"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace weft::test {

cl_platform_id platform() {
  static const cl_platform_id found = [] {
    cl_platform_id first = nullptr;
    if (::clGetPlatformIDs(1, &first, nullptr) != CL_SUCCESS) {
      std::fputs("The OpenCL loader shows no platform; is OCL_ICD_VENDORS set?\n", stderr);
      std::exit(EXIT_FAILURE);
    }
    return first;
  }();
  return found;
}

cl_device_id device() {
  static const cl_device_id found = [] {
    cl_device_id first = nullptr;
    if (::clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 1, &first, nullptr) != CL_SUCCESS) {
      std::fputs("The platform under test shows no device.\n", stderr);
      std::exit(EXIT_FAILURE);
    }
    return first;
  }();
  return found;
}

const cl_icd_dispatch &entryPoints(Route route) {
  static const cl_icd_dispatch direct = [] {
    // cl_khr_icd: the first field of every object is the address of its dispatch table.
    cl_icd_dispatch table = **reinterpret_cast<cl_icd_dispatch *const *>(platform());
    // cl_khr_icd 2.0.0: the slots of clGetPlatformIDs and clUnloadCompiler hold tags, so they are looked up by name.
    using Find = void *(CL_API_CALL *)(cl_platform_id, const char *);
    const auto find = reinterpret_cast<Find>(
        table.clGetExtensionFunctionAddressForPlatform(platform(), "clIcdGetFunctionAddressForPlatformKHR"));
    if (find) {
      table.clGetPlatformIDs = reinterpret_cast<cl_api_clGetPlatformIDs>(find(platform(), "clGetPlatformIDs"));
      table.clUnloadCompiler = reinterpret_cast<cl_api_clUnloadCompiler>(find(platform(), "clUnloadCompiler"));
    }
    return table;
  }();
  static const cl_icd_dispatch byLoader = loaderTable(direct);
  return route == Route::loader ? byLoader : direct;
}

void *foreignObject() {
  struct Foreign {
    const cl_icd_dispatch *dispatch;
    std::array<void *, 64> rest;
  };
  static Foreign object{&entryPoints(Route::direct), {}};
  return &object;
}

} // namespace weft::test
