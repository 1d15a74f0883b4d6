// What an image's format, known as one number, says of its texels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_IMAGE_FORMAT_H
#define WEFT_COMPILER_KERNEL_IMAGE_FORMAT_H

#include <cstdint>

namespace weft::compiler {

/// The channel order and type of a format, a number that WEFT_IMAGE_FORMAT has made.
inline uint32_t channelOrder(uint32_t format) { return format >> 16; }
inline uint32_t channelType(uint32_t format) { return format & 0xFFFF; }
/// The number of channels that a texel has in memory; 0 for a format that is not known (0).
uint32_t channels(uint32_t format);
/// WeftImage::elementBytes of all images with this format.
uint32_t elementBytes(uint32_t format);

} // namespace weft::compiler

#endif
