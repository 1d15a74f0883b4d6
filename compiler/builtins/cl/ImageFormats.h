// Converts texels between memory and the vectors that kernels use (OpenCL C 3.0, section 6.15.15; OpenCL 3.0, 5.3.1).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_IMAGE_FORMATS_H
#define WEFT_IMAGE_FORMATS_H

#include "Half.h"
#include "ImageAbi.h"
#include "SrgbTable.h"

// One level of an image. If the image's format is known when a kernel is compiled, all branches on order and type
// are removed (SpecialiseImagesPass). `size` has width, height, depth and 1.
typedef struct {
  global uchar *base;
  ulong rowPitch, slicePitch;
  int4 size;
  uint order, type, elementBytes;
  int layers;
} weftLevel;

// Channel types by the names that cl.h has for them. Clang's header defines the names of extensions only for programs.
enum {
#define WEFT_CHANNEL_TYPE(name, value, kind, packed, bytes, unused) WEFT_##name = value,
#include "ImageFormats.def"
};

WEFT_HELPER bool weftIsSrgb(uint order) {
  switch (order) {
#define WEFT_CHANNEL_ORDER(name, value, count, channels, srgb)                                                         \
  case value:                                                                                                          \
    return srgb;
#include "ImageFormats.def"
  default:
    return false;
  }
}

// Returns the number of channels that a texel has in memory. Packed types store all channels in one number.
WEFT_HELPER int weftChannels(uint order) {
  switch (order) {
#define WEFT_CHANNEL_ORDER(name, value, count, channels, srgb)                                                         \
  case value:                                                                                                          \
    return count;
#include "ImageFormats.def"
  default:
    return 1;
  }
}

