// Unified shared memory: its allocation, its queries and its use as arguments (cl_intel_unified_shared_memory).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>

#include <bit>

#include "Text.h"
#include "api/Devices.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/Info.h"
#include "core/objects/Device.h"
#include "core/objects/Limits.h"
#include "core/programs/Kernel.h"

namespace weft::api {

namespace {

using core::SharedAllocation;
using core::SharedKind;

constexpr cl_mem_alloc_flags_intel placements =
    CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;

/// Reads the value of CL_MEM_ALLOC_FLAGS_INTEL. All flags are hints about caches and locations, which don't apply to
/// CPUs.
Result<cl_bitfield> readFlags(const cl_mem_properties_intel *properties, SharedKind kind) {
  cl_bitfield flags = 0;
  for (bool given = false; properties && *properties != 0; properties += 2, given = true) {
    // CL_INVALID_PROPERTY: the property is unknown or is given twice, or the flags are not for this kind of memory.
    if (properties[0] != CL_MEM_ALLOC_FLAGS_INTEL || given)
      return fail(CL_INVALID_PROPERTY, concat("Property ", hex(properties[0]), " is unknown, or stands twice."));
    flags = properties[1];
    if (flags & ~(placements | CL_MEM_ALLOC_WRITE_COMBINED_INTEL))
      return fail(CL_INVALID_PROPERTY, concat(hex(flags), " has unknown allocation flags."));
    if ((flags & placements) != 0 && (kind != SharedKind::shared || (flags & placements) == placements))
      return fail(CL_INVALID_PROPERTY, "One initial placement can be asked for, of shared allocations alone.");
  }
  return flags;
}

void *allocate(const char *function, cl_context context, SharedKind kind, cl_device_id device,
               const cl_mem_properties_intel *properties, size_t size, cl_uint alignment, cl_int *errcodeRet) {
  return create<void *>(function, errcodeRet, [&](Call &call) -> Result<void *> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    SharedAllocation request;
    request.kind = kind;
    request.bytes = size;
    // CL_INVALID_DEVICE: the device is not in the context. Shared memory needs no device.
    if (kind == SharedKind::device || (kind == SharedKind::shared && device))
      request.device = TRY(resolveDevice(call, *itsContext, device));
    // CL_INVALID_VALUE: the alignment is no power of two. A larger alignment than that of the largest data type is no
    // error, because programs request the alignment of pages.
    if (std::popcount(alignment) > 1)
      return fail(CL_INVALID_VALUE, concat("An alignment is a power of two, not ", alignment, "."));
    request.flags = TRY(readFlags(properties, kind));
    // CL_INVALID_BUFFER_SIZE: the size is 0, or more than CL_DEVICE_MAX_MEM_ALLOC_SIZE.
    const cl_ulong most = itsContext->devices().front()->maxAllocationBytes();
    if (size == 0 || size > most)
      return fail(CL_INVALID_BUFFER_SIZE, concat("An allocation has 1 to ", most, " bytes, not ", size, "."));
    void *memory =
        itsContext->allocateShared(std::move(request), alignment ? alignment : core::limits::memoryAlignment);
    if (!memory)
      return fail(CL_OUT_OF_HOST_MEMORY,
                  concat("There is no memory for ", size, " bytes at a multiple of ", alignment, "."));
    return memory;
  });
}

/// CL_INVALID_VALUE: the address is not the start of an allocation.
Result<> freeMemory(core::Context &context, void *pointer) {
  if (pointer && !context.sharedMemory().free(pointer, true))
    return fail(CL_INVALID_VALUE, "The pointer is not one of unified shared memory of this context.");
  return {};
}

cl_unified_shared_memory_type_intel typeOf(const SharedAllocation &allocation) {
  switch (allocation.kind) {
  case SharedKind::host:
    return CL_MEM_TYPE_HOST_INTEL;
  case SharedKind::device:
    return CL_MEM_TYPE_DEVICE_INTEL;
  case SharedKind::shared:
    return CL_MEM_TYPE_SHARED_INTEL;
  case SharedKind::svm:
    break;
  }
  return CL_MEM_TYPE_UNKNOWN_INTEL;
}

const InfoQuery<const SharedAllocation> allocationInfo[] = {
    {CL_MEM_ALLOC_TYPE_INTEL,
     [](const SharedAllocation &allocation) {
       return scalar<cl_unified_shared_memory_type_intel>(typeOf(allocation));
     }},
    {CL_MEM_ALLOC_BASE_PTR_INTEL, [](const SharedAllocation &allocation) { return scalar<void *>(allocation.begin); }},
    {CL_MEM_ALLOC_SIZE_INTEL, [](const SharedAllocation &allocation) { return scalar<size_t>(allocation.bytes); }},
    {CL_MEM_ALLOC_DEVICE_INTEL,
     [](const SharedAllocation &allocation) {
       return scalar<cl_device_id>(allocation.device ? allocation.device->show() : nullptr);
     }},
    {CL_MEM_ALLOC_FLAGS_INTEL,
     [](const SharedAllocation &allocation) { return scalar<cl_mem_alloc_flags_intel>(allocation.flags); }},
};

} // namespace

