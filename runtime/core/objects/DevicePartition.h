// Partitions a device into sub-devices.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_DEVICE_PARTITION_H
#define WEFT_RUNTIME_CORE_OBJECTS_DEVICE_PARTITION_H

#include <CL/cl.h>

#include <vector>

#include "core/objects/Device.h"

namespace weft::core {

/// CL_DEVICE_PARTITION_PROPERTIES: the schemes that result in at least two sub-devices.
std::vector<cl_device_partition_property> partitionSchemes(const Device &device);

/// CL_DEVICE_PARTITION_AFFINITY_DOMAIN: the kinds of memory of which the device's CPUs have more than one.
cl_device_affinity_domain affinityDomains(const Device &device);

/// The answer to CL_DEVICE_PARTITION_MAX_SUB_DEVICES.
cl_uint maxSubDevices(const Device &device);

/// The sub-devices that clCreateSubDevices creates from a device.
struct Partition {
  std::vector<std::vector<cpu::ComputeUnit>> parts; ///< the compute units of each sub-device
  /// CL_DEVICE_PARTITION_TYPE of each sub-device: the given properties. For
  /// CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, the domain that was found replaces it. The list ends with 0.
  std::vector<cl_device_partition_property> type;
};

/// `properties` is not NULL. Errors: CL_INVALID_VALUE, also for a scheme or domain that the functions above don't
/// return; CL_INVALID_DEVICE_PARTITION_COUNT.
Result<Partition> partitionDevice(const Device &device, const cl_device_partition_property *properties);

} // namespace weft::core

#endif
