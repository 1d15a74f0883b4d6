// Tests of mapping images.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/ImageTest.h"

namespace weft::test {
namespace {

class ImageMapTest : public ImageTest {
protected:
  std::vector<cl_uchar> host = numbers(64);
  cl_image_desc pitched() const {
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
    description.image_row_pitch = 16;
    return description;
  }
  const Handle<cl_mem> image_ = makeImage(r8, pitched(), CL_MEM_USE_HOST_PTR, host.data());
  const cl_mem image = image_.get();

  struct Mapped {
    cl_uchar *pointer = nullptr;
    size_t row = 99, slice = 99;
    cl_int error = 1;
  };
  Mapped map(cl_mem object, cl_map_flags flags, const Triple &origin, const Triple &region) const {
    Mapped mapped;
    mapped.pointer =
        static_cast<cl_uchar *>(cl.clEnqueueMapImage(queue, object, CL_TRUE, flags, origin.data(), region.data(),
                                                     &mapped.row, &mapped.slice, 0, nullptr, nullptr, &mapped.error));
    EXPECT_EQ(mapped.pointer == nullptr, mapped.error != CL_SUCCESS);
    if (mapped.error != CL_SUCCESS) {
      EXPECT_EQ(99u, mapped.row);
      EXPECT_EQ(99u, mapped.slice);
    }
    return mapped;
  }
  void unmap(cl_mem object, void *pointer) const {
    EXPECT_EQ(CL_SUCCESS, cl.clEnqueueUnmapMemObject(queue, object, pointer, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
  }
};

WEFT_API_SUITE(clEnqueueMapImage, ImageMapTest);

TEST_P(clEnqueueMapImage, IsTheHostsMemoryItself) {
  const Mapped mapped = map(image, CL_MAP_READ | CL_MAP_WRITE, {1, 2, 0}, {2, 2, 1});
  EXPECT_EQ(host.data() + 33, mapped.pointer);
  EXPECT_EQ(16u, mapped.row);
  EXPECT_EQ(0u, mapped.slice);
  mapped.pointer[17] = 200;
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetMemObjectInfo, image, CL_MEM_MAP_COUNT));
  unmap(image, mapped.pointer);
  EXPECT_EQ(0u, info<cl_uint>(cl.clGetMemObjectInfo, image, CL_MEM_MAP_COUNT));
  EXPECT_EQ((std::vector<cl_uchar>{49, 200}), texels<cl_uchar>(image, {1, 3, 0}, {2, 1, 1}));
}

TEST_P(clEnqueueMapImage, TellsThePitchesOfEachType) {
  struct {
    cl_image_desc description;
    size_t row, slice;
  } cases[] = {{describe(CL_MEM_OBJECT_IMAGE1D, 5), 20, 0},
               {describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, 5, 3), 20, 20},
               {describe(CL_MEM_OBJECT_IMAGE2D, 5, 3), 20, 0},
               {describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, 5, 3, 2), 20, 60},
               {describe(CL_MEM_OBJECT_IMAGE3D, 5, 3, 2), 20, 60}};
  for (const auto &one : cases) {
    const auto object = makeImage(rgba8, one.description);
    const Mapped mapped = map(object.get(), CL_MAP_READ, {1, 0, 0}, {1, 1, 1});
    ASSERT_EQ(CL_SUCCESS, mapped.error);
    EXPECT_EQ(one.row, mapped.row);
    EXPECT_EQ(one.slice, mapped.slice);
    unmap(object.get(), mapped.pointer);
  }
}

TEST_P(clEnqueueMapImage, ALevelOfAMipmapHasItsOwnPitches) {
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, 8, 8, 2);
  description.num_mip_levels = 3;
  const auto object = makeImage(r8, description);
  const size_t origin[4] = {0, 0, 1, 2}, wrong[4] = {0, 0, 0, 3};
  const Triple region{2, 2, 1};
  size_t row = 0, slice = 0;
  void *mapped = cl.clEnqueueMapImage(queue, object.get(), CL_TRUE, CL_MAP_WRITE, origin, region.data(), &row, &slice,
                                      0, nullptr, nullptr, nullptr);
  ASSERT_NE(nullptr, mapped);
  EXPECT_EQ(2u, row);
  EXPECT_EQ(4u, slice);
  for (cl_uchar i = 0; i < 4; ++i)
    static_cast<cl_uchar *>(mapped)[i] = i;
  unmap(object.get(), mapped);
  EXPECT_EQ(numbers(4), texels<cl_uchar>(object.get(), origin, region));
  EXPECT_EQ(CL_INVALID_MIP_LEVEL, errorOf([&](cl_int *e) {
              return cl.clEnqueueMapImage(queue, object.get(), CL_TRUE, CL_MAP_READ, wrong, region.data(), &row, &slice,
                                          0, nullptr, nullptr, e);
            }));
}

