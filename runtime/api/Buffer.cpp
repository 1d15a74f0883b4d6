// Buffers and sub-buffers (OpenCL 3.0 sections 5.2.1, 5.5).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Buffer.h"

#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/Info.h"
#include "core/Device.h"
#include "core/Limits.h"

namespace weft::api {

namespace {

constexpr cl_mem_flags kernelAccess = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
constexpr cl_mem_flags hostAccess = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags hostPointers = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

bool severalOf(cl_mem_flags flags, cl_mem_flags mask) {
  flags &= mask;
  return (flags & (flags - 1)) != 0;
}

/// The memory flags table's rules on what goes together.
Result<> checkFlags(cl_mem_flags flags) {
  if (flags & ~(kernelAccess | hostAccess | hostPointers))
    return fail(CL_INVALID_VALUE, concat(hex(flags), " has flags that are not for buffers."));
  if (severalOf(flags, kernelAccess))
    return fail(CL_INVALID_VALUE, "CL_MEM_READ_WRITE, CL_MEM_READ_ONLY and CL_MEM_WRITE_ONLY exclude each other.");
  if (severalOf(flags, hostAccess))
    return fail(CL_INVALID_VALUE, "The CL_MEM_HOST_ access flags exclude each other.");
  if ((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
    return fail(CL_INVALID_VALUE, "CL_MEM_USE_HOST_PTR excludes CL_MEM_ALLOC_HOST_PTR and CL_MEM_COPY_HOST_PTR.");
  return {};
}

Result<cl_mem> createBuffer(Call &call, cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                            size_t size, void *hostPointer) {
  core::Context *itsContext = TRY(call.resolve<core::Context>(context));
  core::BufferRequest request{flags, size, hostPointer, {}};
  // CL_INVALID_PROPERTY: no properties are known, so only the empty list is right.
  if (properties && *properties != 0)
    return fail(CL_INVALID_PROPERTY, concat("There is no buffer property ", hex(*properties), " here."));
  if (properties)
    request.properties = {0};
  TRY(checkFlags(flags));
  if (!(flags & kernelAccess))
    request.flags |= CL_MEM_READ_WRITE;
  // CL_INVALID_BUFFER_SIZE: 0, or more than CL_DEVICE_MAX_MEM_ALLOC_SIZE.
  if (size == 0 || size > itsContext->devices().front()->maxAllocationBytes())
    return fail(
        CL_INVALID_BUFFER_SIZE,
        concat("A buffer has 1 to ", itsContext->devices().front()->maxAllocationBytes(), " bytes, not ", size, "."));
  // CL_INVALID_HOST_PTR: a pointer without a flag that uses it, or such a flag without a pointer.
  if (((flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0) != (hostPointer != nullptr))
    return fail(CL_INVALID_HOST_PTR, hostPointer ? "host_ptr is given, but no flag says what it is for."
                                                 : "The flags need a host_ptr, but it is NULL.");
  // CL_INVALID_BUFFER_SIZE: more than is left of an allocation of clSVMAlloc.
  const core::SharedMemory &shared = itsContext->sharedMemory();
  if ((flags & CL_MEM_USE_HOST_PTR) && shared.contains(hostPointer, 0) && !shared.contains(hostPointer, size))
    return fail(CL_INVALID_BUFFER_SIZE, concat(size, " bytes are more than clSVMAlloc gave at host_ptr."));
  return TRY(core::Buffer::create(*itsContext, std::move(request)))->publish();
}

/// The flags of a sub-buffer: its own, and what it inherits. CL_INVALID_VALUE where they widen the parent's.
Result<cl_mem_flags> subBufferFlags(const core::Buffer &parent, cl_mem_flags flags) {
  cl_mem_flags inherited = parent.flags();
  if (flags & hostPointers)
    return fail(CL_INVALID_VALUE, "A sub-buffer inherits the flags on host pointers; they can't be given.");
  TRY(checkFlags(flags));
  if ((inherited & CL_MEM_WRITE_ONLY) && (flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)))
    return fail(CL_INVALID_VALUE, "The buffer is write-only, so its sub-buffers are.");
  if ((inherited & CL_MEM_READ_ONLY) && (flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)))
    return fail(CL_INVALID_VALUE, "The buffer is read-only, so its sub-buffers are.");
  if ((inherited & CL_MEM_HOST_WRITE_ONLY) && (flags & CL_MEM_HOST_READ_ONLY))
    return fail(CL_INVALID_VALUE, "The host may only write the buffer, so it can't read its sub-buffers.");
  if ((inherited & CL_MEM_HOST_READ_ONLY) && (flags & CL_MEM_HOST_WRITE_ONLY))
    return fail(CL_INVALID_VALUE, "The host may only read the buffer, so it can't write its sub-buffers.");
  if ((inherited & CL_MEM_HOST_NO_ACCESS) && (flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)))
    return fail(CL_INVALID_VALUE, "The host has no access to the buffer, so it has none to its sub-buffers.");
  if (!(flags & kernelAccess))
    flags |= inherited & kernelAccess;
  if (!(flags & hostAccess))
    flags |= inherited & hostAccess;
  return flags | (inherited & hostPointers);
}

/// Whether its storage is memory of clSVMAlloc.
cl_bool usesSharedMemory(core::Buffer &buffer) {
  return buffer.hostPointer() && buffer.context().sharedMemory().contains(buffer.hostPointer(), buffer.size());
}

const InfoRow<core::Buffer> memoryInfo[] = {
    {CL_MEM_TYPE, [](core::Buffer &) { return scalar<cl_mem_object_type>(CL_MEM_OBJECT_BUFFER); }},
    {CL_MEM_FLAGS, [](core::Buffer &buffer) { return scalar<cl_mem_flags>(buffer.flags()); }},
    {CL_MEM_SIZE, [](core::Buffer &buffer) { return scalar<size_t>(buffer.size()); }},
    {CL_MEM_HOST_PTR, [](core::Buffer &buffer) { return scalar<void *>(buffer.hostPointer()); }},
    {CL_MEM_MAP_COUNT, [](core::Buffer &buffer) { return scalar<cl_uint>(buffer.mapCount()); }},
    {CL_MEM_REFERENCE_COUNT, [](core::Buffer &buffer) { return scalar<cl_uint>(buffer.references()); }},
    {CL_MEM_CONTEXT, [](core::Buffer &buffer) { return scalar<cl_context>(buffer.context().show()); }},
    {CL_MEM_ASSOCIATED_MEMOBJECT,
     [](core::Buffer &buffer) { return scalar<cl_mem>(buffer.parent() ? buffer.parent()->show() : nullptr); }},
    {CL_MEM_OFFSET, [](core::Buffer &buffer) { return scalar<size_t>(buffer.origin()); }},
    {CL_MEM_USES_SVM_POINTER, [](core::Buffer &buffer) { return scalar<cl_bool>(usesSharedMemory(buffer)); }},
    {CL_MEM_PROPERTIES, [](core::Buffer &buffer) { return array(buffer.properties()); }},
};

} // namespace

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *hostPointer,
                                  cl_int *errcodeRet) {
  return create<cl_mem>("clCreateBuffer", errcodeRet,
                        [&](Call &call) { return createBuffer(call, context, nullptr, flags, size, hostPointer); });
}

cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                                cl_mem_flags flags, size_t size, void *hostPointer,
                                                cl_int *errcodeRet) {
  return create<cl_mem>("clCreateBufferWithProperties", errcodeRet,
                        [&](Call &call) { return createBuffer(call, context, properties, flags, size, hostPointer); });
}

cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *info,
                                     cl_int *errcodeRet) {
  return create<cl_mem>("clCreateSubBuffer", errcodeRet, [&](Call &call) -> Result<cl_mem> {
    core::Buffer *parent = TRY(call.resolve<core::Buffer>(buffer));
    // CL_INVALID_MEM_OBJECT: a sub-buffer has no sub-buffers.
    if (parent->parent())
      return fail(CL_INVALID_MEM_OBJECT, "The buffer is a sub-buffer itself.");
    cl_mem_flags allFlags = TRY(subBufferFlags(*parent, flags));
    // CL_INVALID_VALUE: an unknown type of description, or none at all.
    if (type != CL_BUFFER_CREATE_TYPE_REGION || !info)
      return fail(CL_INVALID_VALUE, "A sub-buffer is described by CL_BUFFER_CREATE_TYPE_REGION and its region.");
    cl_buffer_region region = *static_cast<const cl_buffer_region *>(info);
    // CL_INVALID_BUFFER_SIZE: an empty region.
    if (region.size == 0)
      return fail(CL_INVALID_BUFFER_SIZE, "The region's size is 0.");
    // CL_INVALID_VALUE: out of the buffer's bounds.
    if (!parent->contains(region.origin, region.size))
      return fail(CL_INVALID_VALUE, concat("The region does not lie within the buffer's ", parent->size(), " bytes."));
    // CL_MISALIGNED_SUB_BUFFER_OFFSET: no multiple of CL_DEVICE_MEM_BASE_ADDR_ALIGN.
    if (region.origin % core::limits::memoryAlignment != 0)
      return fail(CL_MISALIGNED_SUB_BUFFER_OFFSET,
                  concat("The region's origin is no multiple of ", core::limits::memoryAlignment, " bytes."));
    return makeRef<core::Buffer>(*parent, allFlags, region.origin, region.size)->publish();
  });
}

cl_int CL_API_CALL clRetainMemObject(cl_mem memory) { return retain<core::Buffer>("clRetainMemObject", memory); }

cl_int CL_API_CALL clReleaseMemObject(cl_mem memory) { return release<core::Buffer>("clReleaseMemObject", memory); }

cl_int CL_API_CALL clGetMemObjectInfo(cl_mem memory, cl_mem_info name, size_t size, void *value, size_t *sizeReturned) {
  return run("clGetMemObjectInfo", [&](Call &call) -> Result<> {
    core::Buffer *buffer = TRY(call.resolve<core::Buffer>(memory));
    return answerQuery(memoryInfo, *buffer, name, {size, value, sizeReturned});
  });
}

cl_int CL_API_CALL clSetMemObjectDestructorCallback(cl_mem memory, void(CL_CALLBACK *callback)(cl_mem, void *),
                                                    void *userData) {
  return run("clSetMemObjectDestructorCallback", [&](Call &call) -> Result<> {
    core::Buffer *buffer = TRY(call.resolve<core::Buffer>(memory));
    // CL_INVALID_VALUE: no callback.
    if (!callback)
      return fail(CL_INVALID_VALUE, "pfn_notify is NULL.");
    buffer->addDestructorCallback(callback, userData);
    return {};
  });
}

} // namespace weft::api
