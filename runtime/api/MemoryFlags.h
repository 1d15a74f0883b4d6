// The flags of memory objects: which can be combined, and which a sub-buffer or another view of an object inherits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_MEMORY_FLAGS_H
#define WEFT_RUNTIME_API_MEMORY_FLAGS_H

#include "Result.h"
#include "core/memory/MemoryObject.h"

namespace weft::api {

/// Checks that the flags may be combined, by the rules in the specification's table of memory flags. Fails with
/// CL_INVALID_VALUE.
Result<> checkMemoryFlags(cl_mem_flags flags);

/// The flags of a sub-buffer, or of an image that is created from another memory object: `flags`, which
/// checkMemoryFlags has checked, and the flags that it inherits from `parent`. CL_INVALID_VALUE if `flags` allow
/// accesses that the parent's flags forbid.
Result<cl_mem_flags> inheritFlags(const core::MemoryObject &parent, cl_mem_flags flags);

/// CL_INVALID_VALUE: the object is immutable, but gets no initial contents, neither from the application's memory nor
/// from a file (`external`).
Result<> checkInitialContents(cl_mem_flags flags, bool external);

/// Returns the flags, to which CL_MEM_READ_WRITE is added if they don't say how kernels may access the object.
cl_mem_flags withDefaultAccess(cl_mem_flags flags);

/// CL_INVALID_HOST_PTR: a pointer is given without a flag that uses it, or such a flag is given without a pointer.
Result<> checkHostPointer(cl_mem_flags flags, const void *hostPointer);

} // namespace weft::api

#endif
