// The queues of a command-buffer: the queues that it is created with, and the queues that run it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_COMMAND_BUFFER_QUEUES_H
#define WEFT_RUNTIME_API_COMMAND_BUFFER_QUEUES_H

#include "api/Enqueue.h"
#include "core/commands/CommandBuffer.h"

namespace weft::api {

/// Resolves the queues to create a command-buffer with. CL_INVALID_VALUE: there are none. CL_INVALID_COMMAND_QUEUE.
/// CL_INVALID_CONTEXT: they belong to different contexts.
Result<core::CommandQueues> resolveQueues(Call &call, cl_uint count, const cl_command_queue *queues);

/// Resolves the queues that will run the command-buffer. They are its own queues if no others are given.
/// CL_INVALID_VALUE; CL_INVALID_COMMAND_QUEUE; CL_INVALID_CONTEXT and CL_INVALID_DEVICE where the context or device of
/// a queue differs from that of the command-buffer's own queue with the same index.
Result<core::CommandQueues> resolveQueuesFor(Call &call, const core::CommandBuffer &buffer, cl_uint count,
                                             const cl_command_queue *queues);

/// Returns the index of the queue that a command is recorded for. `queue` may be NULL if the command-buffer has only
/// one queue. CL_INVALID_COMMAND_QUEUE; CL_INVALID_CONTEXT.
Result<uint32_t> resolveQueueOf(Call &call, const core::CommandBuffer &buffer, cl_command_queue queue);

/// Returns each queue once, without the queue that GraphCommand::home returns.
core::CommandQueues otherQueues(const core::CommandQueues &queues);

/// Enqueues a command of several queues. In each queue it comes after the earlier commands, and before the later
/// commands, that an in-order queue or a barrier orders with it. All queues are flushed: whichever queue the
/// application waits for, it need not flush the others.
Result<> enqueueAcross(core::CommandQueue &home, const core::CommandQueues &others, RefPtr<core::Command> command,
                       WaitList waitList, cl_event *event);

} // namespace weft::api

#endif
