// A command-buffer: commands that are recorded once and then enqueued together as one command (cl_khr_command_buffer).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_COMMAND_BUFFER_H
#define WEFT_RUNTIME_CORE_COMMANDS_COMMAND_BUFFER_H

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "Mutex.h"
#include "core/commands/CommandGraph.h"
#include "core/commands/CommandQueue.h"
#include "core/commands/MutableCommand.h"

namespace weft::core {

class MutableUpdate;

/// The properties that the application requests for a command-buffer.
struct CommandBufferRequest {
  cl_command_buffer_flags_khr flags = 0;
  /// Whether each recorded launch must give a local size. That is required if the command-buffer's properties forbid
  /// updates that increase the number of work-groups.
  bool needsLocalSize = false;
  /// The list of properties as given, with the final 0, or empty.
  std::vector<cl_command_buffer_properties_khr> list;
};

/// Commands are recorded in a command-buffer until it is finalised. After that it can be enqueued any number of times.
/// The sync point of a command is its index, counted from 1. An update of mutable commands replaces the graph of
/// commands by a new graph. Executions that were enqueued before the update still run the old graph.
class CommandBuffer final
    : public TypedObject<ObjectKind::commandBuffer, cl_command_buffer_khr, CL_INVALID_COMMAND_BUFFER_KHR> {
public:
  /// `queues` has at least one queue, and all queues belong to one context.
  CommandBuffer(CommandQueues queues, CommandBufferRequest request);

  Context &context() const { return queues_.front()->context(); }
  /// The queues that the commands are recorded for. The commands run on them unless the enqueue names other queues.
  const CommandQueues &queues() const { return queues_; }
  const CommandBufferRequest &request() const { return request_; }
  bool isMutable() const { return (request_.flags & CL_COMMAND_BUFFER_MUTABLE_KHR) != 0; }

  /// Appends the command and returns its sync point. The command waits for the commands of the sync points in
  /// `waitList`. If its queue is in-order, it also waits for the last command that was recorded for this queue.
  /// `handle` is the application's handle of a launch; it may be null. Errors: CL_INVALID_OPERATION if the buffer has
  /// been finalised; CL_INVALID_SYNC_POINT_WAIT_LIST_KHR; CL_OUT_OF_RESOURCES if no sync points are left.
  Result<cl_sync_point_khr> append(RecordedCommand command, std::span<const cl_sync_point_khr> waitList,
                                   RefPtr<MutableCommand> handle = {}) WEFT_EXCLUDES(mutex_);
  /// Appends a barrier, by the rules of `append`. If the list is empty, the barrier waits for all commands before it.
  /// All commands that are appended later wait for the barrier, in whichever queue they are.
  Result<cl_sync_point_khr> appendBarrier(uint32_t queue, std::span<const cl_sync_point_khr> waitList)
      WEFT_EXCLUDES(mutex_);
  /// Fails with CL_INVALID_OPERATION if the buffer has been finalised.
  Result<> checkRecording() const WEFT_EXCLUDES(mutex_);
  /// Ends the recording. Fails with CL_INVALID_OPERATION if the buffer has been finalised already.
  Result<> finalise() WEFT_EXCLUDES(mutex_);
  /// The graph to run; null until the buffer is finalised. The graph can't run while a launch in it lacks arguments
  /// (CommandGraph::isComplete).
  std::shared_ptr<const CommandGraph> graph() const WEFT_EXCLUDES(mutex_);

  /// The kernel, arguments and range that one of the buffer's mutable commands has at present.
  LaunchState state(const MutableCommand &command) const WEFT_EXCLUDES(mutex_);
  /// How many updates have been committed so far.
  uint64_t version() const WEFT_EXCLUDES(mutex_);
  /// Applies an update that has been prepared. Returns false if another update has been committed since this update
  /// was begun.
  bool commit(MutableUpdate &update) WEFT_EXCLUDES(mutex_);

  /// Does the work of clRemapCommandBufferKHR: returns a copy in the same state whose commands belong to other queues
  /// of the same context. A launch is prepared again if its new queue has another device. All commands of one queue go
  /// to the same new queue. It is the queue of `queues` with the same index. If `automatic` is true, the new queue is
  /// instead chosen so that each new queue has about as many commands for each compute unit of its device. `handles`
  /// are mutable commands of this command-buffer. The function writes the handles of the corresponding commands of the
  /// copy to `counterparts`. Errors: those of checkLaunch.
  Result<RefPtr<CommandBuffer>> remapped(CommandQueues queues, bool automatic,
                                         std::span<const RefPtr<MutableCommand>> handles,
                                         std::vector<cl_mutable_command_khr> &counterparts) const WEFT_EXCLUDES(mutex_);

private:
  /// Everything that has been recorded. When the buffer is finalised, the commands move into the graph.
  struct Recorded {
    std::vector<RecordedCommand> commands;
    std::vector<CommandEdge> edges;
    std::vector<bool> hasSuccessor; ///< for each command: whether another command waits for it
    /// The last barrier, for which all later commands wait.
    std::optional<uint32_t> barrier;
    std::vector<std::optional<uint32_t>> last; ///< for each queue: its last command
    std::shared_ptr<const CommandGraph> graph;

    uint32_t size() const { return graph ? graph->size() : uint32_t(commands.size()); }
    const RecordedCommand &command(uint32_t node) const { return graph ? graph->command(node) : commands[node]; }
    /// Moves all commands to other queues: the commands of queue i go to queue `queueIndices[i]` of `to`.
    Result<> moveTo(const CommandQueues &from, const CommandQueues &to, std::span<const uint32_t> queueIndices);
  };
  struct Mutable {
    uint32_t node;
    RefPtr<MutableCommand> command;
  };

  CommandBuffer(CommandQueues queues, CommandBufferRequest request, Recorded recorded);
  ~CommandBuffer() override;
  Result<cl_sync_point_khr> appendAfter(RecordedCommand command, std::span<const cl_sync_point_khr> waitList,
                                        bool afterAllEarlier) WEFT_REQUIRES(mutex_);
  /// The indices of the commands for which a new command of this queue has to wait.
  std::vector<uint32_t> predecessorsOf(uint32_t queue, std::span<const cl_sync_point_khr> waitList,
                                       bool afterAllEarlier) const WEFT_REQUIRES(mutex_);
  static std::vector<uint32_t> assignQueues(const Recorded &recorded, size_t before, const CommandQueues &queues);

  const CommandQueues queues_;
  const CommandBufferRequest request_;

  mutable Mutex mutex_;
  Recorded recorded_ WEFT_GUARDED_BY(mutex_);
  std::vector<Mutable> mutable_ WEFT_GUARDED_BY(mutex_);
  uint64_t version_ WEFT_GUARDED_BY(mutex_) = 0;
};

} // namespace weft::core

#endif
