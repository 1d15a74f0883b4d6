// Checks regions of images, and converts them to rectangles of bytes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/ImageRegion.h"

#include <array>

#include "Text.h"

namespace weft::core {

namespace {

/// The level's size in the coordinates of an origin and a region.
std::array<size_t, 3> extentOf(const ImageShape &shape, const WeftImageLevel &level) {
  switch (shape.type) {
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    return {level.width, shape.arraySize, 1};
  case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    return {level.width, level.height, shape.arraySize};
  default:
    return {level.width, level.height, level.depth};
  }
}

/// Adds the origin to the base address, and replaces pitches that the region doesn't use.
cpu::RectangleSide simplify(const cpu::RectangleSide &side, const Region &bytes) {
  cpu::RectangleSide simple{firstByte(side), {0, 0, 0}, side.rowPitch, side.slicePitch};
  if (bytes[1] == 1)
    simple.rowPitch = bytes[0];
  if (bytes[2] == 1)
    simple.slicePitch = simple.rowPitch * bytes[1];
  return simple;
}

/// Checks one of the three coordinates. If the image has no such dimension, the extent is 1.
Result<> checkCoordinate(unsigned dimension, size_t origin, size_t region, size_t extent) {
  if (region == 0)
    return fail(CL_INVALID_VALUE, concat("The region's element ", dimension, " is 0."));
  if (origin >= extent || region > extent - origin)
    return fail(CL_INVALID_VALUE, concat("The region from ", origin, " on, of size ", region, ", in dimension ",
                                         dimension, " does not lie within the image, which has ", extent, " there."));
  return {};
}

} // namespace

Result<ImageRegion> checkImageRegion(const Image &image, const size_t *origin, const size_t *region) {
  if (!origin || !region)
    return fail(CL_INVALID_VALUE, "The origin or the region is NULL.");
  const ImageShape &shape = image.shape();
  const unsigned dimensions = shape.dimensions();
  size_t level = 0;
  if (shape.levels > 1) {
    level = origin[dimensions];
    if (level >= shape.levels)
      return fail(CL_INVALID_MIP_LEVEL,
                  concat("The image has ", shape.levels, " mip levels, so no level ", level, "."));
  }
  const WeftImageLevel &itsLevel = image.level(static_cast<cl_uint>(level));
  const std::array<size_t, 3> extent = extentOf(shape, itsLevel);
  for (unsigned d = 0; d < 3; ++d) {
    const bool isLevel = d == dimensions && shape.levels > 1;
    TRY(checkCoordinate(d, isLevel ? 0 : origin[d], region[d], extent[d]));
  }
  const size_t element = image.format().elementBytes();
  const bool layersAreRows = shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  const cpu::RectangleSide side{image.data() + itsLevel.offset,
                                {origin[0] * element, dimensions > 1 ? origin[1] : 0, dimensions > 2 ? origin[2] : 0},
                                layersAreRows ? itsLevel.slicePitch : itsLevel.rowPitch,
                                itsLevel.slicePitch};
  const Region bytes{region[0] * element, region[1], region[2]};
  return ImageRegion{simplify(side, bytes), bytes, &itsLevel};
}

Result<cpu::RectangleSide> checkHostSide(const Image &image, const ImageRegion &region, const void *pointer,
                                         size_t rowPitch, size_t slicePitch) {
  const ImageShape &shape = image.shape();
  if (!pointer)
    return fail(CL_INVALID_VALUE, "ptr is NULL.");
  if (slicePitch != 0 && !shape.hasSlices())
    return fail(CL_INVALID_VALUE, "A 1D or 2D image has no slices, but a slice pitch is given.");
  const size_t rowBytes = region.bytes[0];
  if (rowPitch == 0)
    rowPitch = rowBytes;
  else if (rowPitch < rowBytes)
    return fail(CL_INVALID_VALUE,
                concat("The row pitch is ", rowPitch, ", but a row of the region has ", rowBytes, " bytes."));
  const bool layersAreRows = shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  size_t tight = rowPitch;
  if (!layersAreRows && __builtin_mul_overflow(rowPitch, region.bytes[1], &tight))
    return fail(CL_INVALID_VALUE, "The region is larger than memory can be.");
  if (slicePitch == 0)
    slicePitch = tight;
  else if (slicePitch < tight)
    return fail(CL_INVALID_VALUE,
                concat("The slice pitch is ", slicePitch, ", but a slice of the region takes ", tight, " bytes."));
  size_t whole;
  if (__builtin_mul_overflow(slicePitch, layersAreRows ? region.bytes[1] : region.bytes[2], &whole))
    return fail(CL_INVALID_VALUE, "The region is larger than memory can be.");
  auto *memory = static_cast<std::byte *>(const_cast<void *>(pointer));
  return simplify({memory, {0, 0, 0}, layersAreRows ? slicePitch : rowPitch, slicePitch}, region.bytes);
}

cpu::RectangleSide packedSide(std::byte *data, const ImageRegion &region) {
  return {data, {0, 0, 0}, region.bytes[0], region.bytes[0] * region.bytes[1]};
}

} // namespace weft::core
