// Checks that the transfers of buffers and of shared virtual memory share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_TRANSFER_H
#define WEFT_RUNTIME_API_TRANSFER_H

#include "Result.h"
#include "api/Enqueue.h"
#include "core/memory/MemoryObject.h"

namespace weft::api {

/// CL_INVALID_OPERATION: the flags that the object was created with forbid the host to read it.
inline Result<> checkHostReads(const core::MemoryObject &object) {
  if (object.flags() & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS))
    return fail(CL_INVALID_OPERATION, "The memory object was created so that the host does not read it.");
  return {};
}

/// CL_INVALID_OPERATION: the object was created as immutable.
inline Result<> checkMutable(const core::MemoryObject &object) {
  if (object.isImmutable())
    return fail(CL_INVALID_OPERATION, "The memory object to write is immutable.");
  return {};
}

/// CL_INVALID_OPERATION: the flags that the object was created with forbid the host to write it.
inline Result<> checkHostWrites(const core::MemoryObject &object) {
  TRY(checkMutable(object));
  if (object.flags() & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS))
    return fail(CL_INVALID_OPERATION, "The memory object was created so that the host does not write it.");
  return {};
}

/// CL_INVALID_VALUE: the pointer is NULL.
Result<> checkPointer(const void *pointer, const char *name);

/// CL_INVALID_VALUE: the pointer is NULL, though `size` isn't 0. If `size` is 0, any address is valid. That follows the
/// draft of cl_khr_unified_svm; OpenCL 3.0 itself forbids NULL for any size.
Result<> checkSvmPointer(const void *pointer, size_t size, const char *name);

/// Returns whether two regions of `size` bytes have a byte in common.
bool doRangesOverlap(const void *a, const void *b, size_t size);

/// Checks a fill of `size` bytes at `offset` with a pattern. CL_INVALID_VALUE if there is no pattern, if its size is
/// not that of an OpenCL C type, or if `offset` or `size` is no multiple of its size.
Result<> checkPattern(const void *pattern, size_t patternSize, size_t offset, size_t size);

/// CL_INVALID_VALUE: flags are unknown, or exclude each other.
Result<> checkMapFlags(cl_map_flags flags);

/// CL_INVALID_OPERATION: the flags that the object was created with forbid the access that the map flags request.
Result<> checkMapAccess(const core::MemoryObject &object, cl_map_flags flags);

/// CL_INVALID_VALUE: a flag is unknown.
Result<> checkMigrationFlags(cl_mem_migration_flags flags);

/// Enqueues the command, blocking or not.
inline Result<> enqueueTransfer(core::CommandQueue &queue, RefPtr<core::Command> command, const WaitList &waitList,
                                cl_event *event, cl_bool blocking) {
  return blocking ? enqueueBlocking(queue, std::move(command), waitList, event)
                  : enqueue(queue, std::move(command), waitList, event);
}

/// Checks a copy between addresses. CL_INVALID_VALUE if an address is NULL and there are bytes to copy;
/// CL_MEM_COPY_OVERLAP.
Result<> checkMemoryCopy(void *destination, const void *source, size_t size);

/// Enqueues a copy between addresses, for shared virtual memory and for unified shared memory. Errors: those of
/// checkMemoryCopy.
Result<> enqueueMemoryCopy(core::CommandQueue &queue, cl_command_type type, cl_bool blocking, void *destination,
                           const void *source, size_t size, const EventArguments &events);

} // namespace weft::api

#endif
