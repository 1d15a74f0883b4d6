// Buffers and sub-buffers: the storage, who may use it how, and what is mapped.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_BUFFER_H
#define WEFT_RUNTIME_CORE_BUFFER_H

#include <cstddef>
#include <vector>

#include "Mutex.h"
#include "core/Context.h"
#include "core/Object.h"

namespace weft::core {

/// Where a buffer's bytes come from.
struct BufferRequest {
  cl_mem_flags flags = 0; ///< complete: an access qualifier is set
  size_t size = 0;
  void *hostPointer = nullptr;
  /// As given to clCreateBufferWithProperties, the final 0 included, or empty.
  std::vector<cl_mem_properties> properties;
};

/// The device's memory is the host's: a mapped pointer is the storage itself, and so is a CL_MEM_USE_HOST_PTR pointer.
class Buffer final : public TypedObject<ObjectKind::memory, cl_mem, CL_INVALID_MEM_OBJECT> {
public:
  using DestructorCallback = void(CL_CALLBACK *)(cl_mem memory, void *userData);

  /// Takes memory for the buffer, and fills it where CL_MEM_COPY_HOST_PTR says so.
  static Result<RefPtr<Buffer>> create(Context &context, BufferRequest request);
  /// A part of `parent`, which is no sub-buffer itself; the region lies within.
  Buffer(Buffer &parent, cl_mem_flags flags, size_t origin, size_t size);

  Context &context() const { return *context_; }
  cl_mem_flags flags() const { return flags_; }
  size_t size() const { return size_; }
  std::byte *data() const { return data_; }
  /// CL_MEM_HOST_PTR.
  void *hostPointer() const { return (flags_ & CL_MEM_USE_HOST_PTR) ? data_ : nullptr; }
  const std::vector<cl_mem_properties> &properties() const { return properties_; }
  /// Null where this is no sub-buffer.
  Buffer *parent() const { return parent_.get(); }
  size_t origin() const { return origin_; }

  /// Whether [offset, offset + size) lies within.
  bool contains(size_t offset, size_t size) const { return offset <= size_ && size <= size_ - offset; }

  /// Notes a mapping of a region that lies within. Mapping a region for writing twice, overlaps with other sub-buffers
  /// included, is CL_INVALID_OPERATION.
  Result<void *> map(size_t offset, size_t size, cl_map_flags flags);
  /// Forgets one mapping that gave this pointer; false where there is none.
  bool unmap(const void *pointer);
  cl_uint mapCount() const;

  /// The callbacks run when the buffer goes, the last registered one first, before its memory is given back.
  void addDestructorCallback(DestructorCallback callback, void *userData) WEFT_EXCLUDES(mutex_);

private:
  Buffer(Context &context, BufferRequest &request, std::byte *data);
  ~Buffer() override;

  struct Mapping {
    const Buffer *buffer; ///< this one or a sub-buffer of it
    size_t begin, end;    ///< in this one
    bool writes;
  };
  struct Destructor {
    DestructorCallback callback;
    void *userData;
  };
  /// The buffer that has the storage and, for itself and its sub-buffers, the mappings.
  Buffer &root() { return parent_ ? *parent_ : *this; }
  const Buffer &root() const { return parent_ ? *parent_ : *this; }

  const RefPtr<Context> context_;
  const RefPtr<Buffer> parent_;
  const cl_mem_flags flags_;
  const size_t origin_;
  const size_t size_;
  std::byte *const data_;
  const std::vector<cl_mem_properties> properties_;

  mutable Mutex mutex_;
  std::vector<Mapping> mappings_ WEFT_GUARDED_BY(mutex_);
  std::vector<Destructor> destructors_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
