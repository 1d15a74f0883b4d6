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
#include "core/objects/CommandBufferNames.h"

namespace weft::core {

/// Recorded until it is finalised, and enqueued any number of times from then on. Sync points are the numbers of
/// commands, from 1 on.
class CommandBuffer final
    : public TypedObject<ObjectKind::commandBuffer, cl_command_buffer_khr, CL_INVALID_COMMAND_BUFFER_KHR> {
public:
  /// `list` are the properties as given, the final 0 included, or empty.
  CommandBuffer(CommandQueue &queue, std::vector<cl_command_buffer_properties_khr> list)
      : queue_(&queue), list_(std::move(list)) {}

  Context &context() const { return queue_->context(); }
  /// For which the commands are recorded, and which runs them where no other one is named.
  CommandQueue &queue() const { return *queue_; }
  const std::vector<cl_command_buffer_properties_khr> &propertyList() const { return list_; }

  /// Puts the command behind those of these sync points, and returns its own. In an in-order queue it is behind the
  /// last one as well. Errors: CL_INVALID_OPERATION, where it has been finalised; CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
  /// CL_OUT_OF_RESOURCES, where there are no numbers left.
  Result<cl_sync_point_khr> append(RecordedCommand command, std::span<const cl_sync_point_khr> waitList)
      WEFT_EXCLUDES(mutex_);
  /// The same of a barrier: it is behind all commands where the list is empty, and all later ones are behind it.
  Result<cl_sync_point_khr> appendBarrier(std::span<const cl_sync_point_khr> waitList) WEFT_EXCLUDES(mutex_);
  /// CL_INVALID_OPERATION where it has been finalised.
  Result<> checkRecording() const WEFT_EXCLUDES(mutex_);
  /// CL_INVALID_OPERATION where it has been already.
  Result<> finalise() WEFT_EXCLUDES(mutex_);
  /// What to run; null until it is finalised.
  std::shared_ptr<const CommandGraph> graph() const WEFT_EXCLUDES(mutex_);

private:
  Result<cl_sync_point_khr> appendBehind(RecordedCommand command, std::span<const cl_sync_point_khr> waitList,
                                         bool behindAll) WEFT_REQUIRES(mutex_);

  const RefPtr<CommandQueue> queue_;
  const std::vector<cl_command_buffer_properties_khr> list_;

  mutable Mutex mutex_;
  std::vector<RecordedCommand> commands_ WEFT_GUARDED_BY(mutex_);
  std::vector<CommandEdge> edges_ WEFT_GUARDED_BY(mutex_);
  std::vector<bool> isWaitedFor_ WEFT_GUARDED_BY(mutex_); ///< of each command
  /// The last barrier, behind which all later commands are.
  std::optional<uint32_t> barrier_ WEFT_GUARDED_BY(mutex_);
  std::shared_ptr<const CommandGraph> graph_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
