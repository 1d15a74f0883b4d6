// Checks that the transfers of buffers and of shared virtual memory share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/Transfer.h"

#include <bit>

#include "Text.h"
#include "core/commands/TransferCommand.h"

namespace weft::api {

Result<> checkPointer(const void *pointer, const char *name) {
  if (!pointer)
    return fail(CL_INVALID_VALUE, concat(name, " is NULL."));
  return {};
}

Result<> checkSvmPointer(const void *pointer, size_t size, const char *name) {
  return size == 0 ? Result<>() : checkPointer(pointer, name);
}

bool doRangesOverlap(const void *a, const void *b, size_t size) {
  const auto first = reinterpret_cast<uintptr_t>(a), second = reinterpret_cast<uintptr_t>(b);
  return (first < second ? second - first : first - second) < size;
}

Result<> checkPattern(const void *pattern, size_t patternSize, size_t offset, size_t size) {
  if (!pattern)
    return fail(CL_INVALID_VALUE, "The pattern is NULL.");
  if (patternSize > cpu::FillWork::maxPatternBytes || !std::has_single_bit(patternSize))
    return fail(CL_INVALID_VALUE, concat("A pattern has a power of two from 1 to 128 bytes, not ", patternSize, "."));
  if (offset % patternSize != 0 || size % patternSize != 0)
    return fail(CL_INVALID_VALUE,
                concat("Offset and size must be multiples of the pattern's ", patternSize, " bytes."));
  return {};
}

Result<> checkMapFlags(cl_map_flags flags) {
  constexpr cl_map_flags known = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
  if (flags & ~known)
    return fail(CL_INVALID_VALUE, concat(hex(flags), " has unknown map flags."));
  if ((flags & CL_MAP_WRITE_INVALIDATE_REGION) && (flags & (CL_MAP_READ | CL_MAP_WRITE)))
    return fail(CL_INVALID_VALUE, "CL_MAP_WRITE_INVALIDATE_REGION excludes the other map flags.");
  return {};
}

Result<> checkMapAccess(const core::MemoryObject &object, cl_map_flags flags) {
  if (flags & CL_MAP_READ)
    TRY(checkHostReads(object));
  if (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION))
    TRY(checkHostWrites(object));
  return {};
}

Result<> checkMigrationFlags(cl_mem_migration_flags flags) {
  if (flags & ~cl_mem_migration_flags(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED))
    return fail(CL_INVALID_VALUE, concat(hex(flags), " has unknown migration flags."));
  return {};
}

Result<> checkMemoryCopy(void *destination, const void *source, size_t size) {
  TRY(checkSvmPointer(destination, size, "dst_ptr"));
  TRY(checkSvmPointer(source, size, "src_ptr"));
  // CL_MEM_COPY_OVERLAP: the two regions have bytes in common.
  if (doRangesOverlap(destination, source, size))
    return fail(CL_MEM_COPY_OVERLAP, "The regions to copy from and to overlap.");
  return {};
}

Result<> enqueueMemoryCopy(core::CommandQueue &queue, cl_command_type type, cl_bool blocking, void *destination,
                           const void *source, size_t size, const EventArguments &events) {
  WaitList waitList = TRY(resolveWaitList(queue.context(), events));
  TRY(checkMemoryCopy(destination, source, size));
  auto command = core::makeCopy(queue, type, {nullptr, destination}, {nullptr, source}, size);
  return enqueueTransfer(queue, std::move(command), waitList, events.event, blocking);
}

} // namespace weft::api
