// Runs the commands of a command-buffer, each as soon as the commands that it waits for have ended.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/GraphCommand.h"

#include <algorithm>
#include <optional>

#include "core/commands/CommandQueue.h"
#include "core/objects/Device.h"
#include "core/objects/PoolThread.h"

namespace weft::core {

/// The state that one execution of a command-buffer has for each node, that is, each recorded command.
class GraphCommand::Node final : public cpu::Work, private cpu::Completion {
public:
  void set(GraphCommand &command, uint32_t number) {
    command_ = &command;
    number_ = number;
    pendingPredecessors_.store(command.graph_->predecessorCount(number), std::memory_order_relaxed);
    if (const auto &launch = recorded().launch) {
      execution_.emplace(launch->launch());
      time.start(core::wantsDuration(*launch));
    }
  }

  uint32_t number() const { return number_; }
  const RecordedCommand &recorded() const { return command_->graph_->command(number_); }
  /// The work of the node; null if there is nothing to run.
  cpu::Work *content() { return execution_ ? &*execution_ : recorded().transfer.get(); }
  cpu::LaunchExecution *execution() { return execution_ ? &*execution_ : nullptr; }
  cpu::Job &job() { return job_; }

  /// Called when one of the nodes before this node has ended. Returns whether it was the last of them.
  bool becomesReady() { return pendingPredecessors_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

  /// What the node's job does.
  enum class Role {
    none,   ///< the node has no job
    chain,  ///< runs this node and the nodes that follow it
    rest,   ///< like `chain`, but the thread has stopped within this node; at the job's end, another job is submitted
            ///< for the node's remaining pieces
    pieces, ///< runs the node's pieces from `firstPiece` on
  };
  Role role = Role::none;
  uint64_t firstPiece = 0;
  WorkTime time;

private:
  uint64_t size() const override {
    return role == Role::pieces ? const_cast<Node *>(this)->content()->size() - firstPiece : 1;
  }
  void run(uint64_t begin, uint64_t end, cpu::Arena &arena) override;
  void finished() override;

  GraphCommand *command_ = nullptr;
  uint32_t number_ = 0;
  std::atomic<uint32_t> pendingPredecessors_{0};
  std::optional<cpu::LaunchExecution> execution_;
  cpu::Job job_{*this, *this};
};

void GraphCommand::Node::run(uint64_t begin, uint64_t end, cpu::Arena &arena) {
  if (role != Role::pieces) {
    const cl_ulong begun = Device::now();
    command_->runChain(*this, command_->poolOf(*this), arena);
    return command_->noteTime(begun, false);
  }
  time.runChunk([&] {
    const Context &context = command_->context();
    if (!context.terminable())
      return command_->runPieces(*this, firstPiece + begin, firstPiece + end, arena);
    for (uint64_t piece = firstPiece + begin; piece < firstPiece + end && !context.terminated(); ++piece)
      command_->runPieces(*this, piece, piece + 1, arena);
  });
}

void GraphCommand::Node::finished() {
  GraphCommand &command = *command_;
  cpu::WorkerPool &pool = command.poolOf(*this);
  JobEndScope guard(pool);
  if (role == Role::rest) {
    role = Role::pieces;
    pool.submit(job_, true, command.queueOf(*this).priority());
    return;
  }
  if (role == Role::pieces) {
    noteTime(*this);
    command.ended(*this, pool, false);
  }
  // If this was the last job, the command ends here, and may be destroyed together with this node.
  if (command.jobEnded())
    command.end(command.outcome());
}

const RefPtr<CommandQueue> &GraphCommand::home(const CommandQueues &queues) {
  const auto found = std::ranges::find_if(
      queues, [](const RefPtr<CommandQueue> &queue) { return queue->device().pool().workers() != 0; });
  return found == queues.end() ? queues.front() : *found;
}

GraphCommand::GraphCommand(CommandQueues queues, cl_command_type type, std::shared_ptr<const CommandGraph> graph)
    : Command(*home(queues), type,
              std::ranges::any_of(queues, [](const RefPtr<CommandQueue> &queue) { return queue->profiles(); })),
      queues_(std::move(queues)),
      isMultiQueue_(
          std::ranges::any_of(queues_, [this](const RefPtr<CommandQueue> &queue) { return queue != queues_.front(); })),
      graph_(std::move(graph)), large_(graph_->isLarge()), nodes_(std::make_unique<Node[]>(graph_->size())) {
  for (uint32_t node = 0; node < graph_->size(); ++node)
    nodes_[node].set(*this, node);
}

GraphCommand::~GraphCommand() = default;

void GraphCommand::dropResources() {
  nodes_.reset();
  graph_.reset();
}

cpu::Work *GraphCommand::work() { return graph_->roots().empty() ? nullptr : &roots_; }

uint64_t GraphCommand::Roots::size() const { return command_.graph_->roots().size(); }

void GraphCommand::Roots::run(uint64_t begin, uint64_t end, cpu::Arena &arena) {
  const cl_ulong begun = Device::now();
  cpu::WorkerPool &currentPool = command_.pool();
  for (uint64_t root = begin; root < end; ++root) {
    Node &node = command_.nodes_[command_.graph_->roots()[root]];
    if (command_.belongsTo(node, currentPool))
      command_.runChain(node, currentPool, arena);
    else
      command_.begin(node, currentPool);
  }
  // If this job has all pieces and there is no other job, this thread has run the whole execution.
  command_.noteTime(begun, begin == 0 && end == size() && command_.jobs_.load(std::memory_order_relaxed) == 1);
}

CommandQueue &GraphCommand::queueOf(const Node &node) const { return *queues_[node.recorded().queue]; }

cpu::WorkerPool &GraphCommand::poolOf(const Node &node) const {
  cpu::WorkerPool &pool = queueOf(node).device().pool();
  // If the device has no workers, only threads that wait in its pool run its jobs. Threads that wait for this command
  // wait in this command's pool. So this command's pool runs the node.
  return pool.workers() != 0 ? pool : this->pool();
}

bool GraphCommand::belongsTo(const Node &node, const cpu::WorkerPool &currentPool) const {
  return !isMultiQueue_ || &poolOf(node) == &currentPool;
}

cl_int GraphCommand::perform() { return jobEnded() ? outcome() : endsLater; }

void GraphCommand::runChain(Node &first, cpu::WorkerPool &currentPool, cpu::Arena &arena) {
  for (Node *node = &first; node; node = ended(*node, currentPool, true)) {
    if (tryRunInline(*node, arena))
      continue;
    if (node->role == Node::Role::chain) {
      node->role = Node::Role::rest;
    } else {
      node->role = Node::Role::pieces;
      submit(*node, true);
    }
    return;
  }
}

void GraphCommand::noteTime(const Node &node) {
  const auto &launch = node.recorded().launch;
  if (!launch)
    return;
  if (const cl_ulong duration = node.time.updatedDuration(core::expectedDuration(*launch)))
    core::noteDuration(*launch, duration);
}

void GraphCommand::noteTime(cl_ulong begun, bool isWhole) const {
  const bool wasSlow = graph_->wasSlow();
  if (wasSlow && !isWhole)
    return;
  const cl_ulong time = Device::now() - begun;
  if (wasSlow ? time < minParallelTime / 2 : time >= minParallelTime)
    graph_->setSlow(!wasSlow);
}

void GraphCommand::runContent(Node &node, uint64_t begin, uint64_t end, cpu::Arena &arena) {
  if (cpu::LaunchExecution *execution = node.execution())
    return execution->run(begin, end, arena);
  if (!cpu::runMemoryWork(*node.content(), begin, end, arena) && !failed_.exchange(true, std::memory_order_relaxed))
    notifyFaultedTransfer(context());
}

void GraphCommand::runPieces(Node &node, uint64_t begin, uint64_t end, cpu::Arena &arena) {
  if (traceId() == 0) [[likely]]
    return runContent(node, begin, end, arena);
  const auto &launch = node.recorded().launch;
  trace::beginPiece({traceId(), launch ? &launch->code() : nullptr,
                     static_cast<uint32_t>(launch ? CL_COMMAND_NDRANGE_KERNEL : 0), begin, end},
                    trace::now());
  runContent(node, begin, end, arena);
  trace::endPiece(trace::now(), true);
}

bool GraphCommand::tryRunInline(Node &node, cpu::Arena &arena) {
  cpu::Work *work = node.content();
  if (!work || context().terminated())
    return true;
  if (node.recorded().isLarge())
    return false;
  const uint64_t pieces = work->size();
  if (pieces <= 1) {
    if (pieces == 1)
      runPieces(node, 0, 1, arena);
    return true;
  }
  node.time.runSingleThreaded(pieces, node.firstPiece,
                              [&](uint64_t begin, uint64_t end) { runPieces(node, begin, end, arena); });
  if (node.firstPiece != pieces)
    return false;
  noteTime(node);
  return true;
}

GraphCommand::Node *GraphCommand::ended(Node &node, const cpu::WorkerPool &currentPool, bool mayContinue) {
  if (cpu::LaunchExecution *execution = node.execution())
    if (endExecution(*execution, context()) != CL_COMPLETE && !failed_.exchange(true, std::memory_order_relaxed))
      notifyFailure(context(), *execution);
  Node *next = nullptr;
  for (const uint32_t number : graph_->after(node.number())) {
    Node &after = nodes_[number];
    // If only one edge leads to the node, it comes from the node that has just ended, so the count isn't needed.
    if (graph_->predecessorCount(number) != 1 && !after.becomesReady())
      continue;
    if (mayContinue && !next && !after.recorded().isLarge() && belongsTo(after, currentPool))
      next = &after;
    else
      begin(after, currentPool);
  }
  return next;
}

void GraphCommand::begin(Node &node, const cpu::WorkerPool &currentPool) {
  const bool large = node.recorded().isLarge();
  node.role = large ? Node::Role::pieces : Node::Role::chain;
  // A worker need not be woken for a small node of `currentPool`: this thread goes on to run jobs of that pool.
  submit(node, large || large_ || !belongsTo(node, currentPool));
}

void GraphCommand::submit(Node &node, bool wake) {
  jobs_.fetch_add(1, std::memory_order_relaxed);
  poolOf(node).submit(node.job(), wake, queueOf(node).priority());
}

cl_int GraphCommand::outcome() const {
  return failed_.load(std::memory_order_relaxed) ? CL_OUT_OF_RESOURCES : CL_COMPLETE;
}

} // namespace weft::core
