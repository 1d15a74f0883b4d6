// Tests of filling images: each kind of channel type, each channel order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstring>
#include <limits>

#include "support/ImageTest.h"

namespace weft::test {
namespace {

class FillTest : public ImageTest {
protected:
  const Triple zero{0, 0, 0};

  cl_int fill(cl_mem image, const void *colour, const Triple &origin, const Triple &region) const {
    return cl.clEnqueueFillImage(queue, image, colour, origin.data(), region.data(), 0, nullptr, nullptr);
  }
  /// The bytes of a texel that a colour becomes.
  template <typename T> std::vector<cl_uchar> encode(const cl_image_format &format, std::array<T, 4> colour) const {
    const auto image = makeImage(format, describe(CL_MEM_OBJECT_IMAGE2D, 1, 1));
    EXPECT_EQ(CL_SUCCESS, fill(image.get(), colour.data(), zero, {1, 1, 1}));
    return texels<cl_uchar>(image.get(), zero, {1, 1, 1}, imageInfo<size_t>(image.get(), CL_IMAGE_ELEMENT_SIZE));
  }
  using Floats = std::array<float, 4>;
  using Ints = std::array<cl_int, 4>;
  using Unsigned = std::array<cl_uint, 4>;
  using Bytes = std::vector<cl_uchar>;
  template <typename T> static Bytes bytesOf(std::initializer_list<T> values) {
    Bytes bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.begin(), bytes.size());
    return bytes;
  }
};

WEFT_API_SUITE(clEnqueueFillImage, FillTest);

TEST_P(clEnqueueFillImage, ARegionAndNothingElse) {
  auto bytes = numbers(48);
  const auto image = makeImage(rgba8, describe(CL_MEM_OBJECT_IMAGE3D, 3, 2, 2), CL_MEM_COPY_HOST_PTR, bytes.data());
  ASSERT_EQ(CL_SUCCESS, fill(image.get(), Unsigned{201, 202, 203, 204}.data(), {1, 0, 1}, {2, 2, 1}));
  for (size_t y = 0; y < 2; ++y)
    for (size_t x = 1; x < 3; ++x)
      for (size_t i = 0; i < 4; ++i)
        bytes[24 + y * 12 + x * 4 + i] = static_cast<cl_uchar>(201 + i);
  EXPECT_EQ(bytes, texels<cl_uchar>(image.get(), zero, {3, 2, 2}, 4));
}

TEST_P(clEnqueueFillImage, LargeEnoughForSeveralWorkers) {
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 10007, 33);
  const auto image = makeImage(rgbaFloat, description);
  ASSERT_EQ(CL_SUCCESS, fill(image.get(), Floats{1, 2, 3, 4}.data(), zero, {10007, 33, 1}));
  ASSERT_EQ(CL_SUCCESS, fill(image.get(), Floats{5, 6, 7, 8}.data(), {1, 1, 0}, {10005, 31, 1}));
  const auto out = texels<float>(image.get(), zero, {10007, 33, 1}, 4);
  for (size_t y = 0; y < 33; ++y)
    for (size_t x = 0; x < 10007; ++x) {
      const bool inside = x >= 1 && x < 10006 && y >= 1 && y < 32;
      for (size_t i = 0; i < 4; ++i)
        ASSERT_EQ(static_cast<float>(inside ? 5 + i : 1 + i), out[(y * 10007 + x) * 4 + i]) << x << ", " << y;
    }
}

TEST_P(clEnqueueFillImage, LayersOfA1DArrayWithAPitch) {
  auto host = numbers(64);
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 4);
  description.image_row_pitch = 8;
  description.image_slice_pitch = 16;
  const auto image = makeImage(r8, description, CL_MEM_USE_HOST_PTR, host.data());
  ASSERT_EQ(CL_SUCCESS, fill(image.get(), Unsigned{200, 0, 0, 0}.data(), {1, 2, 0}, {2, 2, 1}));
  ASSERT_EQ(CL_SUCCESS, ::clFinish(queue));
  auto expected = numbers(64);
  expected[33] = expected[34] = expected[49] = expected[50] = 200;
  EXPECT_EQ(expected, host);
}

TEST_P(clEnqueueFillImage, ALevelOfAMipmap) {
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE1D, 8);
  description.num_mip_levels = 4;
  const auto image = makeImage(r8, description);
  for (cl_uint level = 0; level < 4; ++level)
    ASSERT_EQ(CL_SUCCESS, fill(image.get(), Unsigned{level + 1, 0, 0, 0}.data(), {0, level, 0}, {8u >> level, 1, 1}));
  for (cl_uint level = 0; level < 4; ++level)
    EXPECT_EQ(Bytes(8u >> level, static_cast<cl_uchar>(level + 1)),
              texels<cl_uchar>(image.get(), {0, level, 0}, {8u >> level, 1, 1}));
  EXPECT_EQ(CL_INVALID_MIP_LEVEL, fill(image.get(), Unsigned{}.data(), {0, 4, 0}, {1, 1, 1}));
}

