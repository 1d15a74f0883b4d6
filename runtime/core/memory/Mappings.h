// The regions of a memory object that the host has mapped.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_MAPPINGS_H
#define WEFT_RUNTIME_CORE_MEMORY_MAPPINGS_H

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>

#include "core/memory/Rectangle.h"

namespace weft::core {

class MemoryObject;

/// Of an object that has storage and of all that share it. A program may map thousands of small regions at once, so
/// they are ordered by their addresses. Regions of a size have the same binary logarithm: few of those that are mapped
/// for writing, and so apart from each other, lie about any address. The caller locks.
class Mappings {
public:
  /// Throws std::bad_alloc. False where a part of the region is mapped for writing already, and is to be again.
  bool add(const MemoryObject &object, const cpu::RectangleSide &side, const Region &region, bool writes);

private:
  struct Place {
    bool writes;
    unsigned logarithm; ///< of the bytes from the first to the last
    const std::byte *begin;
    const MemoryObject *object;
    uint64_t number; ///< in the order of mapping
    auto operator<=>(const Place &) const = default;
  };
  struct Mapping {
    cpu::RectangleSide side;
    Region region;
  };
  using All = std::map<Place, Mapping>;

public:
  /// A mapping that has been taken away, and takes no memory to be put back; empty for none.
  using Taken = All::node_type;
  /// The first one of the object that gave this pointer.
  Taken take(const MemoryObject &object, const std::byte *begin);
  void putBack(Taken taken) noexcept { all_.insert(std::move(taken)); }
  /// The object goes.
  void takeAll(const MemoryObject &object) noexcept;

private:
  bool isWritten(const cpu::RectangleSide &side, const Region &region) const;

  All all_;
  uint64_t last_ = 0;
};

} // namespace weft::core

#endif
