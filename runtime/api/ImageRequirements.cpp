// The requirements of images that have not been created yet (cl_ext_image_requirements_info).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/ImageDescription.h"
#include "api/Info.h"
#include "api/MemoryFlags.h"
#include "core/memory/FillColour.h"

namespace weft::api {

namespace {

/// The images about which a query asks. If `format` has no channel order, the query is about images of any format; if
/// there is no description, it is about images of any shape.
struct Images {
  core::ImageFormat format;
  const cl_image_desc *description;
};

/// Checks the description. Returns CL_INVALID_IMAGE_DESCRIPTOR for every error in it.
Result<core::ImageShape> checkDescription(const cl_image_desc &description) {
  auto shape = checkImageSizes(description);
  if (!shape)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, shape.error().message);
  return shape;
}

Answer alignment(Images &images) {
  if (images.description)
    TRY(checkDescription(*images.description));
  return scalar<size_t>(imageAlignment(images.format.order ? images.format.elementBytes() : core::maxElementBytes));
}

/// The size of an image in bytes. CL_INVALID_VALUE: the format or the description is missing.
Answer bytes(Images &images) {
  if (!images.format.order || !images.description)
    return fail(CL_INVALID_VALUE, "The size of an image takes both a format and a description.");
  core::ImageShape shape = TRY(checkDescription(*images.description));
  TRY(checkImagePitches(shape, *images.description, images.format.elementBytes(), true));
  TRY(checkImageLevels(shape, *images.description));
  return scalar<size_t>(core::bytesForImage(shape, images.format.elementBytes()));
}

/// Answers with the greatest size that the images can have in the dimension `given`. In the description, a size or type
/// of 0 stands for any size or type. CL_INVALID_IMAGE_DESCRIPTOR: images of this type don't have the dimension, or one
/// of the other sizes is too large.
template <size_t cl_image_desc::*given> Answer greatest(Images &images) {
  const cl_mem_object_type type = images.description ? images.description->image_type : 0;
  size_t limit = SIZE_MAX;
  for (const ImageDimension &dimension : imageDimensions())
    if (dimension.given == given && (type == 0 || dimension.type == type))
      limit = std::min(limit, dimension.limit);
  if (limit == SIZE_MAX)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, concat("Images of type ", hex(type), " do not have this dimension."));
  if (type != 0) {
    cl_image_desc others = *images.description;
    others.*given = 1;
    for (const ImageDimension &dimension : imageDimensions())
      others.*dimension.given = std::max<size_t>(others.*dimension.given, 1);
    TRY(checkDescription(others));
  }
  return scalar<cl_uint>(static_cast<cl_uint>(limit));
}

const InfoQuery<Images> requirements[] = {
    {CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT, alignment},
    {CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT, alignment},
    {CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT, alignment},
    {CL_IMAGE_REQUIREMENTS_SIZE_EXT, bytes},
    {CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, greatest<&cl_image_desc::image_width>},
    {CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, greatest<&cl_image_desc::image_height>},
    {CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, greatest<&cl_image_desc::image_depth>},
    {CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, greatest<&cl_image_desc::image_array_size>},
};

/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: the value is no image format, or images of this type can't have it. If the
/// application gives no type, the format is checked for 2D images, because they support every format that any type
/// supports.
Result<core::ImageFormat> checkFormat(const cl_image_format *format, const cl_image_desc *description) {
  if (!format)
    return core::ImageFormat{};
  const bool typed = description && isImageType(description->image_type);
  auto found = checkImageFormat(*format, typed ? description->image_type : CL_MEM_OBJECT_IMAGE2D);
  if (!found)
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, found.error().message);
  return found;
}

} // namespace

cl_int CL_API_CALL clGetImageRequirementsInfoEXT(cl_context context, const cl_mem_properties *properties,
                                                 cl_mem_flags flags, const cl_image_format *format,
                                                 const cl_image_desc *description, cl_image_requirements_info_ext name,
                                                 size_t size, void *value, size_t *sizeReturned) {
  return run("clGetImageRequirementsInfoEXT", [&](Call &call) -> Result<> {
    TRY(call.resolve<core::Context>(context));
    // CL_INVALID_PROPERTY: there are no properties, so only the empty list is valid.
    if (properties && *properties != 0)
      return fail(CL_INVALID_PROPERTY, concat("There is no image property ", hex(*properties), " here."));
    // CL_INVALID_VALUE: flags exclude each other. The answer doesn't depend on the flags.
    TRY(checkMemoryFlags(flags & ~cl_mem_flags{CL_MEM_KERNEL_READ_AND_WRITE}));
    Images images{TRY(checkFormat(format, description)), description};
    return answerQuery(requirements, images, name, {size, value, sizeReturned});
  });
}

} // namespace weft::api
