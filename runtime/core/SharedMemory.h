// Shared virtual memory: what a context's clSVMAlloc has given out.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_SHARED_MEMORY_H
#define WEFT_RUNTIME_CORE_SHARED_MEMORY_H

#include <cstddef>
#include <map>

#include "Mutex.h"

namespace weft::core {

/// Host and device have one memory, so any pointer of the process works in kernels, with atomics (fine-grained system
/// sharing). The allocations are kept account of only to free them and to answer which pointers are theirs.
class SharedMemory {
public:
  SharedMemory() = default;
  SharedMemory(const SharedMemory &) = delete;
  SharedMemory &operator=(const SharedMemory &) = delete;
  /// Frees what the application has left.
  ~SharedMemory();

  /// `alignment` is a power of two up to the size of the largest OpenCL C type. Null where there is no memory.
  void *allocate(size_t bytes, size_t alignment) WEFT_EXCLUDES(mutex_);
  /// False where `memory` is not the start of an allocation.
  bool free(void *memory) WEFT_EXCLUDES(mutex_);
  /// Whether [memory, memory + bytes) lies within one allocation.
  bool contains(const void *memory, size_t bytes) const WEFT_EXCLUDES(mutex_);

private:
  mutable Mutex mutex_;
  std::map<const std::byte *, size_t> allocations_ WEFT_GUARDED_BY(mutex_); ///< start and bytes
};

} // namespace weft::core

#endif
