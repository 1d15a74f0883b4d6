// Buffers and sub-buffers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Buffer.h"

#include <BufferMemory.h>

#include <algorithm>
#include <cstring>

#include "Text.h"
#include "core/Limits.h"
#include "core/PoolThread.h"

namespace weft::core {

namespace {

constexpr size_t pageBytes = 4096;

size_t alignmentFor(size_t size) { return size >= pageBytes ? pageBytes : limits::memoryAlignment; }

} // namespace

Result<RefPtr<Buffer>> Buffer::create(Context &context, BufferRequest request) {
  std::byte *data = static_cast<std::byte *>(request.hostPointer);
  if (!(request.flags & CL_MEM_USE_HOST_PTR)) {
    data = static_cast<std::byte *>(cpu::allocateAligned(request.size, alignmentFor(request.size)));
    if (!data)
      return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE,
                  concat("There is no memory for a buffer of ", request.size, " bytes."));
    if (request.flags & CL_MEM_COPY_HOST_PTR)
      std::memcpy(data, request.hostPointer, request.size);
  }
  return RefPtr<Buffer>::adopt(new Buffer(context, request, data));
}

Buffer::Buffer(Context &context, BufferRequest &request, std::byte *data)
    : context_(&context), flags_(request.flags), origin_(0), size_(request.size), data_(data),
      properties_(std::move(request.properties)) {}

Buffer::Buffer(Buffer &parent, cl_mem_flags flags, size_t origin, size_t size)
    : context_(&parent.context()), parent_(&parent), flags_(flags), origin_(origin), size_(size),
      data_(parent.data() + origin) {}

namespace {

/// What is left of a buffer that has gone: its callbacks and its memory. Both may have to wait for the callback thread.
struct Remains {
  RefPtr<Context> context;
  std::vector<std::function<void()>> callbacks; ///< in the order of their registration
  void *memory;
  size_t size;

  void clear() const {
    for (auto callback = callbacks.rbegin(); callback != callbacks.rend(); ++callback)
      (*callback)();
    cpu::freeAligned(memory, size);
  }
};

} // namespace

Buffer::~Buffer() {
  bool owned = !parent_ && !(flags_ & CL_MEM_USE_HOST_PTR);
  std::vector<Destructor> destructors;
  {
    Lock lock(mutex_);
    destructors.swap(destructors_);
  }
  if (destructors.empty()) {
    if (owned)
      cpu::freeAligned(data_, size_);
    return;
  }
  Remains remains{context_, {}, owned ? data_ : nullptr, owned ? size_ : 0};
  for (const Destructor &destructor : destructors)
    remains.callbacks.push_back(
        [destructor, handle = rawHandle()] { destructor.callback(handle, destructor.userData); });
  callApplication([remains = std::move(remains)] { remains.clear(); });
}

Result<void *> Buffer::map(size_t offset, size_t size, cl_map_flags flags) {
  Mapping mapping{this, origin_ + offset, origin_ + offset + size,
                  (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0};
  auto collides = [&mapping](const Mapping &other) {
    return mapping.writes && other.writes && mapping.begin < other.end && other.begin < mapping.end;
  };
  Buffer &owner = root();
  Lock lock(owner.mutex_);
  if (std::ranges::any_of(owner.mappings_, collides))
    return fail(CL_INVALID_OPERATION, "A part of the region is mapped for writing already.");
  owner.mappings_.push_back(mapping);
  return data_ + offset;
}

bool Buffer::unmap(const void *pointer) {
  Buffer &owner = root();
  Lock lock(owner.mutex_);
  auto found = std::ranges::find_if(owner.mappings_, [&](const Mapping &mapping) {
    return mapping.buffer == this && owner.data_ + mapping.begin == pointer;
  });
  if (found == owner.mappings_.end())
    return false;
  owner.mappings_.erase(found);
  return true;
}

cl_uint Buffer::mapCount() const {
  const Buffer &owner = root();
  Lock lock(owner.mutex_);
  return static_cast<cl_uint>(
      std::ranges::count_if(owner.mappings_, [this](const Mapping &mapping) { return mapping.buffer == this; }));
}

void Buffer::addDestructorCallback(DestructorCallback callback, void *userData) {
  Lock lock(mutex_);
  destructors_.push_back({callback, userData});
}

} // namespace weft::core
