// The SPIR-V versions, extensions and capabilities that the device supports, as in the compiler's table.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_SPIRV_SUPPORT_H
#define WEFT_RUNTIME_CORE_OBJECTS_SPIRV_SUPPORT_H

#include <CL/cl.h>

#include <span>

namespace weft::core {

/// Programs can be written in SPIR-V 1.0 to 1.6.
inline constexpr unsigned newestSpirvMinor = 6;

// The following functions answer the queries of cl_khr_spirv_queries. The strings are valid as long as the library is
// loaded.
std::span<const char *const> spirvInstructionSets();
std::span<const char *const> spirvExtensions();
/// The values of the capabilities, as in SPIR-V's header.
std::span<const cl_uint> spirvCapabilities();

} // namespace weft::core

#endif