TEST_P(clEnqueueMapImage, InvalidOperationForOverlapsWithAMappingForWriting) {
  const Mapped first = map(image, CL_MAP_WRITE, {0, 0, 0}, {2, 4, 1});
  EXPECT_EQ(CL_INVALID_OPERATION, map(image, CL_MAP_WRITE, {1, 3, 0}, {2, 1, 1}).error);
  // The texels beside are others, though they lie between the first and the last byte of that mapping.
  const Mapped second = map(image, CL_MAP_WRITE, {2, 0, 0}, {2, 4, 1});
  EXPECT_EQ(CL_SUCCESS, second.error);
  unmap(image, first.pointer);
  unmap(image, second.pointer);
}

TEST_P(clEnqueueMapImage, InvalidOperationForHostAccess) {
  const auto noRead = makeImage(r8, describe(CL_MEM_OBJECT_IMAGE2D, 4, 4), CL_MEM_HOST_WRITE_ONLY);
  EXPECT_EQ(CL_INVALID_OPERATION, map(noRead.get(), CL_MAP_READ, {0, 0, 0}, {1, 1, 1}).error);
  const auto noWrite = makeImage(r8, describe(CL_MEM_OBJECT_IMAGE2D, 4, 4), CL_MEM_HOST_READ_ONLY);
  EXPECT_EQ(CL_INVALID_OPERATION, map(noWrite.get(), CL_MAP_WRITE, {0, 0, 0}, {1, 1, 1}).error);
  EXPECT_EQ(CL_INVALID_OPERATION, map(noWrite.get(), CL_MAP_WRITE_INVALIDATE_REGION, {0, 0, 0}, {1, 1, 1}).error);
}

TEST_P(clEnqueueMapImage, InvalidValue) {
  const Triple zero{0, 0, 0}, one{1, 1, 1};
  EXPECT_EQ(CL_INVALID_VALUE, map(image, CL_MAP_READ, {4, 0, 0}, one).error);
  EXPECT_EQ(CL_INVALID_VALUE, map(image, CL_MAP_READ, zero, {5, 1, 1}).error);
  EXPECT_EQ(CL_INVALID_VALUE, map(image, CL_MAP_READ, zero, {1, 1, 0}).error);
  EXPECT_EQ(CL_INVALID_VALUE, map(image, cl_map_flags{1} << 40, zero, one).error);
  EXPECT_EQ(CL_INVALID_VALUE, map(image, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, zero, one).error);
  const auto error = [&](cl_mem object, const size_t *origin, const size_t *region, size_t *row, size_t *slice) {
    return errorOf([&](cl_int *e) {
      return cl.clEnqueueMapImage(queue, object, CL_TRUE, CL_MAP_READ, origin, region, row, slice, 0, nullptr, nullptr,
                                  e);
    });
  };
  size_t row = 0, slice = 0;
  EXPECT_EQ(CL_INVALID_VALUE, error(image, nullptr, one.data(), &row, &slice));
  EXPECT_EQ(CL_INVALID_VALUE, error(image, zero.data(), nullptr, &row, &slice));
  EXPECT_EQ(CL_INVALID_VALUE, error(image, zero.data(), one.data(), nullptr, &slice));
  const auto lines = makeImage(r8, describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 4));
  EXPECT_EQ(CL_INVALID_VALUE, error(lines.get(), zero.data(), one.data(), &row, nullptr));
}

TEST_P(clEnqueueMapImage, UnmappingTwiceIsInvalidValue) {
  const Mapped mapped = map(image, CL_MAP_READ, {0, 0, 0}, {4, 4, 1});
  unmap(image, mapped.pointer);
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueUnmapMemObject(queue, image, mapped.pointer, 0, nullptr, nullptr));
}

} // namespace
} // namespace weft::test
