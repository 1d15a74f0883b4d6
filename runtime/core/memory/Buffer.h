// Buffers. A sub-buffer uses a part of its parent buffer's storage.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_BUFFER_H
#define WEFT_RUNTIME_CORE_MEMORY_BUFFER_H

#include <cstddef>
#include <vector>

#include "core/memory/MemoryObject.h"

namespace weft::core {

/// The application's request for a buffer, which says where its bytes come from.
struct BufferRequest {
  cl_mem_flags flags = 0; ///< the buffer's flags; one of them says who may access the buffer, even if the application
                          ///< has given no such flag
  size_t size = 0;
  void *hostPointer = nullptr;
  /// The properties as given to clCreateBufferWithProperties, with the final 0, or empty.
  std::vector<cl_mem_properties> properties;
  std::optional<ExternalRequest> external = std::nullopt;
};

class Buffer final : public MemoryObject {
public:
  /// Allocates memory for the buffer, and fills it if CL_MEM_COPY_HOST_PTR is set.
  static Result<RefPtr<Buffer>> create(Context &context, BufferRequest request);
  /// Creates a sub-buffer of `parent`, which is no sub-buffer itself. The region lies within `parent`.
  Buffer(Buffer &parent, cl_mem_flags flags, size_t origin, size_t size);

  /// These names are for resolve(): all memory objects share a handle type, and only some of them are buffers.
  static constexpr const char *name = "buffer";
  using HandleBase = MemoryObject;
  static bool isInstance(const MemoryObject &object) { return object.type() == CL_MEM_OBJECT_BUFFER; }

  cl_mem_object_type type() const override { return CL_MEM_OBJECT_BUFFER; }
  /// The offset at which a sub-buffer begins in its parent; 0 for all other buffers.
  size_t origin() const { return origin_; }

  /// Records a mapping of bytes that lie within the buffer (see MemoryObject::map).
  Result<void *> mapBytes(size_t offset, size_t size, cl_map_flags flags);

private:
  Buffer(Context &context, MemoryRequest request);
  ~Buffer() override = default;

  const size_t origin_;
};

} // namespace weft::core

#endif
