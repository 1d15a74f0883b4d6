// Colours in the format of an image.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_FILL_COLOUR_H
#define WEFT_RUNTIME_CORE_MEMORY_FILL_COLOUR_H

#include <array>
#include <cstddef>

#include "core/memory/ImageFormat.h"

namespace weft::core {

/// The largest element: four channels of 32 bits.
inline constexpr size_t maxElementBytes = 16;

/// The element that a fill with `colour` stores, in the first elementBytes() bytes. `colour` is what
/// clEnqueueFillImage takes: one float for depth images, else four numbers RGBA: ints for signed integer formats,
/// unsigned ints for unsigned ones, floats for all others. Converted by section 8.3 of OpenCL C as write_image* does:
/// to the nearest number, the even one in the middle, saturated.
std::array<std::byte, maxElementBytes> encodeColour(const ImageFormat &format, const void *colour);

} // namespace weft::core

#endif
