// Checks and inherits the flags of memory objects.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/MemoryFlags.h"

#include "Text.h"

namespace weft::api {

namespace {

constexpr cl_mem_flags kernelAccess = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
/// All flags about who may access the object. CL_MEM_IMMUTABLE_EXT may be combined with a flag of read-only access.
constexpr cl_mem_flags access = kernelAccess | CL_MEM_IMMUTABLE_EXT;
constexpr cl_mem_flags writing = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY;
constexpr cl_mem_flags hostAccess = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags hostPointers = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

bool severalOf(cl_mem_flags flags, cl_mem_flags mask) {
  flags &= mask;
  return (flags & (flags - 1)) != 0;
}

} // namespace

Result<> checkMemoryFlags(cl_mem_flags flags) {
  if (flags & ~(access | hostAccess | hostPointers))
    return fail(CL_INVALID_VALUE, concat(hex(flags), " has flags that are not for making memory objects."));
  if (severalOf(flags, kernelAccess))
    return fail(CL_INVALID_VALUE, "CL_MEM_READ_WRITE, CL_MEM_READ_ONLY and CL_MEM_WRITE_ONLY exclude each other.");
  if (severalOf(flags, hostAccess))
    return fail(CL_INVALID_VALUE, "The CL_MEM_HOST_ access flags exclude each other.");
  if ((flags & CL_MEM_IMMUTABLE_EXT) && (flags & writing))
    return fail(CL_INVALID_VALUE, "CL_MEM_IMMUTABLE_EXT excludes all flags that say who writes the object.");
  if ((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
    return fail(CL_INVALID_VALUE, "CL_MEM_USE_HOST_PTR excludes CL_MEM_ALLOC_HOST_PTR and CL_MEM_COPY_HOST_PTR.");
  return {};
}

Result<cl_mem_flags> inheritFlags(const core::MemoryObject &parent, cl_mem_flags flags) {
  cl_mem_flags inherited = parent.flags();
  if (flags & hostPointers)
    return fail(CL_INVALID_VALUE, "The flags on host pointers are the parent's; they can't be given.");
  if ((inherited & CL_MEM_IMMUTABLE_EXT) && (flags & writing))
    return fail(CL_INVALID_VALUE, "The parent is immutable, so whatever is made from it is.");
  if ((inherited & CL_MEM_WRITE_ONLY) && (flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_IMMUTABLE_EXT)))
    return fail(CL_INVALID_VALUE, "The parent is write-only, so whatever is made from it is.");
  if ((inherited & CL_MEM_READ_ONLY) && (flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)))
    return fail(CL_INVALID_VALUE, "The parent is read-only, so whatever is made from it is.");
  if ((inherited & CL_MEM_HOST_WRITE_ONLY) && (flags & CL_MEM_HOST_READ_ONLY))
    return fail(CL_INVALID_VALUE, "The host may only write the parent, so it can't read what is made from it.");
  if ((inherited & CL_MEM_HOST_READ_ONLY) && (flags & CL_MEM_HOST_WRITE_ONLY))
    return fail(CL_INVALID_VALUE, "The host may only read the parent, so it can't write what is made from it.");
  if ((inherited & CL_MEM_HOST_NO_ACCESS) && (flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)))
    return fail(CL_INVALID_VALUE, "The host has no access to the parent, so it has none to what is made from it.");
  if (!(flags & access))
    flags |= inherited & kernelAccess;
  // This flag is inherited even if the new object has access flags of its own, because a write to the new object would
  // change the immutable parent.
  flags |= inherited & CL_MEM_IMMUTABLE_EXT;
  if (!(flags & hostAccess))
    flags |= inherited & hostAccess;
  return flags | (inherited & hostPointers);
}

Result<> checkInitialContents(cl_mem_flags flags, bool external) {
  if ((flags & CL_MEM_IMMUTABLE_EXT) && !(flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR)) && !external)
    return fail(CL_INVALID_VALUE, "An immutable object takes its contents from host_ptr or from external memory.");
  return {};
}

cl_mem_flags withDefaultAccess(cl_mem_flags flags) { return flags & access ? flags : flags | CL_MEM_READ_WRITE; }

Result<> checkHostPointer(cl_mem_flags flags, const void *hostPointer) {
  if (((flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0) != (hostPointer != nullptr))
    return fail(CL_INVALID_HOST_PTR, hostPointer ? "host_ptr is given, but no flag says what it is for."
                                                 : "The flags need a host_ptr, but it is NULL.");
  return {};
}

} // namespace weft::api
