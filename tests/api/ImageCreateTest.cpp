// Tests of making images.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/ImageTest.h"

namespace weft::test {
namespace {

WEFT_API_SUITE(clCreateImage, ImageTest);

TEST_P(clCreateImage, EachType) {
  struct {
    cl_image_desc description;
    size_t height, depth, layers, slicePitch;
  } cases[] = {
      {describe(CL_MEM_OBJECT_IMAGE1D, 5, 9, 9), 0, 0, 0, 0},
      {describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, 5, 3), 0, 0, 3, 20},
      {describe(CL_MEM_OBJECT_IMAGE2D, 5, 3, 9), 3, 0, 0, 0},
      {describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, 5, 3, 2), 3, 0, 2, 60},
      {describe(CL_MEM_OBJECT_IMAGE3D, 5, 3, 2), 3, 2, 0, 60},
  };
  for (const auto &one : cases) {
    const auto image = make(
        [&](cl_int *e) { return cl.clCreateImage(context, CL_MEM_READ_ONLY, &rgba8, &one.description, nullptr, e); });
    EXPECT_EQ(5u, imageInfo<size_t>(image.get(), CL_IMAGE_WIDTH));
    EXPECT_EQ(one.height, imageInfo<size_t>(image.get(), CL_IMAGE_HEIGHT));
    EXPECT_EQ(one.depth, imageInfo<size_t>(image.get(), CL_IMAGE_DEPTH));
    EXPECT_EQ(one.layers, imageInfo<size_t>(image.get(), CL_IMAGE_ARRAY_SIZE));
    EXPECT_EQ(4u, imageInfo<size_t>(image.get(), CL_IMAGE_ELEMENT_SIZE));
    EXPECT_EQ(20u, imageInfo<size_t>(image.get(), CL_IMAGE_ROW_PITCH));
    EXPECT_EQ(one.slicePitch, imageInfo<size_t>(image.get(), CL_IMAGE_SLICE_PITCH));
    EXPECT_EQ(one.description.image_type, info<cl_mem_object_type>(cl.clGetMemObjectInfo, image.get(), CL_MEM_TYPE));
    EXPECT_EQ(cl_mem_flags{CL_MEM_READ_ONLY}, info<cl_mem_flags>(cl.clGetMemObjectInfo, image.get(), CL_MEM_FLAGS));
  }
}

TEST_P(clCreateImage, CopiesTheHostsTexelsByTheirPitches) {
  auto host = numbers(2 * 32);
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE3D, 3, 2, 2);
  description.image_row_pitch = 8;
  description.image_slice_pitch = 32;
  const auto image = makeImage(r8, description, CL_MEM_COPY_HOST_PTR, host.data());
  std::ranges::fill(host, cl_uchar{0});
  EXPECT_EQ((std::vector<cl_uchar>{0, 1, 2, 8, 9, 10, 32, 33, 34, 40, 41, 42}),
            texels<cl_uchar>(image.get(), {0, 0, 0}, {3, 2, 2}));
  EXPECT_EQ(8u, imageInfo<size_t>(image.get(), CL_IMAGE_ROW_PITCH));
  EXPECT_EQ(32u, imageInfo<size_t>(image.get(), CL_IMAGE_SLICE_PITCH));
}

TEST_P(clCreateImage, UsesTheHostsMemoryItself) {
  auto host = numbers(4 * 16);
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, 5, 4);
  description.image_row_pitch = 8;
  description.image_slice_pitch = 16;
  const auto image = makeImage(r8, description, CL_MEM_USE_HOST_PTR, host.data());
  EXPECT_EQ(host.data(), info<void *>(cl.clGetMemObjectInfo, image.get(), CL_MEM_HOST_PTR));
  host[33] = 200;
  EXPECT_EQ((std::vector<cl_uchar>{17, 18, 200, 34}), texels<cl_uchar>(image.get(), {1, 1, 0}, {2, 2, 1}));
}

