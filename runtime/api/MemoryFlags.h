// The flags of memory objects: what goes together, and what a part or view of another object inherits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_MEMORY_FLAGS_H
#define WEFT_RUNTIME_API_MEMORY_FLAGS_H

#include "Result.h"
#include "core/memory/MemoryObject.h"

namespace weft::api {

/// The memory flags table's rules on what goes together: CL_INVALID_VALUE.
Result<> checkMemoryFlags(cl_mem_flags flags);

/// The flags of a sub-buffer, or of an image made from another memory object: its own, which checkMemoryFlags has seen,
/// and what it inherits. CL_INVALID_VALUE where they widen the parent's.
Result<cl_mem_flags> inheritFlags(const core::MemoryObject &parent, cl_mem_flags flags);

/// CL_INVALID_VALUE: an immutable object that would have no contents, as neither the application's memory nor a file
/// (`external`) gives it some.
Result<> checkInitialContents(cl_mem_flags flags, bool external);

/// Flags that don't say who may access the object, with the default: CL_MEM_READ_WRITE.
cl_mem_flags withDefaultAccess(cl_mem_flags flags);

/// CL_INVALID_HOST_PTR: a pointer without a flag that uses it, or such a flag without a pointer.
Result<> checkHostPointer(cl_mem_flags flags, const void *hostPointer);

} // namespace weft::api

#endif
