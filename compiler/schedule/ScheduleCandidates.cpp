// Enumerates the schedules that a kernel may have, with the time that each is expected to take.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schedule/ScheduleCandidates.h"

#include <algorithm>
#include <array>
#include <utility>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

#include "analysis/PacketMapping.h"
#include "kernel/KernelAttributes.h"
#include "schedule/PacketCost.h"

using namespace llvm;

namespace weft::compiler {

bool mayHaveItems(const Function &kernel, unsigned dimension) {
  const std::array<uint64_t, 3> size = fixedLocalSize(kernel);
  return size[dimension] != 1 && (size[0] != 0 || size[dimension] == 0);
}

std::vector<ScheduleCandidate> listCandidates(Function &kernel, const LoopInfo &loops, ScalarEvolution &evolution,
                                              const BuiltinLibrary &builtins, const TargetProfile &profile) {
  std::vector<ScheduleCandidate> candidates;
  const auto addPackets = [&](unsigned width, unsigned dimension) {
    const PacketCost::Cycles cycles =
        estimatePacketAt(kernel, width, {.dimension = dimension}, loops, evolution, builtins, profile);
    candidates.push_back(
        {{.executor = ScheduleExecutor::packets, .width = width, .dimension = dimension}, cycles.packet / width});
    if (candidates.size() == 1) // the time of single work-items is the same in each estimate
      candidates.push_back({{.executor = ScheduleExecutor::loops}, cycles.workItems / width});
  };
  if (kernel.hasFnAttribute(subGroupsAttribute)) {
    addPackets(subGroupSize(kernel), 0);
    candidates.resize(1);
    return candidates;
  }
  const LocalIdCalls ids = findLocalIds(kernel);
  const auto [usual, widest] = profile.packets;
  for (const unsigned dimension : {0U, 1U, 2U}) {
    if (dimension != 0 && (ids[dimension].empty() || !mayHaveItems(kernel, dimension)))
      continue;
    for (unsigned width = std::max(2U, usual / 2); width <= std::max(2 * usual, widest); width *= 2)
      addPackets(width, dimension);
  }
  std::ranges::sort(candidates, {},
                    [](const ScheduleCandidate &one) { return std::pair(one.cycles, one.schedule.text()); });
  return candidates;
}

} // namespace weft::compiler
