// The commands of a finalised command-buffer, as a graph that executions run.
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

/// The queues of a command-buffer; its commands refer to them by their indices. A queue may occur twice.
using CommandQueues = std::vector<RefPtr<CommandQueue>>;

/// An edge: one command runs before another. Both are indices into the list of commands.
struct CommandEdge {
  uint32_t before;
  uint32_t after;
};

/// A change of a graph: `node` gets another command.
struct CommandChange {
  uint32_t node;
  RecordedCommand command;
};

/// Each node is the index of a command in the order of recording, and each edge leads to a higher index. After its
/// construction, nothing in the graph changes but its notes of how long executions take. So any number of executions
/// may use a graph at once.
class CommandGraph {
public:
  /// Moves the commands out of `commands`, as its last step: if the constructor throws, `commands` is unchanged. The
  /// list of edges may contain an edge twice.
  CommandGraph(std::vector<RecordedCommand> &commands, std::span<const CommandEdge> edges);
  /// Makes a graph with the edges and the commands of `before`, except that `changes` replace some of the commands.
  CommandGraph(const CommandGraph &before, std::span<const CommandChange> changes);

  uint32_t size() const { return uint32_t(commands_.size()); }
  const RecordedCommand &command(uint32_t node) const { return commands_[node]; }
  /// Whether all commands can run: no launch lacks arguments (RecordedCommand::complete).
  bool isComplete() const { return complete_; }
  /// The nodes that wait for no other node.
  std::span<const uint32_t> roots() const { return edges_->roots; }
  /// How many edges lead to the node.
  uint32_t predecessorCount(uint32_t node) const { return edges_->predecessorCount[node]; }
  /// The nodes to which the edges from `node` lead.
  std::span<const uint32_t> after(uint32_t node) const {
    const std::vector<uint32_t> &first = edges_->firstAfter;
    return std::span(edges_->after).subspan(first[node], first[node + 1] - first[node]);
  }

  /// Whether workers should be woken for an execution of this graph: a command of the graph is large, or an earlier
  /// execution took long.
  bool isLarge() const;
  bool wasSlow() const { return wasSlow_.load(std::memory_order_relaxed); }
  void setSlow(bool took) const { wasSlow_.store(took, std::memory_order_relaxed); }

private:
  /// The edges. A graph shares them with the graphs that replace some of its commands.
  struct Edges {
    Edges(size_t nodes, std::span<const CommandEdge> edges);
    std::vector<uint32_t> predecessorCount;
    std::vector<uint32_t> firstAfter; ///< the index of each node's first successor; has one element more than there are
                                      ///< nodes
    std::vector<uint32_t> after;
    std::vector<uint32_t> roots;
  };

  std::shared_ptr<const Edges> edges_;
  mutable std::atomic<bool> wasSlow_{false};
  mutable std::atomic<bool> mayBeLarge_{true}; ///< false once a check has found that no command is large
  bool complete_;
  std::vector<RecordedCommand> commands_;
};

} // namespace weft::core

#endif
