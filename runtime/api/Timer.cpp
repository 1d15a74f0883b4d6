// Entry points that read the device and host timers (OpenCL 3.0 section 4.3).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "core/objects/Device.h"

namespace weft::api {

cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *deviceTime, cl_ulong *hostTime) {
  return run("clGetDeviceAndHostTimer", [&](Call &call) -> Result<> {
    TRY(call.resolve<core::Device>(device));
    // CL_INVALID_VALUE: there is no address to write to.
    if (!deviceTime || !hostTime)
      return fail(CL_INVALID_VALUE, "device_timestamp or host_timestamp is NULL.");
    // The device is the host: both read the same clock.
    *deviceTime = *hostTime = core::Device::now();
    return {};
  });
}

cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong *hostTime) {
  return run("clGetHostTimer", [&](Call &call) -> Result<> {
    TRY(call.resolve<core::Device>(device));
    // CL_INVALID_VALUE: there is no address to write to.
    if (!hostTime)
      return fail(CL_INVALID_VALUE, "host_timestamp is NULL.");
    *hostTime = core::Device::now();
    return {};
  });
}

} // namespace weft::api
