// What cl_image_desc and cl_image_format say of an image, checked (OpenCL 3.0 sections 5.3.1.1 and 5.3.1.2).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_IMAGE_DESCRIPTION_H
#define WEFT_RUNTIME_API_IMAGE_DESCRIPTION_H

#include <span>

#include "Result.h"
#include "core/memory/Image.h"

namespace weft::api {

/// One dimension of one type of image.
struct ImageDimension {
  cl_mem_object_type type;
  const char *name;
  size_t cl_image_desc::*given;
  size_t core::ImageShape::*size;
  size_t limit;
};
/// All dimensions of all types of images.
std::span<const ImageDimension> imageDimensions();
bool isImageType(cl_mem_object_type type);

/// The sizes that images of this type have; all others in the description mean nothing. CL_INVALID_IMAGE_DESCRIPTOR:
/// not a type of image; CL_INVALID_IMAGE_SIZE: a size of 0, or over the device's limit.
Result<core::ImageShape> checkImageSizes(const cl_image_desc &description);

/// Adds the pitches, given or without gaps. CL_INVALID_IMAGE_DESCRIPTOR: given where there is no memory that has them,
/// too small, or no multiples of what they consist of.
Result<> checkImagePitches(core::ImageShape &shape, const cl_image_desc &description, size_t elementBytes,
                           bool mayBeGiven);

/// Adds the mip levels. CL_INVALID_IMAGE_DESCRIPTOR: more than images of this type have, or samples.
Result<> checkImageLevels(core::ImageShape &shape, const cl_image_desc &description);

/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: values that don't go together; CL_IMAGE_FORMAT_NOT_SUPPORTED: not among those of
/// clGetSupportedImageFormats.
Result<core::ImageFormat> checkImageFormat(const cl_image_format &format, cl_mem_object_type imageType);

/// Bytes that the pitches, and the begin, of an image in a buffer must be multiples of.
size_t imageAlignment(size_t elementBytes);

} // namespace weft::api

#endif
