// Entry points that map buffers (OpenCL 3.0 section 5.2.4).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ScopeFail.h"
#include "Text.h"
#include "api/EntryPoints.h"
#include "api/Transfer.h"
#include "core/commands/MarkerCommand.h"

namespace weft::api {

void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                                     size_t offset, size_t size, cl_uint waitCount, const cl_event *waitList,
                                     cl_event *event, cl_int *errcodeRet) {
  return create<void *>("clEnqueueMapBuffer", errcodeRet, [&](Call &call) -> Result<void *> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::Buffer> memory = TRY(resolveBuffer(call, *itsQueue, buffer));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkMapFlags(flags));
    TRY(checkMapAccess(*memory, flags));
    // CL_INVALID_VALUE: the region is empty, or out of the buffer's bounds.
    if (size == 0 || !memory->contains(offset, size))
      return fail(CL_INVALID_VALUE, concat("Offset ", offset, " and size ", size, " are no region of a buffer of ",
                                           memory->size(), " bytes."));
    auto command =
        makeRef<core::MarkerCommand>(*itsQueue, CL_COMMAND_MAP_BUFFER, std::vector<RefPtr<core::MemoryObject>>{memory});
    void *pointer = TRY(memory->mapBytes(offset, size, flags));
    ScopeFail mapping([&] { memory->unmap(pointer); });
    TRY(enqueueTransfer(*itsQueue, std::move(command), events, event, blocking));
    mapping.dismiss();
    return pointer;
  });
}

} // namespace weft::api
