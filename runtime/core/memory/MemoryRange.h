// The bytes that a kernel may reach through an argument, and whether two arguments overlap.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_MEMORY_RANGE_H
#define WEFT_RUNTIME_CORE_MEMORY_MEMORY_RANGE_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace weft::core {

/// The bytes from `begin` to `end`, exclusive. A buffer's range is its own bytes: accesses beyond a sub-buffer's end
/// are undefined (clCreateSubBuffer). The range of an address in shared memory is the whole allocation.
struct MemoryRange {
  uintptr_t begin;
  uintptr_t end;
  bool isWritten; ///< whether the kernel may write the bytes

  bool operator==(const MemoryRange &) const = default;

  /// The empty range, for NULL.
  static constexpr MemoryRange nothing() { return {0, 0, false}; }
  /// The range for an address in memory of unknown size: any byte may be reached.
  static constexpr MemoryRange anything() { return {0, UINTPTR_MAX, false}; }
  static MemoryRange within(const void *memory, size_t size) {
    const auto begin = reinterpret_cast<uintptr_t>(memory);
    return {begin, begin + size, false};
  }
};

/// Whether two of the ranges have a byte in common, and one of the two is written.
bool overlap(std::span<const MemoryRange> all);

} // namespace weft::core

#endif
