// The commands of a command-buffer as a graph that is ready to run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_COMMAND_GRAPH_H
#define WEFT_RUNTIME_CORE_COMMANDS_COMMAND_GRAPH_H

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/commands/RecordedCommand.h"

namespace weft::core {

/// The queues of a command-buffer, by which its commands name them. One may be there twice.
using CommandQueues = std::vector<RefPtr<CommandQueue>>;

/// A command runs before another one; both by their place in the list of commands.
struct CommandEdge {
  uint32_t before;
  uint32_t behind;
};

/// A command in the place of another one.
struct CommandChange {
  uint32_t node;
  RecordedCommand command;
};

/// Nodes are numbered as the commands were recorded, and each edge leads to a higher number. Never changes but for a
/// note on how long executions take: any number of them may use it at once.
class CommandGraph {
public:
  /// Takes the commands, in any case last: where it throws, they are left as they were. An edge may be there twice.
  CommandGraph(std::vector<RecordedCommand> &commands, std::span<const CommandEdge> edges);
  /// The same edges between other commands.
  CommandGraph(const CommandGraph &before, std::span<const CommandChange> changes);

  uint32_t size() const { return uint32_t(commands_.size()); }
  const RecordedCommand &command(uint32_t node) const { return commands_[node]; }
  /// Whether all of them can run.
  bool isComplete() const { return complete_; }
  /// The nodes that wait for none.
  std::span<const uint32_t> roots() const { return edges_->roots; }
  /// How many edges lead to the node.
  uint32_t waitsFor(uint32_t node) const { return edges_->waitsFor[node]; }
  /// Where the edges from the node lead.
  std::span<const uint32_t> behind(uint32_t node) const {
    const std::vector<uint32_t> &first = edges_->firstBehind;
    return std::span(edges_->behind).subspan(first[node], first[node + 1] - first[node]);
  }

  /// Whether its executions are worth waking workers for: a command is large, or an execution took long.
  bool isLarge() const;
  bool tookLong() const { return tookLong_.load(std::memory_order_relaxed); }
  void noteTookLong(bool took) const { tookLong_.store(took, std::memory_order_relaxed); }

private:
  /// What graphs have in common that come of each other.
  struct Edges {
    Edges(size_t nodes, std::span<const CommandEdge> edges);
    std::vector<uint32_t> waitsFor;
    std::vector<uint32_t> firstBehind; ///< one more than there are nodes
    std::vector<uint32_t> behind;
    std::vector<uint32_t> roots;
  };

  std::shared_ptr<const Edges> edges_;
  mutable std::atomic<bool> tookLong_{false};
  mutable std::atomic<bool> mayBeLarge_{true}; ///< a command was when somebody looked last, or nobody has
  bool complete_;
  std::vector<RecordedCommand> commands_;
};

} // namespace weft::core

#endif
