// Distributes the CPUs that the process may use to the workers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ComputeUnits.h"

#include <algorithm>

namespace weft::cpu {

std::vector<ComputeUnit> makeComputeUnits(const std::vector<UsableCpu> &cpus, unsigned count) {
  std::vector<ComputeUnit> units(count);
  for (size_t i = 0; i < count && !cpus.empty(); ++i) {
    const size_t begin = i * cpus.size() / count;
    const size_t end = std::max(begin + 1, (i + 1) * cpus.size() / count);
    units[i].affinity = cpus[begin].affinity;
    for (size_t cpu = begin; cpu < end; ++cpu)
      units[i].cpus.push_back(cpus[cpu].number);
  }
  return units;
}

} // namespace weft::cpu
