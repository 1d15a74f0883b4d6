// The entry point that maps images (OpenCL 3.0 section 5.3.6).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ScopeFail.h"
#include "api/EntryPoints.h"
#include "api/Transfer.h"
#include "core/commands/MarkerCommand.h"
#include "core/memory/ImageRegion.h"

namespace weft::api {

namespace {

/// Checks the addresses to which the pitches will be written. CL_INVALID_VALUE: an address is missing for a pitch that
/// the image has.
Result<> checkPitchPointers(const core::Image &image, const size_t *rowPitch, const size_t *slicePitch) {
  if (!rowPitch)
    return fail(CL_INVALID_VALUE, "image_row_pitch is NULL.");
  if (image.shape().hasSlices() && !slicePitch)
    return fail(CL_INVALID_VALUE, "image_slice_pitch is NULL, but the image has slices.");
  return {};
}

} // namespace

void *CL_API_CALL clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                                    const size_t *origin, const size_t *region, size_t *rowPitch, size_t *slicePitch,
                                    cl_uint waitCount, const cl_event *waitList, cl_event *event, cl_int *errcodeRet) {
  return create<void *>("clEnqueueMapImage", errcodeRet, [&](Call &call) -> Result<void *> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    RefPtr<core::Image> object = TRY(resolveMemory<core::Image>(call, *itsQueue, image));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkMapFlags(flags));
    TRY(checkMapAccess(*object, flags));
    core::ImageRegion mapped = TRY(core::checkImageRegion(*object, origin, region));
    TRY(checkPitchPointers(*object, rowPitch, slicePitch));
    auto command =
        makeRef<core::MarkerCommand>(*itsQueue, CL_COMMAND_MAP_IMAGE, std::vector<RefPtr<core::MemoryObject>>{object});
    void *pointer = TRY(object->map(mapped.side, mapped.bytes, flags));
    ScopeFail mapping([&] { object->unmap(pointer); });
    TRY(enqueueTransfer(*itsQueue, std::move(command), events, event, blocking));
    mapping.dismiss();
    // The mapped pointer points to the image's own memory, so the pitches are those of the image.
    *rowPitch = mapped.level->rowPitch;
    if (slicePitch)
      *slicePitch = object->shape().hasSlices() ? mapped.level->slicePitch : 0;
    return pointer;
  });
}

} // namespace weft::api
