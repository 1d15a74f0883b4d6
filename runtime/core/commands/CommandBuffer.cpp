// Recording of command-buffers: turns sync points and barriers into edges between commands.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/CommandBuffer.h"

#include <limits>

#include "Text.h"
#include "core/commands/MutableUpdate.h"

namespace weft::core {

CommandBuffer::CommandBuffer(CommandQueues queues, CommandBufferRequest request)
    : queues_(std::move(queues)), request_(std::move(request)) {
  recorded_.last.resize(queues_.size());
}

CommandBuffer::CommandBuffer(CommandQueues queues, CommandBufferRequest request, Recorded recorded)
    : queues_(std::move(queues)), request_(std::move(request)), recorded_(std::move(recorded)) {}

CommandBuffer::~CommandBuffer() {
  // The handles of the mutable commands become invalid together with the command-buffer.
  for (const Mutable &one : mutable_) {
    one.command->forgetBuffer();
    one.command->releaseHandle();
  }
}

std::vector<uint32_t> CommandBuffer::predecessorsOf(uint32_t queue, std::span<const cl_sync_point_khr> waitList,
                                                    bool afterAllEarlier) const {
  std::vector<uint32_t> before;
  for (const cl_sync_point_khr point : waitList)
    before.push_back(point - 1);
  if (recorded_.barrier)
    before.push_back(*recorded_.barrier);
  const bool inOrder = queues_[queue]->inOrder();
  if (inOrder && recorded_.last[queue])
    before.push_back(*recorded_.last[queue]);
  if (afterAllEarlier && !(inOrder && queues_.size() == 1))
    // The barrier has to wait only for the commands for which no other command waits: all other commands are done
    // before these.
    for (uint32_t other = 0; other < recorded_.hasSuccessor.size(); ++other)
      if (!recorded_.hasSuccessor[other])
        before.push_back(other);
  return before;
}

Result<cl_sync_point_khr>
CommandBuffer::appendAfter(RecordedCommand command, std::span<const cl_sync_point_khr> waitList, bool afterAllEarlier) {
  // CL_INVALID_OPERATION: the command-buffer has been finalised.
  if (recorded_.graph)
    return fail(CL_INVALID_OPERATION, "The command-buffer has been finalised.");
  std::vector<RecordedCommand> &commands = recorded_.commands;
  // CL_INVALID_SYNC_POINT_WAIT_LIST_KHR: the value is no sync point of this command-buffer.
  for (const cl_sync_point_khr point : waitList)
    if (point == 0 || point > commands.size())
      return fail(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, concat(point, " is no sync point of this command-buffer."));
  // CL_OUT_OF_RESOURCES: sync points are 32-bit values, and none is left.
  if (commands.size() == std::numeric_limits<cl_sync_point_khr>::max())
    return fail(CL_OUT_OF_RESOURCES, "The command-buffer has as many commands as there are sync points.");

  const auto node = uint32_t(commands.size());
  const uint32_t queue = command.queue;
  const std::vector<uint32_t> before = predecessorsOf(queue, waitList, afterAllEarlier);

  // All operations that may throw come before the first change.
  recorded_.edges.reserve(recorded_.edges.size() + before.size());
  recorded_.hasSuccessor.push_back(false);
  try {
    commands.push_back(std::move(command));
  } catch (...) {
    recorded_.hasSuccessor.pop_back();
    throw;
  }
  for (const uint32_t other : before) {
    recorded_.edges.push_back({other, node});
    recorded_.hasSuccessor[other] = true;
  }
  recorded_.last[queue] = node;
  return node + 1;
}

Result<cl_sync_point_khr> CommandBuffer::append(RecordedCommand command, std::span<const cl_sync_point_khr> waitList,
                                                RefPtr<MutableCommand> handle) {
  Lock lock(mutex_);
  if (!handle)
    return appendAfter(std::move(command), waitList, false);
  // The only operation that may throw comes before the first change.
  if (mutable_.size() == mutable_.capacity())
    mutable_.reserve(2 * mutable_.size() + 1);
  const cl_sync_point_khr point = TRY(appendAfter(std::move(command), waitList, false));
  handle->setNumber(uint32_t(mutable_.size()));
  mutable_.push_back({point - 1, std::move(handle)});
  return point;
}

Result<cl_sync_point_khr> CommandBuffer::appendBarrier(uint32_t queue, std::span<const cl_sync_point_khr> waitList) {
  Lock lock(mutex_);
  RecordedCommand barrier;
  barrier.queue = queue;
  const cl_sync_point_khr point = TRY(appendAfter(std::move(barrier), waitList, waitList.empty()));
  recorded_.barrier = point - 1;
  return point;
}

Result<> CommandBuffer::checkRecording() const {
  Lock lock(mutex_);
  if (recorded_.graph)
    return fail(CL_INVALID_OPERATION, "The command-buffer has been finalised.");
  return {};
}

Result<> CommandBuffer::finalise() {
  Lock lock(mutex_);
  // CL_INVALID_OPERATION: the command-buffer has been finalised before.
  if (recorded_.graph)
    return fail(CL_INVALID_OPERATION, "The command-buffer has been finalised already.");
  recorded_.graph = std::make_shared<const CommandGraph>(recorded_.commands, recorded_.edges);
  recorded_.edges = {};
  recorded_.hasSuccessor = {};
  return {};
}

std::shared_ptr<const CommandGraph> CommandBuffer::graph() const {
  Lock lock(mutex_);
  return recorded_.graph;
}

LaunchState CommandBuffer::state(const MutableCommand &command) const {
  Lock lock(mutex_);
  return *recorded_.command(mutable_[command.number()].node).state;
}

uint64_t CommandBuffer::version() const {
  Lock lock(mutex_);
  return version_;
}

bool CommandBuffer::commit(MutableUpdate &update) {
  std::vector<CommandChange> changes;
  // The old graph is destroyed after the lock is released, because the destruction of memory objects may call the
  // application's callbacks.
  std::shared_ptr<const CommandGraph> before;
  Lock lock(mutex_);
  if (version_ != update.version_)
    return false;
  for (auto &[number, change] : update.changes_) {
    const uint32_t node = mutable_[number].node;
    change.recorded.queue = recorded_.graph->command(node).queue;
    changes.push_back({node, std::move(change.recorded)});
  }
  before = std::exchange(recorded_.graph, std::make_shared<const CommandGraph>(*recorded_.graph, changes));
  ++version_;
  return true;
}

} // namespace weft::core
