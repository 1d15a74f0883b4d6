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

/// A recorded launch that the application may change.
struct MutableLaunch {
  RefPtr<MutableCommand> command; ///< null where the application wants none
  LaunchState state;
};

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
  CommandBuffer(CommandQueue &queue, CommandBufferRequest request) : queue_(&queue), request_(std::move(request)) {}

  Context &context() const { return queue_->context(); }
  /// For which the commands are recorded, and which runs them where no other one is named.
  CommandQueue &queue() const { return *queue_; }
  const CommandBufferRequest &request() const { return request_; }
  bool isMutable() const { return (request_.flags & CL_COMMAND_BUFFER_MUTABLE_KHR) != 0; }

  /// Puts the command behind those of these sync points, and returns its own. In an in-order queue it is behind the
  /// last one as well. A mutable launch is taken where there is one. Errors: CL_INVALID_OPERATION, where it has been
  /// finalised; CL_INVALID_SYNC_POINT_WAIT_LIST_KHR; CL_OUT_OF_RESOURCES, where there are no numbers left.
  Result<cl_sync_point_khr> append(RecordedCommand command, std::span<const cl_sync_point_khr> waitList,
                                   MutableLaunch launch = {}) WEFT_EXCLUDES(mutex_);
  /// The same of a barrier: it is behind all commands where the list is empty, and all later ones are behind it.
  Result<cl_sync_point_khr> appendBarrier(std::span<const cl_sync_point_khr> waitList) WEFT_EXCLUDES(mutex_);
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

private:
  struct Mutable {
    uint32_t node;
    MutableLaunch launch;
  };

  ~CommandBuffer() override;
  Result<cl_sync_point_khr> appendBehind(RecordedCommand command, std::span<const cl_sync_point_khr> waitList,
                                         bool behindAll) WEFT_REQUIRES(mutex_);

  const RefPtr<CommandQueue> queue_;
  const CommandBufferRequest request_;

  mutable Mutex mutex_;
  std::vector<RecordedCommand> commands_ WEFT_GUARDED_BY(mutex_);
  std::vector<CommandEdge> edges_ WEFT_GUARDED_BY(mutex_);
  std::vector<bool> isWaitedFor_ WEFT_GUARDED_BY(mutex_); ///< of each command
  /// The last barrier, behind which all later commands are.
  std::optional<uint32_t> barrier_ WEFT_GUARDED_BY(mutex_);
  std::shared_ptr<const CommandGraph> graph_ WEFT_GUARDED_BY(mutex_);
  std::vector<Mutable> mutable_ WEFT_GUARDED_BY(mutex_);
  uint64_t version_ WEFT_GUARDED_BY(mutex_) = 0;
};

} // namespace weft::core

#endif
