// The dispatch table to which every handle points, and the search for entry points by their names.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DispatchTable.h"

#include <CL/cl_icd.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "Icd.h"
#include "api/EntryPoints.h"

namespace weft::icd {

namespace {

/// The index that each entry of DispatchEntries.def has in the table.
enum Slot : size_t {
#define WEFT_ENTRY(name) slot_##name,
#include "DispatchEntries.def"
  knownSlots
};
static_assert(knownSlots < dispatchSlots);

// OpenCL's header declares the table's first slots. This table must have these slots at the same positions.
#define WEFT_CORE_3_0_ONLY
#define WEFT_ENTRY(name) static_assert(offsetof(cl_icd_dispatch, name) == slot_##name * sizeof(void *));
#include "DispatchEntries.def"
#undef WEFT_CORE_3_0_ONLY

const std::array<const void *, dispatchSlots> table{
#define WEFT_ENTRY(name) reinterpret_cast<const void *>(&api::name),
#define WEFT_ICD_ENTRY(name) reinterpret_cast<const void *>(&::name),
#define WEFT_TAGGED(name) reinterpret_cast<const void *>(icd2Tag),
#define WEFT_ABSENT(name) nullptr,
#include "DispatchEntries.def"
};

struct NamedFunction {
  std::string_view name;
  void *function;
};

const NamedFunction entryPoints[] = {
#define WEFT_ENTRY(name) {#name, reinterpret_cast<void *>(&api::name)},
#define WEFT_ICD_ENTRY(name) {#name, reinterpret_cast<void *>(&::name)},
#define WEFT_ABSENT(name)
#include "DispatchEntries.def"
};

const NamedFunction extensionFunctions[] = {
    // cl_khr_icd
    {"clIcdGetPlatformIDsKHR", reinterpret_cast<void *>(&clIcdGetPlatformIDsKHR)},
    {"clIcdGetFunctionAddressForPlatformKHR", reinterpret_cast<void *>(&clIcdGetFunctionAddressForPlatformKHR)},
    {"clIcdSetPlatformDispatchDataKHR", reinterpret_cast<void *>(&clIcdSetPlatformDispatchDataKHR)},
    // cl_khr_command_buffer
    {"clCreateCommandBufferKHR", reinterpret_cast<void *>(&api::clCreateCommandBufferKHR)},
    {"clRetainCommandBufferKHR", reinterpret_cast<void *>(&api::clRetainCommandBufferKHR)},
    {"clReleaseCommandBufferKHR", reinterpret_cast<void *>(&api::clReleaseCommandBufferKHR)},
    {"clFinalizeCommandBufferKHR", reinterpret_cast<void *>(&api::clFinalizeCommandBufferKHR)},
    {"clEnqueueCommandBufferKHR", reinterpret_cast<void *>(&api::clEnqueueCommandBufferKHR)},
    {"clGetCommandBufferInfoKHR", reinterpret_cast<void *>(&api::clGetCommandBufferInfoKHR)},
    {"clRemapCommandBufferKHR", reinterpret_cast<void *>(&api::clRemapCommandBufferKHR)},
    {"clCommandBarrierWithWaitListKHR", reinterpret_cast<void *>(&api::clCommandBarrierWithWaitListKHR)},
    {"clCommandCopyBufferKHR", reinterpret_cast<void *>(&api::clCommandCopyBufferKHR)},
    {"clCommandCopyBufferRectKHR", reinterpret_cast<void *>(&api::clCommandCopyBufferRectKHR)},
    {"clCommandCopyBufferToImageKHR", reinterpret_cast<void *>(&api::clCommandCopyBufferToImageKHR)},
    {"clCommandCopyImageKHR", reinterpret_cast<void *>(&api::clCommandCopyImageKHR)},
    {"clCommandCopyImageToBufferKHR", reinterpret_cast<void *>(&api::clCommandCopyImageToBufferKHR)},
    {"clCommandFillBufferKHR", reinterpret_cast<void *>(&api::clCommandFillBufferKHR)},
    {"clCommandFillImageKHR", reinterpret_cast<void *>(&api::clCommandFillImageKHR)},
    {"clCommandNDRangeKernelKHR", reinterpret_cast<void *>(&api::clCommandNDRangeKernelKHR)},
    {"clCommandSVMMemcpyKHR", reinterpret_cast<void *>(&api::clCommandSVMMemcpyKHR)},
    {"clCommandSVMMemFillKHR", reinterpret_cast<void *>(&api::clCommandSVMMemFillKHR)},
    // cl_khr_command_buffer_mutable_dispatch
    {"clUpdateMutableCommandsKHR", reinterpret_cast<void *>(&api::clUpdateMutableCommandsKHR)},
    {"clGetMutableCommandInfoKHR", reinterpret_cast<void *>(&api::clGetMutableCommandInfoKHR)},
    // cl_khr_external_memory
    {"clEnqueueAcquireExternalMemObjectsKHR", reinterpret_cast<void *>(&api::clEnqueueAcquireExternalMemObjectsKHR)},
    {"clEnqueueReleaseExternalMemObjectsKHR", reinterpret_cast<void *>(&api::clEnqueueReleaseExternalMemObjectsKHR)},
    // cl_khr_semaphore, cl_khr_external_semaphore
    {"clCreateSemaphoreWithPropertiesKHR", reinterpret_cast<void *>(&api::clCreateSemaphoreWithPropertiesKHR)},
    {"clRetainSemaphoreKHR", reinterpret_cast<void *>(&api::clRetainSemaphoreKHR)},
    {"clReleaseSemaphoreKHR", reinterpret_cast<void *>(&api::clReleaseSemaphoreKHR)},
    {"clGetSemaphoreInfoKHR", reinterpret_cast<void *>(&api::clGetSemaphoreInfoKHR)},
    {"clEnqueueSignalSemaphoresKHR", reinterpret_cast<void *>(&api::clEnqueueSignalSemaphoresKHR)},
    {"clEnqueueWaitSemaphoresKHR", reinterpret_cast<void *>(&api::clEnqueueWaitSemaphoresKHR)},
    {"clGetSemaphoreHandleForTypeKHR", reinterpret_cast<void *>(&api::clGetSemaphoreHandleForTypeKHR)},
    {"clReImportSemaphoreSyncFdKHR", reinterpret_cast<void *>(&api::clReImportSemaphoreSyncFdKHR)},
    // cl_khr_create_command_queue
    {"clCreateCommandQueueWithPropertiesKHR", reinterpret_cast<void *>(&api::clCreateCommandQueueWithPropertiesKHR)},
    // cl_khr_il_program
    {"clCreateProgramWithILKHR", reinterpret_cast<void *>(&api::clCreateProgramWithILKHR)},
    // cl_khr_terminate_context
    {"clTerminateContextKHR", reinterpret_cast<void *>(&api::clTerminateContextKHR)},
    // cl_khr_suggested_local_work_size
    {"clGetKernelSuggestedLocalWorkSizeKHR", reinterpret_cast<void *>(&api::clGetKernelSuggestedLocalWorkSizeKHR)},
    // The name that the same function has in OpenCL 3.1, where it is a core function. Applications get core functions
    // from the loader, but a loader of OpenCL 3.0 doesn't have this one. So it is found by its name, like an extension
    // function.
    {"clGetKernelSuggestedLocalWorkSize", reinterpret_cast<void *>(&api::clGetKernelSuggestedLocalWorkSize)},
    // cl_khr_unified_svm
    {"clSVMAllocWithPropertiesKHR", reinterpret_cast<void *>(&api::clSVMAllocWithPropertiesKHR)},
    {"clSVMFreeWithPropertiesKHR", reinterpret_cast<void *>(&api::clSVMFreeWithPropertiesKHR)},
    {"clGetSVMPointerInfoKHR", reinterpret_cast<void *>(&api::clGetSVMPointerInfoKHR)},
    {"clGetSVMSuggestedTypeIndexKHR", reinterpret_cast<void *>(&api::clGetSVMSuggestedTypeIndexKHR)},
    // cl_intel_unified_shared_memory
    {"clHostMemAllocINTEL", reinterpret_cast<void *>(&api::clHostMemAllocINTEL)},
    {"clDeviceMemAllocINTEL", reinterpret_cast<void *>(&api::clDeviceMemAllocINTEL)},
    {"clSharedMemAllocINTEL", reinterpret_cast<void *>(&api::clSharedMemAllocINTEL)},
    {"clMemFreeINTEL", reinterpret_cast<void *>(&api::clMemFreeINTEL)},
    {"clMemBlockingFreeINTEL", reinterpret_cast<void *>(&api::clMemBlockingFreeINTEL)},
    {"clGetMemAllocInfoINTEL", reinterpret_cast<void *>(&api::clGetMemAllocInfoINTEL)},
    {"clSetKernelArgMemPointerINTEL", reinterpret_cast<void *>(&api::clSetKernelArgMemPointerINTEL)},
    {"clEnqueueMemFillINTEL", reinterpret_cast<void *>(&api::clEnqueueMemFillINTEL)},
    {"clEnqueueMemcpyINTEL", reinterpret_cast<void *>(&api::clEnqueueMemcpyINTEL)},
    {"clEnqueueMigrateMemINTEL", reinterpret_cast<void *>(&api::clEnqueueMigrateMemINTEL)},
    {"clEnqueueMemAdviseINTEL", reinterpret_cast<void *>(&api::clEnqueueMemAdviseINTEL)},
    // cl_intel_global_variable_access
    {"clGetDeviceGlobalVariablePointerINTEL", reinterpret_cast<void *>(&api::clGetDeviceGlobalVariablePointerINTEL)},
    {"clEnqueueReadGlobalVariableINTEL", reinterpret_cast<void *>(&api::clEnqueueReadGlobalVariableINTEL)},
    {"clEnqueueWriteGlobalVariableINTEL", reinterpret_cast<void *>(&api::clEnqueueWriteGlobalVariableINTEL)},
    // cl_intel_function_pointers
    {"clGetDeviceFunctionPointerINTEL", reinterpret_cast<void *>(&api::clGetDeviceFunctionPointerINTEL)},
    // cl_intel_create_buffer_with_properties
    {"clCreateBufferWithPropertiesINTEL", reinterpret_cast<void *>(&api::clCreateBufferWithPropertiesINTEL)},
    // cl_ext_buffer_device_address
    {"clSetKernelArgDevicePointerEXT", reinterpret_cast<void *>(&api::clSetKernelArgDevicePointerEXT)},
    // cl_ext_image_requirements_info
    {"clGetImageRequirementsInfoEXT", reinterpret_cast<void *>(&api::clGetImageRequirementsInfoEXT)},
    // cl_khr_subgroups: core since OpenCL 2.1, but applications still look for the old name
    {"clGetKernelSubGroupInfoKHR", reinterpret_cast<void *>(&api::clGetKernelSubGroupInfoKHR)},
};

void *find(const NamedFunction *begin, const NamedFunction *end, std::string_view name) {
  const NamedFunction *found =
      std::find_if(begin, end, [name](const NamedFunction &entry) { return entry.name == name; });
  return found == end ? nullptr : found->function;
}

} // namespace

const void *const *dispatchTable() { return table.data(); }

void *findEntryPoint(std::string_view name) {
  if (void *function = find(std::begin(entryPoints), std::end(entryPoints), name))
    return function;
  return findExtensionFunction(name);
}

void *findExtensionFunction(std::string_view name) {
  return find(std::begin(extensionFunctions), std::end(extensionFunctions), name);
}

} // namespace weft::icd
