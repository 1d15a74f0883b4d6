// Memory for buffers: aligned, and with huge pages where they pay.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_BUFFER_MEMORY_H
#define WEFT_DEVICE_CPU_BUFFER_MEMORY_H

#include <cstddef>

namespace weft::cpu {

/// `bytes` of memory at an address that is a multiple of `alignment` (any power of two). Large blocks
/// are zero and take physical memory only when touched; the contents of small ones are undefined. nullptr where there
/// is not enough memory or where the request makes no sense. 0 bytes give a pointer of their own.
void *allocateAligned(size_t bytes, size_t alignment);

/// The same, with all bytes zero.
void *allocateZeroed(size_t bytes, size_t alignment);

/// Bytes behind a client's block of `bytes` that belong to nobody: a sixteenth of it, at least 64, at most 256 KiB.
size_t slackBehind(size_t bytes);

/// Memory for a client's buffer: as allocateAligned, and followed by slackBehind(bytes). So kernels that write some
/// elements or rows too many, as those do whose ranges are rounded up to whole groups, harm nobody.
///
/// `zeroed`: all bytes are zero, so that a kernel which reads what was never written finds the same each time and
/// nothing that was another's. That costs nothing where the memory comes from the system, and else a pass over it.
void *allocateForClient(size_t bytes, size_t alignment, bool zeroed = true);
/// Gives back what allocateForClient(bytes, ...) returned. nullptr is ignored.
void freeForClient(void *memory, size_t bytes);

/// From now on blocks for clients are known to kernels whose memory is checked (CheckAbi.h), and kept for a while when
/// they are given back.
void watchClientMemory();
/// Whether the address is in a block that was given back, and kept.
bool isReleased(const void *address);

/// Gives back what allocateAligned(bytes, ...) or allocateZeroed(bytes, ...) returned. nullptr is ignored.
void freeAligned(void *memory, size_t bytes);

} // namespace weft::cpu

#endif
