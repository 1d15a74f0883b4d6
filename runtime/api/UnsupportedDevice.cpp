// Functions that this device does not support: cl_ext_device_fission, programs from built-in kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>

#include "api/Devices.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "core/objects/Context.h"
#include "core/objects/Device.h"

namespace weft::api {

using namespace core;

cl_int clCreateSubDevicesEXT(cl_device_id device, const cl_device_partition_property_ext *, cl_uint, cl_device_id *,
                             cl_uint *) {
  return run("clCreateSubDevicesEXT", [&](Call &call) -> Result<> {
    static_cast<void>(TRY(call.resolve<Device>(device)));
    return fail(CL_INVALID_VALUE, "cl_ext_device_fission is not among the device's extensions; clCreateSubDevices has "
                                  "taken its place.");
  });
}

cl_int clRetainDeviceEXT(cl_device_id device) { return api::clRetainDevice(device); }

cl_int clReleaseDeviceEXT(cl_device_id device) { return api::clReleaseDevice(device); }

cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint numDevices, const cl_device_id *devices,
                                             const char *names, cl_int *errcodeRet) {
  return create<cl_program>("clCreateProgramWithBuiltInKernels", errcodeRet, [&](Call &call) -> Result<cl_program> {
    const RefPtr<Context> itsContext = TRY(call.resolve<Context>(context));
    // CL_INVALID_VALUE: there are no devices.
    if (!devices || numDevices == 0)
      return fail(CL_INVALID_VALUE, "The list of devices is NULL or empty.");
    // CL_INVALID_DEVICE: a device is not in the context.
    static_cast<void>(TRY(resolveDevices(call, *itsContext, numDevices, devices)));
    // CL_INVALID_VALUE: there are no names, or no device has a kernel with the name.
    if (!names)
      return fail(CL_INVALID_VALUE, "The list of kernel names is NULL.");
    return fail(CL_INVALID_VALUE, "The device has no built-in kernels.");
  });
}

} // namespace weft::api
