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

/// The mappings of an object that has storage and of all objects that share the storage. A program may map thousands of
/// small regions at once, so the mappings are ordered by kind, size class (the binary logarithm of the size) and
/// address. Regions that are mapped for writing don't overlap. So a search for the regions that overlap a new one looks
/// at only a few regions in each size class. The caller holds the lock of the object that has the storage.
class Mappings {
public:
  /// Adds a mapping. Returns false if it `writes` and a part of the region is already mapped for writing. Throws
  /// std::bad_alloc.
  bool add(const MemoryObject &object, const cpu::RectangleSide &side, const Region &region, bool writes);

private:
  struct Key {
    bool writes;
    unsigned logarithm; ///< the size class: the binary logarithm of the bytes from the first to the last
    const std::byte *begin;
    const MemoryObject *object;
    uint64_t number; ///< counts up in the order in which the regions were mapped
    auto operator<=>(const Key &) const = default;
  };
  struct Mapping {
    cpu::RectangleSide side;
    Region region;
  };
  using All = std::map<Key, Mapping>;

public:
  /// A mapping that has been removed, or empty. Adding it again allocates no memory.
  using Extracted = All::node_type;
  /// Removes and returns the mapping of the object that begins at `begin`. If there are several, it is the one that was
  /// mapped first.
  Extracted take(const MemoryObject &object, const std::byte *begin);
  void reinsert(Extracted taken) noexcept { all_.insert(std::move(taken)); }
  /// Removes all mappings of an object that is being destroyed.
  void removeAll(const MemoryObject &object) noexcept;

private:
  bool isWritten(const cpu::RectangleSide &side, const Region &region) const;

  All all_;
  uint64_t last_ = 0;
};

} // namespace weft::core

#endif
