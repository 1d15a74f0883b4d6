// Checks devices and lists of devices that are arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_DEVICES_H
#define WEFT_RUNTIME_API_DEVICES_H

#include "api/EntryPoint.h"
#include "core/objects/Context.h"

namespace weft::api {

/// Resolves a device of the context. CL_INVALID_DEVICE.
Result<RefPtr<core::Device>> resolveDevice(Call &call, const core::Context &context, cl_device_id device);

/// Resolves devices of the context. The result has each device once, in the order of the list. CL_INVALID_DEVICE.
Result<core::Devices> resolveDevices(Call &call, const core::Context &context, cl_uint count,
                                     const cl_device_id *devices);

/// Returns the devices for which a program will be built: those of the list, or all devices in `all` if the application
/// gives no list. CL_INVALID_VALUE if there is a list without a count or a count without a list; CL_INVALID_DEVICE.
Result<core::Devices> devicesToBuildFor(Call &call, const core::Devices &all, cl_uint count,
                                        const cl_device_id *devices);

} // namespace weft::api

#endif
