// From edges to lists of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/CommandGraph.h"

#include <algorithm>

namespace weft::core {

CommandGraph::CommandGraph(std::vector<RecordedCommand> &commands, std::span<const CommandEdge> edges)
    : waitsFor_(commands.size()), firstBehind_(commands.size() + 1), behind_(edges.size()),
      large_(std::ranges::any_of(commands, &RecordedCommand::large)) {
  for (const CommandEdge &edge : edges) {
    ++waitsFor_[edge.behind];
    ++firstBehind_[edge.before + 1];
  }
  for (size_t node = 0; node < commands.size(); ++node)
    firstBehind_[node + 1] += firstBehind_[node];
  std::vector<uint32_t> next(firstBehind_.begin(), firstBehind_.end() - 1);
  for (const CommandEdge &edge : edges)
    behind_[next[edge.before]++] = edge.behind;
  for (uint32_t node = 0; node < commands.size(); ++node)
    if (waitsFor_[node] == 0)
      roots_.push_back(node);
  commands_ = std::move(commands);
}

} // namespace weft::core
