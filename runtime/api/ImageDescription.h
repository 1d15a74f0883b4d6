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

/// Checks the sizes in the description that the description's type of image has, and ignores all others.
/// CL_INVALID_IMAGE_DESCRIPTOR: the type is no type of image; CL_INVALID_IMAGE_SIZE: a size is 0, or exceeds the
/// device's limit.
Result<core::ImageShape> checkImageSizes(const cl_image_desc &description);

/// Sets the pitches in `shape`: those of the description or, if these are 0, the sizes of a row and a slice without
/// gaps. CL_INVALID_IMAGE_DESCRIPTOR: a pitch is given although the application gives no memory for the image, a pitch
/// is too small, or a pitch is no multiple of the size of a texel (row pitch) or row (slice pitch).
Result<> checkImagePitches(core::ImageShape &shape, const cl_image_desc &description, size_t elementBytes,
                           bool mayBeGiven);

/// Sets the number of mip levels in `shape`. CL_INVALID_IMAGE_DESCRIPTOR: images of this type can't have so many
/// levels, or the description requests several samples.
Result<> checkImageLevels(core::ImageShape &shape, const cl_image_desc &description);

/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: the order and the type can't be combined; CL_IMAGE_FORMAT_NOT_SUPPORTED: the
/// format is not in the result of clGetSupportedImageFormats.
Result<core::ImageFormat> checkImageFormat(const cl_image_format &format, cl_mem_object_type imageType);

/// Returns the alignment in bytes of an image that is created from a buffer: its pitches and its start address must be
/// multiples of it.
size_t imageAlignment(size_t elementBytes);

} // namespace weft::api

#endif
