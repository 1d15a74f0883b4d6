// The flags of memory objects: which can be combined, and which a sub-buffer or another view of an object inherits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_MEMORY_FLAGS_H
#define WEFT_RUNTIME_API_MEMORY_FLAGS_H

#include "Result.h"
#include "core/memory/MemoryObject.h"

namespace weft::api {

/// Checks which flags are combined, by the rules in the table of memory flags. CL_INVALID_VALUE.
Result<> checkMemoryFlags(cl_mem_flags flags);

/// The flags of a sub-buffer, or of an image created from another memory object: its own, which checkMemoryFlags has
/// checked, and the inherited flags. CL_INVALID_VALUE where its own flags allow more than the parent's.
Result<cl_mem_flags> inheritFlags(const core::MemoryObject &parent, cl_mem_flags flags);

/// CL_INVALID_VALUE: an immutable object would have no contents, because it gets none from the application's memory or
/// a file (`external`).
Result<> checkInitialContents(cl_mem_flags flags, bool external);

/// Returns the flags with CL_MEM_READ_WRITE, the default, where they say nothing about who may access the object.
cl_mem_flags withDefaultAccess(cl_mem_flags flags);

/// CL_INVALID_HOST_PTR: a pointer is given without a flag that uses it, or such a flag is given without a pointer.
Result<> checkHostPointer(cl_mem_flags flags, const void *hostPointer);

} // namespace weft::api

#endif
