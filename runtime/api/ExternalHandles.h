// The types of external handles by which applications can share memory and semaphores with other processes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_EXTERNAL_HANDLES_H
#define WEFT_RUNTIME_API_EXTERNAL_HANDLES_H

#include "api/NewNames.h"
#include "core/objects/ExternalMemoryNames.h"

namespace weft::api {

/// The types of handles from which memory can be imported. (OpenCL has no export of memory.)
inline constexpr cl_external_memory_handle_type_khr memoryHandles[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR};

inline constexpr cl_semaphore_type_khr semaphoreTypes[] = {CL_SEMAPHORE_TYPE_BINARY_KHR};
/// The types of handles by which semaphores can be exported and imported.
inline constexpr cl_external_semaphore_handle_type_khr semaphoreHandles[] = {CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
                                                                             CL_SEMAPHORE_HANDLE_SYNC_FD_KHR};

} // namespace weft::api

#endif
