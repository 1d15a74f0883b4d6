// Entry points that read, write and copy rectangular regions of buffers (OpenCL 3.0 section 5.2.2).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>

#include "api/EntryPoints.h"
#include "api/Recording.h"
#include "api/Transfer.h"
#include "core/commands/TransferCommand.h"
#include "core/memory/Rectangle.h"

namespace weft::api {

namespace {

/// One side of a transfer as the application describes it.
struct SideArguments {
  const size_t *origin;
  size_t rowPitch;
  size_t slicePitch;
};

/// CL_INVALID_VALUE: an origin or the region is NULL.
Result<> checkArrays(const size_t *originA, const size_t *originB, const size_t *region) {
  if (!originA || !originB || !region)
    return fail(CL_INVALID_VALUE, "An origin or the region is NULL.");
  return {};
}

/// Both sides of a transfer between a buffer and the application's memory.
struct HostTransfer {
  core::Region region;
  cpu::RectangleSide buffer;
  cpu::RectangleSide host;
};

Result<HostTransfer> checkHostTransfer(const core::Buffer &buffer, const SideArguments &bufferSide, const void *pointer,
                                       const SideArguments &hostSide, const size_t *regionArray) {
  TRY(checkArrays(bufferSide.origin, hostSide.origin, regionArray));
  core::Region region = TRY(core::checkRegion(regionArray));
  // CL_INVALID_VALUE: there is no memory to read to or to write from.
  if (!pointer)
    return fail(CL_INVALID_VALUE, "ptr is NULL.");
  auto *memory = static_cast<std::byte *>(const_cast<void *>(pointer));
  return HostTransfer{region,
                      TRY(core::checkSide("buffer", buffer.data(), buffer.size(), bufferSide.origin, region,
                                          bufferSide.rowPitch, bufferSide.slicePitch)),
                      TRY(core::checkSide("host memory", memory, SIZE_MAX, hostSide.origin, region, hostSide.rowPitch,
                                          hostSide.slicePitch))};
}

/// Both sides of a copy between buffers.
struct BufferRectCopy {
  core::Region region;
  core::TransferEnd<cpu::RectangleSide> to;
  core::TransferEnd<cpu::RectangleSide> from;
};

Result<BufferRectCopy> checkRectCopy(core::Buffer &source, const SideArguments &sourceSide, core::Buffer &destination,
                                     const SideArguments &destinationSide, const size_t *regionArray) {
  TRY(checkMutable(destination));
  TRY(checkArrays(sourceSide.origin, destinationSide.origin, regionArray));
  core::Region region = TRY(core::checkRegion(regionArray));
  auto from = TRY(core::checkSide("source", source.data(), source.size(), sourceSide.origin, region,
                                  sourceSide.rowPitch, sourceSide.slicePitch));
  auto to = TRY(core::checkSide("destination", destination.data(), destination.size(), destinationSide.origin, region,
                                destinationSide.rowPitch, destinationSide.slicePitch));
  // CL_INVALID_VALUE: for a copy within one buffer, the pitches must be the same.
  if (&source == &destination && (from.rowPitch != to.rowPitch || from.slicePitch != to.slicePitch))
    return fail(CL_INVALID_VALUE, "Within one buffer, source and destination must have the same pitches.");
  // CL_MEM_COPY_OVERLAP: the two regions have bytes in common, possibly through sub-buffers.
  if (core::overlap(from, region, to, region))
    return fail(CL_MEM_COPY_OVERLAP, "The regions to copy from and to overlap.");
  return BufferRectCopy{
      region, {RefPtr<core::MemoryObject>(&destination), to}, {RefPtr<core::MemoryObject>(&source), from}};
}

} // namespace

cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                           const size_t *bufferOrigin, const size_t *hostOrigin, const size_t *region,
                                           size_t bufferRowPitch, size_t bufferSlicePitch, size_t hostRowPitch,
                                           size_t hostSlicePitch, void *pointer, cl_uint waitCount,
                                           const cl_event *waitList, cl_event *event) {
  return run("clEnqueueReadBufferRect", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::Buffer> source = TRY(resolveBuffer(call, *itsQueue, buffer));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkHostReads(*source));
    HostTransfer transfer = TRY(checkHostTransfer(*source, {bufferOrigin, bufferRowPitch, bufferSlicePitch}, pointer,
                                                  {hostOrigin, hostRowPitch, hostSlicePitch}, region));
    auto command = core::makeRectangleCopy(*itsQueue, CL_COMMAND_READ_BUFFER_RECT, {nullptr, transfer.host},
                                           {std::move(source), transfer.buffer}, transfer.region);
    return enqueueTransfer(*itsQueue, std::move(command), events, event, blocking);
  });
}

cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                            const size_t *bufferOrigin, const size_t *hostOrigin, const size_t *region,
                                            size_t bufferRowPitch, size_t bufferSlicePitch, size_t hostRowPitch,
                                            size_t hostSlicePitch, const void *pointer, cl_uint waitCount,
                                            const cl_event *waitList, cl_event *event) {
  return run("clEnqueueWriteBufferRect", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::Buffer> destination = TRY(resolveBuffer(call, *itsQueue, buffer));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkHostWrites(*destination));
    HostTransfer transfer = TRY(checkHostTransfer(*destination, {bufferOrigin, bufferRowPitch, bufferSlicePitch},
                                                  pointer, {hostOrigin, hostRowPitch, hostSlicePitch}, region));
    auto command =
        core::makeRectangleCopy(*itsQueue, CL_COMMAND_WRITE_BUFFER_RECT, {std::move(destination), transfer.buffer},
                                {nullptr, transfer.host}, transfer.region);
    return enqueueTransfer(*itsQueue, std::move(command), events, event, blocking);
  });
}

cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem sourceBuffer, cl_mem destinationBuffer,
                                           const size_t *sourceOrigin, const size_t *destinationOrigin,
                                           const size_t *regionArray, size_t sourceRowPitch, size_t sourceSlicePitch,
                                           size_t destinationRowPitch, size_t destinationSlicePitch, cl_uint waitCount,
                                           const cl_event *waitList, cl_event *event) {
  return run("clEnqueueCopyBufferRect", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::Buffer> source = TRY(resolveBuffer(call, *itsQueue, sourceBuffer));
    RefPtr<core::Buffer> destination = TRY(resolveBuffer(call, *itsQueue, destinationBuffer));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    BufferRectCopy copy =
        TRY(checkRectCopy(*source, {sourceOrigin, sourceRowPitch, sourceSlicePitch}, *destination,
                          {destinationOrigin, destinationRowPitch, destinationSlicePitch}, regionArray));
    auto command = core::makeRectangleCopy(*itsQueue, CL_COMMAND_COPY_BUFFER_RECT, std::move(copy.to),
                                           std::move(copy.from), copy.region);
    return enqueue(*itsQueue, std::move(command), events, event);
  });
}

cl_int CL_API_CALL clCommandCopyBufferRectKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                              const cl_command_properties_khr *properties, cl_mem sourceBuffer,
                                              cl_mem destinationBuffer, const size_t *sourceOrigin,
                                              const size_t *destinationOrigin, const size_t *regionArray,
                                              size_t sourceRowPitch, size_t sourceSlicePitch,
                                              size_t destinationRowPitch, size_t destinationSlicePitch,
                                              cl_uint waitCount, const cl_sync_point_khr *waitList,
                                              cl_sync_point_khr *syncPoint, cl_mutable_command_khr *handle) {
  return run("clCommandCopyBufferRectKHR", [&](Call &call) -> Result<> {
    const RecordingArguments arguments{queue, properties, waitCount, waitList, syncPoint, handle};
    const Recording its = TRY(resolveRecording(call, buffer, arguments));
    RefPtr<core::Buffer> source = TRY(resolveBuffer(call, its.queue(), sourceBuffer));
    RefPtr<core::Buffer> destination = TRY(resolveBuffer(call, its.queue(), destinationBuffer));
    BufferRectCopy copy =
        TRY(checkRectCopy(*source, {sourceOrigin, sourceRowPitch, sourceSlicePitch}, *destination,
                          {destinationOrigin, destinationRowPitch, destinationSlicePitch}, regionArray));
    return record(its, core::recordRectangleCopy(std::move(copy.to), std::move(copy.from), copy.region));
  });
}

} // namespace weft::api
