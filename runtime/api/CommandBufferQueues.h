// Checks the queues with which a command-buffer is created and the queues in which it is enqueued.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_COMMAND_BUFFER_QUEUES_H
#define WEFT_RUNTIME_API_COMMAND_BUFFER_QUEUES_H

#include "api/Enqueue.h"
#include "core/commands/CommandBuffer.h"

namespace weft::api {

/// Resolves the queues with which a command-buffer will be created. CL_INVALID_VALUE: the list is empty.
/// CL_INVALID_COMMAND_QUEUE. CL_INVALID_CONTEXT: the queues belong to different contexts.
Result<core::CommandQueues> resolveQueues(Call &call, cl_uint count, const cl_command_queue *queues);

/// Resolves the queues that will run the command-buffer. If the application gives none, they are the command-buffer's
/// own queues. CL_INVALID_VALUE; CL_INVALID_COMMAND_QUEUE; CL_INVALID_CONTEXT and CL_INVALID_DEVICE if the context or
/// device of a queue differs from that of the command-buffer's own queue with the same index.
Result<core::CommandQueues> resolveQueuesFor(Call &call, const core::CommandBuffer &buffer, cl_uint count,
                                             const cl_command_queue *queues);

/// Returns the index of the queue that a command is recorded for. `queue` may be NULL if the command-buffer has only
/// one queue. CL_INVALID_COMMAND_QUEUE; CL_INVALID_CONTEXT.
Result<uint32_t> resolveQueueOf(Call &call, const core::CommandBuffer &buffer, cl_command_queue queue);

/// Returns each of the queues once, except the queue in which the command-buffer's command is itself enqueued
/// (GraphCommand::home).
core::CommandQueues otherQueues(const core::CommandQueues &queues);

/// Enqueues a command in the queue `home`, and orders it in each of the queues `others` as if it had been enqueued
/// there, too. Also flushes all of these queues, so that the application can wait in any of them without flushing the
/// others.
Result<> enqueueAcross(core::CommandQueue &home, const core::CommandQueues &others, RefPtr<core::Command> command,
                       WaitList waitList, cl_event *event);

} // namespace weft::api

#endif
