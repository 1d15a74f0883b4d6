// Computes the number of channels and the size of a texel from an image's format.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/ImageFormat.h"

namespace weft::compiler {

uint32_t channels(uint32_t format) {
  switch (channelOrder(format)) {
#define WEFT_CHANNEL_ORDER(name, value, count, channels, srgb)                                                         \
  case value:                                                                                                          \
    return count;
#include "ImageFormats.def"
  default:
    return 0;
  }
}

uint32_t elementBytes(uint32_t format) {
  switch (channelType(format)) {
#define WEFT_CHANNEL_TYPE(name, value, kind, packed, bytes, unused)                                                    \
  case value:                                                                                                          \
    return (packed) ? (bytes) : (bytes) * channels(format);
#include "ImageFormats.def"
  default:
    return 0;
  }
}

} // namespace weft::compiler
