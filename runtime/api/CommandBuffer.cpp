// Command-buffers: making, finalising, enqueuing and describing them (cl_khr_command_buffer).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/CommandBuffer.h"

#include "Text.h"
#include "api/Enqueue.h"
#include "api/EntryPoints.h"
#include "api/Info.h"
#include "api/MutableDispatch.h"
#include "api/Recording.h"
#include "core/commands/GraphCommand.h"

namespace weft::api {

namespace {

using core::CommandBuffer;

constexpr cl_command_buffer_flags_khr supportedFlags =
    CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR;
constexpr cl_command_buffer_flags_khr knownFlags = supportedFlags | CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR;

Result<> readFlags(cl_command_buffer_flags_khr flags, core::CommandBufferRequest &request) {
  // CL_INVALID_VALUE: unknown flags.
  if (flags & ~knownFlags)
    return fail(CL_INVALID_VALUE, concat(hex(flags), " has unknown flags of command-buffers."));
  // CL_INVALID_PROPERTY: flags of extensions that the device hasn't got.
  if (flags & ~supportedFlags)
    return fail(CL_INVALID_PROPERTY, concat(hex(flags), " has flags that the device does not support."));
  request.flags = flags;
  return {};
}

/// Nothing follows from the flag of simultaneous use: an execution has a graph that never changes, so that there may
/// be several at once in any case.
Result<core::CommandBufferRequest> readProperties(const cl_command_buffer_properties_khr *given) {
  core::CommandBufferRequest request;
  if (!given)
    return request;
  const cl_command_buffer_properties_khr *entry = given;
  for (; *entry != 0; entry += 2) {
    // CL_INVALID_VALUE: the same name again, an unknown one, unknown values.
    for (const cl_command_buffer_properties_khr *other = given; other != entry; other += 2)
      if (*other == *entry)
        return fail(CL_INVALID_VALUE, concat("Property ", hex(*entry), " is given twice."));
    if (*entry == CL_COMMAND_BUFFER_FLAGS_KHR)
      TRY(readFlags(entry[1], request));
    else if (*entry == CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR)
      request.needsLocalSize = TRY(readAsserts(entry[1]));
    else
      return fail(CL_INVALID_VALUE, concat("Command-buffers have no property ", hex(*entry), "."));
  }
  request.list.assign(given, entry + 1);
  return request;
}

cl_command_buffer_state_khr stateOf(const CommandBuffer &buffer) {
  const auto graph = buffer.graph();
  if (!graph)
    return CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
  return graph->isComplete() ? CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR : CL_COMMAND_BUFFER_STATE_FINALIZED_KHR;
}

/// The queue that is to run the command-buffer: its own, where no other one is given.
Result<core::CommandQueue *> resolveQueue(Call &call, const CommandBuffer &buffer, cl_uint count,
                                          const cl_command_queue *queues) {
  // CL_INVALID_VALUE: a count without a list, or a list without a count.
  if ((count == 0) != (queues == nullptr))
    return fail(CL_INVALID_VALUE, "The list of queues and its length contradict each other.");
  if (!queues)
    return &buffer.queue();
  // CL_INVALID_VALUE: not as many queues as the command-buffer was made with.
  if (count != 1)
    return fail(CL_INVALID_VALUE, concat("The command-buffer was made with one queue, not with ", count, "."));
  core::CommandQueue *queue = TRY(call.resolve<core::CommandQueue>(queues[0]));
  // CL_INCOMPATIBLE_COMMAND_QUEUE_KHR can't occur: no property is required, and all that queues can have are supported.
  // CL_INVALID_CONTEXT: of another context than its own queue.
  if (&queue->context() != &buffer.context())
    return fail(CL_INVALID_CONTEXT, "The command-queue and the command-buffer belong to different contexts.");
  // CL_INVALID_DEVICE: of another device than its own queue.
  if (&queue->device() != &buffer.queue().device())
    return fail(CL_INVALID_DEVICE, "The command-buffer was made for another device than the command-queue's.");
  return queue;
}

const InfoRow<CommandBuffer> commandBufferInfo[] = {
    {CL_COMMAND_BUFFER_NUM_QUEUES_KHR, [](CommandBuffer &) { return scalar<cl_uint>(1); }},
    {CL_COMMAND_BUFFER_QUEUES_KHR,
     [](CommandBuffer &buffer) { return scalar<cl_command_queue>(buffer.queue().show()); }},
    {CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, [](CommandBuffer &buffer) { return scalar<cl_uint>(buffer.references()); }},
    {CL_COMMAND_BUFFER_STATE_KHR,
     [](CommandBuffer &buffer) { return scalar<cl_command_buffer_state_khr>(stateOf(buffer)); }},
    {CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, [](CommandBuffer &buffer) { return array(buffer.request().list); }},
    {CL_COMMAND_BUFFER_CONTEXT_KHR, [](CommandBuffer &buffer) { return scalar<cl_context>(buffer.context().show()); }},
};

} // namespace

Result<CommandBuffer *> resolveRecording(Call &call, cl_command_buffer_khr raw, const RecordingArguments &arguments,
                                         Mutability mutability) {
  CommandBuffer *buffer = TRY(call.resolve<CommandBuffer>(raw));
  TRY(checkAlive(buffer->context()));
  // CL_INVALID_COMMAND_QUEUE: a queue is named, though there is only one.
  if (arguments.queue)
    return fail(CL_INVALID_COMMAND_QUEUE, "The queue of a recorded command must be NULL.");
  TRY(buffer->checkRecording());
  const bool isFixed = mutability == Mutability::none;
  // CL_INVALID_VALUE: there are no properties of commands other than launches.
  if (isFixed && arguments.properties && *arguments.properties != 0)
    return fail(CL_INVALID_VALUE, concat("The recorded command has no property ", hex(*arguments.properties), "."));
  // CL_INVALID_VALUE: they can't be changed, so they have no handles.
  if (isFixed && arguments.handle)
    return fail(CL_INVALID_VALUE, "mutable_handle must be NULL.");
  // CL_INVALID_SYNC_POINT_WAIT_LIST_KHR: a count without a list, or a list without a count.
  if ((arguments.count == 0) != (arguments.waitList == nullptr))
    return fail(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
                concat("The list of sync points is ", arguments.waitList ? "given" : "NULL", ", but their number is ",
                       arguments.count, "."));
  return buffer;
}

cl_command_buffer_khr CL_API_CALL clCreateCommandBufferKHR(cl_uint queueCount, const cl_command_queue *queues,
                                                           const cl_command_buffer_properties_khr *properties,
                                                           cl_int *errcodeRet) {
  return create<cl_command_buffer_khr>(
      "clCreateCommandBufferKHR", errcodeRet, [&](Call &call) -> Result<cl_command_buffer_khr> {
        // CL_INVALID_VALUE: not one queue.
        if (queueCount != 1 || !queues)
          return fail(CL_INVALID_VALUE, "A command-buffer is made with one command-queue.");
        core::CommandQueue *queue = TRY(call.resolve<core::CommandQueue>(queues[0]));
        auto request = TRY(readProperties(properties));
        return makeRef<CommandBuffer>(*queue, std::move(request))->publish();
      });
}

cl_int CL_API_CALL clRetainCommandBufferKHR(cl_command_buffer_khr buffer) {
  return retain<CommandBuffer>("clRetainCommandBufferKHR", buffer);
}

cl_int CL_API_CALL clReleaseCommandBufferKHR(cl_command_buffer_khr buffer) {
  return release<CommandBuffer>("clReleaseCommandBufferKHR", buffer);
}

cl_int CL_API_CALL clFinalizeCommandBufferKHR(cl_command_buffer_khr buffer) {
  return run("clFinalizeCommandBufferKHR", [&](Call &call) -> Result<> {
    CommandBuffer *itsBuffer = TRY(call.resolve<CommandBuffer>(buffer));
    TRY(checkAlive(itsBuffer->context()));
    return itsBuffer->finalise();
  });
}

cl_int CL_API_CALL clEnqueueCommandBufferKHR(cl_uint queueCount, cl_command_queue *queues, cl_command_buffer_khr buffer,
                                             cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueCommandBufferKHR", [&](Call &call) -> Result<> {
    CommandBuffer *itsBuffer = TRY(call.resolve<CommandBuffer>(buffer));
    // CL_INVALID_OPERATION: not finalised yet.
    auto graph = itsBuffer->graph();
    if (!graph)
      return fail(CL_INVALID_OPERATION, "The command-buffer has not been finalised.");
    // CL_INVALID_OPERATION: not executable yet.
    if (!graph->isComplete())
      return fail(CL_INVALID_OPERATION, "A launch of the command-buffer lacks arguments.");
    core::CommandQueue *queue = TRY(resolveQueue(call, *itsBuffer, queueCount, queues));
    WaitList events = TRY(resolveWaitList(queue->context(), {waitCount, waitList, event}));
    auto command = makeRef<core::GraphCommand>(*queue, CL_COMMAND_COMMAND_BUFFER_KHR, std::move(graph));
    return enqueue(*queue, std::move(command), events, event);
  });
}

cl_int CL_API_CALL clCommandBarrierWithWaitListKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                                   const cl_command_properties_khr *properties, cl_uint waitCount,
                                                   const cl_sync_point_khr *waitList, cl_sync_point_khr *syncPoint,
                                                   cl_mutable_command_khr *handle) {
  return run("clCommandBarrierWithWaitListKHR", [&](Call &call) -> Result<> {
    const RecordingArguments arguments{queue, properties, waitCount, waitList, syncPoint, handle};
    CommandBuffer *itsBuffer = TRY(resolveRecording(call, buffer, arguments));
    const cl_sync_point_khr point = TRY(itsBuffer->appendBarrier(syncPoints(arguments)));
    if (syncPoint)
      *syncPoint = point;
    return {};
  });
}

cl_int CL_API_CALL clGetCommandBufferInfoKHR(cl_command_buffer_khr buffer, cl_command_buffer_info_khr name, size_t size,
                                             void *value, size_t *sizeReturned) {
  return run("clGetCommandBufferInfoKHR", [&](Call &call) -> Result<> {
    CommandBuffer *object = TRY(call.resolve<CommandBuffer>(buffer));
    return answerQuery(commandBufferInfo, *object, name, {size, value, sizeReturned});
  });
}

} // namespace weft::api
