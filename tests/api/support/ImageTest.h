// The fixture for tests of images, with common formats and descriptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_IMAGE_TEST_H
#define WEFT_TESTS_API_IMAGE_TEST_H

#include <array>
#include <numeric>

#include "support/ApiTest.h"

namespace weft::test {

using Triple = std::array<size_t, 3>;

inline constexpr cl_image_format rgba8{CL_RGBA, CL_UNSIGNED_INT8};
inline constexpr cl_image_format r8{CL_R, CL_UNSIGNED_INT8};
inline constexpr cl_image_format rgbaFloat{CL_RGBA, CL_FLOAT};

/// Returns an image description. `third` is the depth or the number of layers. OpenCL ignores the sizes that an image
/// of the type doesn't have.
inline cl_image_desc describe(cl_mem_object_type type, size_t width, size_t height = 0, size_t third = 0) {
  cl_image_desc description{};
  description.image_type = type;
  description.image_width = width;
  description.image_height = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 0 : height;
  description.image_depth = third;
  description.image_array_size = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? height : third;
  return description;
}

class ImageTest : public ProgramTest {
protected:
  Handle<cl_mem> makeImage(const cl_image_format &format, const cl_image_desc &description,
                           cl_mem_flags flags = CL_MEM_READ_WRITE, void *host = nullptr) const {
    return make([&](cl_int *error) { return ::clCreateImage(context, flags, &format, &description, host, error); });
  }
  cl_int imageError(const cl_image_format &format, const cl_image_desc &description,
                    cl_mem_flags flags = CL_MEM_READ_WRITE, void *host = nullptr) const {
    return errorOf([&](cl_int *e) { return cl.clCreateImage(context, flags, &format, &description, host, e); });
  }
  template <typename T> T imageInfo(cl_mem image, cl_image_info name) const {
    return info<T>(cl.clGetImageInfo, image, name);
  }

  /// Reads the texels of a region, without gaps between rows and slices.
  template <typename T>
  std::vector<T> texels(cl_mem image, const size_t *origin, const Triple &region, size_t perTexel = 1) const {
    std::vector<T> values(region[0] * region[1] * region[2] * perTexel);
    EXPECT_EQ(CL_SUCCESS, ::clEnqueueReadImage(queue, image, CL_TRUE, origin, region.data(), 0, 0, values.data(), 0,
                                               nullptr, nullptr));
    return values;
  }
  template <typename T>
  std::vector<T> texels(cl_mem image, const Triple &origin, const Triple &region, size_t perTexel = 1) const {
    return texels<T>(image, origin.data(), region, perTexel);
  }

  /// Returns `count` bytes, which are all different if `count` is at most 256.
  static std::vector<cl_uchar> numbers(size_t count) {
    std::vector<cl_uchar> values(count);
    std::iota(values.begin(), values.end(), cl_uchar{0});
    return values;
  }
};

} // namespace weft::test

#endif
