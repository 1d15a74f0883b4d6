// Pipes: memory objects that kernels write packets to and read packets from, first in, first out.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_PIPE_H
#define WEFT_RUNTIME_CORE_MEMORY_PIPE_H

#include <PipeAbi.h>

#include "core/memory/MemoryObject.h"

namespace weft::core {

/// The storage is a WeftPipe, followed by a turn for each slot, which says whether the slot is free (PipeAbi.h), and by
/// the packets. Only kernels change it.
class Pipe final : public MemoryObject {
public:
  /// These names are for resolve(): all memory objects share a handle type, and only some of them are pipes.
  using HandleBase = MemoryObject;
  static constexpr const char *name = "pipe";
  static bool isInstance(const MemoryObject &object) { return object.type() == CL_MEM_OBJECT_PIPE; }

  /// Creates an empty pipe for up to `maxPackets` packets, at least 1, of `packetBytes` bytes each.
  /// CL_MEM_OBJECT_ALLOCATION_FAILURE if there is not enough memory, or if the pipe takes more than
  /// CL_DEVICE_MAX_MEM_ALLOC_SIZE.
  static Result<RefPtr<Pipe>> create(Context &context, cl_mem_flags flags, cl_uint packetBytes, cl_uint maxPackets);

  cl_mem_object_type type() const override { return CL_MEM_OBJECT_PIPE; }
  cl_uint packetBytes() const { return ring().packetBytes; }
  cl_uint maxPackets() const { return ring().maxPackets; }

private:
  Pipe(Context &context, MemoryRequest request) : MemoryObject(context, nullptr, std::move(request)) {}
  ~Pipe() override = default;
  const WeftPipe &ring() const { return *reinterpret_cast<const WeftPipe *>(data()); }
};

} // namespace weft::core

#endif
