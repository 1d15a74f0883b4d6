// Memory for buffers: aligned, and with huge pages where they pay.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_BUFFER_MEMORY_H
#define WEFT_DEVICE_CPU_BUFFER_MEMORY_H

#include <cstddef>

namespace weft::cpu {

/// Allocates `bytes` bytes at an address that is a multiple of `alignment` (any power of two). Large blocks are zero
/// and take physical memory only when touched; the contents of small blocks are undefined. Returns nullptr if there is
/// not enough memory or if the arguments are invalid. Each request for 0 bytes returns a pointer of its own.
void *allocateAligned(size_t bytes, size_t alignment);

/// Allocates memory as allocateAligned does, with all bytes zero.
void *allocateZeroed(size_t bytes, size_t alignment);

/// The number of unused bytes that follow an application's block of `bytes` bytes: a sixteenth of `bytes`, at least 64
/// bytes, at most 256 KiB.
size_t trailingSlack(size_t bytes);

/// Allocates memory for a buffer of the application, as allocateAligned does, with trailingSlack(bytes) unused bytes
/// after it. Some kernels write a few elements or rows too many, for example because their range is rounded up to whole
/// groups. The unused bytes make this harmless.
///
/// `zeroed`: all bytes are zero. So a kernel that reads memory which nothing has written reads the same values each
/// time, and no data of an earlier owner. Memory that is new from the system is zero already; reused memory is cleared.
void *allocateForClient(size_t bytes, size_t alignment, bool zeroed = true);
/// Gives back what allocateForClient(bytes, ...) returned. nullptr is ignored.
void freeForClient(void *memory, size_t bytes);

/// From this call on, all blocks of allocateForClient are recorded, so that checked kernels can find out whether an
/// address is in a block (CheckAbi.h). Blocks that are given back stay allocated for a while, so that accesses to them
/// are found.
void trackClientMemory();
/// Returns whether the address is in a block that was given back and is still allocated.
bool isReleased(const void *address);

/// Gives back what allocateAligned(bytes, ...) or allocateZeroed(bytes, ...) returned. nullptr is ignored.
void freeAligned(void *memory, size_t bytes);

} // namespace weft::cpu

#endif
