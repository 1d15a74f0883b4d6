// The properties that buffers and images are made with.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_MEMORY_PROPERTIES_H
#define WEFT_RUNTIME_API_MEMORY_PROPERTIES_H

#include <optional>
#include <vector>

#include "api/EntryPoint.h"
#include "core/memory/ExternalMemory.h"

namespace weft::api {

struct MemoryProperties {
  /// As given, the final 0 included, or empty.
  std::vector<cl_mem_properties> list;
  std::optional<core::ExternalRequest> external;
};

/// Reads them. `isBuffer`: those of buffers alone are allowed, too. CL_INVALID_PROPERTY, CL_INVALID_DEVICE.
Result<MemoryProperties> readMemoryProperties(Call &call, const core::Context &context, const cl_mem_properties *given,
                                              bool isBuffer);

/// What external memory excludes. CL_INVALID_VALUE: flags on host pointers; CL_INVALID_HOST_PTR: such a pointer.
Result<> checkExternal(const MemoryProperties &properties, cl_mem_flags flags, const void *hostPointer);

/// The application gives its descriptor away, but only where the call succeeds; by then the memory is mapped.
void closeImported(const std::optional<core::ExternalRequest> &external);

} // namespace weft::api

#endif
