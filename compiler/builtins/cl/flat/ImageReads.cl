// read_image*: with a sampler, without one, with a level of detail or gradients (OpenCL C 3.0, sections 6.15.15.2, 3).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../ImageTypes.h"

WEFT_HELPER float4 weftReadFloats(constant WeftImage *image, float4 c, int layer, uint sampler, WEFT_SHAPE) {
  const weftLevel level = weftBaseLevel(image);
  return weftColour(level, weftFiltered(level, c, layer, sampler, dimensions, layered));
}

WEFT_HELPER float4 weftReadFloats(constant WeftImage *image, int4 c, int layer, uint sampler, WEFT_SHAPE) {
  const weftLevel level = weftBaseLevel(image);
  return weftColour(level, weftTexelFloats(level, weftPlaceOf(c, level, sampler), layer, dimensions, layered));
}

#define WEFT_READS_OF(kind, vector)                                                                                    \
  WEFT_HELPER vector weftRead##kind(constant WeftImage *image, float4 c, int layer, uint sampler, WEFT_SHAPE) {        \
    return weftNearest##kind(weftBaseLevel(image), c, layer, sampler, dimensions, layered);                            \
  }                                                                                                                    \
  WEFT_HELPER vector weftRead##kind(constant WeftImage *image, int4 c, int layer, uint sampler, WEFT_SHAPE) {          \
    const weftLevel level = weftBaseLevel(image);                                                                      \
    return weftFromMemory(weftTexel##kind(level, weftPlaceOf(c, level, sampler), layer, dimensions, layered),          \
                          level.order);                                                                                \
  }                                                                                                                    \
  WEFT_HELPER vector weftFilteredLevels##kind(constant WeftImage *image, float4 c, int layer, uint sampler, float lod, \
                                              WEFT_SHAPE) {                                                            \
    const weftLevel level = weftMipLevel(image, weftNearestLevel(weftLod(image, sampler, lod)));                       \
    return weftNearest##kind(level, c, layer, sampler, dimensions, layered);                                           \
  }
WEFT_READS_OF(Ints, int4)
WEFT_READS_OF(Uints, uint4)
#define weftFilteredLevelsFloats weftFilteredLevels

// The result of a function is the whole texel, its first channel (depth images), or its conversion to halfs.
#define WEFT_WHOLE(value) (value)
#define WEFT_DEPTH(value) (value).x
#define WEFT_HALFS(value) __builtin_convertvector(value, half4)

