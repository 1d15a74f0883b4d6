// Recording: from sync points and barriers to edges.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/CommandBuffer.h"

#include <limits>

#include "Text.h"

namespace weft::core {

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

Result<cl_sync_point_khr> CommandBuffer::append(RecordedCommand command, std::span<const cl_sync_point_khr> waitList) {
  Lock lock(mutex_);
  return appendBehind(std::move(command), waitList, false);
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

} // namespace weft::core
