// Sizes of texels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/ImageFormat.h"

namespace weft::compiler {

namespace {

// Values of cl.h.
enum Order : uint32_t { rg = 0x10B2, ra, rgb, rgba, bgra, argb, srgb = 0x10BF, srgba = 0x10C1, sbgra, abgr };
enum Type : uint32_t {
  snormInt8 = 0x10D0,
  unormInt8 = 0x10D2,
  unormShort565 = 0x10D4,
  unormShort555,
  unormInt101010,
  signedInt8,
  signedInt32 = 0x10D9,
  unsignedInt8,
  unsignedInt32 = 0x10DC,
  floatingPoint = 0x10DE,
  unormInt101010And2 = 0x10E0,
  unormInt2And101010 = 0x10E5,
};

} // namespace

uint32_t channels(uint32_t format) {
  switch (channelOrder(format)) {
  case 0:
    return 0;
  case rg:
  case ra:
    return 2;
  case rgb:
  case srgb:
    return 3;
  case rgba:
  case bgra:
  case argb:
  case abgr:
  case srgba:
  case sbgra:
    return 4;
  default:
    return 1;
  }
}

uint32_t elementBytes(uint32_t format) {
  const uint32_t count = channels(format);
  switch (channelType(format)) {
  case unormShort565:
  case unormShort555:
    return 2;
  case unormInt101010:
  case unormInt101010And2:
  case unormInt2And101010:
    return 4;
  case snormInt8:
  case unormInt8:
  case signedInt8:
  case unsignedInt8:
    return count;
  case signedInt32:
  case unsignedInt32:
  case floatingPoint:
    return 4 * count;
  default:
    return 2 * count;
  }
}

} // namespace weft::compiler
