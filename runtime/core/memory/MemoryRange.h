// The bytes that a kernel may reach through an argument, and whether two arguments overlap.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_MEMORY_RANGE_H
#define WEFT_RUNTIME_CORE_MEMORY_MEMORY_RANGE_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace weft::core {

/// The bytes from `begin` to `end`, exclusive. For a buffer argument, these are the buffer's bytes; for a sub-buffer,
/// only its own bytes, because accesses beyond its end are undefined (clCreateSubBuffer). For an address in shared
/// memory, they are the whole allocation.
struct MemoryRange {
  uintptr_t begin;
  uintptr_t end;
  bool isWritten; ///< whether the kernel may write the bytes

  bool operator==(const MemoryRange &) const = default;

  /// The empty range, for NULL.
  static constexpr MemoryRange nothing() { return {0, 0, false}; }
  /// The range for an address in memory whose size Weft doesn't know: the kernel may reach any byte of the process.
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
