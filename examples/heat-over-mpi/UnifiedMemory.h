// Unified shared memory (cl_intel_unified_shared_memory): arrays that kernels and host reach by the same pointers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_EXAMPLES_HEAT_OVER_MPI_UNIFIED_MEMORY_H
#define WEFT_EXAMPLES_HEAT_OVER_MPI_UNIFIED_MEMORY_H

#include <cstddef>
#include <memory>

#include <CL/cl_ext.h>

#include "common/Session.h"

namespace weft::host {

/// Frees an allocation, once no command uses it.
struct UnifiedDeleter {
  clMemBlockingFreeINTEL_fn release;
  cl_context context;
  void operator()(float *memory) const { release(context, memory); }
};
using UnifiedFloats = std::unique_ptr<float[], UnifiedDeleter>;

/// The functions of the extension. The session must outlive all arrays.
class UnifiedMemory {
public:
  explicit UnifiedMemory(const Session &session)
      : session_(session), allocate_(function<clHostMemAllocINTEL_fn>("clHostMemAllocINTEL")),
        release_(function<clMemBlockingFreeINTEL_fn>("clMemBlockingFreeINTEL")),
        setArgument_(function<clSetKernelArgMemPointerINTEL_fn>("clSetKernelArgMemPointerINTEL")) {}

  /// Host memory: both sides may use it at the same time.
  UnifiedFloats floats(size_t count) const {
    cl_int code = CL_SUCCESS;
    void *memory = allocate_(session_.context(), nullptr, count * sizeof(float), 0, &code);
    check(code, "clHostMemAllocINTEL");
    return UnifiedFloats(static_cast<float *>(memory), {release_, session_.context()});
  }
  void setArgument(const Kernel &kernel, cl_uint index, const float *memory) const {
    check(setArgument_(kernel.get(), index, memory), "clSetKernelArgMemPointerINTEL");
  }

private:
  template <typename Function> Function function(const char *name) const {
    void *found = clGetExtensionFunctionAddressForPlatform(session_.where().platform, name);
    if (found == nullptr)
      throw OpenClError(CL_INVALID_OPERATION, name, "The platform has no unified shared memory.");
    return reinterpret_cast<Function>(found);
  }

  const Session &session_;
  const clHostMemAllocINTEL_fn allocate_;
  const clMemBlockingFreeINTEL_fn release_;
  const clSetKernelArgMemPointerINTEL_fn setArgument_;
};

} // namespace weft::host

#endif
