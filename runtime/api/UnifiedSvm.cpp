// Entry points for shared virtual memory of several types, with properties: cl_khr_unified_svm.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/UnifiedSvm.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "Text.h"
#include "api/Devices.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/Info.h"
#include "core/objects/Device.h"
#include "core/objects/Limits.h"

namespace weft::api {

namespace {

using core::SharedAllocation;

constexpr cl_svm_alloc_access_flags_khr accessFlags =
    CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR | CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR | CL_SVM_ALLOC_ACCESS_DEVICE_NOREAD_KHR |
    CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR;

struct AllocationProperties {
  RefPtr<core::Device> device;             ///< may be null
  cl_svm_alloc_access_flags_khr flags = 0; ///< the application's promises about how it will access the memory, which
                                           ///< Weft ignores
  size_t alignment = 0;
  std::vector<cl_properties> list; ///< the list as given, with its end, or empty
};

/// Reads one property. CL_INVALID_PROPERTY: the property can't have this value.
Result<> readProperty(Call &call, const core::Context &context, cl_properties name, cl_properties value,
                      AllocationProperties &read) {
  if (name == CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR) {
    if (value == 0)
      return {};
    const auto device = resolveDevice(call, context, reinterpret_cast<cl_device_id>(value));
    if (!device)
      return fail(CL_INVALID_PROPERTY, "The associated device is none of the context.");
    read.device = *device;
  } else if (name == CL_SVM_ALLOC_ACCESS_FLAGS_KHR) {
    if (value & ~accessFlags)
      return fail(CL_INVALID_PROPERTY, concat(hex(value), " has unknown access flags."));
    read.flags = value;
  } else {
    if (std::popcount(value) > 1)
      return fail(CL_INVALID_PROPERTY, concat("An alignment is a power of two, not ", value, "."));
    read.alignment = value;
  }
  return {};
}

Result<AllocationProperties> readProperties(Call &call, const core::Context &context,
                                            const cl_svm_alloc_properties_khr *properties) {
  AllocationProperties read;
  if (!properties)
    return read;
  for (; *properties != 0; properties += 2) {
    // CL_INVALID_PROPERTY: the property is unknown, or is given twice.
    bool isKnown = *properties == CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR ||
                   *properties == CL_SVM_ALLOC_ACCESS_FLAGS_KHR || *properties == CL_SVM_ALLOC_ALIGNMENT_KHR;
    for (size_t i = 0; i < read.list.size(); i += 2)
      isKnown &= read.list[i] != *properties;
    if (!isKnown)
      return fail(CL_INVALID_PROPERTY, concat("Property ", hex(*properties), " is unknown, or stands twice."));
    TRY(readProperty(call, context, properties[0], properties[1], read));
    read.list.insert(read.list.end(), {properties[0], properties[1]});
  }
  read.list.push_back(0);
  return read;
}

cl_svm_capabilities_khr capabilitiesOf(cl_uint type) { return type < svmTypes.size() ? svmTypes[type] : 0; }

/// Returns the type of memory that has all required capabilities and the greatest number of the desired capabilities;
/// if there are several, the first of them.
cl_uint suggestType(cl_svm_capabilities_khr required, cl_svm_capabilities_khr desired) {
  cl_uint best = std::numeric_limits<cl_uint>::max();
  int most = -1;
  for (cl_uint type = 0; type < svmTypes.size(); ++type)
    if (const int has = std::popcount(svmTypes[type] & desired); (required & ~svmTypes[type]) == 0 && has > most) {
      best = type;
      most = has;
    }
  return best;
}

const InfoQuery<const SharedAllocation> pointerInfo[] = {
    {CL_SVM_INFO_TYPE_INDEX_KHR,
     [](const SharedAllocation &allocation) { return scalar<cl_uint>(allocation.svmType); }},
    {CL_SVM_INFO_CAPABILITIES_KHR, // the same on all devices
     [](const SharedAllocation &allocation) {
       return scalar<cl_svm_capabilities_khr>(capabilitiesOf(allocation.svmType));
     }},
    {CL_SVM_INFO_PROPERTIES_KHR, [](const SharedAllocation &allocation) { return array(allocation.properties); }},
    {CL_SVM_INFO_ACCESS_FLAGS_KHR,
     [](const SharedAllocation &allocation) { return scalar<cl_svm_alloc_access_flags_khr>(allocation.flags); }},
    {CL_SVM_INFO_BASE_PTR_KHR, [](const SharedAllocation &allocation) { return scalar<void *>(allocation.begin); }},
    {CL_SVM_INFO_SIZE_KHR, [](const SharedAllocation &allocation) { return scalar<size_t>(allocation.bytes); }},
    {CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR,
     [](const SharedAllocation &allocation) {
       return scalar<cl_device_id>(allocation.device ? allocation.device->show() : nullptr);
     }},
};

} // namespace

void *CL_API_CALL clSVMAllocWithPropertiesKHR(cl_context context, const cl_svm_alloc_properties_khr *properties,
                                              cl_uint typeIndex, size_t size, cl_int *errcodeRet) {
  return create<void *>("clSVMAllocWithPropertiesKHR", errcodeRet, [&](Call &call) -> Result<void *> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    AllocationProperties read = TRY(readProperties(call, *itsContext, properties));
    // CL_INVALID_VALUE: there is no such type.
    if (typeIndex >= svmTypes.size())
      return fail(CL_INVALID_VALUE, concat("There are types 0 to ", svmTypes.size() - 1, ", not ", typeIndex, "."));
    // CL_INVALID_PROPERTY: the type needs a device, but none is given.
    if (!read.device && !(svmTypes[typeIndex] & CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR))
      return fail(CL_INVALID_PROPERTY, concat("Memory of type ", typeIndex, " is associated with a device."));
    if (size == 0)
      return nullptr;
    void *memory = nullptr;
    if (size <= itsContext->devices().front()->maxAllocationBytes()) {
      SharedAllocation request;
      request.device = std::move(read.device);
      request.flags = read.flags;
      request.bytes = size;
      request.svmType = typeIndex;
      request.properties = std::move(read.list);
      memory = itsContext->allocateShared(std::move(request),
                                          read.alignment ? read.alignment : core::limits::memoryAlignment);
    }
    if (!memory)
      return fail(CL_OUT_OF_HOST_MEMORY, concat("There is no memory for ", size, " bytes."));
    return memory;
  });
}

