// Pipes: memory objects that kernels write packets to and read packets from, first in, first out.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/Pipe.h"

#include <new>

#include "Text.h"
#include "core/objects/Device.h"
#include "core/objects/Limits.h"

namespace weft::core {

namespace {

size_t aligned(size_t bytes) {
  return (bytes + limits::memoryAlignment - 1) / limits::memoryAlignment * limits::memoryAlignment;
}

} // namespace

Result<RefPtr<Pipe>> Pipe::create(Context &context, cl_mem_flags flags, cl_uint packetBytes, cl_uint maxPackets) {
  const size_t sequences = aligned(sizeof(WeftPipe));
  const size_t packets = sequences + aligned(maxPackets * sizeof(uint32_t));
  const size_t size = packets + size_t{packetBytes} * maxPackets;
  const size_t limit = context.devices().front()->maxAllocationBytes();
  if (size > limit)
    return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE,
                concat("The pipe takes ", size, " bytes; at most ", limit, " are possible."));
  MemoryRequest memory{.flags = flags,
                       .size = size,
                       .storage = TRY(allocateMemoryObject(context, size)),
                       .properties = {},
                       .external = nullptr};
  memory.data = memory.storage.get();
  // All other fields are zero, so the pipe is empty.
  auto *ring = new (memory.data) WeftPipe{};
  ring->packetBytes = packetBytes;
  ring->maxPackets = maxPackets;
  ring->sequences = reinterpret_cast<uint32_t *>(memory.data + sequences);
  ring->packets = memory.data + packets;
  return RefPtr<Pipe>::adopt(new Pipe(context, std::move(memory)));
}

} // namespace weft::core
