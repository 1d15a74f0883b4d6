// Checks cl_image_desc and cl_image_format (OpenCL 3.0 sections 5.3.1.1 and 5.3.1.2).
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
/// Returns all dimensions of all types of images.
std::span<const ImageDimension> imageDimensions();
bool isImageType(cl_mem_object_type type);

/// Checks the sizes that images of this type have; all other sizes in the description are ignored.
/// CL_INVALID_IMAGE_DESCRIPTOR: the type is no type of image; CL_INVALID_IMAGE_SIZE: a size is 0, or over the device's
/// limit.
Result<core::ImageShape> checkImageSizes(const cl_image_desc &description);

/// Adds the pitches, as given or without gaps. CL_INVALID_IMAGE_DESCRIPTOR: a pitch is given without memory that has
/// it, is too small, or is no multiple of the size of its elements.
Result<> checkImagePitches(core::ImageShape &shape, const cl_image_desc &description, size_t elementBytes,
                           bool mayBeGiven);

/// Adds the mip levels. CL_INVALID_IMAGE_DESCRIPTOR: there are more than images of this type have, or there are
/// samples.
Result<> checkImageLevels(core::ImageShape &shape, const cl_image_desc &description);

/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: the order and the type can't be combined; CL_IMAGE_FORMAT_NOT_SUPPORTED: the
/// format is not in the result of clGetSupportedImageFormats.
Result<core::ImageFormat> checkImageFormat(const cl_image_format &format, cl_mem_object_type imageType);

/// Returns the bytes of which the pitches and the start address of an image in a buffer must be multiples.
size_t imageAlignment(size_t elementBytes);

} // namespace weft::api

#endif