TEST_P(clCreateImage, OneDimensionFromABuffer) {
  auto host = numbers(64);
  const auto buffer = makeBuffer(64, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, host.data());
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16);
  description.mem_object = buffer.get();
  const auto image = makeImage(rgba8, description, 0);
  EXPECT_EQ((std::vector<cl_uchar>{8, 9, 10, 11}), texels<cl_uchar>(image.get(), {2, 0, 0}, {1, 1, 1}, 4));
  EXPECT_EQ(buffer.get(), imageInfo<cl_mem>(image.get(), CL_IMAGE_BUFFER));
  EXPECT_EQ(buffer.get(), info<cl_mem>(cl.clGetMemObjectInfo, image.get(), CL_MEM_ASSOCIATED_MEMOBJECT));
  // The flags are the buffer's.
  EXPECT_EQ(cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR},
            info<cl_mem_flags>(cl.clGetMemObjectInfo, image.get(), CL_MEM_FLAGS));
  // What happens to the one happens to the other.
  const cl_uint colour[] = {1, 2, 3, 4};
  const Triple origin{15, 0, 0}, region{1, 1, 1};
  ASSERT_EQ(CL_SUCCESS,
            ::clEnqueueFillImage(queue, image.get(), colour, origin.data(), region.data(), 0, nullptr, nullptr));
  EXPECT_EQ(3, contents<cl_uchar>(buffer.get(), 64)[62]);
}

TEST_P(clCreateImage, TwoDimensionsFromABufferWithAPitch) {
  auto host = numbers(64);
  const auto buffer = makeBuffer(64, CL_MEM_COPY_HOST_PTR, host.data());
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 3, 4);
  description.mem_object = buffer.get();
  description.image_row_pitch = 16;
  const auto image = makeImage(rgba8, description, 0);
  EXPECT_EQ((std::vector<cl_uchar>{36, 37, 38, 39, 52, 53, 54, 55}),
            texels<cl_uchar>(image.get(), {1, 2, 0}, {1, 2, 1}, 4));
}

// cl_ext_image_from_buffer
TEST_P(clCreateImage, EachTypeFromABufferWithPitches) {
  struct {
    cl_image_desc description;
    size_t rowPitch, slicePitch;
    Triple last;   ///< the origin of the last texel
    size_t offset; ///< where that must be
  } cases[] = {
      {describe(CL_MEM_OBJECT_IMAGE1D, 5), 0, 0, {4, 0, 0}, 16},
      {describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 5), 0, 0, {4, 0, 0}, 16},
      {describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, 5, 3), 24, 48, {4, 2, 0}, 2 * 48 + 16},
      {describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, 5, 3), 24, 0, {4, 2, 0}, 2 * 24 + 16},
      {describe(CL_MEM_OBJECT_IMAGE2D, 5, 3), 24, 0, {4, 2, 0}, 2 * 24 + 16},
      {describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, 3, 2, 2), 16, 48, {2, 1, 1}, 48 + 16 + 8},
      {describe(CL_MEM_OBJECT_IMAGE3D, 3, 2, 3), 16, 48, {2, 1, 2}, 2 * 48 + 16 + 8},
      {describe(CL_MEM_OBJECT_IMAGE3D, 3, 2, 3), 0, 0, {2, 1, 2}, 2 * 24 + 12 + 8},
  };
  auto host = numbers(144);
  const auto buffer = makeBuffer(144, CL_MEM_COPY_HOST_PTR, host.data());
  for (auto &one : cases) {
    one.description.mem_object = buffer.get();
    one.description.image_row_pitch = one.rowPitch;
    one.description.image_slice_pitch = one.slicePitch;
    const auto image = makeImage(rgba8, one.description, 0);
    EXPECT_EQ(one.offset, texels<cl_uchar>(image.get(), one.last, {1, 1, 1}, 4)[0]);
    EXPECT_EQ(buffer.get(), imageInfo<cl_mem>(image.get(), CL_IMAGE_BUFFER));
  }
}

