// Memory objects, the base of buffers, images and pipes: allocation, mappings and destruction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/MemoryObject.h"

#include <algorithm>

#include "Pages.h"
#include "Text.h"
#include "core/objects/Limits.h"
#include "core/objects/PoolThread.h"

namespace weft::core {

namespace {

/// Only objects with at least this many bytes begin at different offsets of their pages (allocateMemoryObject).
constexpr size_t minStaggeredBytes = 65536;

} // namespace

Result<OwnedMemory> allocateMemoryObject(Context &context, size_t size, bool written) {
  const size_t pageOffset = size >= minStaggeredBytes ? context.nextPageOffset() : 0;
  const size_t alignment = size >= cpu::pageBytes ? cpu::pageBytes : limits::memoryAlignment;
  void *memory = cpu::allocateForClient(pageOffset + size, alignment, !written);
  if (!memory)
    return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE, concat("There is no memory for an object of ", size, " bytes."));
  return OwnedMemory(static_cast<std::byte *>(memory) + pageOffset, FreeMemory{size, pageOffset});
}

MemoryObject::MemoryObject(Context &context, RefPtr<MemoryObject> parent, MemoryRequest request)
    : context_(&context), parent_(std::move(parent)), flags_(request.flags), data_(request.data), size_(request.size),
      storage_(std::move(request.storage)), hostPointer_(request.hostPointer),
      properties_(std::move(request.properties)), external_(std::move(request.external)),
      written_(std::move(request.written)) {
  context_->noteObject(size_);
}

MemoryObject::~MemoryObject() {
  // A later object may get the address of this object. So this object's mappings must not stay in the list of the
  // object that has the storage.
  if (parent_ && mapCount() != 0) {
    MemoryObject &owner = root();
    Lock lock(owner.mutex_);
    owner.mappings_.removeAll(*this);
  }
  std::vector<Destructor> destructors;
  {
    Lock lock(mutex_);
    destructors.swap(destructors_);
  }
  if (destructors.empty())
    return;
  // The callbacks are called before the memory is freed. The callback thread may have to make the calls.
  callApplication(context_->services().callbackThread,
                  [destructors = std::move(destructors), handle = rawHandle(), context = context_, parent = parent_,
                   free = storage_.get_deleter(), memory = storage_.release(), external = external_] {
                    for (auto destructor = destructors.rbegin(); destructor != destructors.rend(); ++destructor)
                      destructor->callback(handle, destructor->userData);
                    if (memory)
                      free(memory);
                  });
}

MemoryObject &MemoryObject::root() {
  MemoryObject *object = this;
  while (object->parent_)
    object = object->parent_.get();
  return *object;
}

Result<void *> MemoryObject::map(const cpu::RectangleSide &side, const Region &region, cl_map_flags flags) {
  const bool writes = (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
  {
    MemoryObject &owner = root();
    Lock lock(owner.mutex_);
    if (!owner.mappings_.add(*this, side, region, writes))
      return fail(CL_INVALID_OPERATION, "A part of the region is mapped for writing already.");
  }
  mapCount_.fetch_add(1, std::memory_order_relaxed);
  if (writes)
    noteWritten(side, region);
  return firstByte(side);
}

Mappings::Extracted MemoryObject::unmap(const void *pointer) {
  MemoryObject &owner = root();
  Lock lock(owner.mutex_);
  Mappings::Extracted taken = owner.mappings_.take(*this, static_cast<const std::byte *>(pointer));
  if (taken)
    mapCount_.fetch_sub(1, std::memory_order_relaxed);
  return taken;
}

void MemoryObject::restore(Mappings::Extracted mapping) noexcept {
  MemoryObject &owner = root();
  Lock lock(owner.mutex_);
  owner.mappings_.reinsert(std::move(mapping));
  mapCount_.fetch_add(1, std::memory_order_relaxed);
}

void MemoryObject::noteWritten(const void *begin, size_t size) {
  MemoryObject &owner = root();
  if (owner.written_)
    owner.written_->note(static_cast<size_t>(static_cast<const std::byte *>(begin) - owner.data_), size);
}

void MemoryObject::noteWritten(const cpu::RectangleSide &side, const Region &region) {
  if (!root().written_)
    return;
  const std::byte *first = firstByte(side);
  for (uint64_t slice = 0; slice < region[2]; ++slice)
    for (uint64_t row = 0; row < region[1]; ++row)
      noteWritten(first + slice * side.slicePitch + row * side.rowPitch, region[0]);
}

uint8_t *MemoryObject::writtenMarks() const {
  const MemoryObject &owner = root();
  uint8_t *marks = owner.written_ ? owner.written_->marks() : nullptr;
  return marks ? marks + (data_ - owner.data_) : nullptr;
}

void MemoryObject::addDestructorCallback(DestructorCallback callback, void *userData) {
  Lock lock(mutex_);
  destructors_.push_back({callback, userData});
}

} // namespace weft::core