TEST_P(clEnqueueFillImage, EachOrder) {
  const Unsigned colour{1, 2, 3, 4};
  EXPECT_EQ((Bytes{1}), encode({CL_R, CL_UNSIGNED_INT8}, colour));
  EXPECT_EQ((Bytes{4}), encode({CL_A, CL_UNSIGNED_INT8}, colour));
  EXPECT_EQ((Bytes{1, 2}), encode({CL_RG, CL_UNSIGNED_INT8}, colour));
  EXPECT_EQ((Bytes{1, 4}), encode({CL_RA, CL_UNSIGNED_INT8}, colour));
  EXPECT_EQ((Bytes{1, 2, 3, 4}), encode({CL_RGBA, CL_UNSIGNED_INT8}, colour));
  EXPECT_EQ((Bytes{3, 2, 1, 4}), encode({CL_BGRA, CL_UNSIGNED_INT8}, colour));
  EXPECT_EQ((Bytes{4, 1, 2, 3}), encode({CL_ARGB, CL_UNSIGNED_INT8}, colour));
  EXPECT_EQ((Bytes{4, 3, 2, 1}), encode({CL_ABGR, CL_UNSIGNED_INT8}, colour));
  const Floats floats{1, 0.5f, 0, 0.2f};
  EXPECT_EQ(Bytes{255}, encode({CL_INTENSITY, CL_UNORM_INT8}, floats));
  EXPECT_EQ(Bytes{255}, encode({CL_LUMINANCE, CL_UNORM_INT8}, floats));
}

TEST_P(clEnqueueFillImage, IntegersSaturate) {
  const Ints colour{-2000000000, 127, 128, 2000000000};
  EXPECT_EQ((bytesOf<cl_char>({-128, 127, 127, 127})), encode({CL_RGBA, CL_SIGNED_INT8}, colour));
  EXPECT_EQ((bytesOf<cl_short>({-32768, 127, 128, 32767})), encode({CL_RGBA, CL_SIGNED_INT16}, colour));
  EXPECT_EQ((bytesOf<cl_int>({-2000000000, 127, 128, 2000000000})), encode({CL_RGBA, CL_SIGNED_INT32}, colour));
  const Unsigned counts{0, 255, 256, 4000000000u};
  EXPECT_EQ((bytesOf<cl_uchar>({0, 255, 255, 255})), encode({CL_RGBA, CL_UNSIGNED_INT8}, counts));
  EXPECT_EQ((bytesOf<cl_ushort>({0, 255, 256, 65535})), encode({CL_RGBA, CL_UNSIGNED_INT16}, counts));
  EXPECT_EQ((bytesOf<cl_uint>({0, 255, 256, 4000000000u})), encode({CL_RGBA, CL_UNSIGNED_INT32}, counts));
}

TEST_P(clEnqueueFillImage, NormalizedNumbersRoundAndSaturate) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ((Bytes{0, 255, 0, 51}), encode({CL_RGBA, CL_UNORM_INT8}, Floats{-1, 2, nan, 0.2f}));
  // Halves go to the even number: 0.5 and 1.5 of 255.
  EXPECT_EQ((Bytes{0, 2, 128, 255}), encode({CL_RGBA, CL_UNORM_INT8}, Floats{0.5f / 255, 1.5f / 255, 0.5f, 1}));
  EXPECT_EQ((bytesOf<cl_ushort>({0, 65535, 32768, 13107})),
            encode({CL_RGBA, CL_UNORM_INT16}, Floats{-1, 2, 0.5f, 0.2f}));
  EXPECT_EQ((bytesOf<cl_char>({-127, 127, 64, -64})), encode({CL_RGBA, CL_SNORM_INT8}, Floats{-2, 2, 0.5f, -0.5f}));
  EXPECT_EQ((bytesOf<cl_short>({-32767, 32767, 0, 16384})),
            encode({CL_RGBA, CL_SNORM_INT16}, Floats{-2, 2, nan, 0.5f}));
}

TEST_P(clEnqueueFillImage, FloatsAndHalves) {
  EXPECT_EQ((bytesOf<float>({1.5f, -2, 1e30f, 0})), encode(rgbaFloat, Floats{1.5f, -2, 1e30f, 0}));
  // 1 + 2^-11 lies in the middle of two halves and goes to the even one; 1e30 is too large for one.
  EXPECT_EQ((bytesOf<cl_ushort>({0x3C00, 0x3C02, 0x7C00, 0xC000})),
            encode({CL_RGBA, CL_HALF_FLOAT}, Floats{1 + 0x1p-11f, 1 + 3 * 0x1p-11f, 1e30f, -2}));
}

