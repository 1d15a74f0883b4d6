// Reads the limits of this process's control groups (see cgroups(7) and proc_pid_mountinfo(5)).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/CgroupLimits.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

namespace weft::cpu {

namespace {

/// A mounted hierarchy of control groups.
struct Hierarchy {
  std::string mountPoint;
  std::string mountRoot;                ///< the path of the group that the mount point shows
  std::vector<std::string> controllers; ///< empty for version 2
};

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    parts.push_back(part);
  return parts;
}

bool contains(const std::vector<std::string> &list, const std::string &item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

std::vector<Hierarchy> readHierarchies(const std::string &root) {
  std::vector<Hierarchy> hierarchies;
  std::ifstream file(root + "/proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    // id parent device root mount-point options [tags...] - type source super-options
    const std::vector<std::string> fields = split(line, ' ');
    const auto dash = std::find(fields.begin(), fields.end(), "-");
    if (fields.size() < 6 || fields.end() - dash < 4)
      continue;
    if (dash[1] == "cgroup2")
      hierarchies.push_back({fields[4], fields[3], {}});
    else if (dash[1] == "cgroup")
      hierarchies.push_back({fields[4], fields[3], split(dash[3], ',')});
  }
  return hierarchies;
}

std::vector<std::string> readLines(const std::string &path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    lines.push_back(line);
  return lines;
}

/// Returns the process's group in the hierarchy, as a path below the mount point; "" if the mount point itself is the
/// group. `groups` are the lines of /proc/self/cgroup.
std::string groupIn(const Hierarchy &hierarchy, const std::vector<std::string> &groups) {
  for (const std::string &line : groups) {
    // number:controllers:path, the path may hold colons
    const size_t first = line.find(':');
    const size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos)
      continue;
    const std::vector<std::string> controllers = split(line.substr(first + 1, second - first - 1), ',');
    const bool matches = hierarchy.controllers.empty()
                             ? controllers.empty()
                             : std::any_of(controllers.begin(), controllers.end(), [&](const std::string &controller) {
                                 return contains(hierarchy.controllers, controller);
                               });
    if (!matches)
      continue;
    std::string path = line.substr(second + 1);
    if (hierarchy.mountRoot != "/") {
      // If the process's group isn't below the group that the mount point shows, the mount point is taken to be the
      // process's group: in a container it often is.
      if (!(path + '/').starts_with(hierarchy.mountRoot + '/'))
        return {};
      path.erase(0, hierarchy.mountRoot.size());
    }
    return path == "/" ? std::string() : path;
  }
  return {};
}

std::optional<std::string> readLine(const std::string &path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line))
    return std::nullopt;
  return line;
}

/// Reads a number. Returns nothing for "max" and -1, and if there is no number.
std::optional<double> readNumber(std::istream &stream) {
  double number;
  if (stream >> number && number > 0)
    return number;
  return std::nullopt;
}

std::optional<double> readNumberFrom(const std::string &path) {
  std::ifstream file(path);
  return readNumber(file);
}

void limitCpus(CgroupLimits &limits, double quota, double period) {
  const double cpus = quota / period;
  limits.cpus = limits.cpus == 0 ? cpus : std::min(limits.cpus, cpus);
}

void limitMemory(CgroupLimits &limits, double bytes) {
  // In version 1 of control groups, a number near the largest integer means "no limit".
  if (bytes >= 0x1p62)
    return;
  const auto limit = uint64_t(bytes);
  limits.memoryBytes = limits.memoryBytes == 0 ? limit : std::min(limits.memoryBytes, limit);
}

void applyGroup(CgroupLimits &limits, const Hierarchy &hierarchy, const std::string &folder) {
  if (hierarchy.controllers.empty()) {
    if (const auto line = readLine(folder + "/cpu.max")) {
      std::istringstream stream(*line);
      const auto quota = readNumber(stream);
      const auto period = readNumber(stream);
      if (quota && period)
        limitCpus(limits, *quota, *period);
    }
    if (const auto bytes = readNumberFrom(folder + "/memory.max"))
      limitMemory(limits, *bytes);
    return;
  }
  if (contains(hierarchy.controllers, "cpu")) {
    const auto quota = readNumberFrom(folder + "/cpu.cfs_quota_us");
    const auto period = readNumberFrom(folder + "/cpu.cfs_period_us");
    if (quota && period)
      limitCpus(limits, *quota, *period);
  }
  if (contains(hierarchy.controllers, "memory"))
    if (const auto bytes = readNumberFrom(folder + "/memory.limit_in_bytes"))
      limitMemory(limits, *bytes);
}

} // namespace

CgroupLimits readCgroupLimits(const std::string &root) {
  CgroupLimits limits;
  const std::vector<std::string> groups = readLines(root + "/proc/self/cgroup");
  for (const Hierarchy &hierarchy : readHierarchies(root)) {
    std::string group = groupIn(hierarchy, groups);
    for (;;) {
      applyGroup(limits, hierarchy, root + hierarchy.mountPoint + group);
      if (group.empty())
        break;
      group.erase(group.rfind('/') == std::string::npos ? 0 : group.rfind('/'));
    }
  }
  return limits;
}

} // namespace weft::cpu
