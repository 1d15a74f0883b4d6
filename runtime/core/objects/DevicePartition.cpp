// Partitions a device into sub-devices: OpenCL 3.0 section 4.3.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/DevicePartition.h"

#include <algorithm>

#include "Text.h"

namespace weft::core {

namespace {

using Units = std::vector<cpu::ComputeUnit>;

struct Domain {
  cl_device_affinity_domain bit;
  cpu::AffinityLevel level;
};

/// The affinity domains, in the order in which CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE tries them.
constexpr Domain domains[] = {{CL_DEVICE_AFFINITY_DOMAIN_NUMA, cpu::AffinityLevel::numaNode},
                              {CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, cpu::AffinityLevel::cache4},
                              {CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, cpu::AffinityLevel::cache3},
                              {CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, cpu::AffinityLevel::cache2},
                              {CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, cpu::AffinityLevel::cache1}};

/// Groups the units by the memory that they share at this level. Returns one group if all units share one memory.
std::vector<Units> splitAt(const Units &units, cpu::AffinityLevel level) {
  std::vector<Units> parts;
  const auto memoryOf = [level](const cpu::ComputeUnit &unit) { return unit.affinity[static_cast<size_t>(level)]; };
  for (const cpu::ComputeUnit &unit : units) {
    auto part = std::ranges::find_if(
        parts, [&](const Units &candidate) { return memoryOf(candidate.front()) == memoryOf(unit); });
    if (part == parts.end())
      part = parts.insert(parts.end(), Units());
    part->push_back(unit);
  }
  return parts;
}

Result<Partition> equally(const Units &units, cl_device_partition_property count) {
  // CL_INVALID_VALUE: the sub-devices would have no compute units.
  if (count <= 0)
    return fail(CL_INVALID_VALUE, concat("A sub-device can't have ", count, " compute units."));
  // CL_INVALID_DEVICE_PARTITION_COUNT: `count` is larger than the device's count of compute units.
  if (static_cast<size_t>(count) > units.size())
    return fail(CL_INVALID_DEVICE_PARTITION_COUNT,
                concat("The device has ", units.size(), " compute units, fewer than the ", count, " asked for."));
  // Makes as many sub-devices as possible. This may be a single sub-device with all compute units.
  Partition partition{{}, {CL_DEVICE_PARTITION_EQUALLY, count, 0}};
  for (auto begin = units.begin(); units.end() - begin >= count; begin += count)
    partition.parts.emplace_back(begin, begin + count);
  return partition;
}

/// `counts` ends with CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, which is 0. A further 0 ends the list of properties after
/// it.
Result<Partition> byCounts(const Units &units, const cl_device_partition_property *counts) {
  Partition partition{{}, {CL_DEVICE_PARTITION_BY_COUNTS}};
  auto begin = units.begin();
  for (; *counts != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++counts) {
    // CL_INVALID_DEVICE_PARTITION_COUNT: the count is negative, or larger than the count of units that are left.
    if (*counts < 0 || *counts > units.end() - begin)
      return fail(CL_INVALID_DEVICE_PARTITION_COUNT,
                  concat("The counts ask for less than 0, or in total for more than the ", units.size(),
                         " compute units of the device."));
    partition.parts.emplace_back(begin, begin + *counts);
    partition.type.push_back(*counts);
    begin += *counts;
  }
  // CL_INVALID_VALUE: the list has no count.
  if (partition.parts.empty())
    return fail(CL_INVALID_VALUE, "The list of counts is empty.");
  partition.type.insert(partition.type.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  return partition;
}

Result<Partition> byAffinity(const Units &units, cl_device_affinity_domain wanted) {
  const bool next = wanted == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
  for (const Domain &domain : domains) {
    if (!next && domain.bit != wanted)
      continue;
    auto parts = splitAt(units, domain.level);
    if (parts.size() > 1)
      return Partition{
          std::move(parts),
          {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, static_cast<cl_device_partition_property>(domain.bit), 0}};
  }
  // CL_INVALID_VALUE: the value isn't a single domain, or the domain isn't among CL_DEVICE_PARTITION_AFFINITY_DOMAIN.
  return fail(CL_INVALID_VALUE, concat("The device can't be divided by the affinity domain ", hex(wanted), "."));
}

} // namespace

cl_device_affinity_domain affinityDomains(const Device &device) {
  cl_device_affinity_domain found = 0;
  for (const Domain &domain : domains)
    if (splitAt(device.units(), domain.level).size() > 1)
      found |= domain.bit | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
  return found;
}

cl_uint maxSubDevices(const Device &device) { return device.computeUnits() > 1 ? device.computeUnits() : 0; }

std::vector<cl_device_partition_property> partitionSchemes(const Device &device) {
  if (device.computeUnits() < 2)
    return {0};
  std::vector<cl_device_partition_property> schemes{CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS};
  if (affinityDomains(device) != 0)
    schemes.push_back(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
  return schemes;
}

Result<Partition> partitionDevice(const Device &device, const cl_device_partition_property *properties) {
  const cl_device_partition_property scheme = properties[0];
  // CL_INVALID_VALUE: the value is no scheme, or a scheme by which the device can't be partitioned.
  if (const auto known = partitionSchemes(device); scheme == 0 || std::ranges::find(known, scheme) == known.end())
    return fail(CL_INVALID_VALUE, concat("The partition scheme ", hex(scheme),
                                         " is not among the device's CL_DEVICE_PARTITION_PROPERTIES."));
  // CL_INVALID_VALUE: a value is missing, or there is more than one scheme. (The list of counts has an end of its own.)
  if (scheme != CL_DEVICE_PARTITION_BY_COUNTS && (properties[1] == 0 || properties[2] != 0))
    return fail(CL_INVALID_VALUE, "The properties are not one way of partitioning and its value.");
  if (scheme == CL_DEVICE_PARTITION_EQUALLY)
    return equally(device.units(), properties[1]);
  if (scheme == CL_DEVICE_PARTITION_BY_COUNTS)
    return byCounts(device.units(), properties + 1);
  return byAffinity(device.units(), static_cast<cl_device_affinity_domain>(properties[1]));
}

} // namespace weft::core
