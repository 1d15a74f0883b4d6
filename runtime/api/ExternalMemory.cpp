// Acquires and releases external memory (cl_khr_external_memory).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/ExternalMemory.h"

#include <algorithm>

#include "Text.h"
#include "api/Enqueue.h"
#include "api/EntryPoints.h"
#include "core/commands/MarkerCommand.h"

namespace weft::api {

namespace {

/// Enqueues a command that acquires or releases external memory. The command has no work and is only ordered with the
/// queue's other commands: all processes that map the memory see each other's writes in any case.
Result<> enqueueTransition(Call &call, cl_command_queue queue, cl_command_type type, std::span<const cl_mem> list,
                           const EventArguments &events) {
  const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
  std::vector<RefPtr<core::MemoryObject>> objects;
  for (cl_mem raw : list) {
    RefPtr<core::MemoryObject> object = TRY(resolveMemory<core::MemoryObject>(call, *itsQueue, raw));
    // CL_INVALID_MEM_OBJECT: the object has no external memory.
    if (!object->external())
      return fail(CL_INVALID_MEM_OBJECT, "A memory object of the list is not of external memory.");
    // CL_INVALID_COMMAND_QUEUE: the object was created for other devices.
    if (!object->external()->mayBeUsedBy(itsQueue->device()))
      return fail(CL_INVALID_COMMAND_QUEUE, "The memory was imported for other devices than the queue's.");
    objects.push_back(std::move(object));
  }
  WaitList waitList = TRY(resolveWaitList(itsQueue->context(), events));
  // CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: an event of the wait list has failed already.
  if (std::ranges::any_of(waitList, [](const RefPtr<core::Event> &event) { return event->status() < 0; }))
    return fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "An event of the wait list has failed.");
  return enqueue(*itsQueue, makeRef<core::MarkerCommand>(*itsQueue, type, std::move(objects)), waitList, events.event);
}

/// Returns the list of objects. CL_INVALID_VALUE: a count without a list, or a list without a count.
Result<std::span<const cl_mem>> listOf(cl_uint count, const cl_mem *objects) {
  if ((count == 0) != (objects == nullptr))
    return fail(CL_INVALID_VALUE, "The list of memory objects and its length contradict each other.");
  return std::span(objects, count);
}

} // namespace

cl_int CL_API_CALL clEnqueueAcquireExternalMemObjectsKHR(cl_command_queue queue, cl_uint count, const cl_mem *objects,
                                                         cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueAcquireExternalMemObjectsKHR", [&](Call &call) -> Result<> {
    return enqueueTransition(call, queue, CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR, TRY(listOf(count, objects)),
                             {waitCount, waitList, event});
  });
}

cl_int CL_API_CALL clEnqueueReleaseExternalMemObjectsKHR(cl_command_queue queue, cl_uint count, const cl_mem *objects,
                                                         cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueReleaseExternalMemObjectsKHR", [&](Call &call) -> Result<> {
    return enqueueTransition(call, queue, CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR, TRY(listOf(count, objects)),
                             {waitCount, waitList, event});
  });
}

} // namespace weft::api
