// One execution of a command-buffer as a command.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_GRAPH_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_GRAPH_COMMAND_H

#include <atomic>
#include <memory>

#include "core/commands/CommandGraph.h"

namespace weft::core {

/// Its own job begins the nodes that wait for none. A thread that has ended a node goes on with one that has become
/// ready by that, so that a chain of small nodes is a loop; the others that have become ready, and large ones in any
/// case, are jobs of their own. It ends with the last of these jobs.
class GraphCommand final : public Command {
public:
  GraphCommand(CommandQueue &queue, cl_command_type type, std::shared_ptr<const CommandGraph> graph);
  ~GraphCommand() override;

private:
  class Node;
  class Roots final : public cpu::Work {
  public:
    explicit Roots(GraphCommand &command) : command_(command) {}
    uint64_t size() const override;
    void run(uint64_t begin, uint64_t end, cpu::Arena &arena) override;

  private:
    GraphCommand &command_;
  };

  cpu::Work *work() override;
  cl_int perform() override;
  bool isLarge() const override { return graph_->isLarge(); }
  void dropResources() override;

  /// Runs the node and, one after the other, nodes that become ready by that.
  void runFrom(Node &first, cpu::Arena &arena);
  /// At the end of what a job does, while the job keeps the command: wakes workers for later executions where this one
  /// takes long.
  void noteTime(cl_ulong begun) const;
  /// Pieces of what a node has to run, with a record of them where there is a trace.
  void runPieces(Node &node, uint64_t begin, uint64_t end, cpu::Arena &arena) const;
  /// False where the node, or the rest of it, is to be a job of its own.
  bool runHere(Node &node, cpu::Arena &arena) const;
  /// Starts jobs of the nodes that have become ready, save one that is returned where there is a small one and the
  /// caller `goesOn`.
  Node *ended(Node &node, bool goesOn);
  void submit(Node &node, bool wake);
  /// Whether this was the last job.
  bool jobEnded() { return jobs_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  /// What became of all nodes.
  cl_int outcome() const;

  std::shared_ptr<const CommandGraph> graph_;
  std::unique_ptr<Node[]> nodes_;
  Roots roots_{*this};
  std::atomic<uint32_t> jobs_{1};   ///< that have not ended; the command's own is one of them
  std::atomic<bool> failed_{false}; ///< an execution did; the application was told of the first
};

} // namespace weft::core

#endif
