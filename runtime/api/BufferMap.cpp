// Mapping, unmapping and migrating memory objects (OpenCL 3.0 sections 5.2.4, 5.5.2 and 5.5.4).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Text.h"
#include "api/EntryPoints.h"
#include "api/Transfer.h"
#include "core/MarkerCommand.h"

namespace weft::api {

namespace {

Result<> checkMapAccess(const core::Buffer &buffer, cl_map_flags flags) {
  if (flags & CL_MAP_READ)
    TRY(checkHostReads(buffer));
  if (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION))
    TRY(checkHostWrites(buffer));
  return {};
}

} // namespace

void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                                     size_t offset, size_t size, cl_uint waitCount, const cl_event *waitList,
                                     cl_event *event, cl_int *errcodeRet) {
  return create<void *>("clEnqueueMapBuffer", errcodeRet, [&](Call &call) -> Result<void *> {
    RefPtr<core::CommandQueue> itsQueue(TRY(call.resolve<core::CommandQueue>(queue)));
    RefPtr<core::Buffer> memory(TRY(resolveBuffer(call, *itsQueue, buffer)));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkMapFlags(flags));
    TRY(checkMapAccess(*memory, flags));
    // CL_INVALID_VALUE: empty, or out of the buffer's bounds.
    if (size == 0 || !memory->contains(offset, size))
      return fail(CL_INVALID_VALUE, concat("Offset ", offset, " and size ", size, " are no region of a buffer of ",
                                           memory->size(), " bytes."));
    auto command = makeRef<core::MarkerCommand>(*itsQueue, CL_COMMAND_MAP_BUFFER, std::vector{memory});
    void *pointer = TRY(memory->map(offset, size, flags));
    Result<> enqueued = enqueueTransfer(*itsQueue, std::move(command), events, event, blocking);
    if (!enqueued) {
      memory->unmap(pointer);
      return std::unexpected(enqueued.error());
    }
    return pointer;
  });
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *pointer, cl_uint waitCount,
                                           const cl_event *waitList, cl_event *event) {
  return run("clEnqueueUnmapMemObject", [&](Call &call) -> Result<> {
    core::CommandQueue *itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::Buffer> buffer(TRY(resolveBuffer(call, *itsQueue, memory)));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    auto command = makeRef<core::MarkerCommand>(*itsQueue, CL_COMMAND_UNMAP_MEM_OBJECT, std::vector{buffer});
    // CL_INVALID_VALUE: not a pointer that mapping this object gave, or unmapped before.
    if (!buffer->unmap(pointer))
      return fail(CL_INVALID_VALUE, "The memory object is not mapped at this address.");
    return enqueue(*itsQueue, std::move(command), events, event);
  });
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint count, const cl_mem *memory,
                                              cl_mem_migration_flags flags, cl_uint waitCount, const cl_event *waitList,
                                              cl_event *event) {
  return run("clEnqueueMigrateMemObjects", [&](Call &call) -> Result<> {
    core::CommandQueue *itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    // CL_INVALID_VALUE: no objects.
    if (count == 0 || !memory)
      return fail(CL_INVALID_VALUE, "The list of memory objects is empty.");
    TRY(checkMigrationFlags(flags));
    std::vector<RefPtr<core::Buffer>> buffers;
    for (cl_uint i = 0; i < count; ++i)
      buffers.emplace_back(TRY(resolveBuffer(call, *itsQueue, memory[i])));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    auto command = makeRef<core::MarkerCommand>(*itsQueue, CL_COMMAND_MIGRATE_MEM_OBJECTS, std::move(buffers));
    return enqueue(*itsQueue, std::move(command), events, event);
  });
}

} // namespace weft::api
