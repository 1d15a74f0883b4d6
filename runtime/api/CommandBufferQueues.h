// The queues of a command-buffer: those that it is made with, and those that run it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_COMMAND_BUFFER_QUEUES_H
#define WEFT_RUNTIME_API_COMMAND_BUFFER_QUEUES_H

#include "api/Enqueue.h"
#include "core/commands/CommandBuffer.h"

namespace weft::api {

/// Queues to make a command-buffer with. CL_INVALID_VALUE: none. CL_INVALID_COMMAND_QUEUE. CL_INVALID_CONTEXT: they
/// belong to different contexts.
Result<core::CommandQueues> resolveQueues(Call &call, cl_uint count, const cl_command_queue *queues);

/// Queues that are to run the command-buffer: its own, where no others are given. CL_INVALID_VALUE;
/// CL_INVALID_COMMAND_QUEUE; CL_INVALID_CONTEXT and CL_INVALID_DEVICE where one differs from its own in the same place.
Result<core::CommandQueues> resolveQueuesFor(Call &call, const core::CommandBuffer &buffer, cl_uint count,
                                             const cl_command_queue *queues);

/// The number of a queue that a command is recorded for, which may be NULL where the command-buffer has one.
/// CL_INVALID_COMMAND_QUEUE; CL_INVALID_CONTEXT.
Result<uint32_t> resolveQueueOf(Call &call, const core::CommandBuffer &buffer, cl_command_queue queue);

/// Each queue once, without the one that GraphCommand::home names.
core::CommandQueues otherQueues(const core::CommandQueues &queues);

/// Enqueues a command of several queues: in each of them it is behind what an in-order queue, or a barrier, puts before
/// it, and before what these put behind it. All of them are flushed: whichever the application waits for, the others
/// need not be touched for it.
Result<> enqueueAcross(core::CommandQueue &home, const core::CommandQueues &others, RefPtr<core::Command> command,
                       WaitList waitList, cl_event *event);

} // namespace weft::api

#endif
