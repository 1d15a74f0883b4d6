// Partitions a device into sub-devices.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_DEVICE_PARTITION_H
#define WEFT_RUNTIME_CORE_OBJECTS_DEVICE_PARTITION_H

#include <CL/cl.h>

#include <vector>

#include "core/objects/Device.h"

namespace weft::core {

/// CL_DEVICE_PARTITION_PROPERTIES: the partition schemes by which the device can be divided into at least two
/// sub-devices.
std::vector<cl_device_partition_property> partitionSchemes(const Device &device);

/// CL_DEVICE_PARTITION_AFFINITY_DOMAIN: the levels of the memory hierarchy (NUMA nodes, caches of a level) at which the
/// device's CPUs don't all share one node or cache.
cl_device_affinity_domain affinityDomains(const Device &device);

/// The answer to CL_DEVICE_PARTITION_MAX_SUB_DEVICES.
cl_uint maxSubDevices(const Device &device);

/// The sub-devices that clCreateSubDevices creates from a device.
struct Partition {
  std::vector<std::vector<cpu::ComputeUnit>> parts; ///< the compute units of each sub-device
  /// CL_DEVICE_PARTITION_TYPE of each sub-device: the given properties, with the final 0. If they contain
  /// CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, the domain that was chosen replaces this value.
  std::vector<cl_device_partition_property> type;
};

/// `properties` is not NULL. Errors: CL_INVALID_VALUE, also if partitionSchemes doesn't return the requested scheme or
/// affinityDomains doesn't return the requested domain; CL_INVALID_DEVICE_PARTITION_COUNT.
Result<Partition> partitionDevice(const Device &device, const cl_device_partition_property *properties);

} // namespace weft::core

#endif
