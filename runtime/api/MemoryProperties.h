// Reads the properties with which buffers and images are created.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_MEMORY_PROPERTIES_H
#define WEFT_RUNTIME_API_MEMORY_PROPERTIES_H

#include <optional>
#include <vector>

#include "api/EntryPoint.h"
#include "core/memory/ExternalMemory.h"

namespace weft::api {

struct MemoryProperties {
  /// The list of properties as given, with the final 0, or empty.
  std::vector<cl_mem_properties> list;
  std::optional<core::ExternalRequest> external;
};

/// Reads the properties. `isBuffer` says that they are for a buffer; then the properties that only buffers have are
/// allowed, too. CL_INVALID_PROPERTY, CL_INVALID_DEVICE.
Result<MemoryProperties> readMemoryProperties(Call &call, const core::Context &context, const cl_mem_properties *given,
                                              bool isBuffer);

/// Checks that external memory isn't combined with host memory. CL_INVALID_VALUE: there are flags about host pointers;
/// CL_INVALID_HOST_PTR: there is a host pointer.
Result<> checkExternal(const MemoryProperties &properties, cl_mem_flags flags, const void *hostPointer);

/// Closes the descriptor from which memory was imported. Called when the call has succeeded, because the application
/// has given the descriptor away then. The memory is mapped, so the descriptor is no longer needed.
void closeImported(const std::optional<core::ExternalRequest> &external);

} // namespace weft::api

#endif
