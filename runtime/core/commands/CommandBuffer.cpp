// Recording: from sync points and barriers to edges.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/CommandBuffer.h"

#include <limits>

#include "Text.h"
#include "core/commands/MutableUpdate.h"

namespace weft::core {

CommandBuffer::~CommandBuffer() {
  // With the command-buffer go the handles of its commands.
  for (const Mutable &one : mutable_)
    one.launch.command->releaseHandle();
}

Result<cl_sync_point_khr> CommandBuffer::appendBehind(RecordedCommand command,
                                                      std::span<const cl_sync_point_khr> waitList, bool behindAll) {
  // CL_INVALID_OPERATION: it has been finalised.
  if (graph_)
    return fail(CL_INVALID_OPERATION, "The command-buffer has been finalised.");
  // CL_INVALID_SYNC_POINT_WAIT_LIST_KHR: no sync point of this command-buffer.
  for (const cl_sync_point_khr point : waitList)
    if (point == 0 || point > commands_.size())
      return fail(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, concat(point, " is no sync point of this command-buffer."));
  // CL_OUT_OF_RESOURCES: sync points are numbers of 32 bits.
  if (commands_.size() == std::numeric_limits<cl_sync_point_khr>::max())
    return fail(CL_OUT_OF_RESOURCES, "The command-buffer has as many commands as there are sync points.");

  const auto node = uint32_t(commands_.size());
  std::vector<uint32_t> before;
  for (const cl_sync_point_khr point : waitList)
    before.push_back(point - 1);
  if (barrier_)
    before.push_back(*barrier_);
  if (queue_->inOrder() && node > 0)
    before.push_back(node - 1);
  else if (behindAll)
    // The commands that none waits for have all others before them.
    for (uint32_t other = 0; other < node; ++other)
      if (!isWaitedFor_[other])
        before.push_back(other);

  // All that may throw comes before anything changes.
  edges_.reserve(edges_.size() + before.size());
  isWaitedFor_.push_back(false);
  try {
    commands_.push_back(std::move(command));
  } catch (...) {
    isWaitedFor_.pop_back();
    throw;
  }
  for (const uint32_t other : before) {
    edges_.push_back({other, node});
    isWaitedFor_[other] = true;
  }
  return node + 1;
}

Result<cl_sync_point_khr> CommandBuffer::append(RecordedCommand command, std::span<const cl_sync_point_khr> waitList,
                                                MutableLaunch launch) {
  Lock lock(mutex_);
  if (!launch.command)
    return appendBehind(std::move(command), waitList, false);
  // First what may throw.
  if (mutable_.size() == mutable_.capacity())
    mutable_.reserve(2 * mutable_.size() + 1);
  const cl_sync_point_khr point = TRY(appendBehind(std::move(command), waitList, false));
  launch.command->setNumber(uint32_t(mutable_.size()));
  mutable_.push_back({point - 1, std::move(launch)});
  return point;
}

Result<cl_sync_point_khr> CommandBuffer::appendBarrier(std::span<const cl_sync_point_khr> waitList) {
  Lock lock(mutex_);
  const cl_sync_point_khr point = TRY(appendBehind({}, waitList, waitList.empty()));
  barrier_ = point - 1;
  return point;
}

Result<> CommandBuffer::checkRecording() const {
  Lock lock(mutex_);
  if (graph_)
    return fail(CL_INVALID_OPERATION, "The command-buffer has been finalised.");
  return {};
}

Result<> CommandBuffer::finalise() {
  Lock lock(mutex_);
  // CL_INVALID_OPERATION: it has been finalised before.
  if (graph_)
    return fail(CL_INVALID_OPERATION, "The command-buffer has been finalised already.");
  graph_ = std::make_shared<const CommandGraph>(commands_, edges_);
  edges_ = {};
  isWaitedFor_ = {};
  return {};
}

std::shared_ptr<const CommandGraph> CommandBuffer::graph() const {
  Lock lock(mutex_);
  return graph_;
}

LaunchState CommandBuffer::state(const MutableCommand &command) const {
  Lock lock(mutex_);
  return mutable_[command.number()].launch.state;
}

uint64_t CommandBuffer::version() const {
  Lock lock(mutex_);
  return version_;
}

bool CommandBuffer::commit(MutableUpdate &update) {
  std::vector<CommandChange> changes;
  // What was there before goes after the lock: the application may be told of the end of memory objects.
  std::shared_ptr<const CommandGraph> before;
  Lock lock(mutex_);
  if (version_ != update.version_)
    return false;
  for (auto &[number, change] : update.changes_)
    changes.push_back({mutable_[number].node, std::move(change.command)});
  auto after = std::make_shared<const CommandGraph>(*graph_, changes);
  for (auto &[number, change] : update.changes_)
    std::swap(mutable_[number].launch.state, change.state);
  before = std::exchange(graph_, std::move(after));
  ++version_;
  return true;
}

} // namespace weft::core