// Reads without a sampler, and reads of 1D images from buffers. The coordinates are texels.
#define WEFT_READ_PLAIN(access, image_t, shape, width, result, name, kind, made)                                       \
  result WEFT_OVERLOAD name(access image_t image, int##width c) {                                                      \
    constant WeftImage *descriptor = __weft_image(image);                                                              \
    return made(weftRead##kind(descriptor, WEFT_SPOT_##shape(c), WEFT_LAYER_##shape(c, (int)descriptor->arraySize), 0, \
                               WEFT_SHAPE_##shape));                                                                   \
  }

#define WEFT_READ_SAMPLED(access, image_t, shape, width, result, name, kind, made, number)                             \
  result WEFT_OVERLOAD name(access image_t image, sampler_t sampler, number##width c) {                                \
    constant WeftImage *descriptor = __weft_image(image);                                                              \
    return made(weftRead##kind(descriptor, WEFT_SPOT_##shape(c), WEFT_LAYER_##shape(c, (int)descriptor->arraySize),    \
                               __weft_sampler(sampler), WEFT_SHAPE_##shape));                                          \
  }

#define WEFT_READ_LEVELS(access, image_t, shape, width, steps, result, name, kind, made)                               \
  result WEFT_OVERLOAD name(access image_t image, sampler_t sampler, float##width c, float lod) {                      \
    constant WeftImage *descriptor = __weft_image(image);                                                              \
    return made(weftFilteredLevels##kind(descriptor, WEFT_SPOT_##shape(c),                                             \
                                         WEFT_LAYER_##shape(c, (int)descriptor->arraySize), __weft_sampler(sampler),   \
                                         lod, WEFT_SHAPE_##shape));                                                    \
  }                                                                                                                    \
  result WEFT_OVERLOAD name(access image_t image, sampler_t sampler, float##width c, float##steps stepX,               \
                            float##steps stepY) {                                                                      \
    constant WeftImage *descriptor = __weft_image(image);                                                              \
    const float lod = weftLodOfSteps(descriptor, WEFT_STEP_##shape(stepX), WEFT_STEP_##shape(stepY));                  \
    return made(weftFilteredLevels##kind(descriptor, WEFT_SPOT_##shape(c),                                             \
                                         WEFT_LAYER_##shape(c, (int)descriptor->arraySize), __weft_sampler(sampler),   \
                                         lod, WEFT_SHAPE_##shape));                                                    \
  }

#define WEFT_READS_PLAIN(access, image_t, shape, width, steps)                                                         \
  WEFT_READ_PLAIN(access, image_t, shape, width, float4, read_imagef, Floats, WEFT_WHOLE)                              \
  WEFT_READ_PLAIN(access, image_t, shape, width, int4, read_imagei, Ints, WEFT_WHOLE)                                  \
  WEFT_READ_PLAIN(access, image_t, shape, width, uint4, read_imageui, Uints, WEFT_WHOLE)                               \
  WEFT_READ_PLAIN(access, image_t, shape, width, half4, read_imageh, Floats, WEFT_HALFS)
#define WEFT_READS_SAMPLED(access, image_t, shape, width, steps)                                                       \
  WEFT_READ_SAMPLED(access, image_t, shape, width, float4, read_imagef, Floats, WEFT_WHOLE, float)                     \
  WEFT_READ_SAMPLED(access, image_t, shape, width, float4, read_imagef, Floats, WEFT_WHOLE, int)                       \
  WEFT_READ_SAMPLED(access, image_t, shape, width, int4, read_imagei, Ints, WEFT_WHOLE, float)                         \
  WEFT_READ_SAMPLED(access, image_t, shape, width, int4, read_imagei, Ints, WEFT_WHOLE, int)                           \
  WEFT_READ_SAMPLED(access, image_t, shape, width, uint4, read_imageui, Uints, WEFT_WHOLE, float)                      \
  WEFT_READ_SAMPLED(access, image_t, shape, width, uint4, read_imageui, Uints, WEFT_WHOLE, int)                        \
  WEFT_READ_SAMPLED(access, image_t, shape, width, half4, read_imageh, Floats, WEFT_HALFS, float)                      \
  WEFT_READ_SAMPLED(access, image_t, shape, width, half4, read_imageh, Floats, WEFT_HALFS, int)
#define WEFT_READS_LEVELS(access, image_t, shape, width, steps)                                                        \
  WEFT_READ_LEVELS(access, image_t, shape, width, steps, float4, read_imagef, Floats, WEFT_WHOLE)                      \
  WEFT_READ_LEVELS(access, image_t, shape, width, steps, int4, read_imagei, Ints, WEFT_WHOLE)                          \
  WEFT_READ_LEVELS(access, image_t, shape, width, steps, uint4, read_imageui, Uints, WEFT_WHOLE)
#define WEFT_DEPTH_PLAIN(access, image_t, shape, width, steps)                                                         \
  WEFT_READ_PLAIN(access, image_t, shape, width, float, read_imagef, Floats, WEFT_DEPTH)
#define WEFT_DEPTH_SAMPLED(access, image_t, shape, width, steps)                                                       \
  WEFT_READ_SAMPLED(access, image_t, shape, width, float, read_imagef, Floats, WEFT_DEPTH, float)                      \
  WEFT_READ_SAMPLED(access, image_t, shape, width, float, read_imagef, Floats, WEFT_DEPTH, int)
#define WEFT_DEPTH_LEVELS(access, image_t, shape, width, steps)                                                        \
  WEFT_READ_LEVELS(access, image_t, shape, width, steps, float, read_imagef, Floats, WEFT_DEPTH)

#define WEFT_READS(access)                                                                                             \
  WEFT_COLOUR_IMAGES(WEFT_READS_PLAIN, access)                                                                         \
  WEFT_BUFFER_IMAGES(WEFT_READS_PLAIN, access)                                                                         \
  WEFT_DEPTH_IMAGES(WEFT_DEPTH_PLAIN, access)                                                                          \
  WEFT_COLOUR_IMAGES(WEFT_READS_LEVELS, access)                                                                        \
  WEFT_DEPTH_IMAGES(WEFT_DEPTH_LEVELS, access)
WEFT_READS(read_only)
WEFT_READS(read_write)
WEFT_COLOUR_IMAGES(WEFT_READS_SAMPLED, read_only)
WEFT_DEPTH_IMAGES(WEFT_DEPTH_SAMPLED, read_only)
