// Checks that the transfers of buffers share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_TRANSFER_H
#define WEFT_RUNTIME_API_TRANSFER_H

#include "Result.h"
#include "api/Enqueue.h"
#include "core/Buffer.h"

namespace weft::api {

/// CL_INVALID_OPERATION: the flags that the buffer was created with forbid the host to read it.
inline Result<> checkHostReads(const core::Buffer &buffer) {
  if (buffer.flags() & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS))
    return fail(CL_INVALID_OPERATION, "The buffer was created so that the host does not read it.");
  return {};
}

/// CL_INVALID_OPERATION: the flags that the buffer was created with forbid the host to write it.
inline Result<> checkHostWrites(const core::Buffer &buffer) {
  if (buffer.flags() & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS))
    return fail(CL_INVALID_OPERATION, "The buffer was created so that the host does not write it.");
  return {};
}

/// Enqueues, blocking or not.
inline Result<> enqueueTransfer(core::CommandQueue &queue, RefPtr<core::Command> command, const WaitList &waitList,
                                cl_event *event, cl_bool blocking) {
  return blocking ? enqueueBlocking(queue, std::move(command), waitList, event)
                  : enqueue(queue, std::move(command), waitList, event);
}

} // namespace weft::api

#endif