// Convert between the channels in memory and the channels that a kernel sees. A channel that the order lacks reads as
// 0, or as 1 for alpha. So a border of zeros in memory gives the border colour of each order (section 6.15.15.1.1).
#define WEFT_SWIZZLES(type)                                                                                            \
  WEFT_HELPER type##4 weftFromMemory(type##4 m, uint order) {                                                          \
    switch (order) {                                                                                                   \
    case CLK_A:                                                                                                        \
      return (type##4)(0, 0, 0, m.x);                                                                                  \
    case CLK_RG:                                                                                                       \
      return (type##4)(m.xy, 0, 1);                                                                                    \
    case CLK_RA:                                                                                                       \
      return (type##4)(m.x, 0, 0, m.y);                                                                                \
    case CLK_RGB:                                                                                                      \
    case CLK_sRGB:                                                                                                     \
      return (type##4)(m.xyz, 1);                                                                                      \
    case CLK_RGBA:                                                                                                     \
    case CLK_sRGBA:                                                                                                    \
      return m;                                                                                                        \
    case CLK_BGRA:                                                                                                     \
    case CLK_sBGRA:                                                                                                    \
      return m.zyxw;                                                                                                   \
    case CLK_ARGB:                                                                                                     \
      return m.yzwx;                                                                                                   \
    case CLK_ABGR:                                                                                                     \
      return m.wzyx;                                                                                                   \
    case CLK_INTENSITY:                                                                                                \
      return m.xxxx;                                                                                                   \
    case CLK_LUMINANCE:                                                                                                \
      return (type##4)(m.xxx, 1);                                                                                      \
    default:                                                                                                           \
      return (type##4)(m.x, 0, 0, 1);                                                                                  \
    }                                                                                                                  \
  }                                                                                                                    \
  WEFT_HELPER type##4 weftToMemory(type##4 c, uint order) {                                                            \
    switch (order) {                                                                                                   \
    case CLK_A:                                                                                                        \
      return c.wwww;                                                                                                   \
    case CLK_RA:                                                                                                       \
      return c.xwww;                                                                                                   \
    case CLK_BGRA:                                                                                                     \
    case CLK_sBGRA:                                                                                                    \
      return c.zyxw;                                                                                                   \
    case CLK_ARGB:                                                                                                     \
      return c.wxyz;                                                                                                   \
    case CLK_ABGR:                                                                                                     \
      return c.wzyx;                                                                                                   \
    default:                                                                                                           \
      return c;                                                                                                        \
    }                                                                                                                  \
  }
WEFT_SWIZZLES(float)
WEFT_SWIZZLES(int)
WEFT_SWIZZLES(uint)

// Load and store the channels of a texel. A texel is accessed as a whole, and no byte beside it is accessed.
#define WEFT_CHANNEL_ACCESS(type)                                                                                      \
  typedef type weft_##type##4 __attribute__((ext_vector_type(4), aligned(sizeof(type))));                              \
  WEFT_HELPER type##4 weftLoad_##type(global const uchar *at, int channels) {                                          \
    global const type *from = (global const type *)at;                                                                 \
    if (channels == 4)                                                                                                 \
      return *(global const weft_##type##4 *)at;                                                                       \
    type##4 texel = (type##4)(from[0], 0, 0, 0);                                                                       \
    if (channels >= 2)                                                                                                 \
      texel.y = from[1];                                                                                               \
    if (channels == 3)                                                                                                 \
      texel.z = from[2];                                                                                               \
    return texel;                                                                                                      \
  }                                                                                                                    \
  WEFT_HELPER void weftStore_##type(type##4 texel, global uchar *at, int channels) {                                   \
    global type *to = (global type *)at;                                                                               \
    if (channels == 4) {                                                                                               \
      *(global weft_##type##4 *)at = texel;                                                                            \
      return;                                                                                                          \
    }                                                                                                                  \
    to[0] = texel.x;                                                                                                   \
    if (channels >= 2)                                                                                                 \
      to[1] = texel.y;                                                                                                 \
    if (channels == 3)                                                                                                 \
      to[2] = texel.z;                                                                                                 \
  }
WEFT_CHANNEL_ACCESS(char)
WEFT_CHANNEL_ACCESS(uchar)
WEFT_CHANNEL_ACCESS(short)
WEFT_CHANNEL_ACCESS(ushort)
WEFT_CHANNEL_ACCESS(int)
WEFT_CHANNEL_ACCESS(uint)
WEFT_CHANNEL_ACCESS(half)
WEFT_CHANNEL_ACCESS(float)

#define WEFT_FLOATS(x) __builtin_convertvector(x, float4)
#define WEFT_INTS(x) __builtin_convertvector(x, int4)

WEFT_HELPER float4 weftFromSrgb(uchar4 texel) {
  return (float4)(weftSrgbToLinear[texel.x], weftSrgbToLinear[texel.y], weftSrgbToLinear[texel.z], (float)texel.w);
}

// Returns a texel's channels in memory as numbers. weftScale multiplies them later, after filtering.
WEFT_HELPER float4 weftLoadFloats(weftLevel level, global const uchar *at) {
  const int channels = weftChannels(level.order);
  switch (level.type) {
  case CLK_UNORM_INT8: {
    const uchar4 texel = weftLoad_uchar(at, channels);
    return weftIsSrgb(level.order) ? weftFromSrgb(texel) : WEFT_FLOATS(texel);
  }
  case CLK_UNORM_INT16:
    return WEFT_FLOATS(weftLoad_ushort(at, channels));
  case CLK_SNORM_INT8: { // -128 means -1, as -127 does
    const float4 texel = WEFT_FLOATS(weftLoad_char(at, channels));
    return texel > -127.0f ? texel : -127.0f;
  }
  case CLK_SNORM_INT16: {
    const float4 texel = WEFT_FLOATS(weftLoad_short(at, channels));
    return texel > -32767.0f ? texel : -32767.0f;
  }
  case CLK_HALF_FLOAT:
    return WEFT_FLOATS(weftLoad_half(at, channels));
  case CLK_FLOAT:
    return weftLoad_float(at, channels);
  case CLK_UNORM_SHORT_565: {
    const int bits = *(global const ushort *)at;
    return WEFT_FLOATS((int4)(bits >> 11, bits >> 5 & 63, bits & 31, 0));
  }
  case CLK_UNORM_SHORT_555: {
    const int bits = *(global const ushort *)at;
    return WEFT_FLOATS((int4)(bits >> 10 & 31, bits >> 5 & 31, bits & 31, 0));
  }
  case CLK_UNORM_INT_101010: {
    const int bits = *(global const int *)at;
    return WEFT_FLOATS((int4)(bits >> 20 & 1023, bits >> 10 & 1023, bits & 1023, 0));
  }
  case CLK_UNORM_INT_101010_2: {
    const int bits = *(global const int *)at;
    return WEFT_FLOATS((int4)(bits >> 22 & 1023, bits >> 12 & 1023, bits >> 2 & 1023, bits & 3));
  }
  case WEFT_UNORM_INT_2_101010_EXT: {
    const int bits = *(global const int *)at;
    return WEFT_FLOATS((int4)(bits >> 30 & 3, bits >> 20 & 1023, bits >> 10 & 1023, bits & 1023));
  }
  case WEFT_UNORM_INT10X6_EXT:
    return WEFT_FLOATS(weftLoad_ushort(at, channels) >> (ushort4)6);
  case WEFT_UNORM_INT12X4_EXT:
    return WEFT_FLOATS(weftLoad_ushort(at, channels) >> (ushort4)4);
  case WEFT_UNORM_INT14X2_EXT:
    return WEFT_FLOATS(weftLoad_ushort(at, channels) >> (ushort4)2);
  default:
    return 0.0f;
  }
}

// Returns the factors for normalised types. Multiplying by these rounded reciprocals gives exactly 1 for the greatest
// number of each type.
WEFT_HELPER float4 weftScale(uint order, uint type) {
  switch (type) {
  case CLK_UNORM_INT8:
    return weftIsSrgb(order) ? (float4)(1, 1, 1, 1 / 255.0f) : 1 / 255.0f;
  case CLK_UNORM_INT16:
    return 1 / 65535.0f;
  case CLK_SNORM_INT8:
    return 1 / 127.0f;
  case CLK_SNORM_INT16:
    return 1 / 32767.0f;
  case CLK_UNORM_SHORT_565:
    return (float4)(1 / 31.0f, 1 / 63.0f, 1 / 31.0f, 1);
  case CLK_UNORM_SHORT_555:
    return 1 / 31.0f;
  case CLK_UNORM_INT_101010:
  case WEFT_UNORM_INT10X6_EXT:
    return 1 / 1023.0f;
  case CLK_UNORM_INT_101010_2:
    return (float4)(1 / 1023.0f, 1 / 1023.0f, 1 / 1023.0f, 1 / 3.0f);
  case WEFT_UNORM_INT_2_101010_EXT:
    return (float4)(1 / 3.0f, 1 / 1023.0f, 1 / 1023.0f, 1 / 1023.0f);
  case WEFT_UNORM_INT12X4_EXT:
    return 1 / 4095.0f;
  case WEFT_UNORM_INT14X2_EXT:
    return 1 / 16383.0f;
  default:
    return 1.0f;
  }
}

// Other types than these have no defined value when they are read as integers.
WEFT_HELPER int4 weftLoadInts(weftLevel level, global const uchar *at) {
  const int channels = weftChannels(level.order);
  switch (level.type) {
  case CLK_SIGNED_INT8:
    return WEFT_INTS(weftLoad_char(at, channels));
  case CLK_SIGNED_INT16:
    return WEFT_INTS(weftLoad_short(at, channels));
  case CLK_SIGNED_INT32:
    return weftLoad_int(at, channels);
  default:
    return 0;
  }
}

WEFT_HELPER uint4 weftLoadUints(weftLevel level, global const uchar *at) {
  const int channels = weftChannels(level.order);
  switch (level.type) {
  case CLK_UNSIGNED_INT8:
    return __builtin_convertvector(weftLoad_uchar(at, channels), uint4);
  case CLK_UNSIGNED_INT16:
    return __builtin_convertvector(weftLoad_ushort(at, channels), uint4);
  case CLK_UNSIGNED_INT32:
    return weftLoad_uint(at, channels);
  case WEFT_UNSIGNED_INT10X6_EXT:
    return __builtin_convertvector(weftLoad_ushort(at, channels), uint4) >> 6;
  case WEFT_UNSIGNED_INT12X4_EXT:
    return __builtin_convertvector(weftLoad_ushort(at, channels), uint4) >> 4;
  case WEFT_UNSIGNED_INT14X2_EXT:
    return __builtin_convertvector(weftLoad_ushort(at, channels), uint4) >> 2;
  default:
    return 0;
  }
}

// Rounds to the nearest whole number between the limits, ties to even. NaN becomes 0. Section 8.3.1.1.
WEFT_HELPER int4 weftWhole(float4 x, float4 low, float4 high) {
  x = x == x ? x : 0.0f;
  x = x > low ? x : low;
  x = x < high ? x : high;
  return WEFT_INTS(__builtin_elementwise_rint(x));
}
WEFT_HELPER int4 weftUnorm(float4 x, float4 greatest) { return weftWhole(x * greatest, 0.0f, greatest); }
WEFT_HELPER int4 weftSnorm(float4 x, float4 greatest) { return weftWhole(x * greatest, -greatest, greatest); }

WEFT_HELPER float4 weftToSrgb(float4 x) {
  const float4 light = x > 0.0f ? x : 0.0f;
  const float4 curve = 1.055f * exp2(log2(light) * (5 / 12.0f)) - 0.055f;
  return (float4)((light < 0.0031308f ? 12.92f * light : curve).xyz, x.w);
}

// Stores a texel. `colour` is already in memory order.
WEFT_HELPER void weftStoreFloats(weftLevel level, global uchar *at, float4 colour) {
  const int channels = weftChannels(level.order);
  switch (level.type) {
  case CLK_UNORM_INT8: {
    const float4 encoded = weftIsSrgb(level.order) ? weftToSrgb(colour) : colour;
    weftStore_uchar(__builtin_convertvector(weftUnorm(encoded, 255.0f), uchar4), at, channels);
    break;
  }
  case CLK_UNORM_INT16:
    weftStore_ushort(__builtin_convertvector(weftUnorm(colour, 65535.0f), ushort4), at, channels);
    break;
  case CLK_SNORM_INT8:
    weftStore_char(__builtin_convertvector(weftSnorm(colour, 127.0f), char4), at, channels);
    break;
  case CLK_SNORM_INT16:
    weftStore_short(__builtin_convertvector(weftSnorm(colour, 32767.0f), short4), at, channels);
    break;
  case CLK_HALF_FLOAT:
    weftStore_half(__builtin_convertvector(colour, half4), at, channels);
    break;
  case CLK_FLOAT:
    weftStore_float(colour, at, channels);
    break;
  case CLK_UNORM_SHORT_565: {
    const int4 bits = weftUnorm(colour, (float4)(31, 63, 31, 1));
    *(global ushort *)at = (ushort)(bits.x << 11 | bits.y << 5 | bits.z);
    break;
  }
  case CLK_UNORM_SHORT_555: {
    const int4 bits = weftUnorm(colour, 31.0f);
    *(global ushort *)at = (ushort)(bits.x << 10 | bits.y << 5 | bits.z);
    break;
  }
  case CLK_UNORM_INT_101010: {
    const int4 bits = weftUnorm(colour, 1023.0f);
    *(global int *)at = bits.x << 20 | bits.y << 10 | bits.z;
    break;
  }
  case CLK_UNORM_INT_101010_2: {
    const int4 bits = weftUnorm(colour, (float4)(1023, 1023, 1023, 3));
    *(global int *)at = bits.x << 22 | bits.y << 12 | bits.z << 2 | bits.w;
    break;
  }
  case WEFT_UNORM_INT_2_101010_EXT: {
    const int4 bits = weftUnorm(colour, (float4)(3, 1023, 1023, 1023));
    *(global int *)at = bits.x << 30 | bits.y << 20 | bits.z << 10 | bits.w;
    break;
  }
  case WEFT_UNORM_INT10X6_EXT:
    weftStore_ushort(__builtin_convertvector(weftUnorm(colour, 1023.0f) << 6, ushort4), at, channels);
    break;
  case WEFT_UNORM_INT12X4_EXT:
    weftStore_ushort(__builtin_convertvector(weftUnorm(colour, 4095.0f) << 4, ushort4), at, channels);
    break;
  case WEFT_UNORM_INT14X2_EXT:
    weftStore_ushort(__builtin_convertvector(weftUnorm(colour, 16383.0f) << 2, ushort4), at, channels);
    break;
  }
}

#define WEFT_SATURATED(x, low, high) __builtin_elementwise_min(__builtin_elementwise_max(x, low), high)

WEFT_HELPER void weftStoreInts(weftLevel level, global uchar *at, int4 colour) {
  const int channels = weftChannels(level.order);
  switch (level.type) {
  case CLK_SIGNED_INT8:
    weftStore_char(__builtin_convertvector(WEFT_SATURATED(colour, (int4)-128, (int4)127), char4), at, channels);
    break;
  case CLK_SIGNED_INT16:
    weftStore_short(__builtin_convertvector(WEFT_SATURATED(colour, (int4)-32768, (int4)32767), short4), at, channels);
    break;
  case CLK_SIGNED_INT32:
    weftStore_int(colour, at, channels);
    break;
  }
}

// Returns the numbers of `colour`, limited to `greatest`, in 16-bit elements whose lowest `unused` bits are zero.
WEFT_HELPER ushort4 weftAbove(uint4 colour, uint greatest, int unused) {
  return __builtin_convertvector(__builtin_elementwise_min(colour, (uint4)greatest) << unused, ushort4);
}

WEFT_HELPER void weftStoreUints(weftLevel level, global uchar *at, uint4 colour) {
  const int channels = weftChannels(level.order);
  switch (level.type) {
  case CLK_UNSIGNED_INT8:
    weftStore_uchar(__builtin_convertvector(__builtin_elementwise_min(colour, (uint4)255), uchar4), at, channels);
    break;
  case CLK_UNSIGNED_INT16:
    weftStore_ushort(__builtin_convertvector(__builtin_elementwise_min(colour, (uint4)65535), ushort4), at, channels);
    break;
  case CLK_UNSIGNED_INT32:
    weftStore_uint(colour, at, channels);
    break;
  case WEFT_UNSIGNED_INT10X6_EXT:
    weftStore_ushort(weftAbove(colour, 1023, 6), at, channels);
    break;
  case WEFT_UNSIGNED_INT12X4_EXT:
    weftStore_ushort(weftAbove(colour, 4095, 4), at, channels);
    break;
  case WEFT_UNSIGNED_INT14X2_EXT:
    weftStore_ushort(weftAbove(colour, 16383, 2), at, channels);
    break;
  }
}

#endif