cl_int CL_API_CALL clSVMFreeWithPropertiesKHR(cl_context context, const cl_svm_free_properties_khr *properties,
                                              cl_svm_free_flags_khr flags, void *pointer) {
  return run("clSVMFreeWithPropertiesKHR", [&](Call &call) -> Result<> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    // CL_INVALID_PROPERTY: a property is given, but none exist.
    if (properties && *properties != 0)
      return fail(CL_INVALID_PROPERTY, concat("There is no property ", hex(*properties), " of freeing."));
    // CL_INVALID_VALUE: a flag is given, but none exist.
    if (flags != 0)
      return fail(CL_INVALID_VALUE, concat(hex(flags), " has unknown flags of freeing."));
    // CL_INVALID_VALUE: the pointer is no allocation.
    if (pointer && !itsContext->sharedMemory().free(pointer))
      return fail(CL_INVALID_VALUE, "The pointer is not one of shared virtual memory of this context.");
    return {};
  });
}

cl_int CL_API_CALL clGetSVMPointerInfoKHR(cl_context context, cl_device_id device, const void *pointer,
                                          cl_svm_pointer_info_khr name, size_t size, void *value,
                                          size_t *sizeReturned) {
  return run("clGetSVMPointerInfoKHR", [&](Call &call) -> Result<> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    // CL_INVALID_DEVICE: the device is not in the context. It may be NULL.
    if (device)
      TRY(resolveDevice(call, *itsContext, device));
    auto found = itsContext->sharedMemory().find(pointer);
    // A pointer outside of all allocations of this extension is no error. The query of its type then answers that it
    // has none, and all other queries answer 0.
    const SharedAllocation allocation = found && !found->isUnified() ? *found : SharedAllocation();
    return answerQuery(pointerInfo, allocation, name, {size, value, sizeReturned});
  });
}

cl_int CL_API_CALL clGetSVMSuggestedTypeIndexKHR(cl_context context, cl_svm_capabilities_khr required,
                                                 cl_svm_capabilities_khr desired,
                                                 const cl_svm_alloc_properties_khr *properties, size_t,
                                                 cl_uint *typeIndexReturned) {
  return run("clGetSVMSuggestedTypeIndexKHR", [&](Call &call) -> Result<> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    // The properties are only checked: all devices have the same types, which don't depend on properties.
    TRY(readProperties(call, *itsContext, properties));
    // CL_INVALID_VALUE: there is no address to write to. No type has an unknown capability.
    if (!typeIndexReturned)
      return fail(CL_INVALID_VALUE, "suggested_svm_type_index is NULL.");
    *typeIndexReturned = suggestType(required, desired);
    return {};
  });
}

} // namespace weft::api
