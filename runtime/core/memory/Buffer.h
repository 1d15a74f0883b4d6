// Buffers and sub-buffers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_BUFFER_H
#define WEFT_RUNTIME_CORE_MEMORY_BUFFER_H

#include <cstddef>
#include <vector>

#include "core/memory/MemoryObject.h"

namespace weft::core {

/// Where a buffer's bytes come from.
struct BufferRequest {
  cl_mem_flags flags = 0; ///< complete: an access qualifier is set
  size_t size = 0;
  void *hostPointer = nullptr;
  /// As given to clCreateBufferWithProperties, the final 0 included, or empty.
  std::vector<cl_mem_properties> properties;
  std::optional<ExternalRequest> external = std::nullopt;
};

class Buffer final : public MemoryObject {
public:
  /// Takes memory for the buffer, and fills it where CL_MEM_COPY_HOST_PTR says so.
  static Result<RefPtr<Buffer>> create(Context &context, BufferRequest request);
  /// A part of `parent`, which is no sub-buffer itself; the region lies within.
  Buffer(Buffer &parent, cl_mem_flags flags, size_t origin, size_t size);

  /// For resolve(): which of the memory objects are buffers.
  static constexpr const char *name = "buffer";
  using Shared = MemoryObject;
  static bool isOne(const MemoryObject &object) { return object.type() == CL_MEM_OBJECT_BUFFER; }

  cl_mem_object_type type() const override { return CL_MEM_OBJECT_BUFFER; }
  /// Where a sub-buffer begins in its parent; 0 for all others.
  size_t origin() const { return origin_; }

  /// Notes a mapping of a stretch that lies within (see MemoryObject::map).
  Result<void *> mapBytes(size_t offset, size_t size, cl_map_flags flags);

private:
  Buffer(Context &context, MemoryRequest request);
  ~Buffer() override = default;

  const size_t origin_;
};

} // namespace weft::core

#endif
