// Checks lists of queues, and enqueues a command in several queues.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/CommandBufferQueues.h"

#include <algorithm>

#include "ScopeFail.h"
#include "Text.h"
#include "core/commands/GraphCommand.h"
#include "core/commands/MarkerCommand.h"
#include "core/commands/UserEvent.h"

namespace weft::api {

Result<core::CommandQueues> resolveQueues(Call &call, cl_uint count, const cl_command_queue *queues) {
  // CL_INVALID_VALUE: the list has no queues.
  if (count == 0 || !queues)
    return fail(CL_INVALID_VALUE, "A command-buffer needs a command-queue at least.");
  core::CommandQueues list;
  for (cl_uint i = 0; i < count; ++i) {
    RefPtr<core::CommandQueue> queue = TRY(call.resolve<core::CommandQueue>(queues[i]));
    // CL_INVALID_CONTEXT: the queues belong to different contexts.
    if (i > 0 && &queue->context() != &list.front()->context())
      return fail(CL_INVALID_CONTEXT, concat("Command-queues 0 and ", i, " belong to different contexts."));
    list.push_back(std::move(queue));
  }
  return list;
}

Result<core::CommandQueues> resolveQueuesFor(Call &call, const core::CommandBuffer &buffer, cl_uint count,
                                             const cl_command_queue *queues) {
  // CL_INVALID_VALUE: a count without a list, or a list without a count.
  if ((count == 0) != (queues == nullptr))
    return fail(CL_INVALID_VALUE, "The list of queues and its length contradict each other.");
  if (!queues)
    return buffer.queues();
  // CL_INVALID_VALUE: the count differs from the count of queues that the command-buffer was created with.
  if (count != buffer.queues().size())
    return fail(CL_INVALID_VALUE,
                concat("The command-buffer was made with ", buffer.queues().size(), " queues, not with ", count, "."));
  core::CommandQueues list;
  for (cl_uint i = 0; i < count; ++i) {
    RefPtr<core::CommandQueue> queue = TRY(call.resolve<core::CommandQueue>(queues[i]));
    // CL_INCOMPATIBLE_COMMAND_QUEUE_KHR can't occur, because command-buffers support queues with any properties.
    // CL_INVALID_CONTEXT: the queue belongs to another context than the command-buffer.
    if (&queue->context() != &buffer.context())
      return fail(CL_INVALID_CONTEXT, "The command-queue and the command-buffer belong to different contexts.");
    // CL_INVALID_DEVICE: the queue belongs to another device than the command-buffer's own queue.
    if (&queue->device() != &buffer.queues()[i]->device())
      return fail(CL_INVALID_DEVICE,
                  concat("Queue ", i, " of the command-buffer is one of another device than the one that is given."));
    list.push_back(std::move(queue));
  }
  return list;
}

Result<uint32_t> resolveQueueOf(Call &call, const core::CommandBuffer &buffer, cl_command_queue queue) {
  const core::CommandQueues &all = buffer.queues();
  if (!queue) {
    // CL_INVALID_COMMAND_QUEUE: no queue is named, though the command-buffer has several.
    if (all.size() != 1)
      return fail(CL_INVALID_COMMAND_QUEUE, "The command-buffer has several queues: one of them must be named.");
    return 0;
  }
  const RefPtr<core::CommandQueue> its = TRY(call.resolve<core::CommandQueue>(queue));
  // CL_INVALID_CONTEXT: the queue belongs to another context.
  if (&its->context() != &buffer.context())
    return fail(CL_INVALID_CONTEXT, "The command-queue and the command-buffer belong to different contexts.");
  const auto found = std::ranges::find(all, its);
  // CL_INVALID_COMMAND_QUEUE: the queue is none of the command-buffer's queues.
  if (found == all.end())
    return fail(CL_INVALID_COMMAND_QUEUE, "The command-buffer was not made with this command-queue.");
  return uint32_t(found - all.begin());
}

core::CommandQueues otherQueues(const core::CommandQueues &queues) {
  core::CommandQueues others;
  const RefPtr<core::CommandQueue> home = core::GraphCommand::home(queues);
  for (const auto &queue : queues)
    if (queue != home && std::ranges::find(others, queue) == others.end())
      others.push_back(queue);
  return others;
}

// Enqueues two markers in each queue of `others`. The first marker waits for the queue's earlier commands, and the
// command waits for this marker. The second marker waits for the command, and the queue's later commands wait for the
// second marker. Every edge leads from a command enqueued earlier to one enqueued later, so several threads that do
// this at the same time can't create a cycle. The command also waits for a user event (the gate), which is set when all
// markers are enqueued. If there is no memory for a marker, the gate fails, so the command never runs.
Result<> enqueueAcross(core::CommandQueue &home, const core::CommandQueues &others, RefPtr<core::Command> command,
                       WaitList waitList, cl_event *event) {
  auto gate = makeRef<core::UserEvent>(home.context());
  ScopeFail failGate([&] { gate->setStatus(CL_OUT_OF_HOST_MEMORY); });
  std::vector<RefPtr<core::Command>> before;
  for (const auto &queue : others) {
    before.push_back(makeRef<core::MarkerCommand>(*queue, CL_COMMAND_MARKER));
    TRY(enqueue(*queue, before.back(), {}, nullptr));
    queue->flush();
    waitList.emplace_back(before.back());
  }
  waitList.emplace_back(gate);
  cl_event published = nullptr;
  TRY(enqueue(home, command, waitList, event ? &published : nullptr));
  ScopeFail withdraw([&] {
    if (published)
      command->releaseHandle();
  });
  for (const auto &queue : others)
    TRY(enqueue(*queue, makeRef<core::MarkerCommand>(*queue, CL_COMMAND_MARKER), {command}, nullptr));
  withdraw.dismiss();
  failGate.dismiss();
  gate->setStatus(CL_COMPLETE);
  home.flush();
  for (const auto &queue : others)
    queue->flush();
  if (event)
    *event = published;
  return {};
}

} // namespace weft::api
