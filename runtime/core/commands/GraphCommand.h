// One execution of a command-buffer as a command.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_GRAPH_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_GRAPH_COMMAND_H

#include <atomic>
#include <memory>

#include "core/commands/CommandGraph.h"

namespace weft::core {

/// The command's own job begins the nodes that wait for no other node. A thread that has ended a node goes on with a
/// node that has become ready by that, so a chain of small nodes runs as a loop. The other nodes that have become ready
/// get jobs of their own, and so does every large node. The command ends with the last of these jobs.
///
/// A node runs on the pool of its queue's device. Where an edge leads from one device to another, the thread that ends
/// the first node submits the second. So no thread of the host takes part.
class GraphCommand final : public Command {
public:
  /// `queues` are the queues of the graph's nodes; the commands refer to them by index. The command must be enqueued in
  /// `home(queues)`. The caller must order it with the commands of the other queues (api's enqueueAcross).
  GraphCommand(CommandQueues queues, cl_command_type type, std::shared_ptr<const CommandGraph> graph);
  ~GraphCommand() override;

  /// The queue whose device's workers begin the nodes, and in whose pool waiting threads help. It is the first queue
  /// whose device has workers, so that all nodes end wherever the application waits.
  static const RefPtr<CommandQueue> &home(const CommandQueues &queues);
  /// The queue; null where the graph has several queues.
  CommandQueue *queue() const override { return isMultiQueue_ ? nullptr : Command::queue(); }

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
  /// Runs the node on a thread of the pool `currentPool`, and then, one after the other, nodes that become ready by
  /// that.
  void runChain(Node &first, cpu::WorkerPool &currentPool, cpu::Arena &arena);
  /// Called at the end of a job's work, while the job keeps the command alive. If this execution took long, workers are
  /// woken for later executions. That stops once a whole execution didn't take long.
  void noteTime(cl_ulong begun, bool isWhole) const;
  /// Records how long the work of a node took, if that differs enough from what was expected.
  static void noteTime(const Node &node);
  /// Runs pieces of a node's work, and records them in the trace if there is one.
  void runPieces(Node &node, uint64_t begin, uint64_t end, cpu::Arena &arena);
  void runContent(Node &node, uint64_t begin, uint64_t end, cpu::Arena &arena);
  /// Runs the node on this thread. Returns false where the node, or the rest of it, must become a job of its own.
  bool tryRunInline(Node &node, cpu::Arena &arena);
  /// Whether the node belongs to the pool `currentPool`, so that a thread of that pool may run the node directly.
  bool belongsTo(const Node &node, const cpu::WorkerPool &currentPool) const;
  /// Starts jobs for the nodes that have become ready by the end of `node`. If the caller `mayContinue`, the function
  /// returns one small node of these that belongs to the pool `currentPool`, and starts no job for it.
  Node *ended(Node &node, const cpu::WorkerPool &currentPool, bool mayContinue);
  /// `begin` makes a job of the node and of the nodes that follow it; `submit` submits the job.
  void begin(Node &node, const cpu::WorkerPool &currentPool);
  void submit(Node &node, bool wake);
  /// Records the end of a job. Returns whether it was the last job.
  bool jobEnded() { return jobs_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  /// The status of the whole execution.
  cl_int outcome() const;

  const CommandQueues queues_;
  const bool isMultiQueue_;
  std::shared_ptr<const CommandGraph> graph_;
  const bool large_; ///< the result of CommandGraph::isLarge, which is called once, because it may have to check all
                     ///< nodes
  std::unique_ptr<Node[]> nodes_;
  Roots roots_{*this};
  std::atomic<uint32_t> jobs_{1};   ///< the count of jobs that have not ended, with the command's own job
  std::atomic<bool> failed_{false}; ///< a node has failed; only the first failure was reported to the application
};

} // namespace weft::core

#endif
