// Memory for buffers: aligned, and with huge pages where they pay.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_BUFFER_MEMORY_H
#define WEFT_DEVICE_CPU_BUFFER_MEMORY_H

#include <cstddef>

namespace weft::cpu {

/// `bytes` of memory at an address that is a multiple of `alignment` (a power of two, at most a page). Large blocks
/// are zero and take physical memory only when touched; the contents of small ones are undefined. nullptr where there
/// is not enough memory or where the request makes no sense. 0 bytes give a pointer of their own.
void *allocateAligned(size_t bytes, size_t alignment);

/// The same, with all bytes zero.
void *allocateZeroed(size_t bytes, size_t alignment);

/// Gives back what allocateAligned(bytes, ...) or allocateZeroed(bytes, ...) returned. nullptr is ignored.
void freeAligned(void *memory, size_t bytes);

} // namespace weft::cpu

#endif
