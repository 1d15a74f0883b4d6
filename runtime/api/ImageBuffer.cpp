// Entry points that copy between images and buffers (OpenCL 3.0 section 5.3.5).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Text.h"
#include "api/EntryPoints.h"
#include "api/Recording.h"
#include "api/Transfer.h"
#include "core/commands/TransferCommand.h"
#include "core/memory/ImageRegion.h"

namespace weft::api {

namespace {

/// Checks the buffer's side of a copy, and returns it: the bytes of the buffer that correspond to the region of the
/// image. CL_INVALID_MEM_OBJECT: the image was made from this buffer; CL_INVALID_VALUE: the bytes are out of the
/// buffer's bounds; CL_MEM_COPY_OVERLAP: the region and these bytes overlap.
Result<cpu::RectangleSide> checkBufferSide(const core::Buffer &buffer, size_t offset, const core::Image &image,
                                           const core::ImageRegion &region) {
  if (image.type() == CL_MEM_OBJECT_IMAGE1D_BUFFER && image.parent() == &buffer)
    return fail(CL_INVALID_MEM_OBJECT, "The image was made from this buffer.");
  if (!buffer.contains(offset, region.byteCount()))
    return fail(CL_INVALID_VALUE, concat("Offset ", offset, " and the region's ", region.byteCount(),
                                         " bytes are out of the bounds of a buffer of ", buffer.size(), " bytes."));
  cpu::RectangleSide side = core::packedSide(buffer.data() + offset, region);
  if (core::overlap(side, region.bytes, region.side, region.bytes))
    return fail(CL_MEM_COPY_OVERLAP, "The regions to copy from and to overlap.");
  return side;
}

} // namespace

cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem image, cl_mem buffer, const size_t *origin,
                                              const size_t *region, size_t offset, cl_uint waitCount,
                                              const cl_event *waitList, cl_event *event) {
  return run("clEnqueueCopyImageToBuffer", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::Image> source = TRY(resolveMemory<core::Image>(call, *itsQueue, image));
    RefPtr<core::Buffer> destination = TRY(resolveBuffer(call, *itsQueue, buffer));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkMutable(*destination));
    core::ImageRegion from = TRY(core::checkImageRegion(*source, origin, region));
    cpu::RectangleSide to = TRY(checkBufferSide(*destination, offset, *source, from));
    auto command = core::makeRectangleCopy(*itsQueue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, {std::move(destination), to},
                                           {std::move(source), from.side}, from.bytes);
    return enqueue(*itsQueue, std::move(command), events, event);
  });
}

cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem buffer, cl_mem image, size_t offset,
                                              const size_t *origin, const size_t *region, cl_uint waitCount,
                                              const cl_event *waitList, cl_event *event) {
  return run("clEnqueueCopyBufferToImage", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::Buffer> source = TRY(resolveBuffer(call, *itsQueue, buffer));
    RefPtr<core::Image> destination = TRY(resolveMemory<core::Image>(call, *itsQueue, image));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkMutable(*destination));
    core::ImageRegion to = TRY(core::checkImageRegion(*destination, origin, region));
    cpu::RectangleSide from = TRY(checkBufferSide(*source, offset, *destination, to));
    auto command = core::makeRectangleCopy(*itsQueue, CL_COMMAND_COPY_BUFFER_TO_IMAGE,
                                           {std::move(destination), to.side}, {std::move(source), from}, to.bytes);
    return enqueue(*itsQueue, std::move(command), events, event);
  });
}

cl_int CL_API_CALL clCommandCopyImageToBufferKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                                 const cl_command_properties_khr *properties, cl_mem sourceImage,
                                                 cl_mem destinationBuffer, const size_t *origin, const size_t *region,
                                                 size_t offset, cl_uint waitCount, const cl_sync_point_khr *waitList,
                                                 cl_sync_point_khr *syncPoint, cl_mutable_command_khr *handle) {
  return run("clCommandCopyImageToBufferKHR", [&](Call &call) -> Result<> {
    const RecordingArguments arguments{queue, properties, waitCount, waitList, syncPoint, handle};
    const Recording its = TRY(resolveRecording(call, buffer, arguments));
    RefPtr<core::Image> source = TRY(resolveMemory<core::Image>(call, its.queue(), sourceImage));
    RefPtr<core::Buffer> destination = TRY(resolveBuffer(call, its.queue(), destinationBuffer));
    TRY(checkMutable(*destination));
    core::ImageRegion from = TRY(core::checkImageRegion(*source, origin, region));
    cpu::RectangleSide to = TRY(checkBufferSide(*destination, offset, *source, from));
    return record(its,
                  core::recordRectangleCopy({std::move(destination), to}, {std::move(source), from.side}, from.bytes));
  });
}

cl_int CL_API_CALL clCommandCopyBufferToImageKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                                 const cl_command_properties_khr *properties, cl_mem sourceBuffer,
                                                 cl_mem destinationImage, size_t offset, const size_t *origin,
                                                 const size_t *region, cl_uint waitCount,
                                                 const cl_sync_point_khr *waitList, cl_sync_point_khr *syncPoint,
                                                 cl_mutable_command_khr *handle) {
  return run("clCommandCopyBufferToImageKHR", [&](Call &call) -> Result<> {
    const RecordingArguments arguments{queue, properties, waitCount, waitList, syncPoint, handle};
    const Recording its = TRY(resolveRecording(call, buffer, arguments));
    RefPtr<core::Buffer> source = TRY(resolveBuffer(call, its.queue(), sourceBuffer));
    RefPtr<core::Image> destination = TRY(resolveMemory<core::Image>(call, its.queue(), destinationImage));
    TRY(checkMutable(*destination));
    core::ImageRegion to = TRY(core::checkImageRegion(*destination, origin, region));
    cpu::RectangleSide from = TRY(checkBufferSide(*source, offset, *destination, to));
    return record(its,
                  core::recordRectangleCopy({std::move(destination), to.side}, {std::move(source), from}, to.bytes));
  });
}

} // namespace weft::api
