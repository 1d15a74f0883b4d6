// Tests of images and samplers as arguments of kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/ImageTest.h"

namespace weft::test {
namespace {

constexpr const char *source = R"(
  kernel void copy(read_only image2d_t from, sampler_t how, write_only image2d_t to) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imageui(to, at, read_imageui(from, how, at + (int2)(1, 0)));
  }
  kernel void depth(read_only image2d_depth_t image) {}
  kernel void planes(read_only image2d_array_t image) {}
  kernel void line(read_only image1d_t image) {}
  kernel void texels(read_only image1d_buffer_t image) {}
  kernel void lines(read_only image1d_array_t image) {}
  kernel void cube(read_only image3d_t image) {}
  kernel void both(read_write image2d_t image) {}
  typedef image2d_t named;
  kernel void renamed(read_only named image) {}
)";

class ArgumentTest : public ImageTest {
protected:
  const Handle<cl_program> program_ = buildProgram(source, "-cl-std=CL3.0");
  const cl_image_desc four = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);

  cl_int set(const Handle<cl_kernel> &kernel, cl_uint index, cl_mem memory) const {
    return cl.clSetKernelArg(kernel.get(), index, sizeof memory, &memory);
  }
  cl_int set(const char *kernel, cl_mem memory) const { return set(makeKernel(program_.get(), kernel), 0, memory); }
};

WEFT_API_SUITE(clSetKernelArgOfImages, ArgumentTest);

TEST_P(clSetKernelArgOfImages, ReachTheKernel) {
  auto bytes = numbers(16);
  const auto from = makeImage(r8, four, CL_MEM_COPY_HOST_PTR, bytes.data());
  const auto to = makeImage(r8, four);
  const auto kernel = makeKernel(program_.get(), "copy");
  ASSERT_EQ(CL_SUCCESS, set(kernel, 0, from.get()));
  ASSERT_EQ(CL_SUCCESS, set(kernel, 2, to.get()));
  const size_t size[] = {4, 4};
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS,
            cl.clEnqueueNDRangeKernel(queue, kernel.get(), 2, nullptr, size, nullptr, 0, nullptr, nullptr));
  for (cl_addressing_mode mode : {CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP_TO_EDGE}) {
    auto sampler = make([&](cl_int *e) { return ::clCreateSampler(context, CL_FALSE, mode, CL_FILTER_NEAREST, e); });
    const cl_sampler raw = sampler.get();
    ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 1, sizeof raw, &raw));
    sampler.reset();
    ASSERT_EQ(CL_SUCCESS,
              cl.clEnqueueNDRangeKernel(queue, kernel.get(), 2, nullptr, size, nullptr, 0, nullptr, nullptr));
    const auto out = texels<cl_uchar>(to.get(), {0, 0, 0}, {4, 4, 1});
    for (size_t y = 0; y < 4; ++y) {
      for (size_t x = 0; x < 3; ++x)
        EXPECT_EQ(y * 4 + x + 1, out[y * 4 + x]);
      EXPECT_EQ(mode == CL_ADDRESS_CLAMP ? 0 : y * 4 + 3, out[y * 4 + 3]);
    }
  }
}

// The same texels as colours with and without the curve of sRGB: 188 of 255 is half of the light.
TEST_P(clSetKernelArgOfImages, ViewsOfAnImage) {
  const auto kernel =
      buildKernel("kernel void k(read_only image2d_t from, write_only image2d_t to, global float *out) {"
                  "  *out = read_imagef(from, (int2)(1, 0)).y;"
                  "  write_imagef(to, (int2)(0, 1), (float4)(0.5f)); }",
                  "k");
  std::vector<cl_uchar> bytes(16, 188);
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 2, 2);
  const auto image = makeImage({CL_RGBA, CL_UNORM_INT8}, description, CL_MEM_COPY_HOST_PTR, bytes.data());
  description.mem_object = image.get();
  const auto view = makeImage({CL_sRGBA, CL_UNORM_INT8}, description, 0);
  const auto out = makeBuffer(sizeof(float));
  const cl_mem memory = out.get();
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 2, sizeof memory, &memory));
  const struct {
    cl_mem from, to;
    float light;
    cl_uchar colour;
  } cases[] = {{image.get(), view.get(), 188 / 255.0f, 188}, {view.get(), image.get(), 0.5029f, 128}};
  for (const auto &one : cases) {
    ASSERT_EQ(CL_SUCCESS, set(kernel, 0, one.from));
    ASSERT_EQ(CL_SUCCESS, set(kernel, 1, one.to));
    const size_t size = 1;
    ASSERT_EQ(CL_SUCCESS,
              cl.clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &size, nullptr, 0, nullptr, nullptr));
    EXPECT_NEAR(one.light, contents<float>(out.get(), 1)[0], 1e-4);
    EXPECT_EQ((std::vector<cl_uchar>{one.colour, one.colour, one.colour, 128}),
              texels<cl_uchar>(image.get(), {0, 1, 0}, {1, 1, 1}, 4));
  }
}

