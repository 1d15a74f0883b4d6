// The limits of this process's control groups, by which containers limit CPU time and memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_SCHEDULER_CGROUP_LIMITS_H
#define WEFT_DEVICE_CPU_SCHEDULER_CGROUP_LIMITS_H

#include <cstdint>
#include <string>

namespace weft::cpu {

struct CgroupLimits {
  double cpus = 0;          ///< CPU time per unit of time, 0 for no limit
  uint64_t memoryBytes = 0; ///< 0 for no limit
};

/// Returns the least limits of the process's control groups (of versions 1 and 2) and of the groups that contain them.
/// `root` is put before each absolute path that is read; only tests pass one.
CgroupLimits readCgroupLimits(const std::string &root = {});

} // namespace weft::cpu

#endif
