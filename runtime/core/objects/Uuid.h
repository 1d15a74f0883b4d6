// Identifiers of the device and the driver that are the same in all processes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_UUID_H
#define WEFT_RUNTIME_CORE_OBJECTS_UUID_H

#include <array>
#include <cstdint>

namespace weft::core {

class Device;

/// The 16 bytes of a UUID of version 8 (RFC 9562). It is a hash of facts about the device or driver that it identifies.
using Uuid = std::array<uint8_t, 16>;

/// Identifies the CPU of this machine, or a sub-device's CPUs. The UUID is the same for all processes and for every
/// version of the driver.
Uuid deviceUuid(const Device &device);
/// CL_DEVICE_ID_INTEL: a number for this model of CPU with this count of compute units. It is the same on all machines.
uint32_t deviceNumber(const Device &device);
/// Identifies this version of the driver.
Uuid driverUuid();

} // namespace weft::core

#endif
