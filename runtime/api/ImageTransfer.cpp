// Reading, writing, copying and filling images (OpenCL 3.0 sections 5.3.3 and 5.3.4).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/EntryPoints.h"
#include "api/Recording.h"
#include "api/Transfer.h"
#include "core/commands/FillCommand.h"
#include "core/commands/TransferCommand.h"
#include "core/memory/FillColour.h"
#include "core/memory/ImageRegion.h"

namespace weft::api {

namespace {

/// Both sides of a copy between images. The errors of checkCopy: CL_IMAGE_FORMAT_MISMATCH; CL_INVALID_VALUE;
/// CL_MEM_COPY_OVERLAP; CL_INVALID_OPERATION.
struct ImageCopy {
  core::Region bytes;
  core::TransferEnd<cpu::RectangleSide> to;
  core::TransferEnd<cpu::RectangleSide> from;
};
Result<ImageCopy> checkCopy(core::Image &source, core::Image &destination, const size_t *sourceOrigin,
                            const size_t *destinationOrigin, const size_t *region) {
  TRY(checkMutable(destination));
  // CL_IMAGE_FORMAT_MISMATCH: both images must have the same format.
  if (source.format() != destination.format())
    return fail(CL_IMAGE_FORMAT_MISMATCH, "The two images have different formats.");
  core::ImageRegion from = TRY(core::checkImageRegion(source, sourceOrigin, region));
  core::ImageRegion to = TRY(core::checkImageRegion(destination, destinationOrigin, region));
  // CL_MEM_COPY_OVERLAP: the two regions have texels in common, possibly through images that share their storage.
  if (core::overlap(from.side, from.bytes, to.side, to.bytes))
    return fail(CL_MEM_COPY_OVERLAP, "The regions to copy from and to overlap.");
  return ImageCopy{from.bytes,
                   {RefPtr<core::MemoryObject>(&destination), to.side},
                   {RefPtr<core::MemoryObject>(&source), from.side}};
}

/// Checks a fill of an image, and returns the region to fill. CL_INVALID_VALUE: there is no colour, or the region is
/// invalid; CL_INVALID_OPERATION: the image's flags forbid the fill.
Result<core::ImageRegion> checkFill(const core::Image &image, const void *colour, const size_t *origin,
                                    const size_t *region) {
  TRY(checkMutable(image));
  // CL_INVALID_VALUE: there is no colour.
  if (!colour)
    return fail(CL_INVALID_VALUE, "fill_color is NULL.");
  return core::checkImageRegion(image, origin, region);
}

} // namespace

cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin,
                                      const size_t *region, size_t rowPitch, size_t slicePitch, void *pointer,
                                      cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueReadImage", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::Image> source = TRY(resolveMemory<core::Image>(call, *itsQueue, image));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkHostReads(*source));
    core::ImageRegion from = TRY(core::checkImageRegion(*source, origin, region));
    cpu::RectangleSide to = TRY(core::checkHostSide(*source, from, pointer, rowPitch, slicePitch));
    auto command = core::makeRectangleCopy(*itsQueue, CL_COMMAND_READ_IMAGE, {nullptr, to},
                                           {std::move(source), from.side}, from.bytes);
    return enqueueTransfer(*itsQueue, std::move(command), events, event, blocking);
  });
}

cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin,
                                       const size_t *region, size_t rowPitch, size_t slicePitch, const void *pointer,
                                       cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueWriteImage", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::Image> destination = TRY(resolveMemory<core::Image>(call, *itsQueue, image));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkHostWrites(*destination));
    core::ImageRegion to = TRY(core::checkImageRegion(*destination, origin, region));
    cpu::RectangleSide from = TRY(core::checkHostSide(*destination, to, pointer, rowPitch, slicePitch));
    auto command = core::makeRectangleCopy(*itsQueue, CL_COMMAND_WRITE_IMAGE, {std::move(destination), to.side},
                                           {nullptr, from}, to.bytes);
    return enqueueTransfer(*itsQueue, std::move(command), events, event, blocking);
  });
}

cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue queue, cl_mem sourceImage, cl_mem destinationImage,
                                      const size_t *sourceOrigin, const size_t *destinationOrigin, const size_t *region,
                                      cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueCopyImage", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::Image> source = TRY(resolveMemory<core::Image>(call, *itsQueue, sourceImage));
    RefPtr<core::Image> destination = TRY(resolveMemory<core::Image>(call, *itsQueue, destinationImage));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    ImageCopy copy = TRY(checkCopy(*source, *destination, sourceOrigin, destinationOrigin, region));
    auto command =
        core::makeRectangleCopy(*itsQueue, CL_COMMAND_COPY_IMAGE, std::move(copy.to), std::move(copy.from), copy.bytes);
    return enqueue(*itsQueue, std::move(command), events, event);
  });
}

cl_int CL_API_CALL clCommandCopyImageKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                         const cl_command_properties_khr *properties, cl_mem sourceImage,
                                         cl_mem destinationImage, const size_t *sourceOrigin,
                                         const size_t *destinationOrigin, const size_t *region, cl_uint waitCount,
                                         const cl_sync_point_khr *waitList, cl_sync_point_khr *syncPoint,
                                         cl_mutable_command_khr *handle) {
  return run("clCommandCopyImageKHR", [&](Call &call) -> Result<> {
    const RecordingArguments arguments{queue, properties, waitCount, waitList, syncPoint, handle};
    const Recording its = TRY(resolveRecording(call, buffer, arguments));
    RefPtr<core::Image> source = TRY(resolveMemory<core::Image>(call, its.queue(), sourceImage));
    RefPtr<core::Image> destination = TRY(resolveMemory<core::Image>(call, its.queue(), destinationImage));
    ImageCopy copy = TRY(checkCopy(*source, *destination, sourceOrigin, destinationOrigin, region));
    return record(its, core::recordRectangleCopy(std::move(copy.to), std::move(copy.from), copy.bytes));
  });
}

cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void *colour, const size_t *origin,
                                      const size_t *region, cl_uint waitCount, const cl_event *waitList,
                                      cl_event *event) {
  return run("clEnqueueFillImage", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::Image> destination = TRY(resolveMemory<core::Image>(call, *itsQueue, image));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    core::ImageRegion to = TRY(checkFill(*destination, colour, origin, region));
    const auto element = core::encodeColour(destination->format(), colour);
    const size_t elementBytes = destination->format().elementBytes();
    auto command = core::makeRectangleFill(*itsQueue, CL_COMMAND_FILL_IMAGE, std::move(destination), to.side, to.bytes,
                                           element.data(), elementBytes);
    return enqueue(*itsQueue, std::move(command), events, event);
  });
}

cl_int CL_API_CALL clCommandFillImageKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                         const cl_command_properties_khr *properties, cl_mem image, const void *colour,
                                         const size_t *origin, const size_t *region, cl_uint waitCount,
                                         const cl_sync_point_khr *waitList, cl_sync_point_khr *syncPoint,
                                         cl_mutable_command_khr *handle) {
  return run("clCommandFillImageKHR", [&](Call &call) -> Result<> {
    const RecordingArguments arguments{queue, properties, waitCount, waitList, syncPoint, handle};
    const Recording its = TRY(resolveRecording(call, buffer, arguments));
    RefPtr<core::Image> destination = TRY(resolveMemory<core::Image>(call, its.queue(), image));
    core::ImageRegion to = TRY(checkFill(*destination, colour, origin, region));
    const auto element = core::encodeColour(destination->format(), colour);
    const size_t elementBytes = destination->format().elementBytes();
    return record(its,
                  core::recordRectangleFill(std::move(destination), to.side, to.bytes, element.data(), elementBytes));
  });
}

} // namespace weft::api
