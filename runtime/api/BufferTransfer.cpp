// Entry points that read, write, copy and fill buffers (OpenCL 3.0 sections 5.2.2 and 5.2.3).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Text.h"
#include "api/EntryPoints.h"
#include "api/Recording.h"
#include "api/Transfer.h"
#include "core/commands/FillCommand.h"
#include "core/commands/TransferCommand.h"

namespace weft::api {

namespace {

/// CL_INVALID_VALUE: the region is out of the buffer's bounds.
Result<> checkBounds(const core::Buffer &buffer, size_t offset, size_t size) {
  if (!buffer.contains(offset, size))
    return fail(CL_INVALID_VALUE, concat("Offset ", offset, " and size ", size,
                                         " are out of the bounds of a buffer of ", buffer.size(), " bytes."));
  return {};
}

/// Checks the pattern and the bytes of a fill. Errors: those of checkPattern and of checkBounds, and
/// CL_INVALID_OPERATION.
Result<> checkFill(const core::Buffer &buffer, const void *pattern, size_t patternSize, size_t offset, size_t size) {
  TRY(checkMutable(buffer));
  TRY(checkPattern(pattern, patternSize, offset, size));
  return checkBounds(buffer, offset, size);
}

/// Both ends of a copy. checkCopy returns CL_INVALID_VALUE if an end is out of its buffer's bounds;
/// CL_MEM_COPY_OVERLAP; CL_INVALID_OPERATION.
struct BufferCopy {
  core::TransferEnd<void *> to;
  core::TransferEnd<const void *> from;
};
Result<BufferCopy> checkCopy(core::Buffer &source, core::Buffer &destination, size_t sourceOffset,
                             size_t destinationOffset, size_t size) {
  TRY(checkMutable(destination));
  TRY(checkBounds(source, sourceOffset, size));
  TRY(checkBounds(destination, destinationOffset, size));
  std::byte *from = source.data() + sourceOffset;
  std::byte *to = destination.data() + destinationOffset;
  // CL_MEM_COPY_OVERLAP: the two regions have bytes in common, possibly through sub-buffers.
  if (doRangesOverlap(from, to, size))
    return fail(CL_MEM_COPY_OVERLAP, "The regions to copy from and to overlap.");
  return BufferCopy{{RefPtr<core::MemoryObject>(&destination), to}, {RefPtr<core::MemoryObject>(&source), from}};
}

} // namespace

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                       size_t size, void *pointer, cl_uint waitCount, const cl_event *waitList,
                                       cl_event *event) {
  return run("clEnqueueReadBuffer", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::Buffer> source = TRY(resolveBuffer(call, *itsQueue, buffer));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkHostReads(*source));
    TRY(checkBounds(*source, offset, size));
    TRY(checkPointer(pointer, "ptr"));
    std::byte *from = source->data() + offset;
    auto command =
        core::makeCopy(*itsQueue, CL_COMMAND_READ_BUFFER, {nullptr, pointer}, {std::move(source), from}, size);
    return enqueueTransfer(*itsQueue, std::move(command), events, event, blocking);
  });
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                        size_t size, const void *pointer, cl_uint waitCount, const cl_event *waitList,
                                        cl_event *event) {
  return run("clEnqueueWriteBuffer", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::Buffer> destination = TRY(resolveBuffer(call, *itsQueue, buffer));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkHostWrites(*destination));
    TRY(checkBounds(*destination, offset, size));
    TRY(checkPointer(pointer, "ptr"));
    std::byte *to = destination->data() + offset;
    auto command =
        core::makeCopy(*itsQueue, CL_COMMAND_WRITE_BUFFER, {std::move(destination), to}, {nullptr, pointer}, size);
    return enqueueTransfer(*itsQueue, std::move(command), events, event, blocking);
  });
}

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue queue, cl_mem sourceBuffer, cl_mem destinationBuffer,
                                       size_t sourceOffset, size_t destinationOffset, size_t size, cl_uint waitCount,
                                       const cl_event *waitList, cl_event *event) {
  return run("clEnqueueCopyBuffer", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::Buffer> source = TRY(resolveBuffer(call, *itsQueue, sourceBuffer));
    RefPtr<core::Buffer> destination = TRY(resolveBuffer(call, *itsQueue, destinationBuffer));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    BufferCopy copy = TRY(checkCopy(*source, *destination, sourceOffset, destinationOffset, size));
    auto command = core::makeCopy(*itsQueue, CL_COMMAND_COPY_BUFFER, std::move(copy.to), std::move(copy.from), size);
    return enqueue(*itsQueue, std::move(command), events, event);
  });
}

cl_int CL_API_CALL clCommandCopyBufferKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                          const cl_command_properties_khr *properties, cl_mem sourceBuffer,
                                          cl_mem destinationBuffer, size_t sourceOffset, size_t destinationOffset,
                                          size_t size, cl_uint waitCount, const cl_sync_point_khr *waitList,
                                          cl_sync_point_khr *syncPoint, cl_mutable_command_khr *handle) {
  return run("clCommandCopyBufferKHR", [&](Call &call) -> Result<> {
    const RecordingArguments arguments{queue, properties, waitCount, waitList, syncPoint, handle};
    const Recording its = TRY(resolveRecording(call, buffer, arguments));
    RefPtr<core::Buffer> source = TRY(resolveBuffer(call, its.queue(), sourceBuffer));
    RefPtr<core::Buffer> destination = TRY(resolveBuffer(call, its.queue(), destinationBuffer));
    BufferCopy copy = TRY(checkCopy(*source, *destination, sourceOffset, destinationOffset, size));
    return record(its, core::recordCopy(std::move(copy.to), std::move(copy.from), size));
  });
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t patternSize,
                                       size_t offset, size_t size, cl_uint waitCount, const cl_event *waitList,
                                       cl_event *event) {
  return run("clEnqueueFillBuffer", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::Buffer> destination = TRY(resolveBuffer(call, *itsQueue, buffer));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkFill(*destination, pattern, patternSize, offset, size));
    std::byte *to = destination->data() + offset;
    auto command =
        core::makeFill(*itsQueue, CL_COMMAND_FILL_BUFFER, std::move(destination), to, size, pattern, patternSize);
    return enqueue(*itsQueue, std::move(command), events, event);
  });
}

cl_int CL_API_CALL clCommandFillBufferKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                          const cl_command_properties_khr *properties, cl_mem destinationBuffer,
                                          const void *pattern, size_t patternSize, size_t offset, size_t size,
                                          cl_uint waitCount, const cl_sync_point_khr *waitList,
                                          cl_sync_point_khr *syncPoint, cl_mutable_command_khr *handle) {
  return run("clCommandFillBufferKHR", [&](Call &call) -> Result<> {
    const RecordingArguments arguments{queue, properties, waitCount, waitList, syncPoint, handle};
    const Recording its = TRY(resolveRecording(call, buffer, arguments));
    RefPtr<core::Buffer> destination = TRY(resolveBuffer(call, its.queue(), destinationBuffer));
    TRY(checkFill(*destination, pattern, patternSize, offset, size));
    std::byte *to = destination->data() + offset;
    return record(its, core::recordFill(std::move(destination), to, size, pattern, patternSize));
  });
}

} // namespace weft::api
