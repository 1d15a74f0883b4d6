// Tests of copying between images and buffers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/ImageTest.h"

namespace weft::test {
namespace {

class BetweenTest : public ImageTest {
protected:
  std::vector<cl_uchar> bytes = numbers(48);
  const Handle<cl_mem> cube_ =
      makeImage(rgba8, describe(CL_MEM_OBJECT_IMAGE3D, 3, 2, 2), CL_MEM_COPY_HOST_PTR, bytes.data());
  const Handle<cl_mem> buffer_ = makeBuffer(32, CL_MEM_COPY_HOST_PTR, std::vector<cl_uchar>(32, 255).data());
  const cl_mem cube = cube_.get(), buffer = buffer_.get();
  const Triple zero{0, 0, 0};

  cl_int toBuffer(const Triple &origin, const Triple &region, size_t offset) const {
    return cl.clEnqueueCopyImageToBuffer(queue, cube, buffer, origin.data(), region.data(), offset, 0, nullptr,
                                         nullptr);
  }
  cl_int toImage(size_t offset, const Triple &origin, const Triple &region) const {
    return cl.clEnqueueCopyBufferToImage(queue, buffer, cube, offset, origin.data(), region.data(), 0, nullptr,
                                         nullptr);
  }
  Handle<cl_mem> viewOf(cl_mem storage) const {
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 8);
    description.mem_object = storage;
    return makeImage(rgba8, description, 0);
  }
  Handle<cl_mem> makeMipmapped() const {
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
    description.num_mip_levels = 2;
    return makeImage(rgba8, description);
  }
  cl_int missing(bool origin, bool region, bool toTheBuffer) const {
    const Triple one{1, 1, 1};
    const size_t *o = origin ? nullptr : zero.data(), *r = region ? nullptr : one.data();
    return toTheBuffer ? cl.clEnqueueCopyImageToBuffer(queue, cube, buffer, o, r, 0, 0, nullptr, nullptr)
                       : cl.clEnqueueCopyBufferToImage(queue, buffer, cube, 0, o, r, 0, nullptr, nullptr);
  }
};

WEFT_API_SUITE(clEnqueueCopyImageToBuffer, BetweenTest);

TEST_P(clEnqueueCopyImageToBuffer, InvalidMipLevel) {
  const auto image = makeMipmapped();
  const Triple origin{0, 0, 2}, one{1, 1, 1};
  EXPECT_EQ(CL_INVALID_MIP_LEVEL, cl.clEnqueueCopyImageToBuffer(queue, image.get(), buffer, origin.data(), one.data(),
                                                                0, 0, nullptr, nullptr));
}

TEST_P(clEnqueueCopyImageToBuffer, WithoutGaps) {
  ASSERT_EQ(CL_SUCCESS, toBuffer({1, 1, 0}, {2, 1, 2}, 4));
  std::vector<cl_uchar> expected(32, 255);
  for (size_t i = 0; i < 8; ++i) {
    expected[4 + i] = bytes[16 + i];
    expected[12 + i] = bytes[40 + i];
  }
  EXPECT_EQ(expected, contents<cl_uchar>(buffer, 32));
}

TEST_P(clEnqueueCopyImageToBuffer, InvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, toBuffer({2, 0, 0}, {2, 1, 1}, 0));
  EXPECT_EQ(CL_INVALID_VALUE, toBuffer(zero, {0, 1, 1}, 0));
  EXPECT_EQ(CL_INVALID_VALUE, toBuffer(zero, {3, 2, 2}, 0));
  EXPECT_EQ(CL_INVALID_VALUE, toBuffer(zero, {1, 1, 1}, 29));
  EXPECT_EQ(CL_INVALID_VALUE, toBuffer(zero, {1, 1, 1}, SIZE_MAX));
  EXPECT_EQ(CL_INVALID_VALUE, missing(true, false, true));
  EXPECT_EQ(CL_INVALID_VALUE, missing(false, true, true));
  EXPECT_EQ(std::vector<cl_uchar>(32, 255), contents<cl_uchar>(buffer, 32));
}

TEST_P(clEnqueueCopyImageToBuffer, InvalidMemObject) {
  const auto view = viewOf(buffer);
  const Triple one{1, 1, 1};
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            cl.clEnqueueCopyImageToBuffer(queue, view.get(), buffer, zero.data(), one.data(), 16, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            cl.clEnqueueCopyImageToBuffer(queue, cube, cube, zero.data(), one.data(), 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            cl.clEnqueueCopyImageToBuffer(queue, buffer, buffer, zero.data(), one.data(), 0, 0, nullptr, nullptr));
}

WEFT_API_SUITE(clEnqueueCopyBufferToImage, BetweenTest);

TEST_P(clEnqueueCopyBufferToImage, InvalidMipLevel) {
  const auto image = makeMipmapped();
  const Triple origin{0, 0, 2}, one{1, 1, 1};
  EXPECT_EQ(CL_INVALID_MIP_LEVEL, cl.clEnqueueCopyBufferToImage(queue, buffer, image.get(), 0, origin.data(),
                                                                one.data(), 0, nullptr, nullptr));
}

TEST_P(clEnqueueCopyBufferToImage, WritesNothingElse) {
  const cl_uchar in[] = {200, 201, 202, 203, 204, 205, 206, 207};
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 3, 8, in, 0, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, toImage(3, {1, 0, 1}, {1, 2, 1}));
  for (size_t i = 0; i < 4; ++i) {
    bytes[28 + i] = in[i];
    bytes[40 + i] = in[4 + i];
  }
  EXPECT_EQ(bytes, texels<cl_uchar>(cube, zero, {3, 2, 2}, 4));
}

TEST_P(clEnqueueCopyBufferToImage, InvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, toImage(0, {2, 0, 0}, {2, 1, 1}));
  EXPECT_EQ(CL_INVALID_VALUE, toImage(0, zero, {1, 0, 1}));
  EXPECT_EQ(CL_INVALID_VALUE, toImage(0, zero, {3, 2, 2}));
  EXPECT_EQ(CL_INVALID_VALUE, toImage(30, zero, {1, 1, 1}));
  EXPECT_EQ(CL_INVALID_VALUE, missing(true, false, false));
  EXPECT_EQ(CL_INVALID_VALUE, missing(false, true, false));
  EXPECT_EQ(numbers(48), texels<cl_uchar>(cube, zero, {3, 2, 2}, 4));
}

TEST_P(clEnqueueCopyBufferToImage, InvalidMemObject) {
  const auto view = viewOf(buffer);
  const Triple one{1, 1, 1};
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            cl.clEnqueueCopyBufferToImage(queue, buffer, view.get(), 16, zero.data(), one.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            cl.clEnqueueCopyBufferToImage(queue, buffer, buffer, 0, zero.data(), one.data(), 0, nullptr, nullptr));
}

} // namespace
} // namespace weft::test
