// Regions of images, as rectangles of bytes that copies can work on.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_IMAGE_REGION_H
#define WEFT_RUNTIME_CORE_MEMORY_IMAGE_REGION_H

#include "core/memory/Image.h"
#include "core/memory/Rectangle.h"

namespace weft::core {

/// A region of one level of an image. The layers of a 1D array are the region's rows. If the region has a single row,
/// its row pitch is the size of this row; if it has a single slice, its slice pitch is the size of this slice.
struct ImageRegion {
  cpu::RectangleSide side;
  Region bytes;
  const WeftImageLevel *level;

  size_t byteCount() const { return bytes[0] * bytes[1] * bytes[2]; }
};

/// Checks a region that the application gives. `origin` also names the mip level, in the element after the coordinates
/// (section 5.3.7); for an image without levels it has no such element. CL_INVALID_VALUE if an argument is missing,
/// the region is empty or out of bounds, or an element isn't 0 or 1 for a dimension that the image doesn't have.
/// CL_INVALID_MIP_LEVEL.
Result<ImageRegion> checkImageRegion(const Image &image, const size_t *origin, const size_t *region);

/// Checks the application's memory for the region. A pitch of 0 stands for the pitch without gaps. CL_INVALID_VALUE if
/// there is no memory, if a pitch is too small, or if a slice pitch is given for an image without slices.
Result<cpu::RectangleSide> checkHostSide(const Image &image, const ImageRegion &region, const void *pointer,
                                         size_t rowPitch, size_t slicePitch);

/// The side of a transfer for a buffer that contains the region without gaps.
cpu::RectangleSide packedSide(std::byte *data, const ImageRegion &region);

} // namespace weft::core

#endif
