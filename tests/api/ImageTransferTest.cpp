// Tests of reading, writing and copying images.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/ImageTest.h"

namespace weft::test {
namespace {

/// Images of 4 x 3 x 2 bytes that hold their own index.
class TransferTest : public ImageTest {
protected:
  std::vector<cl_uchar> bytes = numbers(24);
  const Handle<cl_mem> plane_ =
      makeImage(r8, describe(CL_MEM_OBJECT_IMAGE2D, 4, 3), CL_MEM_COPY_HOST_PTR, bytes.data());
  const Handle<cl_mem> cube_ =
      makeImage(r8, describe(CL_MEM_OBJECT_IMAGE3D, 4, 3, 2), CL_MEM_COPY_HOST_PTR, bytes.data());
  const Handle<cl_mem> lines_ =
      makeImage(r8, describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 6), CL_MEM_COPY_HOST_PTR, bytes.data());
  const cl_mem plane = plane_.get(), cube = cube_.get(), lines = lines_.get();
  const Triple zero{0, 0, 0};

  cl_int read(cl_mem image, const Triple &origin, const Triple &region, size_t row, size_t slice, void *to) const {
    return cl.clEnqueueReadImage(queue, image, CL_TRUE, origin.data(), region.data(), row, slice, to, 0, nullptr,
                                 nullptr);
  }
  cl_int write(cl_mem image, const Triple &origin, const Triple &region, size_t row, size_t slice,
               const void *from) const {
    return cl.clEnqueueWriteImage(queue, image, CL_TRUE, origin.data(), region.data(), row, slice, from, 0, nullptr,
                                  nullptr);
  }
  cl_int copy(cl_mem from, cl_mem to, const Triple &source, const Triple &destination, const Triple &region) const {
    return cl.clEnqueueCopyImage(queue, from, to, source.data(), destination.data(), region.data(), 0, nullptr,
                                 nullptr);
  }
  Handle<cl_mem> makeMipmapped(cl_mem_object_type type) const {
    cl_image_desc description = describe(type, 8, 4, 4);
    description.num_mip_levels = 3;
    return makeImage(r8, description);
  }
};

WEFT_API_SUITE(clEnqueueReadImage, TransferTest);

TEST_P(clEnqueueReadImage, ARegionByTheHostsPitches) {
  std::vector<cl_uchar> out(40, 255), expected(40, 255);
  ASSERT_EQ(CL_SUCCESS, read(cube, {1, 1, 0}, {2, 2, 2}, 8, 20, out.data()));
  for (size_t z = 0; z < 2; ++z)
    for (size_t y = 0; y < 2; ++y)
      for (size_t x = 0; x < 2; ++x)
        expected[z * 20 + y * 8 + x] = static_cast<cl_uchar>(z * 12 + (y + 1) * 4 + x + 1);
  EXPECT_EQ(expected, out);
}

// The layers of a 1D array lie a slice pitch apart (OpenCL 3.0 section 5.3.3).
TEST_P(clEnqueueReadImage, LayersOfA1DArrayBySlicePitch) {
  std::vector<cl_uchar> out(30, 255), expected(30, 255);
  ASSERT_EQ(CL_SUCCESS, read(lines, {1, 2, 0}, {2, 3, 1}, 4, 10, out.data()));
  for (size_t layer = 0; layer < 3; ++layer)
    for (size_t x = 0; x < 2; ++x)
      expected[layer * 10 + x] = static_cast<cl_uchar>((layer + 2) * 4 + x + 1);
  EXPECT_EQ(expected, out);
}

TEST_P(clEnqueueReadImage, InvalidValueRegion) {
  cl_uchar out[64];
  for (const Triple &region : {Triple{0, 1, 1}, Triple{1, 0, 1}, Triple{1, 1, 0}, Triple{5, 1, 1}, Triple{4, 4, 1},
                               Triple{1, 1, 2}, Triple{SIZE_MAX, 1, 1}})
    EXPECT_EQ(CL_INVALID_VALUE, read(plane, zero, region, 0, 0, out));
  for (const Triple &origin : {Triple{4, 0, 0}, Triple{0, 3, 0}, Triple{0, 0, 1}, Triple{SIZE_MAX, 0, 0}})
    EXPECT_EQ(CL_INVALID_VALUE, read(plane, origin, {1, 1, 1}, 0, 0, out));
  EXPECT_EQ(CL_INVALID_VALUE, read(lines, {0, 0, 0}, {4, 7, 1}, 0, 0, out));
  EXPECT_EQ(CL_INVALID_VALUE, read(lines, {0, 0, 1}, {4, 1, 1}, 0, 0, out));
}

TEST_P(clEnqueueReadImage, InvalidValuePitches) {
  cl_uchar out[64];
  EXPECT_EQ(CL_INVALID_VALUE, read(cube, zero, {4, 3, 2}, 3, 0, out));
  EXPECT_EQ(CL_INVALID_VALUE, read(cube, zero, {4, 3, 2}, 4, 11, out));
  EXPECT_EQ(CL_INVALID_VALUE, read(cube, zero, {4, 3, 2}, 0, SIZE_MAX, out));
  EXPECT_EQ(CL_INVALID_VALUE, read(cube, zero, {4, 3, 2}, SIZE_MAX, 0, out));
  EXPECT_EQ(CL_INVALID_VALUE, read(lines, zero, {4, 3, 1}, 8, 4, out));
  // Images without slices have no slice pitch.
  EXPECT_EQ(CL_INVALID_VALUE, read(plane, zero, {4, 3, 1}, 4, 12, out));
}

TEST_P(clEnqueueReadImage, InvalidValuePointers) {
  cl_uchar out[64];
  const Triple one{1, 1, 1};
  EXPECT_EQ(CL_INVALID_VALUE, read(plane, zero, one, 0, 0, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            cl.clEnqueueReadImage(queue, plane, CL_TRUE, nullptr, one.data(), 0, 0, out, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            cl.clEnqueueReadImage(queue, plane, CL_TRUE, zero.data(), nullptr, 0, 0, out, 0, nullptr, nullptr));
}

TEST_P(clEnqueueReadImage, InvalidOperation) {
  cl_uchar out[64];
  for (cl_mem_flags flags : {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    const auto hidden = makeImage(r8, describe(CL_MEM_OBJECT_IMAGE2D, 4, 3), flags);
    EXPECT_EQ(CL_INVALID_OPERATION, read(hidden.get(), zero, {1, 1, 1}, 0, 0, out));
  }
}

TEST_P(clEnqueueReadImage, InvalidContext) {
  const auto other = makeContext();
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 3);
  const auto image = make([&](cl_int *e) { return ::clCreateImage(other.get(), 0, &r8, &description, nullptr, e); });
  cl_uchar out[64];
  EXPECT_EQ(CL_INVALID_CONTEXT, read(image.get(), zero, {1, 1, 1}, 0, 0, out));
}

// The level is in the element of the origin behind the coordinates (OpenCL 3.0 section 5.3.7).
TEST_P(clEnqueueReadImage, EachLevelOfAMipmap) {
  for (cl_mem_object_type type : {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                  CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D}) {
    const auto image = makeMipmapped(type);
    const bool layers = type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    const size_t place = type == CL_MEM_OBJECT_IMAGE1D                                          ? 1
                         : type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 2
                                                                                                : 3;
    for (size_t level = 0; level < 3; ++level) {
      size_t origin[4] = {};
      origin[place] = level;
      Triple region{8u >> level, 1, 1};
      if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
        region[1] = 4;
      else if (type != CL_MEM_OBJECT_IMAGE1D)
        region[1] = 4u >> level;
      if (type == CL_MEM_OBJECT_IMAGE2D_ARRAY || type == CL_MEM_OBJECT_IMAGE3D)
        region[2] = layers ? 4 : 4u >> level;
      std::vector<cl_uchar> in(region[0] * region[1] * region[2], static_cast<cl_uchar>(level + 7));
      ASSERT_EQ(CL_SUCCESS, cl.clEnqueueWriteImage(queue, image.get(), CL_TRUE, origin, region.data(), 0, 0, in.data(),
                                                   0, nullptr, nullptr));
      // All of this level, and nothing beside it, which the next levels would show.
      EXPECT_EQ(in, texels<cl_uchar>(image.get(), origin, region));
      ++region[0];
      EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueReadImage(queue, image.get(), CL_TRUE, origin, region.data(), 0, 0,
                                                        in.data(), 0, nullptr, nullptr));
    }
    size_t origin[4] = {};
    EXPECT_EQ(std::vector<cl_uchar>(8, 7), texels<cl_uchar>(image.get(), origin, {8, 1, 1}));
  }
}

TEST_P(clEnqueueReadImage, InvalidMipLevel) {
  const auto image = makeMipmapped(CL_MEM_OBJECT_IMAGE2D);
  cl_uchar out[64];
  EXPECT_EQ(CL_INVALID_MIP_LEVEL, read(image.get(), {0, 0, 3}, {1, 1, 1}, 0, 0, out));
}

WEFT_API_SUITE(clEnqueueWriteImage, TransferTest);

TEST_P(clEnqueueWriteImage, WritesNothingElse) {
  const cl_uchar in[] = {200, 201, 0, 202, 203};
  ASSERT_EQ(CL_SUCCESS, write(cube, {1, 1, 1}, {2, 2, 1}, 3, 0, in));
  bytes[17] = 200, bytes[18] = 201, bytes[21] = 202, bytes[22] = 203;
  EXPECT_EQ(bytes, texels<cl_uchar>(cube, zero, {4, 3, 2}));
}

TEST_P(clEnqueueWriteImage, LayersOfA1DArrayBySlicePitch) {
  const cl_uchar in[] = {200, 201, 0, 0, 202, 203};
  ASSERT_EQ(CL_SUCCESS, write(lines, {2, 4, 0}, {2, 2, 1}, 2, 4, in));
  bytes[18] = 200, bytes[19] = 201, bytes[22] = 202, bytes[23] = 203;
  EXPECT_EQ(bytes, texels<cl_uchar>(lines, zero, {4, 6, 1}));
}

TEST_P(clEnqueueWriteImage, InvalidValue) {
  const cl_uchar in[64] = {};
  const Triple one{1, 1, 1};
  EXPECT_EQ(CL_INVALID_VALUE, write(plane, {3, 2, 0}, {2, 1, 1}, 0, 0, in));
  EXPECT_EQ(CL_INVALID_VALUE, write(plane, zero, {4, 3, 1}, 3, 0, in));
  EXPECT_EQ(CL_INVALID_VALUE, write(plane, zero, {4, 3, 1}, 0, 12, in));
  EXPECT_EQ(CL_INVALID_VALUE, write(plane, zero, one, 0, 0, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            cl.clEnqueueWriteImage(queue, plane, CL_TRUE, nullptr, one.data(), 0, 0, in, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            cl.clEnqueueWriteImage(queue, plane, CL_TRUE, zero.data(), nullptr, 0, 0, in, 0, nullptr, nullptr));
  EXPECT_EQ(numbers(12), texels<cl_uchar>(plane, zero, {4, 3, 1}));
}

TEST_P(clEnqueueWriteImage, InvalidOperation) {
  const cl_uchar in[64] = {};
  for (cl_mem_flags flags : {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    const auto hidden = makeImage(r8, describe(CL_MEM_OBJECT_IMAGE2D, 4, 3), flags);
    EXPECT_EQ(CL_INVALID_OPERATION, write(hidden.get(), zero, {1, 1, 1}, 0, 0, in));
  }
}

TEST_P(clEnqueueWriteImage, InvalidMipLevel) {
  const auto image = makeMipmapped(CL_MEM_OBJECT_IMAGE1D);
  const cl_uchar in[64] = {};
  EXPECT_EQ(CL_INVALID_MIP_LEVEL, write(image.get(), {0, 3, 0}, {1, 1, 1}, 0, 0, in));
}

TEST_P(clEnqueueWriteImage, InvalidEventWaitList) {
  const cl_uchar in[64] = {};
  const Triple one{1, 1, 1};
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST,
            cl.clEnqueueWriteImage(queue, plane, CL_TRUE, zero.data(), one.data(), 0, 0, in, 1, nullptr, nullptr));
}

WEFT_API_SUITE(clEnqueueCopyImage, TransferTest);

TEST_P(clEnqueueCopyImage, BetweenAllTypesOfTwoDimensions) {
  // From a slice of a 3D image to the layers of a 1D array.
  ASSERT_EQ(CL_SUCCESS, copy(cube, lines, {1, 0, 1}, {0, 2, 0}, {3, 2, 1}));
  for (size_t y = 0; y < 2; ++y)
    for (size_t x = 0; x < 3; ++x)
      bytes[(y + 2) * 4 + x] = static_cast<cl_uchar>(12 + y * 4 + x + 1);
  EXPECT_EQ(bytes, texels<cl_uchar>(lines, zero, {4, 6, 1}));
}

TEST_P(clEnqueueCopyImage, WithinOneImageSideBySide) {
  ASSERT_EQ(CL_SUCCESS, copy(plane, plane, {0, 0, 0}, {2, 0, 0}, {2, 3, 1}));
  EXPECT_EQ((std::vector<cl_uchar>{0, 1, 0, 1, 4, 5, 4, 5, 8, 9, 8, 9}), texels<cl_uchar>(plane, zero, {4, 3, 1}));
}

TEST_P(clEnqueueCopyImage, BetweenLevels) {
  const auto image = makeMipmapped(CL_MEM_OBJECT_IMAGE2D);
  const std::vector<cl_uchar> in = numbers(8);
  ASSERT_EQ(CL_SUCCESS, write(image.get(), {0, 0, 1}, {4, 2, 1}, 0, 0, in.data()));
  ASSERT_EQ(CL_SUCCESS, copy(image.get(), plane, {1, 0, 1}, {0, 1, 0}, {3, 2, 1}));
  EXPECT_EQ((std::vector<cl_uchar>{0, 1, 2, 3, 1, 2, 3, 7, 5, 6, 7, 11}), texels<cl_uchar>(plane, zero, {4, 3, 1}));
  EXPECT_EQ(CL_INVALID_MIP_LEVEL, copy(image.get(), plane, {0, 0, 3}, zero, {1, 1, 1}));
  EXPECT_EQ(CL_INVALID_MIP_LEVEL, copy(plane, image.get(), zero, {0, 0, 3}, {1, 1, 1}));
}

TEST_P(clEnqueueCopyImage, ImageFormatMismatch) {
  const auto other = makeImage({CL_A, CL_UNSIGNED_INT8}, describe(CL_MEM_OBJECT_IMAGE2D, 4, 3));
  EXPECT_EQ(CL_IMAGE_FORMAT_MISMATCH, copy(plane, other.get(), zero, zero, {1, 1, 1}));
}

TEST_P(clEnqueueCopyImage, InvalidValue) {
  const Triple one{1, 1, 1};
  EXPECT_EQ(CL_INVALID_VALUE, copy(plane, lines, {2, 0, 0}, zero, {3, 1, 1}));
  EXPECT_EQ(CL_INVALID_VALUE, copy(lines, plane, zero, {0, 1, 0}, {4, 3, 1}));
  EXPECT_EQ(CL_INVALID_VALUE, copy(cube, plane, zero, zero, {1, 1, 2}));
  EXPECT_EQ(CL_INVALID_VALUE, copy(cube, plane, zero, zero, {1, 0, 1}));
  for (int missing = 0; missing < 3; ++missing)
    EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueCopyImage(queue, plane, lines, missing == 0 ? nullptr : zero.data(),
                                                      missing == 1 ? nullptr : zero.data(),
                                                      missing == 2 ? nullptr : one.data(), 0, nullptr, nullptr));
  EXPECT_EQ(numbers(24), texels<cl_uchar>(lines, zero, {4, 6, 1}));
}

TEST_P(clEnqueueCopyImage, MemCopyOverlap) {
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(plane, plane, zero, {1, 1, 0}, {2, 2, 1}));
}

} // namespace
} // namespace weft::test
