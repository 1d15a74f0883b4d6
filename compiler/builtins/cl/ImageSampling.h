// Finds the texels for a kernel's coordinates by addressing mode, filter and mip level (OpenCL C 3.0, section 8.2).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_IMAGE_SAMPLING_H
#define WEFT_IMAGE_SAMPLING_H

#include "ImageFormats.h"

// Every location is clamped to the image before memory is read, whatever the coordinates are, including NaN and
// infinities. They are clamped first as floats, so that conversions to int are defined, and then as ints. Sizes are
// exact as floats (ImageAbi.h).
typedef struct {
  int4 at;      // the texel, clamped to the image
  int4 outside; // not 0 if the border colour is used
} weftPlace;

// Images have up to three dimensions that are filtered, and layers that are not filtered. These two properties are
// constants in every use of these functions. The sampler is a constant, too, unless it is an argument.
#define WEFT_SHAPE const int dimensions, const bool layered

WEFT_HELPER weftLevel weftBaseLevel(constant WeftImage *image) {
  return (weftLevel){.base = image->data,
                     .rowPitch = image->rowPitch,
                     .slicePitch = image->slicePitch,
                     .size = (int4)(image->width, image->height, image->depth, 1),
                     .order = image->channelOrder,
                     .type = image->channelType,
                     .elementBytes = image->elementBytes,
                     .layers = (int)image->arraySize};
}

WEFT_HELPER weftLevel weftMipLevel(constant WeftImage *image, int number) {
  constant WeftImageLevel *level = &image->levels[number];
  weftLevel made = weftBaseLevel(image);
  made.base += level->offset;
  made.rowPitch = level->rowPitch;
  made.slicePitch = level->slicePitch;
  made.size = (int4)(level->width, level->height, level->depth, 1);
  return made;
}

WEFT_HELPER global uchar *weftAddress(weftLevel level, int4 at, int layer, WEFT_SHAPE) {
  global uchar *address = level.base + (ulong)(uint)at.x * level.elementBytes;
  if (dimensions > 1)
    address += (ulong)(uint)at.y * level.rowPitch;
  if (dimensions > 2 || layered)
    address += (ulong)(uint)(layered ? layer : at.z) * level.slicePitch;
  return address;
}

WEFT_HELPER int weftLayer(int index, int layers) { return min(max(index, 0), layers - 1); }
WEFT_HELPER int weftLayer(float index, int layers) {
  index = index > 0.0f ? index : 0.0f;
  const float last = (float)(layers - 1);
  return (int)__builtin_elementwise_rint(index < last ? index : last);
}

WEFT_HELPER int4 weftInside(int4 at, int4 size) {
  return __builtin_elementwise_min(__builtin_elementwise_max(at, (int4)0), size - 1);
}

// Integer coordinates are clamped to the image, whatever the addressing mode: they never repeat the image. If the mode
// has a border colour, `outside` says which coordinates the clamp has changed. Each coordinate is clamped separately,
// so that results which neighbouring texels share (a row, a column) are computed once.
WEFT_HELPER weftPlace weftPlaceOf(int4 coordinates, weftLevel level, uint sampler) {
  weftPlace place = {0, 0};
  place.at.x = min(max(coordinates.x, 0), level.size.x - 1);
  place.at.y = min(max(coordinates.y, 0), level.size.y - 1);
  place.at.z = min(max(coordinates.z, 0), level.size.z - 1);
  if ((sampler & WEFT_SAMPLER_ADDRESS_MASK) == WEFT_SAMPLER_ADDRESS_CLAMP)
    place.outside = place.at ^ coordinates;
  return place;
}

