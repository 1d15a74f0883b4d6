// clCreateBuffer and clCreateSubBuffer (OpenCL 3.0 section 5.2.1).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/Buffer.h"

#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/MemoryFlags.h"
#include "api/MemoryProperties.h"
#include "core/objects/Device.h"
#include "core/objects/Limits.h"

namespace weft::api {

namespace {

Result<cl_mem> createBuffer(Call &call, cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                            size_t size, void *hostPointer) {
  const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
  auto its = TRY(readMemoryProperties(call, *itsContext, properties, true));
  core::BufferRequest request{withDefaultAccess(flags), size, hostPointer, its.list, its.external};
  TRY(checkMemoryFlags(flags));
  TRY(checkExternal(its, flags, hostPointer));
  TRY(checkInitialContents(flags, its.external.has_value()));
  // CL_INVALID_BUFFER_SIZE: the size is 0, or more than CL_DEVICE_MAX_MEM_ALLOC_SIZE.
  if (size == 0 || size > itsContext->devices().front()->maxAllocationBytes())
    return fail(
        CL_INVALID_BUFFER_SIZE,
        concat("A buffer has 1 to ", itsContext->devices().front()->maxAllocationBytes(), " bytes, not ", size, "."));
  TRY(checkHostPointer(flags, hostPointer));
  // CL_INVALID_BUFFER_SIZE: host_ptr lies in an allocation of clSVMAlloc with fewer bytes left.
  const core::SharedMemory &shared = itsContext->sharedMemory();
  if ((flags & CL_MEM_USE_HOST_PTR) && shared.find(hostPointer) && !shared.find(hostPointer, size))
    return fail(CL_INVALID_BUFFER_SIZE, concat(size, " bytes are more than clSVMAlloc gave at host_ptr."));
  const cl_mem made = TRY(core::Buffer::create(*itsContext, std::move(request)))->publish();
  closeImported(its.external);
  return made;
}

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

cl_mem CL_API_CALL clCreateBufferWithPropertiesINTEL(cl_context context, const cl_mem_properties_intel *properties,
                                                     cl_mem_flags flags, size_t size, void *hostPointer,
                                                     cl_int *errcodeRet) {
  return create<cl_mem>("clCreateBufferWithPropertiesINTEL", errcodeRet, [&](Call &call) {
    Result<cl_mem> made = createBuffer(call, context, properties, flags, size, hostPointer);
    // CL_INVALID_VALUE: this function also uses this code for invalid properties.
    if (!made && made.error().code == CL_INVALID_PROPERTY)
      made = fail(CL_INVALID_VALUE, made.error().message);
    return made;
  });
}

cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *info,
                                     cl_int *errcodeRet) {
  return create<cl_mem>("clCreateSubBuffer", errcodeRet, [&](Call &call) -> Result<cl_mem> {
    const RefPtr<core::Buffer> parent = TRY(call.resolve<core::Buffer>(buffer));
    // CL_INVALID_MEM_OBJECT: the buffer is a sub-buffer, which can't have sub-buffers.
    if (parent->parent())
      return fail(CL_INVALID_MEM_OBJECT, "The buffer is a sub-buffer itself.");
    TRY(checkMemoryFlags(flags));
    cl_mem_flags allFlags = TRY(inheritFlags(*parent, flags));
    // CL_INVALID_VALUE: the type of description is unknown, or there is no description.
    if (type != CL_BUFFER_CREATE_TYPE_REGION || !info)
      return fail(CL_INVALID_VALUE, "A sub-buffer is described by CL_BUFFER_CREATE_TYPE_REGION and its region.");
    cl_buffer_region region = *static_cast<const cl_buffer_region *>(info);
    // CL_INVALID_BUFFER_SIZE: the region is empty.
    if (region.size == 0)
      return fail(CL_INVALID_BUFFER_SIZE, "The region's size is 0.");
    // CL_INVALID_VALUE: the region is out of the buffer's bounds.
    if (!parent->contains(region.origin, region.size))
      return fail(CL_INVALID_VALUE, concat("The region does not lie within the buffer's ", parent->size(), " bytes."));
    // CL_MISALIGNED_SUB_BUFFER_OFFSET: the origin is no multiple of CL_DEVICE_MEM_BASE_ADDR_ALIGN.
    if (region.origin % core::limits::memoryAlignment != 0)
      return fail(CL_MISALIGNED_SUB_BUFFER_OFFSET,
                  concat("The region's origin is no multiple of ", core::limits::memoryAlignment, " bytes."));
    return makeRef<core::Buffer>(*parent, allFlags, region.origin, region.size)->publish();
  });
}

} // namespace weft::api