TEST_P(clCreateImage, InvalidImageFormatDescriptorForWhatIsNotAlignedInABuffer) {
  alignas(16) std::array<cl_uchar, 1024> host{};
  const auto buffer = makeBuffer(512, CL_MEM_USE_HOST_PTR, host.data());
  const auto odd = makeBuffer(512, CL_MEM_USE_HOST_PTR, host.data() + 2);
  const auto error = [&](cl_mem_object_type type, cl_mem memory, size_t row, size_t slice) {
    cl_image_desc description = describe(type, 3, 2, 2);
    description.mem_object = memory;
    description.image_row_pitch = row;
    description.image_slice_pitch = slice;
    return imageError(rgba8, description, 0);
  };
  for (cl_mem_object_type type : {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
                                  CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D}) {
    EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, error(type, buffer.get(), 17, 0));
    EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, error(type, odd.get(), 0, 0));
  }
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, error(CL_MEM_OBJECT_IMAGE3D, buffer.get(), 16, 33));
  // Aligned, but too small, or no multiple of the row pitch.
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(CL_MEM_OBJECT_IMAGE2D, buffer.get(), 8, 0));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(CL_MEM_OBJECT_IMAGE3D, buffer.get(), 16, 36));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error(CL_MEM_OBJECT_IMAGE3D, buffer.get(), 128, 512));
}

TEST_P(clCreateImage, AnotherViewOfAnImage) {
  auto host = numbers(16);
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 2, 2);
  const auto image = makeImage({CL_RGBA, CL_UNORM_INT8}, description, CL_MEM_COPY_HOST_PTR, host.data());
  description.mem_object = image.get();
  const auto view = makeImage({CL_sRGBA, CL_UNORM_INT8}, description, 0);
  EXPECT_EQ(host, texels<cl_uchar>(view.get(), {0, 0, 0}, {2, 2, 1}, 4));
  EXPECT_EQ(image.get(), info<cl_mem>(cl.clGetMemObjectInfo, view.get(), CL_MEM_ASSOCIATED_MEMOBJECT));
  EXPECT_EQ(nullptr, imageInfo<cl_mem>(view.get(), CL_IMAGE_BUFFER));
  const cl_image_desc single = describe(CL_MEM_OBJECT_IMAGE2D, 2, 2);
  const auto red = makeImage({CL_R, CL_FLOAT}, single);
  description.mem_object = red.get();
  makeImage({CL_DEPTH, CL_FLOAT}, description, 0);
}

TEST_P(clCreateImage, InvalidImageFormatDescriptor) {
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
            errorOf([&](cl_int *e) { return cl.clCreateImage(context, 0, nullptr, &description, nullptr, e); }));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, imageError({0xBAD, CL_FLOAT}, description));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, imageError({CL_RGBA, 0xBAD}, description));
  // Packed types have an order of their own, and three bytes are no power of two.
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, imageError({CL_RGBA, CL_UNORM_SHORT_565}, description));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, imageError({CL_RGB, CL_UNORM_INT8}, description));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, imageError({CL_INTENSITY, CL_SIGNED_INT8}, description));
}

TEST_P(clCreateImage, ImageFormatNotSupported) {
  EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED, imageError({CL_RGBx, CL_UNORM_INT8}, describe(CL_MEM_OBJECT_IMAGE2D, 4, 4)));
  EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED, imageError({CL_DEPTH, CL_FLOAT}, describe(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4)));
  for (const cl_image_format &known : {cl_image_format{CL_RGx, CL_FLOAT}, cl_image_format{CL_sRGB, CL_UNORM_INT8},
                                       cl_image_format{CL_DEPTH_STENCIL, CL_UNORM_INT24}})
    EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED, imageError(known, describe(CL_MEM_OBJECT_IMAGE2D, 4, 4)));
}

TEST_P(clCreateImage, InvalidImageDescriptor) {
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR,
            errorOf([&](cl_int *e) { return cl.clCreateImage(context, 0, &rgba8, nullptr, nullptr, e); }));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, imageError(rgba8, describe(CL_MEM_OBJECT_BUFFER, 4)));
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  description.num_samples = 1;
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, imageError(rgba8, description));
  // A 1D image from a buffer without one.
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, imageError(rgba8, describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 4)));
  // From a buffer, but with mip levels.
  const auto buffer = makeBuffer(1024);
  description = describe(CL_MEM_OBJECT_IMAGE3D, 2, 2, 2);
  description.mem_object = buffer.get();
  description.num_mip_levels = 2;
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, imageError(rgba8, description));
  // From something else.
  description = describe(CL_MEM_OBJECT_IMAGE2D, 2, 2);
  description.mem_object = as<cl_mem>(queue);
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, imageError(rgba8, description));
}

