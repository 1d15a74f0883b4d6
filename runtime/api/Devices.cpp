// Checks devices and lists of devices that are arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/Devices.h"

#include <algorithm>

#include "core/objects/Device.h"

namespace weft::api {

namespace {

bool holds(const core::Devices &devices, const core::Device &device) {
  return std::ranges::any_of(devices, [&](const auto &one) { return one.get() == &device; });
}

Result<core::Devices> resolveAmong(Call &call, const core::Devices &all, cl_uint count, const cl_device_id *devices) {
  core::Devices list;
  for (cl_uint i = 0; i < count; ++i) {
    RefPtr<core::Device> device = TRY(call.resolve<core::Device>(devices[i]));
    // CL_INVALID_DEVICE: the device is none of these devices.
    if (!holds(all, *device))
      return fail(CL_INVALID_DEVICE, "A device is not among those of the context or program.");
    if (!holds(list, *device))
      list.push_back(std::move(device));
  }
  return list;
}

} // namespace

Result<RefPtr<core::Device>> resolveDevice(Call &call, const core::Context &context, cl_device_id device) {
  return TRY(resolveAmong(call, context.devices(), 1, &device)).front();
}

Result<core::Devices> resolveDevices(Call &call, const core::Context &context, cl_uint count,
                                     const cl_device_id *devices) {
  return resolveAmong(call, context.devices(), count, devices);
}

Result<core::Devices> devicesToBuildFor(Call &call, const core::Devices &all, cl_uint count,
                                        const cl_device_id *devices) {
  // CL_INVALID_VALUE: a count without a list, or a list without a count.
  if ((count == 0) != (devices == nullptr))
    return fail(CL_INVALID_VALUE, "The list of devices and their number contradict each other.");
  if (count == 0)
    return all;
  return resolveAmong(call, all, count, devices);
}

} // namespace weft::api