TEST_P(clSetKernelArgOfImages, EachType) {
  const auto buffer = makeBuffer(64);
  cl_image_desc fromBuffer = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 4);
  fromBuffer.mem_object = buffer.get();
  const Handle<cl_mem> images[] = {makeImage({CL_DEPTH, CL_FLOAT}, four),
                                   makeImage(rgba8, describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 4, 4)),
                                   makeImage(rgba8, describe(CL_MEM_OBJECT_IMAGE1D, 4)),
                                   makeImage(rgba8, fromBuffer),
                                   makeImage(rgba8, describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 4)),
                                   makeImage(rgba8, describe(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4)),
                                   makeImage(rgba8, four)};
  const char *kernels[] = {"depth", "planes", "line", "texels", "lines", "cube", "renamed"};
  // CL_INVALID_MEM_OBJECT: an image of another type than the argument.
  for (size_t i = 0; i < std::size(images); ++i)
    for (size_t k = 0; k < std::size(kernels); ++k)
      EXPECT_EQ(i == k ? CL_SUCCESS : CL_INVALID_MEM_OBJECT, set(kernels[k], images[i].get())) << kernels[k] << i;
}

TEST_P(clSetKernelArgOfImages, InvalidMemObject) {
  const auto kernel = makeKernel(program_.get(), "renamed");
  const auto buffer = makeBuffer(64);
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(kernel, 0, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(kernel, 0, buffer.get()));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(kernel, 0, as<cl_mem>(queue)));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, cl.clSetKernelArg(kernel.get(), 0, sizeof(cl_mem), nullptr));
  // An image where a buffer is meant.
  const auto image = makeImage(rgba8, four);
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(buildKernel("kernel void k(global int *p) {}", "k"), 0, image.get()));
}

TEST_P(clSetKernelArgOfImages, InvalidMemObjectWhenReleasedBeforeTheLaunch) {
  const auto kernel = makeKernel(program_.get(), "renamed");
  auto image = makeImage(rgba8, four);
  ASSERT_EQ(CL_SUCCESS, set(kernel, 0, image.get()));
  image.reset();
  const size_t one = 1;
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            cl.clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
}

TEST_P(clSetKernelArgOfImages, InvalidArgSize) {
  const auto kernel = makeKernel(program_.get(), "copy");
  const auto image = makeImage(rgba8, four);
  const cl_mem raw[] = {image.get(), nullptr};
  EXPECT_EQ(CL_INVALID_ARG_SIZE, cl.clSetKernelArg(kernel.get(), 0, 4, raw));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, cl.clSetKernelArg(kernel.get(), 0, sizeof raw, raw));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, cl.clSetKernelArg(kernel.get(), 1, 4, raw));
}

TEST_P(clSetKernelArgOfImages, InvalidArgValue) {
  const auto readOnly = makeImage(rgba8, four, CL_MEM_READ_ONLY);
  const auto writeOnly = makeImage(rgba8, four, CL_MEM_WRITE_ONLY);
  const auto kernel = makeKernel(program_.get(), "copy");
  EXPECT_EQ(CL_SUCCESS, set(kernel, 0, readOnly.get()));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, set(kernel, 0, writeOnly.get()));
  EXPECT_EQ(CL_SUCCESS, set(kernel, 2, writeOnly.get()));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, set(kernel, 2, readOnly.get()));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, set("both", readOnly.get()));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, set("both", writeOnly.get()));
}

TEST_P(clSetKernelArgOfImages, InvalidContext) {
  const auto other = makeContext();
  const auto image = make([&](cl_int *e) { return ::clCreateImage(other.get(), 0, &rgba8, &four, nullptr, e); });
  EXPECT_EQ(CL_INVALID_CONTEXT, set("renamed", image.get()));
  const auto sampler = make([&](cl_int *e) { return ::clCreateSamplerWithProperties(other.get(), nullptr, e); });
  const cl_sampler raw = sampler.get();
  EXPECT_EQ(CL_INVALID_CONTEXT, cl.clSetKernelArg(makeKernel(program_.get(), "copy").get(), 1, sizeof raw, &raw));
}

TEST_P(clSetKernelArgOfImages, InvalidSampler) {
  const auto kernel = makeKernel(program_.get(), "copy");
  const cl_sampler none = nullptr, wrong = as<cl_sampler>(queue);
  EXPECT_EQ(CL_INVALID_SAMPLER, cl.clSetKernelArg(kernel.get(), 1, sizeof none, &none));
  EXPECT_EQ(CL_INVALID_SAMPLER, cl.clSetKernelArg(kernel.get(), 1, sizeof wrong, &wrong));
  EXPECT_EQ(CL_INVALID_SAMPLER, cl.clSetKernelArg(kernel.get(), 1, sizeof none, nullptr));
}

} // namespace
} // namespace weft::test
