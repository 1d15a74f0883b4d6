// A list of memory objects that are kept alive.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_RETAINED_MEMORY_H
#define WEFT_RUNTIME_CORE_MEMORY_RETAINED_MEMORY_H

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "core/memory/MemoryObject.h"

namespace weft::core {

/// A list of memory objects, each of which may be null, with a reference to each object. Each launch creates a list.
/// For a few objects, which suffice for most launches, the list allocates no memory.
class RetainedMemory {
public:
  RetainedMemory() = default;
  RetainedMemory(RetainedMemory &&other) noexcept
      : count_(std::exchange(other.count_, 0)), inline_(other.inline_), heap_(std::move(other.heap_)) {}
  RetainedMemory &operator=(RetainedMemory &&) = delete;
  ~RetainedMemory() {
    for (MemoryObject *object : objects())
      if (object)
        object->release();
  }

  /// Makes room for at most `most` objects. Must be called once, before the first object is added.
  void reserve(size_t most) {
    if (most > inline_.size())
      heap_.reset(new MemoryObject *[most]);
  }
  void add(RefPtr<MemoryObject> object) { (heap_ ? heap_.get() : inline_.data())[count_++] = object.take(); }
  std::span<MemoryObject *const> objects() const { return {heap_ ? heap_.get() : inline_.data(), count_}; }

private:
  size_t count_ = 0;
  std::array<MemoryObject *, 6> inline_;
  std::unique_ptr<MemoryObject *[]> heap_; ///< null if `inline_` has room for all objects
};

} // namespace weft::core

#endif
