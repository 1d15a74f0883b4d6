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
///
/// Nodes run on the pool of their queue's device. Where an edge leads from one device to another, the thread that ends
/// the one node submits the other: no thread of the host has a part in it.
class GraphCommand final : public Command {
public:
  /// In the queues of the graph's nodes, in the order of their numbers. To be enqueued in `home(queues)`; what has to
  /// be done for the others is the caller's.
  GraphCommand(CommandQueues queues, cl_command_type type, std::shared_ptr<const CommandGraph> graph);
  ~GraphCommand() override;

  /// Whose workers begin the nodes, and where those who wait help: the first that has workers, so that all nodes end
  /// wherever the application waits.
  static const RefPtr<CommandQueue> &home(const CommandQueues &queues);
  /// Null where there are several.
  CommandQueue *queue() const override { return severalQueues_ ? nullptr : Command::queue(); }

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
  bool isLarge() const override { return large_; }
  void dropResources() override;

  CommandQueue &queueOf(const Node &node) const;
  cpu::WorkerPool &poolOf(const Node &node) const;
  /// Runs the node and, one after the other, nodes that become ready by that, on a thread of the pool `here`.
  void runFrom(Node &first, cpu::WorkerPool &here, cpu::Arena &arena);
  /// At the end of what a job does, while the job keeps the command: has workers woken for later executions where this
  /// one takes long, and no longer where all of it didn't.
  void noteTime(cl_ulong begun, bool isWhole) const;
  /// What the work of a node took, where that is news.
  static void noteTime(const Node &node);
  /// Pieces of what a node has to run, with a record of them where there is a trace.
  void runPieces(Node &node, uint64_t begin, uint64_t end, cpu::Arena &arena);
  void runContent(Node &node, uint64_t begin, uint64_t end, cpu::Arena &arena);
  /// False where the node, or the rest of it, is to be a job of its own.
  bool runHere(Node &node, cpu::Arena &arena);
  /// Whether a thread of the pool `here` may run it as it is.
  bool belongsTo(const Node &node, const cpu::WorkerPool &here) const;
  /// Starts jobs of the nodes that have become ready, save one that is returned where there is a small one of the pool
  /// `here` and the caller `goesOn`.
  Node *ended(Node &node, const cpu::WorkerPool &here, bool goesOn);
  /// Makes the node, and what comes behind it, a job of its own.
  void begin(Node &node, const cpu::WorkerPool &here);
  void submit(Node &node, bool wake);
  /// Whether this was the last job.
  bool jobEnded() { return jobs_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  /// What became of all nodes.
  cl_int outcome() const;

  const CommandQueues queues_;
  const bool severalQueues_;
  std::shared_ptr<const CommandGraph> graph_;
  const bool large_; ///< the graph's, asked once: it may have to look at all nodes
  std::unique_ptr<Node[]> nodes_;
  Roots roots_{*this};
  std::atomic<uint32_t> jobs_{1};   ///< that have not ended; the command's own is one of them
  std::atomic<bool> failed_{false}; ///< an execution did; the application was told of the first
};

} // namespace weft::core

#endif
