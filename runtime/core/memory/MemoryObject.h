// What buffers and images have in common: the storage, who may use it how, and what is mapped.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_MEMORY_OBJECT_H
#define WEFT_RUNTIME_CORE_MEMORY_MEMORY_OBJECT_H

#include <BufferMemory.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include "Mutex.h"
#include "core/memory/ExternalMemory.h"
#include "core/memory/Mappings.h"
#include "core/memory/Rectangle.h"
#include "core/memory/WrittenBytes.h"
#include "core/objects/Context.h"
#include "core/objects/ImmutableMemoryNames.h"
#include "core/objects/Object.h"

namespace weft::core {

/// Gives memory of allocateMemoryObject back.
struct FreeMemory {
  size_t size = 0;
  size_t ahead = 0; ///< bytes in front of the object's
  void operator()(std::byte *memory) const { cpu::freeForClient(memory - ahead, ahead + size); }
};
using OwnedMemory = std::unique_ptr<std::byte, FreeMemory>;

/// Memory for an object of `size` bytes, which are zero unless all of it is `written` at once:
/// CL_MEM_OBJECT_ALLOCATION_FAILURE. Large ones begin at different places of
/// their pages: a CPU first compares the last twelve bits of addresses to tell whether a load needs what a store before
/// it writes, and holds the load back if they are alike (Intel's optimization manual: "4-KByte aliasing"; AMD's CPUs do
/// the same). Kernels mostly reach the same index of all their buffers.
Result<OwnedMemory> allocateMemoryObject(Context &context, size_t size, bool written = false);

/// Where a memory object's bytes are, and what the application said of it.
struct MemoryRequest {
  cl_mem_flags flags = 0;      ///< complete: an access qualifier is set, inherited flags are in it
  std::byte *data = nullptr;   ///< the first byte
  size_t size = 0;             ///< bytes
  OwnedMemory storage;         ///< the bytes, where they are to be given back when the object goes
  void *hostPointer = nullptr; ///< CL_MEM_HOST_PTR
  /// As given to clCreate*WithProperties, the final 0 included, or empty.
  std::vector<cl_mem_properties> properties;
  /// Where the bytes are those of a file; null for others.
  std::shared_ptr<const ExternalMemory> external;
  /// Where kernels look for what nobody has written; null for others.
  std::unique_ptr<WrittenBytes> written = nullptr;
};

/// The device's memory is the host's: a mapped pointer is the storage itself, and so is a CL_MEM_USE_HOST_PTR pointer.
class MemoryObject : public TypedObject<ObjectKind::memory, cl_mem, CL_INVALID_MEM_OBJECT> {
public:
  using DestructorCallback = void(CL_CALLBACK *)(cl_mem memory, void *userData);

  /// CL_MEM_TYPE.
  virtual cl_mem_object_type type() const = 0;
  Context &context() const { return *context_; }
  cl_mem_flags flags() const { return flags_; }
  /// Whether nothing may write it once it is made: neither commands nor kernels, nor the host by a mapping.
  bool isImmutable() const { return (flags_ & CL_MEM_IMMUTABLE_EXT) != 0; }
  size_t size() const { return size_; }
  std::byte *data() const { return data_; }
  /// CL_MEM_HOST_PTR.
  void *hostPointer() const { return hostPointer_; }
  const std::vector<cl_mem_properties> &properties() const { return properties_; }
  /// Null where the memory is not external.
  const ExternalMemory *external() const { return parent_ ? parent_->external() : external_.get(); }
  /// The memory object that this one is a part or another view of, or null.
  MemoryObject *parent() const { return parent_.get(); }

  /// Whether [offset, offset + size) lies within.
  bool contains(size_t offset, size_t size) const { return offset <= size_ && size <= size_ - offset; }

  /// Notes a mapping of a region that lies within, and returns its first byte. Mapping a region for writing twice, also
  /// through other objects that share the storage, is CL_INVALID_OPERATION.
  Result<void *> map(const cpu::RectangleSide &side, const Region &region, cl_map_flags flags);
  /// Forgets the first mapping that gave this pointer; empty where there is none.
  Mappings::Taken unmap(const void *pointer);
  /// Puts a mapping back that has just been forgotten.
  void restore(Mappings::Taken mapping) noexcept;
  cl_uint mapCount() const { return mapCount_.load(std::memory_order_relaxed); }

  /// A command that will write these bytes, which lie within, has been enqueued.
  void noteWritten(const void *begin, size_t size);
  void noteWritten(const cpu::RectangleSide &side, const Region &region);
  void noteAllWritten() { noteWritten(data_, size_); }
  /// WeftCheckArgument::written.
  uint8_t *writtenMarks() const;

  /// The callbacks run when the object goes, the last registered one first, before its memory is given back.
  void addDestructorCallback(DestructorCallback callback, void *userData) WEFT_EXCLUDES(mutex_);

protected:
  MemoryObject(Context &context, RefPtr<MemoryObject> parent, MemoryRequest request);
  ~MemoryObject() override;

private:
  struct Destructor {
    DestructorCallback callback;
    void *userData;
  };
  /// The object that has the storage and, for all that share it, the mappings.
  MemoryObject &root();
  const MemoryObject &root() const { return const_cast<MemoryObject *>(this)->root(); }

  const RefPtr<Context> context_;
  const RefPtr<MemoryObject> parent_;
  const cl_mem_flags flags_;
  std::byte *const data_;
  const size_t size_;
  OwnedMemory storage_; ///< null where the bytes are the parent's or the application's
  void *const hostPointer_;
  const std::vector<cl_mem_properties> properties_;
  const std::shared_ptr<const ExternalMemory> external_;
  const std::unique_ptr<WrittenBytes> written_;

  mutable Mutex mutex_;
  Mappings mappings_ WEFT_GUARDED_BY(mutex_); ///< where this has the storage
  std::atomic<cl_uint> mapCount_{0};          ///< mappings of this object
  std::vector<Destructor> destructors_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
