// A command-buffer: commands that are recorded once and enqueued as one (cl_khr_command_buffer).
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

/// What the application has asked of a command-buffer.
struct CommandBufferRequest {
  cl_command_buffer_flags_khr flags = 0;
  /// Whether launches must be given a local size, as the number of their work-groups will not grow.
  bool needsLocalSize = false;
  /// The properties as given, the final 0 included, or empty.
  std::vector<cl_command_buffer_properties_khr> list;
};

/// Recorded until it is finalised, and enqueued any number of times from then on. Sync points are the numbers of
/// commands, from 1 on. An update of mutable commands puts a new graph in the place of the old one, with which
/// executions go on that have been enqueued before.
class CommandBuffer final
    : public TypedObject<ObjectKind::commandBuffer, cl_command_buffer_khr, CL_INVALID_COMMAND_BUFFER_KHR> {
public:
  /// The queues, one at least, are of one context.
  CommandBuffer(CommandQueues queues, CommandBufferRequest request);

  Context &context() const { return queues_.front()->context(); }
  /// For which the commands are recorded, and which run them where no others are named.
  const CommandQueues &queues() const { return queues_; }
  const CommandBufferRequest &request() const { return request_; }
  bool isMutable() const { return (request_.flags & CL_COMMAND_BUFFER_MUTABLE_KHR) != 0; }

  /// Puts the command behind those of these sync points, and returns its own. In an in-order queue it is behind the
  /// last one of the same queue as well. `handle` is the application's hold on a launch, where it wants one. Errors:
  /// CL_INVALID_OPERATION, where it has been finalised; CL_INVALID_SYNC_POINT_WAIT_LIST_KHR; CL_OUT_OF_RESOURCES, where
  /// there are no numbers left.
  Result<cl_sync_point_khr> append(RecordedCommand command, std::span<const cl_sync_point_khr> waitList,
                                   RefPtr<MutableCommand> handle = {}) WEFT_EXCLUDES(mutex_);
  /// The same of a barrier: it is behind all commands where the list is empty, and all later ones are behind it,
  /// whatever their queues.
  Result<cl_sync_point_khr> appendBarrier(uint32_t queue, std::span<const cl_sync_point_khr> waitList)
      WEFT_EXCLUDES(mutex_);
  /// CL_INVALID_OPERATION where it has been finalised.
  Result<> checkRecording() const WEFT_EXCLUDES(mutex_);
  /// CL_INVALID_OPERATION where it has been already.
  Result<> finalise() WEFT_EXCLUDES(mutex_);
  /// What to run; null until it is finalised. It may not be complete.
  std::shared_ptr<const CommandGraph> graph() const WEFT_EXCLUDES(mutex_);

  /// Of one of its mutable commands.
  LaunchState state(const MutableCommand &command) const WEFT_EXCLUDES(mutex_);
  /// How many updates there have been.
  uint64_t version() const WEFT_EXCLUDES(mutex_);
  /// Takes an update that has been prepared. False where there has been another one since it was begun.
  bool commit(MutableUpdate &update) WEFT_EXCLUDES(mutex_);

  /// What clRemapCommandBufferKHR makes: a copy in the same state whose commands are those of other queues of the same
  /// context, with launches that are made anew where that is another device. Commands of one queue stay together. They
  /// go to the queue in the same place or, if `automatic`, so that each queue has as many commands for each compute
  /// unit of its device as can be. `handles` are of this command-buffer; their counterparts are published in
  /// `counterparts`. Errors: those of checkLaunch.
  Result<RefPtr<CommandBuffer>> remapped(CommandQueues queues, bool automatic,
                                         std::span<const RefPtr<MutableCommand>> handles,
                                         std::vector<cl_mutable_command_khr> &counterparts) const WEFT_EXCLUDES(mutex_);

private:
  /// What has been recorded. Once it is finalised the commands and their order are the graph's.
  struct Recorded {
    std::vector<RecordedCommand> commands;
    std::vector<CommandEdge> edges;
    std::vector<bool> isWaitedFor; ///< of each command
    /// The last barrier, behind which all later commands are.
    std::optional<uint32_t> barrier;
    std::vector<std::optional<uint32_t>> last; ///< of each queue, its last command
    std::shared_ptr<const CommandGraph> graph;

    uint32_t size() const { return graph ? graph->size() : uint32_t(commands.size()); }
    const RecordedCommand &command(uint32_t node) const { return graph ? graph->command(node) : commands[node]; }
    /// Moves all commands to other queues: those of queue i to places[i].
    Result<> moveTo(const CommandQueues &from, const CommandQueues &to, std::span<const uint32_t> places);
  };
  struct Mutable {
    uint32_t node;
    RefPtr<MutableCommand> command;
  };

  CommandBuffer(CommandQueues queues, CommandBufferRequest request, Recorded recorded);
  ~CommandBuffer() override;
  Result<cl_sync_point_khr> appendBehind(RecordedCommand command, std::span<const cl_sync_point_khr> waitList,
                                         bool behindAll) WEFT_REQUIRES(mutex_);
  /// The commands before a new one of this queue.
  std::vector<uint32_t> commandsBefore(uint32_t queue, std::span<const cl_sync_point_khr> waitList,
                                       bool behindAll) const WEFT_REQUIRES(mutex_);
  static std::vector<uint32_t> placesFor(const Recorded &recorded, size_t before, const CommandQueues &queues);

  const CommandQueues queues_;
  const CommandBufferRequest request_;

  mutable Mutex mutex_;
  Recorded recorded_ WEFT_GUARDED_BY(mutex_);
  std::vector<Mutable> mutable_ WEFT_GUARDED_BY(mutex_);
  uint64_t version_ WEFT_GUARDED_BY(mutex_) = 0;
};

} // namespace weft::core

#endif
