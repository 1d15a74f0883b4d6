// Recorded launches that can be changed (cl_khr_command_buffer_mutable_dispatch).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_MUTABLE_DISPATCH_H
#define WEFT_RUNTIME_API_MUTABLE_DISPATCH_H

#include "api/NewNames.h"
#include "api/Recording.h"

namespace weft::api {

/// The fields of a launch that can be changed, on every device.
inline constexpr cl_mutable_dispatch_fields_khr updatableFields =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR | CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_ARGUMENTS_KHR | CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;

/// Whether the application asserts that updates don't increase the number of work-groups. Then launches must give a
/// local size. CL_INVALID_VALUE: an assertion is unknown.
Result<bool> readAsserts(cl_mutable_dispatch_asserts_khr asserts);

/// Records a launch, and creates its handle if the application requests it. Errors: CL_INVALID_VALUE (properties),
/// those of core::recordLaunch and CommandBuffer::append.
Result<> recordLaunch(const Recording &recording, core::Kernel &kernel, const core::LaunchRequest &request);

/// Checks the arguments of clSetKernelExecInfo, by which applications list the memory that a kernel uses. Nothing is
/// stored, because kernels can access all memory of the process without a list. Error: CL_INVALID_VALUE.
Result<> checkExecInfo(cl_uint name, size_t size, const void *value);

} // namespace weft::api

#endif
