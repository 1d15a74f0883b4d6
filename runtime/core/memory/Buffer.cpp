// Buffers. A sub-buffer uses a part of its parent buffer's storage.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/Buffer.h"

#include "Options.h"
#include "core/objects/Cpu.h"
#include "core/objects/Device.h"

namespace weft::core {

Result<RefPtr<Buffer>> Buffer::create(Context &context, BufferRequest request) {
  MemoryRequest memory{.flags = request.flags,
                       .size = request.size,
                       .storage = nullptr,
                       .properties = std::move(request.properties),
                       .external = nullptr};
  if (request.external) {
    memory.external = TRY(ExternalMemory::map(std::move(*request.external), request.size, CL_INVALID_BUFFER_SIZE));
    memory.data = memory.external->data();
  } else if (request.flags & CL_MEM_USE_HOST_PTR) {
    memory.hostPointer = request.hostPointer;
    memory.data = static_cast<std::byte *>(request.hostPointer);
  } else {
    memory.storage = TRY(allocateMemoryObject(context, request.size, (request.flags & CL_MEM_COPY_HOST_PTR) != 0));
    memory.data = memory.storage.get();
    if (request.flags & CL_MEM_COPY_HOST_PTR) {
      cpu::CopyWork copy(memory.data, request.hostPointer, request.size);
      context.devices().front()->pool().run(copy);
    } else if (Options::get().check.contains(CheckWord::values) &&
               memory.properties.empty()) { // a buffer with properties may have an address that the application knows,
                                            // and by which it can write without commands
      memory.written = WrittenBytes::create(request.size);
    }
  }
  return RefPtr<Buffer>::adopt(new Buffer(context, std::move(memory)));
}

Buffer::Buffer(Context &context, MemoryRequest request)
    : MemoryObject(context, nullptr, std::move(request)), origin_(0) {}

Buffer::Buffer(Buffer &parent, cl_mem_flags flags, size_t origin, size_t size)
    : MemoryObject(parent.context(), RefPtr<MemoryObject>(&parent),
                   {.flags = flags,
                    .data = parent.data() + origin,
                    .size = size,
                    .storage = nullptr,
                    .hostPointer = (flags & CL_MEM_USE_HOST_PTR) ? parent.data() + origin : nullptr,
                    .properties = {},
                    .external = nullptr}),
      origin_(origin) {}

Result<void *> Buffer::mapBytes(size_t offset, size_t size, cl_map_flags flags) {
  return map({data() + offset, {0, 0, 0}, size, size}, {size, 1, 1}, flags);
}

} // namespace weft::core
