// Entry points for all memory objects: references, queries, unmapping, migration (OpenCL 3.0 section 5.5).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/MemoryObject.h"

#include "ScopeFail.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/Info.h"
#include "api/Transfer.h"
#include "core/commands/MarkerCommand.h"
#include "core/memory/Buffer.h"
#include "core/memory/Pipe.h"

namespace weft::api {

namespace {

/// Answers CL_MEM_OFFSET.
size_t originOf(core::MemoryObject &object) {
  return core::Buffer::isInstance(object) ? static_cast<core::Buffer &>(object).origin() : 0;
}

/// Whether the object is a buffer whose storage is memory of clSVMAlloc.
cl_bool usesSharedMemory(core::MemoryObject &object) {
  if (object.type() != CL_MEM_OBJECT_BUFFER)
    return CL_FALSE;
  auto found = object.context().sharedMemory().find(object.hostPointer(), object.size());
  return found && !found->isUnified();
}

/// Answers with the buffer's address, once for each device of the context. CL_INVALID_OPERATION if the buffer, or the
/// parent of a sub-buffer, was not created with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT.
Answer deviceAddresses(core::MemoryObject &object) {
  const auto &properties = (object.parent() ? *object.parent() : object).properties();
  if (object.type() != CL_MEM_OBJECT_BUFFER || properties.size() < 2 || properties[1] != CL_TRUE)
    return fail(CL_INVALID_OPERATION, "It is no buffer created with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT.");
  return array(std::vector<cl_mem_device_address_ext>(object.context().devices().size(),
                                                      reinterpret_cast<cl_mem_device_address_ext>(object.data())));
}

const InfoQuery<core::MemoryObject> memoryInfo[] = {
    {CL_MEM_TYPE, [](core::MemoryObject &object) { return scalar<cl_mem_object_type>(object.type()); }},
    {CL_MEM_FLAGS, [](core::MemoryObject &object) { return scalar<cl_mem_flags>(object.flags()); }},
    {CL_MEM_SIZE, [](core::MemoryObject &object) { return scalar<size_t>(object.size()); }},
    {CL_MEM_HOST_PTR, [](core::MemoryObject &object) { return scalar<void *>(object.hostPointer()); }},
    {CL_MEM_MAP_COUNT, [](core::MemoryObject &object) { return scalar<cl_uint>(object.mapCount()); }},
    {CL_MEM_REFERENCE_COUNT, [](core::MemoryObject &object) { return scalar<cl_uint>(object.references()); }},
    {CL_MEM_CONTEXT, [](core::MemoryObject &object) { return scalar<cl_context>(object.context().show()); }},
    {CL_MEM_ASSOCIATED_MEMOBJECT,
     [](core::MemoryObject &object) { return scalar<cl_mem>(object.parent() ? object.parent()->show() : nullptr); }},
    {CL_MEM_OFFSET, [](core::MemoryObject &object) { return scalar<size_t>(originOf(object)); }},
    {CL_MEM_USES_SVM_POINTER, [](core::MemoryObject &object) { return scalar<cl_bool>(usesSharedMemory(object)); }},
    {CL_MEM_PROPERTIES, [](core::MemoryObject &object) { return array(object.properties()); }},
    {CL_MEM_DEVICE_ADDRESS_EXT, deviceAddresses},
};

} // namespace

cl_int CL_API_CALL clRetainMemObject(cl_mem memory) { return retain<core::MemoryObject>("clRetainMemObject", memory); }

cl_int CL_API_CALL clReleaseMemObject(cl_mem memory) {
  return release<core::MemoryObject>("clReleaseMemObject", memory);
}

cl_int CL_API_CALL clGetMemObjectInfo(cl_mem memory, cl_mem_info name, size_t size, void *value, size_t *sizeReturned) {
  return run("clGetMemObjectInfo", [&](Call &call) -> Result<> {
    const RefPtr<core::MemoryObject> object = TRY(call.resolve<core::MemoryObject>(memory));
    return answerQuery(memoryInfo, *object, name, {size, value, sizeReturned});
  });
}

cl_int CL_API_CALL clSetMemObjectDestructorCallback(cl_mem memory, void(CL_CALLBACK *callback)(cl_mem, void *),
                                                    void *userData) {
  return run("clSetMemObjectDestructorCallback", [&](Call &call) -> Result<> {
    const RefPtr<core::MemoryObject> object = TRY(call.resolve<core::MemoryObject>(memory));
    // CL_INVALID_VALUE: there is no callback.
    if (!callback)
      return fail(CL_INVALID_VALUE, "pfn_notify is NULL.");
    object->addDestructorCallback(callback, userData);
    return {};
  });
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *pointer, cl_uint waitCount,
                                           const cl_event *waitList, cl_event *event) {
  return run("clEnqueueUnmapMemObject", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::MemoryObject> object = TRY(resolveMemory<core::MemoryObject>(call, *itsQueue, memory));
    // CL_INVALID_MEM_OBJECT: the object is a pipe, which the host can't map.
    if (core::Pipe::isInstance(*object))
      return fail(CL_INVALID_MEM_OBJECT, "A pipe is never mapped.");
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    auto command = makeRef<core::MarkerCommand>(*itsQueue, CL_COMMAND_UNMAP_MEM_OBJECT, std::vector{object});
    // CL_INVALID_VALUE: no mapping of this object returned the pointer, or the mapping has been removed before.
    auto mapping = object->unmap(pointer);
    if (!mapping)
      return fail(CL_INVALID_VALUE, "The memory object is not mapped at this address.");
    ScopeFail unmapping([&] { object->restore(std::move(mapping)); });
    TRY(enqueue(*itsQueue, std::move(command), events, event));
    unmapping.dismiss();
    return {};
  });
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint count, const cl_mem *memory,
                                              cl_mem_migration_flags flags, cl_uint waitCount, const cl_event *waitList,
                                              cl_event *event) {
  return run("clEnqueueMigrateMemObjects", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    // CL_INVALID_VALUE: there are no objects.
    if (count == 0 || !memory)
      return fail(CL_INVALID_VALUE, "The list of memory objects is empty.");
    TRY(checkMigrationFlags(flags));
    std::vector<RefPtr<core::MemoryObject>> objects;
    for (cl_uint i = 0; i < count; ++i)
      objects.emplace_back(TRY(resolveMemory<core::MemoryObject>(call, *itsQueue, memory[i])));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    auto command = makeRef<core::MarkerCommand>(*itsQueue, CL_COMMAND_MIGRATE_MEM_OBJECTS, std::move(objects));
    return enqueue(*itsQueue, std::move(command), events, event);
  });
}

} // namespace weft::api
