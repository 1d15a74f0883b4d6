// Converts fill colours to the format of an image.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_FILL_COLOUR_H
#define WEFT_RUNTIME_CORE_MEMORY_FILL_COLOUR_H

#include <array>
#include <cstddef>

#include "core/memory/ImageFormat.h"

namespace weft::core {

/// The size of the largest element: four channels of 32 bits.
inline constexpr size_t maxElementBytes = 16;

/// The element that a fill with `colour` stores, in the first elementBytes() bytes. `colour` is the argument of
/// clEnqueueFillImage. It is one float for depth images. Otherwise it is four RGBA components: ints for signed integer
/// formats, unsigned ints for unsigned integer formats, floats for all others. The conversion follows section 8.3 of
/// OpenCL C, as write_image* does: to the nearest number, ties to even, saturated.
std::array<std::byte, maxElementBytes> encodeColour(const ImageFormat &format, const void *colour);

} // namespace weft::core

#endif
