// Reads properties of the machine, restricted to what this process may use.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "Device.h"
#include "scheduler/CgroupLimits.h"

namespace weft::cpu {

namespace {

/// The first processor of /proc/cpuinfo. Only this first part of the file is read, because the system generates the
/// text of each processor during the read: on a large machine, the whole file takes milliseconds.
struct CpuInfo {
  std::map<std::string, std::string> fields;

  std::string field(const char *name) const {
    const auto found = fields.find(name);
    return found == fields.end() ? std::string() : found->second;
  }
};

CpuInfo readCpuInfo() {
  CpuInfo info;
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(':');
    if (line.empty() && !info.fields.empty())
      break;
    if (colon == std::string::npos)
      continue;
    const size_t nameEnd = line.find_last_not_of(" \t", colon == 0 ? 0 : colon - 1);
    const size_t valueBegin = line.find_first_not_of(" \t", colon + 1);
    if (nameEnd == std::string::npos || valueBegin == std::string::npos)
      continue;
    info.fields.emplace(line.substr(0, nameEnd + 1), line.substr(valueBegin));
  }
  return info;
}

/// Arm's cores don't report their vendor's name, only its number (MIDR_EL1.Implementer).
std::string vendorOf(const CpuInfo &info) {
  if (const std::string vendor = info.field("vendor_id"); !vendor.empty())
    return vendor;
  const std::string implementer = info.field("CPU implementer");
  return implementer == "0x41" ? "ARM" : implementer.empty() ? "unknown" : "implementer " + implementer;
}

uint32_t pciVendorId(const std::string &vendor) {
  if (vendor == "GenuineIntel")
    return 0x8086;
  if (vendor == "AuthenticAMD")
    return 0x1022;
  if (vendor == "ARM")
    return 0x13b5;
  return 0;
}

std::string nameOf(const CpuInfo &info) {
  std::string name = info.field("model name");
  if (name.empty()) {
    utsname system;
    name = uname(&system) == 0 ? std::string(system.machine) + " CPU" : "CPU";
  }
  // Brand strings are padded with spaces.
  name.erase(std::unique(name.begin(), name.end(), [](char a, char b) { return a == ' ' && b == ' '; }), name.end());
  while (name.ends_with(' '))
    name.pop_back();
  return name;
}

uint64_t clockOf(const CpuInfo &info) {
  uint64_t kiloHertz = 0;
  std::ifstream("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq") >> kiloHertz;
  return kiloHertz != 0 ? kiloHertz / 1000 : uint64_t(std::lround(std::atof(info.field("cpu MHz").c_str())));
}

/// Returns the numbers of the CPUs in the process's affinity mask, in ascending order. The mask may have any size.
std::vector<unsigned> affinityCpus() {
  std::vector<unsigned> cpus;
  for (int most = 1024; most <= 1 << 20 && cpus.empty(); most *= 4) {
    cpu_set_t *set = CPU_ALLOC(most);
    if (set == nullptr)
      break;
    const size_t bytes = CPU_ALLOC_SIZE(most);
    if (sched_getaffinity(0, bytes, set) == 0)
      for (int cpu = 0; cpu < most; ++cpu)
        if (CPU_ISSET_S(cpu, bytes, set))
          cpus.push_back(unsigned(cpu));
    CPU_FREE(set);
  }
  for (long cpu = 0, count = std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)); cpus.empty() && cpu < count; ++cpu)
    cpus.push_back(unsigned(cpu));
  return cpus;
}

/// Returns the number of 32-bit lanes of the widest vector register.
unsigned vectorWidth() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f"))
    return 16;
  return __builtin_cpu_supports("avx") ? 8 : 4;
#else
  return 4;
#endif
}

} // namespace

Topology readTopology() {
  const CpuInfo info = readCpuInfo();
  const CgroupLimits limits = readCgroupLimits();
  Topology topology;
  topology.name = nameOf(info);
  topology.vendor = vendorOf(info);
  topology.vendorId = pciVendorId(topology.vendor);
  topology.maxClockMHz = clockOf(info);
  topology.cpus = affinityCpus();
  topology.usableCpus = unsigned(topology.cpus.size());
  if (limits.cpus > 0)
    topology.usableCpus = std::clamp(unsigned(std::ceil(std::min(limits.cpus, 1e6))), 1u, topology.usableCpus);
  topology.globalMemoryBytes = uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
  if (limits.memoryBytes != 0)
    topology.globalMemoryBytes = std::min(topology.globalMemoryBytes, limits.memoryBytes);
  topology.floatVectorWidth = vectorWidth();
  return topology;
}

} // namespace weft::cpu
