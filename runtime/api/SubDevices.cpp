// Sub-devices, and their reference counts, which root devices don't have. OpenCL 3.0 section 4.3.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "core/objects/DevicePartition.h"

namespace weft::api {

using core::Device;

cl_int CL_API_CALL clCreateSubDevices(cl_device_id device, const cl_device_partition_property *properties,
                                      cl_uint numDevices, cl_device_id *devices, cl_uint *numDevicesRet) {
  return run("clCreateSubDevices", [&](Call &call) -> Result<> {
    const RefPtr<Device> parent = TRY(call.resolve<Device>(device));
    // CL_INVALID_VALUE: there are no properties.
    if (!properties)
      return fail(CL_INVALID_VALUE, "The list of properties is NULL.");
    core::Partition partition = TRY(core::partitionDevice(*parent, properties));
    const size_t count = partition.parts.size();
    // CL_INVALID_VALUE: the array is too small.
    if (devices && numDevices < count)
      return fail(CL_INVALID_VALUE,
                  concat("There would be ", count, " sub-devices; there is room for ", numDevices, "."));
    std::vector<RefPtr<Device>> made;
    for (size_t i = 0; devices && i < count; ++i)
      made.push_back(makeRef<Device>(*parent, std::move(partition.parts[i]), partition.type));
    for (size_t i = 0; i < made.size(); ++i)
      devices[i] = made[i]->publish();
    if (numDevicesRet)
      *numDevicesRet = static_cast<cl_uint>(count);
    return {};
  });
}

cl_int CL_API_CALL clRetainDevice(cl_device_id device) {
  return run("clRetainDevice", [&](Call &call) -> Result<> {
    const RefPtr<Device> object = TRY(call.resolve<Device>(device));
    if (object->parent())
      object->retainHandle();
    return {};
  });
}

cl_int CL_API_CALL clReleaseDevice(cl_device_id device) {
  return run("clReleaseDevice", [&](Call &call) -> Result<> {
    const RefPtr<Device> object = TRY(call.resolve<Device>(device));
    if (object->parent() && !object->releaseHandle())
      return std::unexpected(core::invalidHandle(device, Device::kind, Device::invalidCode));
    return {};
  });
}

} // namespace weft::api