TEST_P(clEnqueueFillImage, PackedChannels) {
  const Floats colour{1, 0.5f, 0, 1};
  EXPECT_EQ((bytesOf<cl_ushort>({31 << 11 | 32 << 5})), encode({CL_RGB, CL_UNORM_SHORT_565}, colour));
  EXPECT_EQ((bytesOf<cl_ushort>({31 << 10 | 16 << 5})), encode({CL_RGB, CL_UNORM_SHORT_555}, colour));
  EXPECT_EQ((bytesOf<cl_uint>({1023u << 20 | 512 << 10})), encode({CL_RGB, CL_UNORM_INT_101010}, colour));
  EXPECT_EQ((bytesOf<cl_uint>({1023u << 22 | 512 << 12 | 3})), encode({CL_RGBA, CL_UNORM_INT_101010_2}, colour));
  constexpr cl_channel_type unorm2101010 = 0x10E5; // CL_UNORM_INT_2_101010_EXT
  EXPECT_EQ((bytesOf<cl_uint>({3u << 30 | 512 << 10 | 1023})), encode({CL_ABGR, unorm2101010}, colour));
}

// cl_ext_image_unsigned_10x6_12x4_14x2: the numbers stand in the upper bits of 16.
TEST_P(clEnqueueFillImage, ChannelsWithUnusedBits) {
  const Floats colour{1, 0.5f, -1, 0.2f};
  EXPECT_EQ((bytesOf<cl_ushort>({1023 << 6, 512 << 6, 0, 205 << 6})), encode({CL_RGBA, 0x10E1}, colour));
  EXPECT_EQ((bytesOf<cl_ushort>({4095 << 4, 2048 << 4})), encode({CL_RG, 0x10E9}, colour));
  EXPECT_EQ((bytesOf<cl_ushort>({16383 << 2})), encode({CL_R, 0x10EA}, colour));
  const Unsigned counts{1023, 1024, 65536, 16384};
  EXPECT_EQ((bytesOf<cl_ushort>({1023 << 6, 1023 << 6, 1023 << 6, 1023 << 6})), encode({CL_RGBA, 0x10E6}, counts));
  EXPECT_EQ((bytesOf<cl_ushort>({1023 << 4, 1024 << 4, 4095 << 4, 4095 << 4})), encode({CL_RGBA, 0x10E7}, counts));
  EXPECT_EQ((bytesOf<cl_ushort>({1023 << 2, 1024 << 2, 16383 << 2, 16383 << 2})), encode({CL_RGBA, 0x10E8}, counts));
}

TEST_P(clEnqueueFillImage, SrgbCurvesColoursButNotAlpha) {
  // IEC 61966-2-1: 0.5 is 0.7354 of 255, 0.002 lies on the straight part.
  EXPECT_EQ((Bytes{188, 7, 255, 128}), encode({CL_sRGBA, CL_UNORM_INT8}, Floats{0.5f, 0.002f, 2, 0.5f}));
  EXPECT_EQ((Bytes{0, 7, 188, 51}), encode({CL_sBGRA, CL_UNORM_INT8}, Floats{0.5f, 0.002f, -1, 0.2f}));
}

TEST_P(clEnqueueFillImage, DepthIsASingleFloat) {
  const auto image = makeImage({CL_DEPTH, CL_UNORM_INT16}, describe(CL_MEM_OBJECT_IMAGE2D, 2, 1));
  const float depth = 0.2f;
  ASSERT_EQ(CL_SUCCESS, fill(image.get(), &depth, zero, {2, 1, 1}));
  EXPECT_EQ((std::vector<cl_ushort>{13107, 13107}), texels<cl_ushort>(image.get(), zero, {2, 1, 1}));
}

TEST_P(clEnqueueFillImage, InvalidValue) {
  auto bytes = numbers(16);
  const auto image = makeImage(rgba8, describe(CL_MEM_OBJECT_IMAGE2D, 2, 2), CL_MEM_COPY_HOST_PTR, bytes.data());
  const Unsigned colour{200, 200, 200, 200};
  const Triple one{1, 1, 1};
  EXPECT_EQ(CL_INVALID_VALUE, fill(image.get(), nullptr, zero, one));
  EXPECT_EQ(CL_INVALID_VALUE, fill(image.get(), colour.data(), {2, 0, 0}, one));
  EXPECT_EQ(CL_INVALID_VALUE, fill(image.get(), colour.data(), zero, {2, 3, 1}));
  EXPECT_EQ(CL_INVALID_VALUE, fill(image.get(), colour.data(), zero, {2, 0, 1}));
  EXPECT_EQ(CL_INVALID_VALUE, fill(image.get(), colour.data(), {0, 0, 1}, one));
  EXPECT_EQ(CL_INVALID_VALUE,
            cl.clEnqueueFillImage(queue, image.get(), colour.data(), nullptr, one.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            cl.clEnqueueFillImage(queue, image.get(), colour.data(), zero.data(), nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(bytes, texels<cl_uchar>(image.get(), zero, {2, 2, 1}, 4));
}

} // namespace
} // namespace weft::test
