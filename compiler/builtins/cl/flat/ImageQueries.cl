// get_image_* functions, which read an image's descriptor (OpenCL C 3.0, section 6.15.15.5).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../ImageTypes.h"

#define WEFT_HEIGHT_1D(access, type)
#define WEFT_HEIGHT_1D_ARRAY(access, type)
#define WEFT_HEIGHT_2D(access, type)                                                                                   \
  int WEFT_OVERLOAD get_image_height(access type image) { return (int)__weft_image(image)->height; }                   \
  int2 WEFT_OVERLOAD get_image_dim(access type image) {                                                                \
    return (int2)((int)__weft_image(image)->width, (int)__weft_image(image)->height);                                  \
  }
#define WEFT_HEIGHT_2D_ARRAY(access, type) WEFT_HEIGHT_2D(access, type)
#define WEFT_HEIGHT_3D(access, type)                                                                                   \
  int WEFT_OVERLOAD get_image_height(access type image) { return (int)__weft_image(image)->height; }                   \
  int WEFT_OVERLOAD get_image_depth(access type image) { return (int)__weft_image(image)->depth; }                     \
  int4 WEFT_OVERLOAD get_image_dim(access type image) {                                                                \
    constant WeftImage *descriptor = __weft_image(image);                                                              \
    return (int4)((int)descriptor->width, (int)descriptor->height, (int)descriptor->depth, 0);                         \
  }

#define WEFT_LAYERS_1D(access, type)
#define WEFT_LAYERS_2D(access, type)
#define WEFT_LAYERS_3D(access, type)
#define WEFT_LAYERS_1D_ARRAY(access, type)                                                                             \
  size_t WEFT_OVERLOAD get_image_array_size(access type image) { return __weft_image(image)->arraySize; }
#define WEFT_LAYERS_2D_ARRAY(access, type) WEFT_LAYERS_1D_ARRAY(access, type)

#define WEFT_QUERIES(access, type, shape, coordinates, steps)                                                          \
  int WEFT_OVERLOAD get_image_width(access type image) { return (int)__weft_image(image)->width; }                     \
  int WEFT_OVERLOAD get_image_channel_data_type(access type image) { return (int)__weft_image(image)->channelType; }   \
  int WEFT_OVERLOAD get_image_channel_order(access type image) { return (int)__weft_image(image)->channelOrder; }      \
  int WEFT_OVERLOAD get_image_num_mip_levels(access type image) { return (int)__weft_image(image)->levelCount; }       \
  WEFT_HEIGHT_##shape(access, type) WEFT_LAYERS_##shape(access, type)

WEFT_ALL_IMAGES(WEFT_QUERIES, read_only)
WEFT_ALL_IMAGES(WEFT_QUERIES, write_only)
WEFT_ALL_IMAGES(WEFT_QUERIES, read_write)
