// write_image*, also to a level of a mipmap (OpenCL C 3.0, section 6.15.15.4).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../ImageTypes.h"

// Whether the texel exists. Nothing is written for coordinates outside of the image, for which the specification leaves
// the effect open.
WEFT_HELPER bool weftHas(weftLevel level, int4 c, int layer, WEFT_SHAPE) {
  bool has = (uint)c.x < (uint)level.size.x;
  if (dimensions > 1)
    has = has && (uint)c.y < (uint)level.size.y;
  if (dimensions > 2)
    has = has && (uint)c.z < (uint)level.size.z;
  return layered ? has && (uint)layer < (uint)level.layers : has;
}

#define WEFT_WRITE_OF(kind, vector)                                                                                    \
  WEFT_HELPER void weftWrite##kind(weftLevel level, int4 c, int layer, vector colour, WEFT_SHAPE) {                    \
    if (weftHas(level, c, layer, dimensions, layered))                                                                 \
      weftStore##kind(level, weftAddress(level, c, layer, dimensions, layered), weftToMemory(colour, level.order));    \
  }
WEFT_WRITE_OF(Floats, float4)
WEFT_WRITE_OF(Ints, int4)
WEFT_WRITE_OF(Uints, uint4)

#define WEFT_ROW_1D(c) 0
#define WEFT_ROW_1D_ARRAY(c) (c).y
#define WEFT_ROW_2D(c) 0
#define WEFT_ROW_2D_ARRAY(c) (c).z
#define WEFT_ROW_3D(c) 0

#define WEFT_WHOLE(value) (value)
#define WEFT_DEPTH(value) (float4)(value)
#define WEFT_HALFS(value) WEFT_FLOATS(value)

// If the image doesn't have the level, nothing is written, as for a texel outside of the image.
#define WEFT_WRITE(access, image_t, shape, width, name, kind, colour_t, made)                                          \
  void WEFT_OVERLOAD name(access image_t image, int##width c, colour_t colour) {                                       \
    weftWrite##kind(weftBaseLevel(__weft_image(image)), WEFT_SPOT_##shape(c), WEFT_ROW_##shape(c), made(colour),       \
                    WEFT_SHAPE_##shape);                                                                               \
  }
#define WEFT_WRITE_LEVEL(access, image_t, shape, width, name, kind, colour_t, made)                                    \
  void WEFT_OVERLOAD name(access image_t image, int##width c, int lod, colour_t colour) {                              \
    constant WeftImage *descriptor = __weft_image(image);                                                              \
    if ((uint)lod < descriptor->levelCount)                                                                            \
      weftWrite##kind(weftMipLevel(descriptor, lod), WEFT_SPOT_##shape(c), WEFT_ROW_##shape(c), made(colour),          \
                      WEFT_SHAPE_##shape);                                                                             \
  }

#define WEFT_WRITES(access, image_t, shape, width, steps)                                                              \
  WEFT_WRITE(access, image_t, shape, width, write_imagef, Floats, float4, WEFT_WHOLE)                                  \
  WEFT_WRITE(access, image_t, shape, width, write_imagei, Ints, int4, WEFT_WHOLE)                                      \
  WEFT_WRITE(access, image_t, shape, width, write_imageui, Uints, uint4, WEFT_WHOLE)                                   \
  WEFT_WRITE(access, image_t, shape, width, write_imageh, Floats, half4, WEFT_HALFS)
#define WEFT_WRITES_LEVEL(access, image_t, shape, width, steps)                                                        \
  WEFT_WRITE_LEVEL(access, image_t, shape, width, write_imagef, Floats, float4, WEFT_WHOLE)                            \
  WEFT_WRITE_LEVEL(access, image_t, shape, width, write_imagei, Ints, int4, WEFT_WHOLE)                                \
  WEFT_WRITE_LEVEL(access, image_t, shape, width, write_imageui, Uints, uint4, WEFT_WHOLE)
#define WEFT_WRITES_DEPTH(access, image_t, shape, width, steps)                                                        \
  WEFT_WRITE(access, image_t, shape, width, write_imagef, Floats, float, WEFT_DEPTH)                                   \
  WEFT_WRITE_LEVEL(access, image_t, shape, width, write_imagef, Floats, float, WEFT_DEPTH)

#define WEFT_ALL_WRITES(access)                                                                                        \
  WEFT_COLOUR_IMAGES(WEFT_WRITES, access)                                                                              \
  WEFT_BUFFER_IMAGES(WEFT_WRITES, access)                                                                              \
  WEFT_COLOUR_IMAGES(WEFT_WRITES_LEVEL, access)                                                                        \
  WEFT_DEPTH_IMAGES(WEFT_WRITES_DEPTH, access)
WEFT_ALL_WRITES(write_only)
WEFT_ALL_WRITES(read_write)
