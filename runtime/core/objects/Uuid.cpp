// Identifiers of the device and the driver that are the same in all processes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/Uuid.h"

#include <xxhash.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "Text.h"
#include "core/objects/Device.h"
#include "core/objects/Version.h"

namespace weft::core {

namespace {

Uuid uuidFor(const std::string &what) {
  const XXH128_hash_t hash = XXH3_128bits(what.data(), what.size());
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, hash);
  Uuid uuid;
  std::copy(std::begin(bytes.digest), std::end(bytes.digest), uuid.begin());
  // RFC 9562 section 5.8: the version is in the high half of byte 6, and the variant in the two high bits of byte 8.
  uuid[6] = static_cast<uint8_t>((uuid[6] & 0x0F) | 0x80);
  uuid[8] = static_cast<uint8_t>((uuid[8] & 0x3F) | 0x80);
  return uuid;
}

} // namespace

Uuid deviceUuid(const Device &device) {
  // The machine's id distinguishes two machines with the same CPU. If the machine has no id, the UUID depends on the
  // CPU alone.
  std::string machine;
  std::getline(std::ifstream("/etc/machine-id"), machine);
  const cpu::Topology &topology = device.topology();
  std::string what = "weft device|" + machine + "|" + topology.vendor + "|" + topology.name;
  if (device.parent())
    for (const cpu::ComputeUnit &unit : device.units())
      for (unsigned cpu : unit.cpus)
        what += concat("|", cpu);
  return uuidFor(what);
}

uint32_t deviceNumber(const Device &device) {
  const std::string what = concat(device.topology().vendor, "|", device.topology().name, "|", device.computeUnits());
  return static_cast<uint32_t>(XXH3_64bits(what.data(), what.size()));
}

Uuid driverUuid() { return uuidFor("weft driver|" + platformVersion()); }

} // namespace weft::core
