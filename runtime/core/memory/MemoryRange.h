// What a kernel may reach through an argument, and whether two arguments meet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_REACHED_BYTES_H
#define WEFT_RUNTIME_CORE_MEMORY_REACHED_BYTES_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace weft::core {

/// The bytes from `begin` to `end`, exclusive. A buffer's are its own: beyond a sub-buffer's end nothing is defined
/// (clCreateSubBuffer). Those of an address in shared memory are the whole allocation's.
struct MemoryRange {
  uintptr_t begin;
  uintptr_t end;
  bool isWritten; ///< or may be

  bool operator==(const MemoryRange &) const = default;

  /// Through NULL.
  static constexpr MemoryRange nothing() { return {0, 0, false}; }
  /// Through an address in memory of unknown size.
  static constexpr MemoryRange anything() { return {0, UINTPTR_MAX, false}; }
  static MemoryRange within(const void *memory, size_t size) {
    const auto begin = reinterpret_cast<uintptr_t>(memory);
    return {begin, begin + size, false};
  }
};

/// Whether two of them have a byte in common that one of the two writes.
bool overlap(std::span<const MemoryRange> all);

} // namespace weft::core

#endif
