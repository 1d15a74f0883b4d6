// A list of all image types with their properties, and the functions that return an image's descriptor.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_IMAGE_TYPES_H
#define WEFT_IMAGE_TYPES_H

#include "ImageSampling.h"

// Widens coordinates to four components. The unused components are 0.
#define WEFT_COORDINATES(type)                                                                                         \
  WEFT_HELPER type##4 weftWide(type c) { return (type##4)(c, 0, 0, 0); }                                               \
  WEFT_HELPER type##4 weftWide(type##2 c) { return (type##4)(c, 0, 0); }                                               \
  WEFT_HELPER type##4 weftWide(type##3 c) { return (type##4)(c, 0); }
WEFT_COORDINATES(float)
WEFT_COORDINATES(int)

// Macros for each shape of images: the coordinates within a layer, the gradients, the layer, and the dimensions.
#define WEFT_SPOT_1D(c) weftWide(c)
#define WEFT_SPOT_1D_ARRAY(c) weftWide((c).x)
#define WEFT_SPOT_2D(c) weftWide(c)
#define WEFT_SPOT_2D_ARRAY(c) weftWide((c).xy)
#define WEFT_SPOT_3D(c) weftWide((c).xyz)
#define WEFT_STEP_1D(s) weftWide(s)
#define WEFT_STEP_1D_ARRAY(s) weftWide(s)
#define WEFT_STEP_2D(s) weftWide(s)
#define WEFT_STEP_2D_ARRAY(s) weftWide(s)
#define WEFT_STEP_3D(s) weftWide((s).xyz)
#define WEFT_LAYER_1D(c, layers) 0
#define WEFT_LAYER_1D_ARRAY(c, layers) weftLayer((c).y, layers)
#define WEFT_LAYER_2D(c, layers) 0
#define WEFT_LAYER_2D_ARRAY(c, layers) weftLayer((c).z, layers)
#define WEFT_LAYER_3D(c, layers) 0
#define WEFT_SHAPE_1D 1, false
#define WEFT_SHAPE_1D_ARRAY 1, true
#define WEFT_SHAPE_2D 2, false
#define WEFT_SHAPE_2D_ARRAY 2, true
#define WEFT_SHAPE_3D 3, false

// macro(access, type, shape, width of coordinates, width of gradients)
#define WEFT_COLOUR_IMAGES(macro, access)                                                                              \
  macro(access, image1d_t, 1D, , ) macro(access, image1d_array_t, 1D_ARRAY, 2, ) macro(access, image2d_t, 2D, 2, 2)    \
      macro(access, image2d_array_t, 2D_ARRAY, 4, 2) macro(access, image3d_t, 3D, 4, 4)
#define WEFT_DEPTH_IMAGES(macro, access)                                                                               \
  macro(access, image2d_depth_t, 2D, 2, 2) macro(access, image2d_array_depth_t, 2D_ARRAY, 4, 2)
#define WEFT_BUFFER_IMAGES(macro, access) macro(access, image1d_buffer_t, 1D, , )
#define WEFT_ALL_IMAGES(macro, access)                                                                                 \
  WEFT_COLOUR_IMAGES(macro, access) WEFT_DEPTH_IMAGES(macro, access) WEFT_BUFFER_IMAGES(macro, access)

// LowerImagesPass replaces each call by its argument.
uint WEFT_OVERLOAD __attribute__((const)) __weft_sampler(sampler_t sampler);
#define WEFT_DESCRIPTOR(access, type, shape, coordinates, steps)                                                       \
  constant WeftImage *WEFT_OVERLOAD __attribute__((const)) __weft_image(access type image);
WEFT_ALL_IMAGES(WEFT_DESCRIPTOR, read_only)
WEFT_ALL_IMAGES(WEFT_DESCRIPTOR, write_only)
WEFT_ALL_IMAGES(WEFT_DESCRIPTOR, read_write)

#endif
