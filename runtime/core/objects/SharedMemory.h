// Memory that the application accesses by its address: a context's shared virtual memory and unified shared memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_SHARED_MEMORY_H
#define WEFT_RUNTIME_CORE_OBJECTS_SHARED_MEMORY_H

#include <CL/cl.h>

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "Mutex.h"
#include "RefPtr.h"
#include "core/objects/Device.h"

namespace weft::core {

/// The function that allocated the memory: clSVMAlloc and clSVMAllocWithPropertiesKHR, or a function of
/// cl_intel_unified_shared_memory. The memory of all kinds is the same; only the answers to queries and the function
/// that frees the memory depend on the kind.
enum class SharedKind { svm, host, device, shared };

struct SharedAllocation {
  SharedKind kind = SharedKind::svm;
  RefPtr<Device> device; ///< the device that the memory was requested for; may be null
  cl_bitfield flags = 0; ///< CL_MEM_ALLOC_FLAGS_INTEL or CL_SVM_ALLOC_ACCESS_FLAGS_KHR
  /// The type of shared virtual memory (api/UnifiedSvm.h). It is the largest cl_uint if the memory has no type.
  cl_uint svmType = std::numeric_limits<cl_uint>::max();
  std::vector<cl_properties> properties; ///< CL_SVM_INFO_PROPERTIES_KHR
  std::byte *begin = nullptr;
  size_t bytes = 0;

  bool isUnified() const { return kind != SharedKind::svm; }
};

/// The allocations of one context. Kernels can access any memory of the process, also by atomic operations
/// (fine-grained system sharing), because host and device share one memory. So the allocations are recorded only to
/// free them, and to find the allocation to which a pointer belongs.
class SharedMemory {
public:
  SharedMemory() = default;
  SharedMemory(const SharedMemory &) = delete;
  SharedMemory &operator=(const SharedMemory &) = delete;
  /// Frees all allocations that the application has not freed.
  ~SharedMemory();

  /// Allocates `request.bytes` bytes. `alignment` is a power of two, and at most the size of the largest OpenCL C type.
  /// Returns null if there is no memory.
  void *allocate(SharedAllocation request, size_t alignment) WEFT_EXCLUDES(mutex_);
  /// Frees an allocation of SharedKind::svm, or with `unified` an allocation of the other kinds. Returns false if
  /// `memory` is not the start of such an allocation.
  bool free(void *memory, bool unified = false) WEFT_EXCLUDES(mutex_);
  /// The allocation, of any kind, that contains [memory, memory + bytes).
  std::optional<SharedAllocation> find(const void *memory, size_t bytes = 0) const WEFT_EXCLUDES(mutex_);

private:
  mutable Mutex mutex_;
  std::map<const std::byte *, SharedAllocation> allocations_ WEFT_GUARDED_BY(mutex_); ///< by their start addresses
};

} // namespace weft::core

#endif
