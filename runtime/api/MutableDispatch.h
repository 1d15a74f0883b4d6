// What recorded launches have that can be changed (cl_khr_command_buffer_mutable_dispatch).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_MUTABLE_DISPATCH_H
#define WEFT_RUNTIME_API_MUTABLE_DISPATCH_H

#include "api/NewNames.h"
#include "api/Recording.h"

namespace weft::api {

/// What of a launch can be changed, on every device.
inline constexpr cl_mutable_dispatch_fields_khr updatableFields =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR | CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_ARGUMENTS_KHR | CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;

/// Whether launches need a local size by these assertions. CL_INVALID_VALUE: there are unknown ones.
Result<bool> readAsserts(cl_mutable_dispatch_asserts_khr asserts);

/// Records a launch, and makes its handle where the application wants one. Errors: CL_INVALID_VALUE (properties), those
/// of core::recordLaunch and CommandBuffer::append.
Result<> recordLaunch(const Recording &recording, core::Kernel &kernel, const core::LaunchRequest &request);

/// The checks of clSetKernelExecInfo. Kernels reach all memory of the process without being told what they will use, so
/// there is nothing to keep. CL_INVALID_VALUE.
Result<> checkExecInfo(cl_uint name, size_t size, const void *value);

} // namespace weft::api

#endif
