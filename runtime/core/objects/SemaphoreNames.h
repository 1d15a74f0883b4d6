// Names of cl_khr_semaphore and cl_khr_external_semaphore that the headers of Linux distributions don't have yet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_SEMAPHORE_NAMES_H
#define WEFT_RUNTIME_CORE_OBJECTS_SEMAPHORE_NAMES_H

#include <CL/cl_ext.h>

// The names are those of the specification.
// NOLINTBEGIN(readability-identifier-naming)

#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
inline constexpr cl_semaphore_info_khr CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR = 0x2053;
inline constexpr cl_semaphore_properties_khr CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR = 0;
#endif

#ifndef CL_SEMAPHORE_EXPORTABLE_KHR
inline constexpr cl_semaphore_info_khr CL_SEMAPHORE_EXPORTABLE_KHR = 0x2054;
#endif

using cl_semaphore_reimport_properties_khr = cl_properties;

namespace weft::khr {

cl_int CL_API_CALL clReImportSemaphoreSyncFdKHR(cl_semaphore_khr semaphore,
                                                cl_semaphore_reimport_properties_khr *properties, int descriptor);

} // namespace weft::khr

// NOLINTEND(readability-identifier-naming)

#endif
