// Copies command-buffers to other queues (cl_khr_command_buffer_multi_device).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <numeric>

#include "core/commands/CommandBuffer.h"
#include "core/commands/MutableUpdate.h"

namespace weft::core {

namespace {

/// Returns a copy of the command for queue `queueIndex` of `to`. If that queue belongs to another device, a launch is
/// prepared again.
Result<RecordedCommand> moved(const RecordedCommand &command, const CommandQueues &from, const CommandQueues &to,
                              uint32_t queueIndex) {
  const Device &device = to[queueIndex]->device();
  RecordedCommand result;
  if (command.state && &device != &from[command.queue]->device()) {
    result = TRY(recordLaunch(device, command.state, !command.complete));
    result.kernel = command.kernel;
  } else {
    result = command;
  }
  result.queue = queueIndex;
  return result;
}

} // namespace

Result<> CommandBuffer::Recorded::moveTo(const CommandQueues &from, const CommandQueues &to,
                                         std::span<const uint32_t> queueIndices) {
  std::vector<CommandChange> changes;
  for (uint32_t node = 0; node < size(); ++node)
    changes.push_back({node, TRY(moved(command(node), from, to, queueIndices[command(node).queue]))});
  if (graph)
    graph = std::make_shared<const CommandGraph>(*graph, changes);
  else
    for (CommandChange &change : changes)
      commands[change.node] = std::move(change.command);
  // If several old queues become one new queue, its last command is the one with the greatest index. An empty optional
  // compares less than any index.
  std::vector<std::optional<uint32_t>> lastThere(to.size());
  for (size_t queue = 0; queue < last.size(); ++queue)
    lastThere[queueIndices[queue]] = std::max(lastThere[queueIndices[queue]], last[queue]);
  last = std::move(lastThere);
  return {};
}

std::vector<uint32_t> CommandBuffer::assignQueues(const Recorded &recorded, size_t before,
                                                  const CommandQueues &queues) {
  std::vector<uint64_t> counts(before), load(queues.size());
  for (uint32_t node = 0; node < recorded.size(); ++node)
    ++counts[recorded.command(node).queue];
  std::vector<uint32_t> order(before), queueIndices(before);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) { return counts[a] > counts[b]; });
  // Assigns the old queues to new queues, beginning with the old queue that has the most commands. Each is assigned to
  // the new queue that then has the fewest commands for each compute unit.
  for (const uint32_t queue : order) {
    const auto loadThere = [&](size_t queueIndex) {
      return double(load[queueIndex] + counts[queue]) / queues[queueIndex]->device().computeUnits();
    };
    uint32_t best = 0;
    for (uint32_t queueIndex = 1; queueIndex < queues.size(); ++queueIndex)
      if (loadThere(queueIndex) < loadThere(best))
        best = queueIndex;
    queueIndices[queue] = best;
    load[best] += counts[queue];
  }
  return queueIndices;
}

Result<RefPtr<CommandBuffer>> CommandBuffer::remapped(CommandQueues queues, bool automatic,
                                                      std::span<const RefPtr<MutableCommand>> handles,
                                                      std::vector<cl_mutable_command_khr> &counterparts) const {
  Recorded recorded;
  std::vector<uint32_t> nodes;
  {
    Lock lock(mutex_);
    recorded = recorded_;
    for (const RefPtr<MutableCommand> &handle : handles)
      nodes.push_back(mutable_[handle->number()].node);
  }
  std::vector<uint32_t> queueIndices(queues_.size());
  std::iota(queueIndices.begin(), queueIndices.end(), 0u);
  if (automatic)
    queueIndices = assignQueues(recorded, queues_.size(), queues);
  // No lock is held here, because code may have to be compiled.
  TRY(recorded.moveTo(queues_, queues, queueIndices));

  std::vector<uint32_t> itsQueues;
  for (const uint32_t node : nodes)
    itsQueues.push_back(recorded.command(node).queue);
  auto made = RefPtr<CommandBuffer>::adopt(new CommandBuffer(std::move(queues), request_, std::move(recorded)));
  Lock lock(made->mutex_); // no other thread knows the copy
  made->mutable_.reserve(handles.size());
  counterparts.reserve(handles.size());
  for (size_t i = 0; i < handles.size(); ++i) {
    const auto same = std::ranges::find(made->mutable_, nodes[i], &Mutable::node);
    if (same != made->mutable_.end()) {
      counterparts.push_back(same->command->show());
      continue;
    }
    auto command =
        makeRef<MutableCommand>(*made, *made->queues_[itsQueues[i]], handles[i]->kernel(), handles[i]->properties());
    counterparts.push_back(command->publish());
    // From here on, the copy of the command-buffer owns the command and will release its handle. The vector has room,
    // so adding the command can't throw.
    command->setNumber(uint32_t(made->mutable_.size()));
    made->mutable_.push_back({nodes[i], std::move(command)});
  }
  return made;
}

} // namespace weft::core
