// clRemapCommandBufferKHR: copies command-buffers to other queues (cl_khr_command_buffer_multi_device).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "Text.h"
#include "api/CommandBufferQueues.h"
#include "api/EntryPoints.h"

namespace weft::api {

namespace {

Result<std::vector<RefPtr<core::MutableCommand>>> resolveHandles(Call &call, const core::CommandBuffer &buffer,
                                                                 cl_uint count, const cl_mutable_command_khr *handles,
                                                                 const cl_mutable_command_khr *counterparts) {
  // CL_INVALID_VALUE: a count without lists, or lists without a count.
  if ((count == 0) != (handles == nullptr) || (count == 0) != (counterparts == nullptr))
    return fail(CL_INVALID_VALUE, "The lists of handles and their length contradict each other.");
  std::vector<RefPtr<core::MutableCommand>> list;
  for (cl_uint i = 0; i < count; ++i) {
    auto command = call.resolve<core::MutableCommand>(handles[i]);
    // CL_INVALID_VALUE: the handle is no handle of a command, or belongs to another command-buffer.
    if (!command || !(*command)->isOf(buffer))
      return fail(CL_INVALID_VALUE, concat("Handle ", i, " is none of the command-buffer's commands."));
    list.push_back(*std::move(command));
  }
  return list;
}

} // namespace

cl_command_buffer_khr CL_API_CALL clRemapCommandBufferKHR(cl_command_buffer_khr buffer, cl_bool automatic,
                                                          cl_uint queueCount, const cl_command_queue *queues,
                                                          cl_uint handleCount, const cl_mutable_command_khr *handles,
                                                          cl_mutable_command_khr *counterparts, cl_int *errcodeRet) {
  return create<cl_command_buffer_khr>(
      "clRemapCommandBufferKHR", errcodeRet, [&](Call &call) -> Result<cl_command_buffer_khr> {
        const RefPtr<core::CommandBuffer> its = TRY(call.resolve<core::CommandBuffer>(buffer));
        TRY(checkAlive(its->context()));
        core::CommandQueues list = TRY(resolveQueues(call, queueCount, queues));
        // CL_INVALID_VALUE: each queue must have a replacement, but the counts of queues differ.
        if (!automatic && queueCount != its->queues().size())
          return fail(CL_INVALID_VALUE, concat("The command-buffer was made with ", its->queues().size(),
                                               " queues, not with ", queueCount, "."));
        // CL_INVALID_CONTEXT: the queues belong to another context.
        if (&list.front()->context() != &its->context())
          return fail(CL_INVALID_CONTEXT, "The command-queues and the command-buffer belong to different contexts.");
        const auto commands = TRY(resolveHandles(call, *its, handleCount, handles, counterparts));
        std::vector<cl_mutable_command_khr> made;
        const auto copy = TRY(its->remapped(std::move(list), automatic != CL_FALSE, commands, made));
        const cl_command_buffer_khr published = copy->publish();
        std::ranges::copy(made, counterparts);
        return published;
      });
}

} // namespace weft::api