// `whole` is a whole number of texels, and is not normalised any more.
WEFT_HELPER weftPlace weftPlaceOf(float4 whole, weftLevel level, uint sampler) {
  const uint mode = sampler & WEFT_SAMPLER_ADDRESS_MASK;
  const float4 size = WEFT_FLOATS(level.size);
  const bool beyond = mode == WEFT_SAMPLER_ADDRESS_CLAMP || mode == WEFT_SAMPLER_ADDRESS_REPEAT;
  const float4 low = beyond ? -1.0f : 0.0f, high = beyond ? size : size - 1.0f;
  whole = whole > low ? whole : low;
  whole = whole < high ? whole : high;
  weftPlace place = {WEFT_INTS(whole), 0};
  if (mode == WEFT_SAMPLER_ADDRESS_REPEAT) {
    place.at = place.at < 0 ? place.at + level.size : place.at;
    place.at = place.at >= level.size ? place.at - level.size : place.at;
  }
  if (mode == WEFT_SAMPLER_ADDRESS_CLAMP) {
    const int4 inside = weftInside(place.at, level.size);
    place.outside = inside ^ place.at;
    place.at = inside;
  }
  return place;
}

// Returns coordinates in texels. The operations and their order are those of the specification, so that the same texel
// is chosen.
WEFT_HELPER float4 weftTexels(float4 c, weftLevel level, uint sampler) {
#pragma OPENCL FP_CONTRACT OFF
  if (!(sampler & WEFT_SAMPLER_NORMALIZED))
    return c;
  const float4 size = WEFT_FLOATS(level.size);
  const uint mode = sampler & WEFT_SAMPLER_ADDRESS_MASK;
  if (mode == WEFT_SAMPLER_ADDRESS_REPEAT)
    c = c - __builtin_elementwise_floor(c);
  if (mode == WEFT_SAMPLER_ADDRESS_MIRRORED_REPEAT)
    c = __builtin_elementwise_abs(c - 2.0f * __builtin_elementwise_rint(0.5f * c));
  return c * size;
}

WEFT_HELPER bool weftIsOutside(int4 outside, const int dimensions) {
  return (outside.x | (dimensions > 1 ? outside.y : 0) | (dimensions > 2 ? outside.z : 0)) != 0;
}

// Returns the texel at a location, or the border colour. Each kind is loaded by weftLoadFloats or a similar function.
#define WEFT_TEXEL(kind, vector)                                                                                       \
  WEFT_HELPER vector weftTexel##kind(weftLevel level, weftPlace place, int layer, WEFT_SHAPE) {                        \
    const vector texel = weftLoad##kind(level, weftAddress(level, place.at, layer, dimensions, layered));              \
    return weftIsOutside(place.outside, dimensions) ? (vector)0 : texel;                                               \
  }
WEFT_TEXEL(Floats, float4)
WEFT_TEXEL(Ints, int4)
WEFT_TEXEL(Uints, uint4)

// Loops aren't unrolled until formats and samplers are known, because most of a loop's body is for formats that the
// image doesn't have.
#define WEFT_LOOP _Pragma("clang loop unroll(disable)")

// Returns the weighted sum of the 2, 4 or 8 texels around a point. `a` is the weight of the texels with the higher
// coordinate. In a corner's index, bit 0 selects x, bit 1 selects y and bit 2 selects z.
WEFT_HELPER float4 weftLinear(weftLevel level, weftPlace low, weftPlace high, float4 a, int layer, WEFT_SHAPE) {
  float4 sum = 0.0f;
  WEFT_LOOP for (int corner = 0; corner < 1 << dimensions; ++corner) {
    const int4 isHigh = ((int4)corner & (int4)(1, 2, 4, 0)) != 0;
    const weftPlace place = {isHigh ? high.at : low.at, isHigh ? high.outside : low.outside};
    const float4 weights = isHigh ? a : 1.0f - a;
    const float weight = weights.x * (dimensions > 1 ? weights.y : 1.0f) * (dimensions > 2 ? weights.z : 1.0f);
    sum += weftTexelFloats(level, place, layer, dimensions, layered) * weight;
  }
  return sum;
}

