// Memory objects, the base of buffers, images and pipes: the storage, its access flags, and the mappings.
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

/// Frees the memory of allocateMemoryObject.
struct FreeMemory {
  size_t size = 0;
  size_t pageOffset = 0; ///< bytes before the object's first byte
  void operator()(std::byte *memory) const { cpu::freeForClient(memory - pageOffset, pageOffset + size); }
};
using OwnedMemory = std::unique_ptr<std::byte, FreeMemory>;

/// Allocates memory for an object of `size` bytes. The bytes are zero, unless the caller says by `written` that it
/// writes all of them at once. CL_MEM_OBJECT_ALLOCATION_FAILURE.
///
/// Large objects begin at different offsets of their pages, because kernels mostly access the same index of all their
/// buffers. To find out whether a load needs the value of an earlier store, a CPU first compares the last twelve bits
/// of the two addresses. If they are equal, it delays the load (Intel's optimization manual: "4-KByte aliasing"; AMD's
/// CPUs do so, too). If all buffers began at the start of a page, that would happen often.
Result<OwnedMemory> allocateMemoryObject(Context &context, size_t size, bool written = false);

/// A memory object's bytes, and the properties that the application has requested.
struct MemoryRequest {
  cl_mem_flags flags = 0;      ///< the object's flags, with those inherited from the parent; one of them says who may
                               ///< access the object
  std::byte *data = nullptr;   ///< the first byte
  size_t size = 0;             ///< bytes
  OwnedMemory storage;         ///< the memory that is freed with the object; null if the bytes belong to the
                               ///< application, a parent or a file
  void *hostPointer = nullptr; ///< CL_MEM_HOST_PTR
  /// The properties as given to clCreate*WithProperties, with the final 0, or empty.
  std::vector<cl_mem_properties> properties;
  /// The external memory if the bytes belong to a file; null for other objects.
  std::shared_ptr<const ExternalMemory> external;
  /// For a buffer whose kernels are checked for reads of unwritten bytes: marks that say which bytes have been written.
  /// Null for other objects.
  std::unique_ptr<WrittenBytes> written = nullptr;
};

/// Host and device share their memory. So a mapped pointer points to the storage itself, and so does a
/// CL_MEM_USE_HOST_PTR pointer.
class MemoryObject : public TypedObject<ObjectKind::memory, cl_mem, CL_INVALID_MEM_OBJECT> {
public:
  using DestructorCallback = void(CL_CALLBACK *)(cl_mem memory, void *userData);

  /// The answer to CL_MEM_TYPE.
  virtual cl_mem_object_type type() const = 0;
  Context &context() const { return *context_; }
  cl_mem_flags flags() const { return flags_; }
  /// Whether nothing may write the object once it is created: neither commands nor kernels, nor the host by a mapping.
  bool isImmutable() const { return (flags_ & CL_MEM_IMMUTABLE_EXT) != 0; }
  size_t size() const { return size_; }
  std::byte *data() const { return data_; }
  /// The answer to CL_MEM_HOST_PTR.
  void *hostPointer() const { return hostPointer_; }
  const std::vector<cl_mem_properties> &properties() const { return properties_; }
  /// The external memory; null if the memory is not external.
  const ExternalMemory *external() const { return parent_ ? parent_->external() : external_.get(); }
  /// The memory object that contains this object or of which this object is another view; null if there is none.
  MemoryObject *parent() const { return parent_.get(); }

  /// Whether [offset, offset + size) lies within the object.
  bool contains(size_t offset, size_t size) const { return offset <= size_ && size <= size_ - offset; }

  /// Records a mapping of a region that lies within the object, and returns the region's first byte.
  /// CL_INVALID_OPERATION if the mapping is for writing and a part of the region is already mapped for writing, through
  /// this object or another object with the same storage.
  Result<void *> map(const cpu::RectangleSide &side, const Region &region, cl_map_flags flags);
  /// Removes the mapping for which `map` returned this pointer. If there are several, the earliest is removed. The
  /// result is empty if there is none.
  Mappings::Extracted unmap(const void *pointer);
  /// Adds a mapping again that `unmap` has just removed.
  void restore(Mappings::Extracted mapping) noexcept;
  cl_uint mapCount() const { return mapCount_.load(std::memory_order_relaxed); }

  /// Records that a command has been enqueued that will write these bytes, which lie within the object.
  void noteWritten(const void *begin, size_t size);
  void noteWritten(const cpu::RectangleSide &side, const Region &region);
  void noteAllWritten() { noteWritten(data_, size_); }
  /// The marks that say which of this object's bytes have been written, for WeftCheckArgument::written; null if all
  /// bytes count as written.
  uint8_t *writtenMarks() const;

  /// Registers a callback that is called when the object is destroyed, before its memory is freed. The callback that
  /// was registered last is called first.
  void addDestructorCallback(DestructorCallback callback, void *userData) WEFT_EXCLUDES(mutex_);

protected:
  MemoryObject(Context &context, RefPtr<MemoryObject> parent, MemoryRequest request);
  ~MemoryObject() override;

private:
  struct Destructor {
    DestructorCallback callback;
    void *userData;
  };
  /// The object that holds the storage and the mappings for all objects that share the storage.
  MemoryObject &root();
  const MemoryObject &root() const { return const_cast<MemoryObject *>(this)->root(); }

  const RefPtr<Context> context_;
  const RefPtr<MemoryObject> parent_;
  const cl_mem_flags flags_;
  std::byte *const data_;
  const size_t size_;
  OwnedMemory storage_; ///< null if the bytes belong to the parent or the application
  void *const hostPointer_;
  const std::vector<cl_mem_properties> properties_;
  const std::shared_ptr<const ExternalMemory> external_;
  const std::unique_ptr<WrittenBytes> written_;

  mutable Mutex mutex_;
  Mappings mappings_ WEFT_GUARDED_BY(mutex_); ///< used if this object holds the storage
  std::atomic<cl_uint> mapCount_{0};          ///< the count of mappings of this object
  std::vector<Destructor> destructors_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
