// Entry points that create, finalise, enqueue and query command-buffers (cl_khr_command_buffer).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/CommandBuffer.h"

#include "Text.h"
#include "api/CommandBufferQueues.h"
#include "api/EntryPoints.h"
#include "api/Info.h"
#include "api/MutableDispatch.h"
#include "api/Recording.h"
#include "core/commands/GraphCommand.h"

namespace weft::api {

namespace {

using core::CommandBuffer;

constexpr cl_command_buffer_flags_khr knownFlags =
    CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR;

Result<> readFlags(cl_command_buffer_flags_khr flags, core::CommandBufferRequest &request) {
  // CL_INVALID_VALUE: a flag is unknown. CL_INVALID_PROPERTY can't occur, because all known flags are supported.
  if (flags & ~knownFlags)
    return fail(CL_INVALID_VALUE, concat(hex(flags), " has unknown flags of command-buffers."));
  request.flags = flags;
  return {};
}

/// Reads the properties. Two flags have no effect: CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, because simultaneous use is
/// always possible, and the flag for synchronisation on the device, because Weft has no other kind.
Result<core::CommandBufferRequest> readCommandBufferProperties(const cl_command_buffer_properties_khr *given) {
  core::CommandBufferRequest request;
  if (!given)
    return request;
  const cl_command_buffer_properties_khr *entry = given;
  for (; *entry != 0; entry += 2) {
    // CL_INVALID_VALUE: a name occurs twice, or a name or a value is unknown.
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

std::vector<cl_command_queue> handlesOf(const core::CommandQueues &queues) {
  std::vector<cl_command_queue> handles;
  for (const auto &queue : queues)
    handles.push_back(queue->show());
  return handles;
}

const InfoQuery<CommandBuffer> commandBufferInfo[] = {
    {CL_COMMAND_BUFFER_NUM_QUEUES_KHR,
     [](CommandBuffer &buffer) { return scalar<cl_uint>(cl_uint(buffer.queues().size())); }},
    {CL_COMMAND_BUFFER_QUEUES_KHR, [](CommandBuffer &buffer) { return array(handlesOf(buffer.queues())); }},
    {CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, [](CommandBuffer &buffer) { return scalar<cl_uint>(buffer.references()); }},
    {CL_COMMAND_BUFFER_STATE_KHR,
     [](CommandBuffer &buffer) { return scalar<cl_command_buffer_state_khr>(stateOf(buffer)); }},
    {CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, [](CommandBuffer &buffer) { return array(buffer.request().list); }},
    {CL_COMMAND_BUFFER_CONTEXT_KHR, [](CommandBuffer &buffer) { return scalar<cl_context>(buffer.context().show()); }},
};

} // namespace

Result<Recording> resolveRecording(Call &call, cl_command_buffer_khr raw, const RecordingArguments &arguments,
                                   Mutability mutability) {
  RefPtr<CommandBuffer> buffer = TRY(call.resolve<CommandBuffer>(raw));
  TRY(checkAlive(buffer->context()));
  const uint32_t queue = TRY(resolveQueueOf(call, *buffer, arguments.queue));
  TRY(buffer->checkRecording());
  const bool isFixed = mutability == Mutability::none;
  // CL_INVALID_VALUE: only launches can have properties.
  if (isFixed && arguments.properties && *arguments.properties != 0)
    return fail(CL_INVALID_VALUE, concat("The recorded command has no property ", hex(*arguments.properties), "."));
  // CL_INVALID_VALUE: only launches can be changed, so other commands have no handles.
  if (isFixed && arguments.handle)
    return fail(CL_INVALID_VALUE, "mutable_handle must be NULL.");
  // CL_INVALID_SYNC_POINT_WAIT_LIST_KHR: a count without a list, or a list without a count.
  if ((arguments.count == 0) != (arguments.waitList == nullptr))
    return fail(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
                concat("The list of sync points is ", arguments.waitList ? "given" : "NULL", ", but their number is ",
                       arguments.count, "."));
  return Recording{std::move(buffer), queue, arguments};
}

cl_command_buffer_khr CL_API_CALL clCreateCommandBufferKHR(cl_uint queueCount, const cl_command_queue *queues,
                                                           const cl_command_buffer_properties_khr *properties,
                                                           cl_int *errcodeRet) {
  return create<cl_command_buffer_khr>(
      "clCreateCommandBufferKHR", errcodeRet, [&](Call &call) -> Result<cl_command_buffer_khr> {
        core::CommandQueues itsQueues = TRY(resolveQueues(call, queueCount, queues));
        // CL_INCOMPATIBLE_COMMAND_QUEUE_KHR can't occur: all devices synchronise with each other, and support any count
        // of queues.
        auto request = TRY(readCommandBufferProperties(properties));
        return makeRef<CommandBuffer>(std::move(itsQueues), std::move(request))->publish();
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
    const RefPtr<CommandBuffer> itsBuffer = TRY(call.resolve<CommandBuffer>(buffer));
    TRY(checkAlive(itsBuffer->context()));
    return itsBuffer->finalise();
  });
}

cl_int CL_API_CALL clEnqueueCommandBufferKHR(cl_uint queueCount, cl_command_queue *queues, cl_command_buffer_khr buffer,
                                             cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueCommandBufferKHR", [&](Call &call) -> Result<> {
    const RefPtr<CommandBuffer> itsBuffer = TRY(call.resolve<CommandBuffer>(buffer));
    // CL_INVALID_OPERATION: the command-buffer has not been finalised yet.
    auto graph = itsBuffer->graph();
    if (!graph)
      return fail(CL_INVALID_OPERATION, "The command-buffer has not been finalised.");
    // CL_INVALID_OPERATION: the command-buffer is not executable yet.
    if (!graph->isComplete())
      return fail(CL_INVALID_OPERATION, "A launch of the command-buffer lacks arguments.");
    core::CommandQueues itsQueues = TRY(resolveQueuesFor(call, *itsBuffer, queueCount, queues));
    const core::CommandQueues others = otherQueues(itsQueues);
    const RefPtr<core::CommandQueue> home = core::GraphCommand::home(itsQueues);
    WaitList events = TRY(resolveWaitList(home->context(), {waitCount, waitList, event}));
    auto command = makeRef<core::GraphCommand>(std::move(itsQueues), CL_COMMAND_COMMAND_BUFFER_KHR, std::move(graph));
    if (others.empty())
      return enqueue(*home, std::move(command), events, event);
    return enqueueAcross(*home, others, std::move(command), std::move(events), event);
  });
}

cl_int CL_API_CALL clCommandBarrierWithWaitListKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                                   const cl_command_properties_khr *properties, cl_uint waitCount,
                                                   const cl_sync_point_khr *waitList, cl_sync_point_khr *syncPoint,
                                                   cl_mutable_command_khr *handle) {
  return run("clCommandBarrierWithWaitListKHR", [&](Call &call) -> Result<> {
    const RecordingArguments arguments{queue, properties, waitCount, waitList, syncPoint, handle};
    const Recording its = TRY(resolveRecording(call, buffer, arguments));
    const cl_sync_point_khr point = TRY(its.buffer->appendBarrier(its.queueNumber, its.syncPoints()));
    if (syncPoint)
      *syncPoint = point;
    return {};
  });
}

cl_int CL_API_CALL clGetCommandBufferInfoKHR(cl_command_buffer_khr buffer, cl_command_buffer_info_khr name, size_t size,
                                             void *value, size_t *sizeReturned) {
  return run("clGetCommandBufferInfoKHR", [&](Call &call) -> Result<> {
    const RefPtr<CommandBuffer> object = TRY(call.resolve<CommandBuffer>(buffer));
    return answerQuery(commandBufferInfo, *object, name, {size, value, sizeReturned});
  });
}

} // namespace weft::api
