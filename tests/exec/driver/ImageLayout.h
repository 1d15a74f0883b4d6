// An image argument's shape and format. Its contents stand without gaps: texels, rows, slices or layers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_EXEC_IMAGE_LAYOUT_H
#define WEFT_TESTS_EXEC_IMAGE_LAYOUT_H

#include <array>
#include <cstddef>

#include <CL/cl.h>

namespace weft::exectest {

struct ImageLayout {
  cl_mem_object_type type;
  cl_image_format format;
  /// As regions count them: layers of an array stand where the next dimension would.
  std::array<size_t, 3> size{1, 1, 1};

  cl_image_desc description() const {
    cl_image_desc description{};
    description.image_type = type;
    description.image_width = size[0];
    const bool isLine = type == CL_MEM_OBJECT_IMAGE1D || type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    description.image_height = isLine ? 0 : size[1];
    description.image_depth = type == CL_MEM_OBJECT_IMAGE3D ? size[2] : 0;
    description.image_array_size = type == CL_MEM_OBJECT_IMAGE1D_ARRAY   ? size[1]
                                   : type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? size[2]
                                                                         : 0;
    return description;
  }
};

struct SamplerChoice {
  cl_bool normalized;
  cl_addressing_mode addressing;
  cl_filter_mode filter;
};

inline ImageLayout picture(size_t width, size_t height, cl_channel_order order, cl_channel_type type) {
  return {CL_MEM_OBJECT_IMAGE2D, {order, type}, {width, height, 1}};
}

} // namespace weft::exectest

#endif
