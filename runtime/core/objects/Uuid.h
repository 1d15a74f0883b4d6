// Identifiers of the device and the driver that stay the same from process to process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_UUID_H
#define WEFT_RUNTIME_CORE_OBJECTS_UUID_H

#include <array>
#include <cstdint>

namespace weft::core {

class Device;

/// The 16 bytes of a UUID in RFC 9562's version 8: made from a hash of what the identifier stands for.
using Uuid = std::array<uint8_t, 16>;

/// The CPU of this machine, or for a sub-device its CPUs. The same for all processes, and for every version of the
/// driver.
Uuid deviceUuid(const Device &device);
/// CL_DEVICE_ID_INTEL: a number for the kind of CPU with so many compute units, whichever machine it is in.
uint32_t deviceNumber(const Device &device);
/// This version of the driver.
Uuid driverUuid();

} // namespace weft::core

#endif