TEST_P(clCreateImage, InvalidImageDescriptorForPitches) {
  std::vector<cl_uchar> host(4096);
  const auto error = [&](cl_mem_object_type type, size_t row, size_t slice, bool withHost = true) {
    cl_image_desc description = describe(type, 4, 4, 4);
    description.image_row_pitch = row;
    description.image_slice_pitch = slice;
    return imageError(rgba8, description, withHost ? CL_MEM_COPY_HOST_PTR : 0, withHost ? host.data() : nullptr);
  };
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(CL_MEM_OBJECT_IMAGE2D, 16, 0, false));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(CL_MEM_OBJECT_IMAGE3D, 0, 64, false));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(CL_MEM_OBJECT_IMAGE2D, 12, 0));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(CL_MEM_OBJECT_IMAGE2D, 18, 0));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(CL_MEM_OBJECT_IMAGE3D, 32, 64));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(CL_MEM_OBJECT_IMAGE3D, 16, 72));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(CL_MEM_OBJECT_IMAGE1D_ARRAY, 32, 16));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(CL_MEM_OBJECT_IMAGE2D, SIZE_MAX / 4 * 4, 0));
}

TEST_P(clCreateImage, InvalidImageDescriptorForMipLevels) {
  std::vector<cl_uchar> host(64);
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  description.num_mip_levels = 3;
  makeImage(rgba8, description);
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, imageError(rgba8, description, CL_MEM_COPY_HOST_PTR, host.data()));
  const auto buffer = makeBuffer(64);
  cl_image_desc fromBuffer = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 8);
  fromBuffer.mem_object = buffer.get();
  fromBuffer.num_mip_levels = 2;
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, imageError(rgba8, fromBuffer));
  description.num_mip_levels = 33;
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, imageError(rgba8, description));
}

TEST_P(clCreateImage, InvalidImageSize) {
  const auto limit = info<size_t>(cl.clGetDeviceInfo, device(), CL_DEVICE_IMAGE2D_MAX_WIDTH);
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, imageError(rgba8, describe(CL_MEM_OBJECT_IMAGE2D, 0, 4)));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, imageError(rgba8, describe(CL_MEM_OBJECT_IMAGE2D, 4, 0)));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, imageError(rgba8, describe(CL_MEM_OBJECT_IMAGE2D, limit + 1, 4)));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, imageError(rgba8, describe(CL_MEM_OBJECT_IMAGE2D, 4, SIZE_MAX)));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, imageError(rgba8, describe(CL_MEM_OBJECT_IMAGE3D, 4, 4, 0)));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, imageError(rgba8, describe(CL_MEM_OBJECT_IMAGE3D, 4, 4, 2049)));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, imageError(rgba8, describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 0)));
  // A buffer that is too small.
  const auto buffer = makeBuffer(64);
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 17);
  description.mem_object = buffer.get();
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, imageError(rgba8, description));
  description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 5);
  description.mem_object = buffer.get();
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, imageError(rgba8, description));
}

TEST_P(clCreateImage, InvalidValueFlags) {
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  EXPECT_EQ(CL_INVALID_VALUE, imageError(rgba8, description, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY));
  EXPECT_EQ(CL_INVALID_VALUE, imageError(rgba8, description, cl_mem_flags{1} << 40));
  std::vector<cl_uchar> host(64);
  EXPECT_EQ(CL_INVALID_VALUE, imageError(rgba8, description, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, host.data()));
}

TEST_P(clCreateImage, InvalidValueFlagsThatWidenTheBuffers) {
  const auto error = [&](cl_mem_flags buffers, cl_mem_flags images) {
    const auto buffer = makeBuffer(64, buffers);
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16);
    description.mem_object = buffer.get();
    return imageError(rgba8, description, images);
  };
  EXPECT_EQ(CL_INVALID_VALUE, error(CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY));
  EXPECT_EQ(CL_INVALID_VALUE, error(CL_MEM_READ_ONLY, CL_MEM_READ_WRITE));
  EXPECT_EQ(CL_INVALID_VALUE, error(CL_MEM_READ_WRITE, CL_MEM_ALLOC_HOST_PTR));
  EXPECT_EQ(CL_INVALID_VALUE, error(CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY));
  EXPECT_EQ(CL_INVALID_VALUE, error(CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY));
  EXPECT_EQ(CL_INVALID_VALUE, error(CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY));
}

