// Tests of cl_ext_image_requirements_info.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Extension.h"
#include "support/ImageTest.h"

namespace weft::test {
namespace {

class ImageRequirementsTest : public ImageTest {
protected:
  const clGetImageRequirementsInfoEXT_fn query =
      extension<clGetImageRequirementsInfoEXT_fn>(GetParam(), "clGetImageRequirementsInfoEXT");

  template <typename T>
  T requirement(const cl_image_format *format, const cl_image_desc *description, cl_uint name) const {
    T value{};
    size_t size = 0;
    EXPECT_EQ(CL_SUCCESS, query(context, nullptr, 0, format, description, name, sizeof value, &value, &size));
    EXPECT_EQ(sizeof value, size);
    return value;
  }
  cl_int error(const cl_image_format *format, const cl_image_desc *description, cl_uint name) const {
    return query(context, nullptr, CL_MEM_READ_WRITE, format, description, name, 0, nullptr, nullptr);
  }
};
WEFT_API_SUITE(clGetImageRequirementsInfoEXT, ImageRequirementsTest);

TEST_P(clGetImageRequirementsInfoEXT, AlignmentIsThatOfATexel) {
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4);
  for (cl_uint name : {CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT, CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT,
                       CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT}) {
    EXPECT_EQ(4u, requirement<size_t>(&rgba8, &description, name));
    EXPECT_EQ(1u, requirement<size_t>(&r8, nullptr, name));
    EXPECT_EQ(16u, requirement<size_t>(nullptr, &description, name));
    EXPECT_EQ(16u, requirement<size_t>(nullptr, nullptr, name));
  }
}

// A buffer of this size will do, one of a byte less won't.
TEST_P(clGetImageRequirementsInfoEXT, SizeIsWhatABufferMustHave) {
  cl_image_desc descriptions[] = {describe(CL_MEM_OBJECT_IMAGE1D, 7),
                                  describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 7),
                                  describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, 7, 3),
                                  describe(CL_MEM_OBJECT_IMAGE2D, 7, 3),
                                  describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, 7, 3, 2),
                                  describe(CL_MEM_OBJECT_IMAGE3D, 7, 3, 2)};
  for (cl_image_desc &description : descriptions) {
    const auto size = requirement<size_t>(&rgba8, &description, CL_IMAGE_REQUIREMENTS_SIZE_EXT);
    const auto buffer = makeBuffer(size), small = makeBuffer(size - 1);
    description.mem_object = small.get();
    EXPECT_EQ(CL_INVALID_IMAGE_SIZE, imageError(rgba8, description));
    description.mem_object = buffer.get();
    const auto image = makeImage(rgba8, description);
    EXPECT_EQ(size, info<size_t>(cl.clGetMemObjectInfo, image.get(), CL_MEM_SIZE));
  }
}

TEST_P(clGetImageRequirementsInfoEXT, GreatestSizesAreTheDevicesLimits) {
  const auto limit = [&](cl_device_info name) { return info<size_t>(cl.clGetDeviceInfo, device(), name); };
  cl_image_desc description{};
  const auto greatest = [&](cl_mem_object_type type, cl_uint name) {
    description.image_type = type;
    return requirement<cl_uint>(&rgba8, &description, name);
  };
  EXPECT_EQ(limit(CL_DEVICE_IMAGE2D_MAX_WIDTH), greatest(CL_MEM_OBJECT_IMAGE1D, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT));
  EXPECT_EQ(limit(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE),
            greatest(CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT));
  EXPECT_EQ(limit(CL_DEVICE_IMAGE2D_MAX_HEIGHT), greatest(CL_MEM_OBJECT_IMAGE2D, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT));
  EXPECT_EQ(limit(CL_DEVICE_IMAGE3D_MAX_DEPTH), greatest(CL_MEM_OBJECT_IMAGE3D, CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT));
  EXPECT_EQ(limit(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE),
            greatest(CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT));
  // For images of any type: what each of them has.
  EXPECT_EQ(limit(CL_DEVICE_IMAGE3D_MAX_WIDTH), greatest(0, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT));
  EXPECT_EQ(limit(CL_DEVICE_IMAGE3D_MAX_HEIGHT),
            requirement<cl_uint>(nullptr, nullptr, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT));
}

TEST_P(clGetImageRequirementsInfoEXT, FollowsTheRulesOfQueries) {
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  size_t value = 99, size = 99;
  const auto ask = [&](size_t room) {
    return query(context, nullptr, 0, &rgba8, &description, CL_IMAGE_REQUIREMENTS_SIZE_EXT, room, &value, &size);
  };
  EXPECT_EQ(CL_INVALID_VALUE, ask(sizeof value - 1));
  EXPECT_EQ(99u, value);
  EXPECT_EQ(CL_SUCCESS, ask(2 * sizeof value));
  EXPECT_EQ(64u, value);
  EXPECT_EQ(sizeof value, size);
}

TEST_P(clGetImageRequirementsInfoEXT, Errors) {
  constexpr cl_uint alignment = CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT;
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  const auto withFlags = [&](cl_context where, const cl_mem_properties *properties, cl_mem_flags flags) {
    return query(where, properties, flags, &rgba8, &description, alignment, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_SUCCESS, withFlags(context, nullptr, CL_MEM_KERNEL_READ_AND_WRITE));
  EXPECT_EQ(CL_INVALID_CONTEXT, withFlags(nullptr, nullptr, 0));
  const cl_mem_properties properties[] = {1, 1, 0};
  EXPECT_EQ(CL_INVALID_PROPERTY, withFlags(context, properties, 0));
  EXPECT_EQ(CL_INVALID_VALUE, withFlags(context, nullptr, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY));
  EXPECT_EQ(CL_INVALID_VALUE, error(&rgba8, &description, CL_IMAGE_FORMAT));
  EXPECT_EQ(CL_INVALID_VALUE, error(nullptr, &description, CL_IMAGE_REQUIREMENTS_SIZE_EXT));
  EXPECT_EQ(CL_INVALID_VALUE, error(&rgba8, nullptr, CL_IMAGE_REQUIREMENTS_SIZE_EXT));
  const cl_image_format none{CL_INTENSITY, CL_UNORM_SHORT_555}, depth{CL_DEPTH, CL_FLOAT};
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, error(&none, &description, alignment));
  const cl_image_desc box = describe(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4);
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, error(&depth, &box, alignment));
}

TEST_P(clGetImageRequirementsInfoEXT, InvalidImageDescriptor) {
  const auto errorOfType = [&](cl_mem_object_type type, cl_uint name) {
    const cl_image_desc description = describe(type, 4, 4, 4);
    return error(&rgba8, &description, name);
  };
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR,
            errorOfType(CL_MEM_OBJECT_BUFFER, CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, errorOfType(CL_MEM_OBJECT_IMAGE1D, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, errorOfType(CL_MEM_OBJECT_IMAGE2D, CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, errorOfType(CL_MEM_OBJECT_IMAGE3D, CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT));
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 0, 4);
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(&rgba8, &description, CL_IMAGE_REQUIREMENTS_SIZE_EXT));
  EXPECT_EQ(CL_SUCCESS, error(&rgba8, &description, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT));
  description.image_width = 1 << 20;
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(&rgba8, &description, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT));
  EXPECT_EQ(CL_SUCCESS, error(&rgba8, &description, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT));
  description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  description.num_mip_levels = CL_UINT_MAX;
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, error(&rgba8, &description, CL_IMAGE_REQUIREMENTS_SIZE_EXT));
}

} // namespace
} // namespace weft::test
