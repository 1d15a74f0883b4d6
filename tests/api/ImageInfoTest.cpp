// Tests of the queries of images and their formats.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "support/ImageTest.h"

namespace weft::test {
namespace {

constexpr cl_mem_object_type imageTypes[] = {CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                             CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                             CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};

class FormatTest : public ImageTest {
protected:
  std::vector<cl_image_format> formats(cl_mem_flags flags, cl_mem_object_type type) const {
    cl_uint count = 0;
    EXPECT_EQ(CL_SUCCESS, cl.clGetSupportedImageFormats(context, flags, type, 0, nullptr, &count));
    std::vector<cl_image_format> found(count);
    EXPECT_EQ(CL_SUCCESS, cl.clGetSupportedImageFormats(context, flags, type, count, found.data(), nullptr));
    return found;
  }
  static bool has(const std::vector<cl_image_format> &formats, const cl_image_format &wanted) {
    return std::ranges::any_of(formats, [&](const cl_image_format &one) {
      return one.image_channel_order == wanted.image_channel_order &&
             one.image_channel_data_type == wanted.image_channel_data_type;
    });
  }
};
WEFT_API_SUITE(clGetSupportedImageFormats, FormatTest);

TEST_P(clGetSupportedImageFormats, HasTheMinimumOfTheFullProfile) {
  constexpr cl_channel_type types[] = {CL_UNORM_INT8,   CL_UNORM_INT16,   CL_SIGNED_INT8,    CL_SIGNED_INT16,
                                       CL_SIGNED_INT32, CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32,
                                       CL_HALF_FLOAT,   CL_FLOAT};
  for (cl_mem_object_type type : imageTypes)
    for (cl_mem_flags flags : {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, CL_MEM_KERNEL_READ_AND_WRITE}) {
      const auto found = formats(flags, type);
      for (cl_channel_type one : types) {
        EXPECT_TRUE(has(found, {CL_RGBA, one})) << one;
        EXPECT_TRUE(has(found, {CL_R, one})) << one;
      }
      EXPECT_TRUE(has(found, {CL_BGRA, CL_UNORM_INT8}));
      const bool planar = type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
      EXPECT_EQ(planar, has(found, {CL_DEPTH, CL_FLOAT}));
      EXPECT_EQ(planar, has(found, {CL_DEPTH, CL_UNORM_INT16}));
    }
}

// What the query names can be made, and its elements have a size that is a power of two.
TEST_P(clGetSupportedImageFormats, EachCanBeMade) {
  const auto buffer = makeBuffer(1024);
  for (cl_mem_object_type type : imageTypes)
    for (const cl_image_format &format : formats(CL_MEM_READ_WRITE, type)) {
      cl_image_desc description = describe(type, 4, 2, 2);
      if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        description.mem_object = buffer.get();
      const auto image = makeImage(format, description);
      const auto size = imageInfo<size_t>(image.get(), CL_IMAGE_ELEMENT_SIZE);
      EXPECT_EQ(0u, size & (size - 1));
      EXPECT_LE(size, 16u);
    }
}

TEST_P(clGetSupportedImageFormats, FillsNoMoreThanThereIsRoomFor) {
  cl_image_format two[2] = {};
  ASSERT_EQ(CL_SUCCESS,
            cl.clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 1, two, nullptr));
  EXPECT_NE(0u, two[0].image_channel_order);
  EXPECT_EQ(0u, two[1].image_channel_order);
}

TEST_P(clGetSupportedImageFormats, InvalidValue) {
  cl_image_format found;
  cl_uint count = 99;
  EXPECT_EQ(CL_INVALID_VALUE,
            cl.clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clGetSupportedImageFormats(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
                                                            CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count));
  EXPECT_EQ(CL_INVALID_VALUE,
            cl.clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, &found, nullptr));
  EXPECT_EQ(99u, count);
}

WEFT_API_SUITE(clGetImageInfo, ImageTest);

