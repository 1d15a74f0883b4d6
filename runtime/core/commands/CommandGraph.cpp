// Converts the list of edges of a command graph into adjacency lists.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/CommandGraph.h"

#include <algorithm>

namespace weft::core {

CommandGraph::Edges::Edges(size_t nodes, std::span<const CommandEdge> edges)
    : predecessorCount(nodes), firstAfter(nodes + 1), after(edges.size()) {
  for (const CommandEdge &edge : edges) {
    ++predecessorCount[edge.after];
    ++firstAfter[edge.before + 1];
  }
  for (size_t node = 0; node < nodes; ++node)
    firstAfter[node + 1] += firstAfter[node];
  std::vector<uint32_t> next(firstAfter.begin(), firstAfter.end() - 1);
  for (const CommandEdge &edge : edges)
    after[next[edge.before]++] = edge.after;
  for (uint32_t node = 0; node < nodes; ++node)
    if (predecessorCount[node] == 0)
      roots.push_back(node);
}

CommandGraph::CommandGraph(std::vector<RecordedCommand> &commands, std::span<const CommandEdge> edges)
    : edges_(std::make_shared<const Edges>(commands.size(), edges)),
      complete_(std::ranges::all_of(commands, &RecordedCommand::complete)), commands_(std::move(commands)) {}

CommandGraph::CommandGraph(const CommandGraph &before, std::span<const CommandChange> changes)
    : edges_(before.edges_), wasSlow_(before.wasSlow()), commands_(before.commands_) {
  for (const CommandChange &change : changes)
    commands_[change.node] = change.command;
  complete_ = std::ranges::all_of(commands_, &RecordedCommand::complete);
}

bool CommandGraph::isLarge() const {
  if (wasSlow())
    return true;
  if (!mayBeLarge_.load(std::memory_order_relaxed))
    return false;
  // If no command is large, that is stored, and the commands aren't asked again. A command that becomes large later
  // makes executions slow, and then wasSlow() is true.
  const bool isLarge = std::ranges::any_of(commands_, &RecordedCommand::isLarge);
  if (!isLarge)
    mayBeLarge_.store(false, std::memory_order_relaxed);
  return isLarge;
}

} // namespace weft::core
