// Regions of images, as rectangles of bytes that the copies of memory can work on.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_IMAGE_REGION_H
#define WEFT_RUNTIME_CORE_MEMORY_IMAGE_REGION_H

#include "core/memory/Image.h"
#include "core/memory/Rectangle.h"

namespace weft::core {

/// A region of one level of an image. The layers of a 1D array are its rows. Rows and slices that are alone have the
/// pitches that they would have without gaps.
struct ImageRegion {
  cpu::RectangleSide side;
  Region bytes;
  const WeftImageLevel *level;

  size_t byteCount() const { return bytes[0] * bytes[1] * bytes[2]; }
};

/// A region as the application gives it. `origin` also names the mip level, in the element behind the coordinates
/// (section 5.3.7); an image without levels has no such element. CL_INVALID_VALUE where something is missing, empty,
/// out of bounds or not 0 or 1 where the image has no such dimension; CL_INVALID_MIP_LEVEL.
Result<ImageRegion> checkImageRegion(const Image &image, const size_t *origin, const size_t *region);

/// The application's memory for such a region; pitches of 0 are those without gaps. CL_INVALID_VALUE where there is no
/// memory, a pitch is too small, or an image without slices is given a slice pitch.
Result<cpu::RectangleSide> checkHostSide(const Image &image, const ImageRegion &region, const void *pointer,
                                         size_t rowPitch, size_t slicePitch);

/// The stretch of a buffer that such a region takes, without gaps.
cpu::RectangleSide stretchSide(std::byte *data, const ImageRegion &region);

} // namespace weft::core

#endif
