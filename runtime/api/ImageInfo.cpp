// Queries of images and of their formats (OpenCL 3.0 sections 5.3.2 and 5.3.8).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/ImageDescription.h"
#include "api/Info.h"
#include "api/MemoryFlags.h"
#include "core/memory/Buffer.h"
#include "core/memory/Image.h"

namespace weft::api {

namespace {

/// Answers CL_IMAGE_BUFFER.
cl_mem bufferOf(core::Image &image) {
  core::MemoryObject *parent = image.parent();
  return parent && core::Buffer::isInstance(*parent) ? parent->show() : nullptr;
}

/// Returns a size that only some types of images have, and 0 for all other types.
size_t sizeWhere(bool has, size_t size) { return has ? size : 0; }

const InfoQuery<core::Image> imageInfo[] = {
    {CL_IMAGE_FORMAT, [](core::Image &image) { return scalar<cl_image_format>(image.format().descriptor()); }},
    {CL_IMAGE_ELEMENT_SIZE, [](core::Image &image) { return scalar<size_t>(image.format().elementBytes()); }},
    {CL_IMAGE_ROW_PITCH, [](core::Image &image) { return scalar<size_t>(image.shape().rowPitch); }},
    {CL_IMAGE_SLICE_PITCH,
     [](core::Image &image) { return scalar<size_t>(sizeWhere(image.shape().hasSlices(), image.shape().slicePitch)); }},
    {CL_IMAGE_WIDTH, [](core::Image &image) { return scalar<size_t>(image.shape().width); }},
    {CL_IMAGE_HEIGHT,
     [](core::Image &image) { return scalar<size_t>(sizeWhere(image.shape().hasRows(), image.shape().height)); }},
    {CL_IMAGE_DEPTH,
     [](core::Image &image) {
       return scalar<size_t>(sizeWhere(image.type() == CL_MEM_OBJECT_IMAGE3D, image.shape().depth));
     }},
    {CL_IMAGE_ARRAY_SIZE,
     [](core::Image &image) { return scalar<size_t>(sizeWhere(image.shape().isArray(), image.shape().arraySize)); }},
    {CL_IMAGE_BUFFER, [](core::Image &image) { return scalar<cl_mem>(bufferOf(image)); }},
    {CL_IMAGE_NUM_MIP_LEVELS, [](core::Image &image) { return scalar<cl_uint>(image.givenLevels()); }},
    {CL_IMAGE_NUM_SAMPLES, [](core::Image &) { return scalar<cl_uint>(0); }},
};

} // namespace

cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                                              cl_uint numEntries, cl_image_format *formats, cl_uint *numFormats) {
  return run("clGetSupportedImageFormats", [&](Call &call) -> Result<> {
    TRY(call.resolve<core::Context>(context));
    // CL_INVALID_VALUE: flags exclude each other, the type is no type of image, or the array has no elements.
    // CL_MEM_KERNEL_READ_AND_WRITE is a flag that only this query accepts. For Weft, it has the same meaning as
    // CL_MEM_READ_WRITE.
    cl_mem_flags rest = flags & ~cl_mem_flags{CL_MEM_KERNEL_READ_AND_WRITE};
    TRY(checkMemoryFlags(rest));
    if (!isImageType(type))
      return fail(CL_INVALID_VALUE, concat("There is no type of image ", hex(type), "."));
    if (formats && numEntries == 0)
      return fail(CL_INVALID_VALUE, "The array of formats is given, but num_entries is 0.");
    std::vector<cl_image_format> supported = core::supportedFormats(type);
    if (formats)
      std::copy_n(supported.begin(), std::min<size_t>(numEntries, supported.size()), formats);
    if (numFormats)
      *numFormats = static_cast<cl_uint>(supported.size());
    return {};
  });
}

cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info name, size_t size, void *value, size_t *sizeReturned) {
  return run("clGetImageInfo", [&](Call &call) -> Result<> {
    const RefPtr<core::Image> object = TRY(call.resolve<core::Image>(image));
    return answerQuery(imageInfo, *object, name, {size, value, sizeReturned});
  });
}

} // namespace weft::api
