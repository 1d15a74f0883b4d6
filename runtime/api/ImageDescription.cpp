// Checks cl_image_desc and cl_image_format (OpenCL 3.0 sections 5.3.1.1 and 5.3.1.2).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/ImageDescription.h"

#include <algorithm>

#include "Text.h"
#include "core/objects/Limits.h"

namespace weft::api {

namespace {

using core::ImageShape;
namespace limits = core::limits;

constexpr ImageDimension width(cl_mem_object_type type, size_t limit) {
  return {type, "width", &cl_image_desc::image_width, &ImageShape::width, limit};
}
constexpr ImageDimension height(cl_mem_object_type type, size_t limit) {
  return {type, "height", &cl_image_desc::image_height, &ImageShape::height, limit};
}
constexpr ImageDimension layers(cl_mem_object_type type) {
  return {type, "array size", &cl_image_desc::image_array_size, &ImageShape::arraySize, limits::maxImageArraySize};
}

constexpr ImageDimension dimensions[] = {
    width(CL_MEM_OBJECT_IMAGE1D_BUFFER, limits::maxImageBufferSize),
    width(CL_MEM_OBJECT_IMAGE1D, limits::maxImage2dSize),
    width(CL_MEM_OBJECT_IMAGE1D_ARRAY, limits::maxImage2dSize),
    layers(CL_MEM_OBJECT_IMAGE1D_ARRAY),
    width(CL_MEM_OBJECT_IMAGE2D, limits::maxImage2dSize),
    height(CL_MEM_OBJECT_IMAGE2D, limits::maxImage2dSize),
    width(CL_MEM_OBJECT_IMAGE2D_ARRAY, limits::maxImage2dSize),
    height(CL_MEM_OBJECT_IMAGE2D_ARRAY, limits::maxImage2dSize),
    layers(CL_MEM_OBJECT_IMAGE2D_ARRAY),
    width(CL_MEM_OBJECT_IMAGE3D, limits::maxImage3dSize),
    height(CL_MEM_OBJECT_IMAGE3D, limits::maxImage3dSize),
    {CL_MEM_OBJECT_IMAGE3D, "depth", &cl_image_desc::image_depth, &ImageShape::depth, limits::maxImage3dSize},
};

} // namespace

std::span<const ImageDimension> imageDimensions() { return dimensions; }

bool isImageType(cl_mem_object_type type) {
  return std::ranges::find(dimensions, type, &ImageDimension::type) != std::end(dimensions);
}

Result<ImageShape> checkImageSizes(const cl_image_desc &description) {
  if (!isImageType(description.image_type))
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, concat("There is no type of image ", hex(description.image_type), "."));
  ImageShape shape;
  shape.type = description.image_type;
  for (const ImageDimension &dimension : dimensions) {
    if (dimension.type != shape.type)
      continue;
    const size_t size = description.*dimension.given;
    if (size == 0 || size > dimension.limit)
      return fail(CL_INVALID_IMAGE_SIZE,
                  concat("The image's ", dimension.name, " must be 1 to ", dimension.limit, ", not ", size, "."));
    shape.*dimension.size = size;
  }
  return shape;
}

Result<> checkImagePitches(ImageShape &shape, const cl_image_desc &description, size_t elementBytes, bool mayBeGiven) {
  const auto wrong = [](const std::string &sentence) { return fail(CL_INVALID_IMAGE_DESCRIPTOR, sentence); };
  const size_t rowPitch = description.image_row_pitch;
  // The slice pitch of images without slices is ignored.
  const size_t slicePitch = shape.hasSlices() ? description.image_slice_pitch : 0;
  if ((rowPitch != 0 || slicePitch != 0) && !mayBeGiven)
    return wrong("A pitch is given, but there is no memory of the application that could have it.");
  shape.rowPitch = shape.width * elementBytes;
  if (rowPitch != 0) {
    if (rowPitch < shape.rowPitch || rowPitch % elementBytes != 0)
      return wrong(concat("The row pitch must be a multiple of ", elementBytes, " from ", shape.rowPitch, " on, not ",
                          rowPitch, "."));
    shape.rowPitch = rowPitch;
  }
  if (__builtin_mul_overflow(shape.rowPitch, shape.height, &shape.slicePitch))
    return wrong("A slice would be larger than memory can be.");
  if (slicePitch != 0) {
    if (slicePitch < shape.slicePitch || slicePitch % shape.rowPitch != 0)
      return wrong(concat("The slice pitch must be a multiple of the row pitch from ", shape.slicePitch, " on, not ",
                          slicePitch, "."));
    shape.slicePitch = slicePitch;
  }
  return {};
}

Result<> checkImageLevels(ImageShape &shape, const cl_image_desc &description) {
  if (description.num_samples != 0)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "There are no images with several samples: num_samples must be 0.");
  if (description.num_mip_levels <= 1)
    return {};
  if (shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "1D images from buffers have no mip levels.");
  // There may be more levels than the image's size needs: all levels after the level with a single texel have a single
  // texel, too.
  if (description.num_mip_levels > limits::maxMipLevels)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, concat("An image has at most ", limits::maxMipLevels, " mip levels, not ",
                                                    description.num_mip_levels, "."));
  shape.levels = description.num_mip_levels;
  return {};
}

Result<core::ImageFormat> checkImageFormat(const cl_image_format &format, cl_mem_object_type imageType) {
  if (!core::isValidFormat(format))
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                concat("Channel order ", hex(format.image_channel_order), " and channel type ",
                       hex(format.image_channel_data_type), " are no image format."));
  core::ImageFormat found = core::findFormat(format, imageType);
  if (!found.order)
    return fail(CL_IMAGE_FORMAT_NOT_SUPPORTED,
                concat("The device has no images of this type with channel order ", hex(format.image_channel_order),
                       " and channel type ", hex(format.image_channel_data_type), "."));
  return found;
}

size_t imageAlignment(size_t elementBytes) { return limits::imagePitchAlignment * elementBytes; }

} // namespace weft::api