void *CL_API_CALL clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel *properties, size_t size,
                                      cl_uint alignment, cl_int *errcodeRet) {
  return allocate("clHostMemAllocINTEL", context, SharedKind::host, nullptr, properties, size, alignment, errcodeRet);
}

void *CL_API_CALL clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
                                        const cl_mem_properties_intel *properties, size_t size, cl_uint alignment,
                                        cl_int *errcodeRet) {
  return allocate("clDeviceMemAllocINTEL", context, SharedKind::device, device, properties, size, alignment,
                  errcodeRet);
}

void *CL_API_CALL clSharedMemAllocINTEL(cl_context context, cl_device_id device,
                                        const cl_mem_properties_intel *properties, size_t size, cl_uint alignment,
                                        cl_int *errcodeRet) {
  return allocate("clSharedMemAllocINTEL", context, SharedKind::shared, device, properties, size, alignment,
                  errcodeRet);
}

cl_int CL_API_CALL clMemFreeINTEL(cl_context context, void *pointer) {
  return run("clMemFreeINTEL", [&](Call &call) -> Result<> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    return freeMemory(*itsContext, pointer);
  });
}

cl_int CL_API_CALL clMemBlockingFreeINTEL(cl_context context, void *pointer) {
  return run("clMemBlockingFreeINTEL", [&](Call &call) -> Result<> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    // CL_INVALID_VALUE: the address is not the start of an allocation. This is checked before waiting.
    auto found = itsContext->sharedMemory().find(pointer);
    if (pointer && (!found || !found->isUnified() || found->begin != pointer))
      return fail(CL_INVALID_VALUE, "The pointer is not one of unified shared memory of this context.");
    if (!pointer)
      return {};
    // It isn't known which commands use the memory, because a kernel may have loaded its address from other memory. So
    // this waits for all commands of the context.
    itsContext->finish();
    return freeMemory(*itsContext, pointer);
  });
}

cl_int CL_API_CALL clGetMemAllocInfoINTEL(cl_context context, const void *pointer, cl_mem_info_intel name, size_t size,
                                          void *value, size_t *sizeReturned) {
  return run("clGetMemAllocInfoINTEL", [&](Call &call) -> Result<> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    auto found = itsContext->sharedMemory().find(pointer);
    // A pointer outside of all allocations of this extension is no error. The query of its type then answers that it is
    // unknown, and all other queries answer 0.
    const SharedAllocation allocation = found && found->isUnified() ? *found : SharedAllocation();
    return answerQuery(allocationInfo, allocation, name, {size, value, sizeReturned});
  });
}

cl_int CL_API_CALL clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint index, const void *pointer) {
  return run("clSetKernelArgMemPointerINTEL", [&](Call &call) -> Result<> {
    return TRY(call.resolve<core::Kernel>(kernel))->setPointer(index, pointer);
  });
}

} // namespace weft::api
