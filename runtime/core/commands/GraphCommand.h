// One execution of a command-buffer as a command.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_GRAPH_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_GRAPH_COMMAND_H

#include <atomic>
#include <memory>

#include "core/commands/CommandGraph.h"

namespace weft::core {

/// The command's own job begins the nodes that wait for no other. A thread that has ended a node goes on with a node
/// that has become ready by that, so a chain of small nodes is a loop. The other nodes that have become ready are jobs
/// of their own, and large nodes always are. The command ends with the last of these jobs.
///
/// A node runs on the pool of its queue's device. Where an edge leads from one device to another, the thread that ends
/// the first node submits the second: no thread of the host takes part.
class GraphCommand final : public Command {
public:
  /// `queues` are the queues of the graph's nodes, by the queue numbers of their commands. The command is to be
  /// enqueued in `home(queues)`; the caller does what the other queues need.
  GraphCommand(CommandQueues queues, cl_command_type type, std::shared_ptr<const CommandGraph> graph);
  ~GraphCommand() override;

  /// The queue whose device's workers begin the nodes, and in whose pool waiting threads help. It is the first queue
  /// whose device has workers, so that all nodes end wherever the application waits.
  static const RefPtr<CommandQueue> &home(const CommandQueues &queues);
  /// Null where the graph has several queues.
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
  /// Runs the node and then, one after the other, nodes that become ready by that, on a thread of the pool
  /// `currentPool`.
  void runChain(Node &first, cpu::WorkerPool &currentPool, cpu::Arena &arena);
  /// Called at the end of a job's work, while the job keeps the command alive. Where this execution took long, workers
  /// are woken for later executions. That ends where a whole execution didn't take long.
  void noteTime(cl_ulong begun, bool isWhole) const;
  /// Notes how long the work of a node took, where that is news.
  static void noteTime(const Node &node);
  /// Runs pieces of a node's work, and records them where there is a trace.
  void runPieces(Node &node, uint64_t begin, uint64_t end, cpu::Arena &arena);
  void runContent(Node &node, uint64_t begin, uint64_t end, cpu::Arena &arena);
  /// Runs the node on this thread. Returns false where the node, or the rest of it, is to be a job of its own.
  bool tryRunInline(Node &node, cpu::Arena &arena);
  /// Whether the node belongs to the pool `currentPool`, so that a thread of it may run the node directly.
  bool belongsTo(const Node &node, const cpu::WorkerPool &currentPool) const;
  /// Starts jobs for the nodes that have become ready by the end of `node`. If the caller `mayContinue`, it returns a
  /// small one of them that belongs to the pool `currentPool`, without starting a job for it.
  Node *ended(Node &node, const cpu::WorkerPool &currentPool, bool mayContinue);
  /// Makes a job of the node and of what follows it.
  void begin(Node &node, const cpu::WorkerPool &currentPool);
  void submit(Node &node, bool wake);
  /// Notes the end of a job. Returns whether it was the last job.
  bool jobEnded() { return jobs_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  /// The status of the whole execution.
  cl_int outcome() const;

  const CommandQueues queues_;
  const bool isMultiQueue_;
  std::shared_ptr<const CommandGraph> graph_;
  const bool large_; ///< CommandGraph::isLarge, called once: it may have to look at all nodes
  std::unique_ptr<Node[]> nodes_;
  Roots roots_{*this};
  std::atomic<uint32_t> jobs_{1};   ///< jobs that have not ended, the command's own among them
  std::atomic<bool> failed_{false}; ///< an execution of a node failed; the application was told of the first failure
};

} // namespace weft::core

#endif