WEFT_HELPER float4 weftFiltered(weftLevel level, float4 c, int layer, uint sampler, WEFT_SHAPE) {
#pragma OPENCL FP_CONTRACT OFF
  const float4 texels = weftTexels(c, level, sampler);
  if (!(sampler & WEFT_SAMPLER_FILTER_LINEAR))
    return weftTexelFloats(level, weftPlaceOf(__builtin_elementwise_floor(texels), level, sampler), layer, dimensions,
                           layered);
  const float4 centred = texels - 0.5f;
  const float4 whole = __builtin_elementwise_floor(centred);
  const weftPlace low = weftPlaceOf(whole, level, sampler);
  const weftPlace high = weftPlaceOf(whole + 1.0f, level, sampler);
  return weftLinear(level, low, high, centred - whole, layer, dimensions, layered);
}

WEFT_HELPER float4 weftColour(weftLevel level, float4 memory) {
  return weftFromMemory(memory * weftScale(level.order, level.type), level.order);
}

// Integer images are not filtered.
#define WEFT_NEAREST(kind, vector)                                                                                     \
  WEFT_HELPER vector weftNearest##kind(weftLevel level, float4 c, int layer, uint sampler, WEFT_SHAPE) {               \
    const float4 whole = __builtin_elementwise_floor(weftTexels(c, level, sampler));                                   \
    return weftFromMemory(weftTexel##kind(level, weftPlaceOf(whole, level, sampler), layer, dimensions, layered),      \
                          level.order);                                                                                \
  }
WEFT_NEAREST(Ints, int4)
WEFT_NEAREST(Uints, uint4)

// Returns the level of detail, clamped to the bounds of the sampler and the image; 0 for NaN.
WEFT_HELPER float weftLod(constant WeftImage *image, uint sampler, float lod) {
  const float scale = 1.0f / WEFT_SAMPLER_LOD_SCALE;
  const float least = (float)(sampler >> WEFT_SAMPLER_LOD_MIN_SHIFT & WEFT_SAMPLER_LOD_MASK) * scale;
  const uint below = sampler >> WEFT_SAMPLER_LOD_MAX_SHIFT & WEFT_SAMPLER_LOD_MASK;
  const float greatest = (float)(WEFT_SAMPLER_LOD_MASK - below) * scale;
  const float last = (float)(image->levelCount - 1);
  lod = lod > least ? lod : least;
  lod = lod < greatest ? lod : greatest;
  return lod < last ? lod : last;
}

WEFT_HELPER int weftNearestLevel(float lod) { return max((int)__builtin_elementwise_ceil(lod + 0.5f) - 1, 0); }

WEFT_HELPER float4 weftFilteredLevels(constant WeftImage *image, float4 c, int layer, uint sampler, float wantedLod,
                                      WEFT_SHAPE) {
  const float lod = weftLod(image, sampler, wantedLod);
  const bool blended = (sampler & WEFT_SAMPLER_MIP_FILTER_LINEAR) != 0;
  const int first = blended ? (int)lod : weftNearestLevel(lod);
  const float share = blended ? lod - (float)first : 0.0f;
  const int levels = share > 0.0f ? 2 : 1;
  float4 sum = 0.0f;
  WEFT_LOOP for (int number = 0; number < levels; ++number) {
    const float4 sample = weftFiltered(weftMipLevel(image, first + number), c, layer, sampler, dimensions, layered);
    if (levels == 1)
      sum = sample;
    else
      sum += sample * (number == 0 ? 1.0f - share : share);
  }
  return weftColour(weftBaseLevel(image), sum);
}

// Returns the level of detail for the gradients of the coordinates in x and y. It is the base-2 logarithm of the longer
// gradient in texels.
WEFT_HELPER float weftLodOfSteps(constant WeftImage *image, float4 stepX, float4 stepY) {
  const float4 size = WEFT_FLOATS((int4)(image->width, image->height, image->depth, 1));
  const float4 x = stepX * size, y = stepY * size;
  const float xx = x.x * x.x + x.y * x.y + x.z * x.z, yy = y.x * y.x + y.y * y.y + y.z * y.z;
  return 0.5f * log2(xx > yy ? xx : yy);
}

#endif