TEST_P(clGetImageInfo, FollowsTheRulesOfQueries) {
  const auto image = makeImage(rgba8, describe(CL_MEM_OBJECT_IMAGE2D, 4, 4));
  checkInfoQuery(cl.clGetImageInfo, image.get(), CL_IMAGE_FORMAT);
}

TEST_P(clGetImageInfo, FormatAndLevelsAreThoseGiven) {
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 16, 4);
  for (cl_uint levels : {0u, 1u, 5u}) {
    description.num_mip_levels = levels;
    const auto image = makeImage({CL_ARGB, CL_SNORM_INT8}, description);
    const auto format = imageInfo<cl_image_format>(image.get(), CL_IMAGE_FORMAT);
    EXPECT_EQ(cl_channel_order{CL_ARGB}, format.image_channel_order);
    EXPECT_EQ(cl_channel_type{CL_SNORM_INT8}, format.image_channel_data_type);
    EXPECT_EQ(levels, imageInfo<cl_uint>(image.get(), CL_IMAGE_NUM_MIP_LEVELS));
    EXPECT_EQ(0u, imageInfo<cl_uint>(image.get(), CL_IMAGE_NUM_SAMPLES));
    EXPECT_EQ(nullptr, imageInfo<cl_mem>(image.get(), CL_IMAGE_BUFFER));
  }
}

TEST_P(clGetImageInfo, InvalidMemObjectForABuffer) {
  const auto buffer = makeBuffer(64);
  size_t width = 99;
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, cl.clGetImageInfo(buffer.get(), CL_IMAGE_WIDTH, sizeof width, &width, nullptr));
  EXPECT_EQ(99u, width);
}

class ImageAsMemoryTest : public ImageTest {};
WEFT_API_SUITE(ImagesAsMemoryObjects, ImageAsMemoryTest);

TEST_P(ImagesAsMemoryObjects, InvalidMemObjectWhereABufferIsMeant) {
  const auto image = makeImage(rgba8, describe(CL_MEM_OBJECT_IMAGE2D, 4, 4));
  char bytes[4] = {};
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            cl.clEnqueueReadBuffer(queue, image.get(), CL_TRUE, 0, 1, bytes, 0, nullptr, nullptr));
  const cl_buffer_region region{0, 4};
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, errorOf([&](cl_int *e) {
              return cl.clCreateSubBuffer(image.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, e);
            }));
}

TEST_P(ImagesAsMemoryObjects, CountedCalledBackAndMigrated) {
  auto image = makeImage(rgba8, describe(CL_MEM_OBJECT_IMAGE2D, 4, 4));
  const cl_mem raw = image.get();
  bool gone = false;
  ASSERT_EQ(CL_SUCCESS, cl.clSetMemObjectDestructorCallback(
                            raw, [](cl_mem, void *flag) { *static_cast<bool *>(flag) = true; }, &gone));
  ASSERT_EQ(CL_SUCCESS, cl.clRetainMemObject(raw));
  EXPECT_EQ(2u, info<cl_uint>(cl.clGetMemObjectInfo, raw, CL_MEM_REFERENCE_COUNT));
  EXPECT_EQ(context, info<cl_context>(cl.clGetMemObjectInfo, raw, CL_MEM_CONTEXT));
  EXPECT_EQ(64u, info<size_t>(cl.clGetMemObjectInfo, raw, CL_MEM_SIZE));
  EXPECT_EQ(0u, info<size_t>(cl.clGetMemObjectInfo, raw, CL_MEM_OFFSET));
  EXPECT_FALSE(info<cl_bool>(cl.clGetMemObjectInfo, raw, CL_MEM_USES_SVM_POINTER));
  EXPECT_EQ(CL_SUCCESS, cl.clEnqueueMigrateMemObjects(queue, 1, &raw, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
  ASSERT_EQ(CL_SUCCESS, cl.clReleaseMemObject(raw));
  EXPECT_FALSE(gone);
  image.reset();
  EXPECT_TRUE(gone);
}

} // namespace
} // namespace weft::test