TEST_P(clCreateImage, InvalidHostPtr) {
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  std::vector<cl_uchar> host(64);
  EXPECT_EQ(CL_INVALID_HOST_PTR, imageError(rgba8, description, CL_MEM_COPY_HOST_PTR));
  EXPECT_EQ(CL_INVALID_HOST_PTR, imageError(rgba8, description, CL_MEM_USE_HOST_PTR));
  EXPECT_EQ(CL_INVALID_HOST_PTR, imageError(rgba8, description, 0, host.data()));
}

TEST_P(clCreateImage, ErrorsForViews) {
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  const auto image = makeImage({CL_RGBA, CL_UNORM_INT8}, description);
  description.mem_object = image.get();
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, imageError({CL_BGRA, CL_UNORM_INT8}, description, 0));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, imageError({CL_RGBA, CL_SNORM_INT8}, description, 0));
  description.image_width = 3;
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, imageError({CL_sRGBA, CL_UNORM_INT8}, description, 0));
}

TEST_P(clCreateImage, MemObjectAllocationFailure) {
  // 128 GiB of texels.
  EXPECT_EQ(CL_MEM_OBJECT_ALLOCATION_FAILURE, imageError(rgbaFloat, describe(CL_MEM_OBJECT_IMAGE3D, 2048, 2048, 2048)));
}

WEFT_API_SUITE(clCreateImageWithProperties, ImageTest);

TEST_P(clCreateImageWithProperties, KeepsTheList) {
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  const auto with = [&](const cl_mem_properties *properties) {
    return make([&](cl_int *e) {
      return cl.clCreateImageWithProperties(context, properties, 0, &rgba8, &description, nullptr, e);
    });
  };
  const cl_mem_properties none[] = {0};
  EXPECT_EQ((std::vector<cl_mem_properties>{0}),
            infoArray<cl_mem_properties>(cl.clGetMemObjectInfo, with(none).get(), CL_MEM_PROPERTIES));
  EXPECT_TRUE(infoArray<cl_mem_properties>(cl.clGetMemObjectInfo, with(nullptr).get(), CL_MEM_PROPERTIES).empty());
}

TEST_P(clCreateImageWithProperties, InvalidProperty) {
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  const cl_mem_properties unknown[] = {0xBAD, 1, 0};
  EXPECT_EQ(CL_INVALID_PROPERTY, errorOf([&](cl_int *e) {
              return cl.clCreateImageWithProperties(context, unknown, 0, &rgba8, &description, nullptr, e);
            }));
}

WEFT_API_SUITE(clCreateImage2D, ImageTest);

TEST_P(clCreateImage2D, TakesTheHostsPitch) {
  auto host = numbers(32);
  const auto image =
      make([&](cl_int *e) { return cl.clCreateImage2D(context, CL_MEM_USE_HOST_PTR, &r8, 4, 2, 16, host.data(), e); });
  EXPECT_EQ((std::vector<cl_uchar>{1, 2, 17, 18}), texels<cl_uchar>(image.get(), {1, 0, 0}, {2, 2, 1}));
}

TEST_P(clCreateImage2D, InvalidImageSize) {
  std::vector<cl_uchar> host(64);
  const auto error = [&](size_t width, size_t height, size_t pitch, void *pointer) {
    return errorOf([&](cl_int *e) {
      return cl.clCreateImage2D(context, pointer ? CL_MEM_COPY_HOST_PTR : 0, &r8, width, height, pitch, pointer, e);
    });
  };
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error(0, 4, 0, nullptr));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error(4, 0, 0, nullptr));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error(4, 4, 4, nullptr));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error(4, 4, 3, host.data()));
}

WEFT_API_SUITE(clCreateImage3D, ImageTest);

TEST_P(clCreateImage3D, TakesTheHostsPitches) {
  auto host = numbers(64);
  const auto image = make([&](cl_int *e) {
    return cl.clCreateImage3D(context, CL_MEM_COPY_HOST_PTR, &r8, 2, 2, 2, 8, 32, host.data(), e);
  });
  EXPECT_EQ((std::vector<cl_uchar>{0, 1, 8, 9, 32, 33, 40, 41}), texels<cl_uchar>(image.get(), {0, 0, 0}, {2, 2, 2}));
}

