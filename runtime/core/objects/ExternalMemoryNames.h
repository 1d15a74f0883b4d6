// Names of cl_khr_external_memory 1.0.1 that the headers of Linux distributions don't have yet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_EXTERNAL_MEMORY_NAMES_H
#define WEFT_RUNTIME_CORE_OBJECTS_EXTERNAL_MEMORY_NAMES_H

#include <CL/cl_ext.h>

#ifndef CL_MEM_DEVICE_HANDLE_LIST_KHR
// The names are those of the specification.
// NOLINTBEGIN(readability-identifier-naming)
inline constexpr cl_mem_properties CL_MEM_DEVICE_HANDLE_LIST_KHR = 0x2051;
inline constexpr cl_device_info CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR = 0x2052;
// NOLINTEND(readability-identifier-naming)
#endif

#endif
