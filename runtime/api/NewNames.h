// Names of extensions that the headers of Linux distributions don't have yet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_NEW_NAMES_H
#define WEFT_RUNTIME_API_NEW_NAMES_H

#include <CL/cl_ext.h>

#include "api/UnifiedSvmNames.h"
#include "core/objects/MutableDispatchNames.h"
#include "core/objects/SemaphoreNames.h"

// The names are those of the specifications.
// NOLINTBEGIN(readability-identifier-naming)

// OpenCL 3.1. Most of its new queries come from extensions and have kept their values.
#ifndef CL_DEVICE_MAX_WORK_GROUP_SIZES
inline constexpr cl_device_info CL_DEVICE_MAX_WORK_GROUP_SIZES = CL_DEVICE_MAX_WORK_ITEM_SIZES; // the query's new name
#endif

#ifndef CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR
inline constexpr cl_bitfield CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR = 1 << 0;
inline constexpr cl_bitfield CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR = 1 << 1;
#endif

#ifndef CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR
using cl_device_terminate_capability_khr = cl_bitfield;
inline constexpr cl_device_terminate_capability_khr CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR = 1 << 0;
#endif

#ifndef CL_DEVICE_SPIRV_CAPABILITIES_KHR
inline constexpr cl_device_info CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR = 0x12B9;
inline constexpr cl_device_info CL_DEVICE_SPIRV_EXTENSIONS_KHR = 0x12BA;
inline constexpr cl_device_info CL_DEVICE_SPIRV_CAPABILITIES_KHR = 0x12BB;
#endif

// cl_intel_global_variable_access is in no header. The SYCL runtimes that use it declare it themselves.
extern "C" cl_int CL_API_CALL clGetDeviceGlobalVariablePointerINTEL(cl_device_id device, cl_program program,
                                                                    const char *name, size_t *sizeReturned,
                                                                    void **pointerReturned);
extern "C" cl_int CL_API_CALL clEnqueueReadGlobalVariableINTEL(cl_command_queue queue, cl_program program,
                                                               const char *name, cl_bool blocking, size_t size,
                                                               size_t offset, void *pointer, cl_uint waitCount,
                                                               const cl_event *waitList, cl_event *event);
extern "C" cl_int CL_API_CALL clEnqueueWriteGlobalVariableINTEL(cl_command_queue queue, cl_program program,
                                                                const char *name, cl_bool blocking, size_t size,
                                                                size_t offset, const void *pointer, cl_uint waitCount,
                                                                const cl_event *waitList, cl_event *event);

// cl_intel_function_pointers has no published specification. The SYCL runtimes that use it declare it themselves.
extern "C" cl_int CL_API_CALL clGetDeviceFunctionPointerINTEL(cl_device_id device, cl_program program, const char *name,
                                                              cl_ulong *pointerReturned);

#ifndef CL_EXT_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME
using cl_mem_device_address_ext = cl_ulong;
inline constexpr cl_mem_properties CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT = 0x5000;
inline constexpr cl_mem_info CL_MEM_DEVICE_ADDRESS_EXT = 0x5001;
inline constexpr cl_kernel_exec_info CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT = 0x5002;
extern "C" cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint index,
                                                             cl_mem_device_address_ext address);
#endif

// NOLINTEND(readability-identifier-naming)

#endif