TEST_P(clCreateImage3D, InvalidImageSize) {
  const auto error = [&](size_t width, size_t height, size_t depth, size_t row, size_t slice) {
    return errorOf(
        [&](cl_int *e) { return cl.clCreateImage3D(context, 0, &r8, width, height, depth, row, slice, nullptr, e); });
  };
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error(0, 4, 4, 0, 0));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error(4, 4, 1, 0, 0)); // a single slice is for clCreateImage2D
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error(4, 4, 4, 8, 0));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, error(4, 4, 4, 0, 16));
}

/// The entry points besides clCreateImage, which only differ in what they can describe.
class OtherCreation : public ImageTest {
protected:
  struct Request {
    cl_mem_flags flags = 0;
    const cl_image_format *format = &rgba8;
    size_t width = 4, depth = 2; ///< the depth is that of 3D images
    void *host = nullptr;
  };
  cl_int withProperties(const Request &request) const {
    const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE3D, request.width, 4, request.depth);
    return errorOf([&](cl_int *e) {
      return cl.clCreateImageWithProperties(context, nullptr, request.flags, request.format, &description, request.host,
                                            e);
    });
  }
  cl_int twoDimensions(const Request &request) const {
    return errorOf([&](cl_int *e) {
      return cl.clCreateImage2D(context, request.flags, request.format, request.width, 4, 0, request.host, e);
    });
  }
  cl_int threeDimensions(const Request &request) const {
    return errorOf([&](cl_int *e) {
      return cl.clCreateImage3D(context, request.flags, request.format, request.width, 4, request.depth, 0, 0,
                                request.host, e);
    });
  }
  void expectFromAll(cl_int code, const Request &request) const {
    EXPECT_EQ(code, withProperties(request));
    EXPECT_EQ(code, twoDimensions(request));
    EXPECT_EQ(code, threeDimensions(request));
  }
};
WEFT_API_SUITE(OtherImageCreation, OtherCreation);

TEST_P(OtherImageCreation, InvalidValue) {
  expectFromAll(CL_INVALID_VALUE, {.flags = CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY});
  expectFromAll(CL_INVALID_VALUE, {.flags = cl_mem_flags{1} << 40});
}

TEST_P(OtherImageCreation, InvalidImageFormatDescriptor) {
  const cl_image_format wrong{CL_RGBA, 0xBAD};
  expectFromAll(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, {.format = nullptr});
  expectFromAll(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, {.format = &wrong});
}

TEST_P(OtherImageCreation, ImageFormatNotSupported) {
  const cl_image_format padded{CL_RGBx, CL_UNORM_INT8};
  expectFromAll(CL_IMAGE_FORMAT_NOT_SUPPORTED, {.format = &padded});
}

TEST_P(OtherImageCreation, InvalidImageSize) {
  expectFromAll(CL_INVALID_IMAGE_SIZE, {.width = 0});
  expectFromAll(CL_INVALID_IMAGE_SIZE, {.width = 1 << 20});
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, withProperties({.depth = 0}));
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, threeDimensions({.depth = 1 << 20}));
}

TEST_P(OtherImageCreation, InvalidHostPtr) {
  char host[256];
  expectFromAll(CL_INVALID_HOST_PTR, {.flags = CL_MEM_USE_HOST_PTR});
  expectFromAll(CL_INVALID_HOST_PTR, {.flags = CL_MEM_COPY_HOST_PTR});
  expectFromAll(CL_INVALID_HOST_PTR, {.host = host});
}

TEST_P(OtherImageCreation, InvalidImageDescriptor) {
  cl_image_desc description = describe(CL_MEM_OBJECT_BUFFER, 4);
  const auto error = [&](const cl_image_desc *given) {
    return errorOf(
        [&](cl_int *e) { return cl.clCreateImageWithProperties(context, nullptr, 0, &rgba8, given, nullptr, e); });
  };
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(nullptr));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(&description));
}

} // namespace
} // namespace weft::test
