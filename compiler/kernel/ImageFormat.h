// Decodes an image's format, an integer: finds the channel order and type, the number of channels and the size of a
// texel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_IMAGE_FORMAT_H
#define WEFT_COMPILER_KERNEL_IMAGE_FORMAT_H

#include <cstdint>

namespace weft::compiler {

/// Return the channel order and the channel type of a format, an integer that WEFT_IMAGE_FORMAT has computed.
inline uint32_t channelOrder(uint32_t format) { return format >> 16; }
inline uint32_t channelType(uint32_t format) { return format & 0xFFFF; }
/// Returns the number of channels that a texel has in memory; 0 if the format isn't known (0).
uint32_t channels(uint32_t format);
/// Returns the value of WeftImage::elementBytes for all images with this format.
uint32_t elementBytes(uint32_t format);

} // namespace weft::compiler

#endif
