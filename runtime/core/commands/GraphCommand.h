// The command that executes a command-buffer once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_GRAPH_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_GRAPH_COMMAND_H

#include <atomic>
#include <memory>

#include "core/commands/CommandGraph.h"

namespace weft::core {

/// The command's own job starts the nodes (recorded commands) that wait for no other node. When a thread has run a
/// node, other nodes may become ready. The thread itself runs one of these next if it is small, so that a chain of
/// small nodes runs as a loop on one thread. It submits a job for each other node that is ready, and for every large
/// node. The command ends when the last of all these jobs ends.
///
/// A node runs on the pool of its queue's device. If an edge leads to a node of another device, the thread that ends
/// the first node submits a job for the second node to that device's pool. No thread of the application is needed for
/// that.
class GraphCommand final : public Command {
public:
  /// `queues` are the queues of the graph's nodes; the commands refer to them by index. The command must be enqueued in
  /// `home(queues)`. For all other queues, the caller must make the command wait for the queue's earlier commands, and
  /// the queue's later commands wait for it (enqueueAcross in runtime/api).
  GraphCommand(CommandQueues queues, cl_command_type type, std::shared_ptr<const CommandGraph> graph);
  ~GraphCommand() override;

  /// The queue in which the command is enqueued. Its device's pool starts the nodes, and threads that wait for the
  /// command help that pool. It is the first queue whose device has workers. So all nodes end, in whichever pool the
  /// application waits.
  static const RefPtr<CommandQueue> &home(const CommandQueues &queues);
  /// The queue of the command; null if the graph's commands belong to several queues.
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
  /// Runs the node `first` on this thread, which is a thread of the pool `currentPool`. As long as a node that has just
  /// ended makes another small node ready, the thread then runs that node.
  void runChain(Node &first, cpu::WorkerPool &currentPool, cpu::Arena &arena);
  /// Called at the end of a job's work, while the job keeps the command alive. `begun` is the time when the job began.
  /// If the job took long, later executions of the graph wake workers. If `isWhole` says that the job was the whole
  /// execution, and it did not take long, later executions no longer wake workers.
  void noteTime(cl_ulong begun, bool isWhole) const;
  /// Records how long the work of a node took, if that differs enough from what was expected.
  static void noteTime(const Node &node);
  /// Runs pieces of a node's work, and records them in the trace if there is one.
  void runPieces(Node &node, uint64_t begin, uint64_t end, cpu::Arena &arena);
  void runContent(Node &node, uint64_t begin, uint64_t end, cpu::Arena &arena);
  /// Runs the node on this thread. Returns false if the node is so large, or takes so long, that the caller must submit
  /// a job for its pieces, or for those that have not run yet.
  bool tryRunInline(Node &node, cpu::Arena &arena);
  /// Whether the node belongs to the pool `currentPool`, so that a thread of that pool may run the node directly.
  bool belongsTo(const Node &node, const cpu::WorkerPool &currentPool) const;
  /// Starts jobs for the nodes that have become ready by the end of `node`. If `mayContinue` is true, one small node of
  /// the pool `currentPool` gets no job: the function returns it for the caller to run.
  Node *ended(Node &node, const cpu::WorkerPool &currentPool, bool mayContinue);
  /// `begin` submits a job that runs the node and the nodes that follow it, as runChain does. `submit` submits the job
  /// that the node already has.
  void begin(Node &node, const cpu::WorkerPool &currentPool);
  void submit(Node &node, bool wake);
  /// Records the end of a job. Returns whether it was the last job.
  bool jobEnded() { return jobs_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  /// The status with which the whole command ends.
  cl_int outcome() const;

  const CommandQueues queues_;
  const bool isMultiQueue_;
  std::shared_ptr<const CommandGraph> graph_;
  const bool large_; ///< the result of CommandGraph::isLarge for this execution; stored because that function may have
                     ///< to check all nodes
  std::unique_ptr<Node[]> nodes_;
  Roots roots_{*this};
  std::atomic<uint32_t> jobs_{1};   ///< the number of jobs that have not ended, including the command's own job
  std::atomic<bool> failed_{false}; ///< a node has failed; only the first failure was reported to the application
};

} // namespace weft::core

#endif
