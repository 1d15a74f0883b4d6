// Identifiers of the device and the driver that stay the same from process to process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_UUID_H
#define WEFT_RUNTIME_CORE_OBJECTS_UUID_H

#include <array>
#include <cstdint>

namespace weft::core {

class Device;

/// The 16 bytes of a UUID in version 8 of RFC 9562, made from a hash of what it identifies.
using Uuid = std::array<uint8_t, 16>;

/// Identifies the CPU of this machine, or a sub-device's CPUs. It is the same for all processes, and for every version
/// of the driver.
Uuid deviceUuid(const Device &device);
/// CL_DEVICE_ID_INTEL: a number for this kind of CPU with this number of compute units, in whichever machine it is.
uint32_t deviceNumber(const Device &device);
/// Identifies this version of the driver.
Uuid driverUuid();

} // namespace weft::core

#endif
