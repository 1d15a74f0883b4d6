// Tests of the entry points of chapters that the device does not offer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/ApiTest.h"

namespace weft::test {
namespace {

constexpr cl_image_format format{CL_RGBA, CL_UNORM_INT8};
const size_t origin[3] = {0, 0, 0}, region[3] = {1, 1, 1};

class UnsupportedTest : public ProgramTest {
protected:
  const Handle<cl_mem> buffer_ = makeBuffer(64);
  const cl_mem buffer = buffer_.get();
  char bytes[64] = {};

  template <typename Call> void expectNoImages(Call call) { EXPECT_EQ(CL_INVALID_OPERATION, errorOf(call)); }
};
WEFT_API_SUITE(Images, UnsupportedTest);

TEST_P(Images, InvalidOperationForEachThatMakesOne) {
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  expectNoImages([&](cl_int *e) { return cl.clCreateImage(context, 0, &format, &description, nullptr, e); });
  expectNoImages([&](cl_int *e) {
    return cl.clCreateImageWithProperties(context, nullptr, 0, &format, &description, nullptr, e);
  });
  expectNoImages([&](cl_int *e) { return cl.clCreateImage2D(context, 0, &format, 4, 4, 0, nullptr, e); });
  expectNoImages([&](cl_int *e) { return cl.clCreateImage3D(context, 0, &format, 4, 4, 4, 0, 0, nullptr, e); });
}

TEST_P(Images, InvalidOperationForEachCommand) {
  EXPECT_EQ(CL_INVALID_OPERATION,
            cl.clEnqueueReadImage(queue, buffer, CL_TRUE, origin, region, 0, 0, bytes, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION,
            cl.clEnqueueWriteImage(queue, buffer, CL_TRUE, origin, region, 0, 0, bytes, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION, cl.clEnqueueFillImage(queue, buffer, bytes, origin, region, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION,
            cl.clEnqueueCopyImage(queue, buffer, buffer, origin, origin, region, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION,
            cl.clEnqueueCopyImageToBuffer(queue, buffer, buffer, origin, region, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION,
            cl.clEnqueueCopyBufferToImage(queue, buffer, buffer, 0, origin, region, 0, nullptr, nullptr));
  size_t pitch = 0;
  expectNoImages([&](cl_int *e) {
    return cl.clEnqueueMapImage(queue, buffer, CL_TRUE, CL_MAP_READ, origin, region, &pitch, nullptr, 0, nullptr,
                                nullptr, e);
  });
}

TEST_P(Images, NoFormatIsSupported) {
  cl_uint count = 99;
  EXPECT_EQ(CL_SUCCESS,
            cl.clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count));
  EXPECT_EQ(0u, count);
}

TEST_P(Images, InvalidValueForFormatsOfNoImage) {
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

TEST_P(Images, InvalidMemObjectForTheirQueries) {
  size_t size = 0;
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, cl.clGetImageInfo(buffer, CL_IMAGE_WIDTH, 0, nullptr, &size));
}

WEFT_API_SUITE(Samplers, UnsupportedTest);

TEST_P(Samplers, InvalidOperation) {
  expectNoImages(
      [&](cl_int *e) { return cl.clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, e); });
  expectNoImages([&](cl_int *e) { return cl.clCreateSamplerWithProperties(context, nullptr, e); });
}

WEFT_API_SUITE(Pipes, UnsupportedTest);

TEST_P(Pipes, InvalidOperation) {
  EXPECT_EQ(CL_INVALID_OPERATION, errorOf([&](cl_int *e) { return cl.clCreatePipe(context, 0, 4, 16, nullptr, e); }));
}

TEST_P(Pipes, InvalidMemObjectForTheirQueries) {
  size_t size = 0;
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, cl.clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, 0, nullptr, &size));
}

WEFT_API_SUITE(OtherPrograms, UnsupportedTest);

TEST_P(OtherPrograms, InvalidOperationFromIntermediateLanguage) {
  const auto error = [&](const void *il, size_t size) {
    return errorOf([&](cl_int *e) { return cl.clCreateProgramWithIL(context, il, size, e); });
  };
  EXPECT_EQ(CL_INVALID_OPERATION, error(bytes, sizeof bytes));
  EXPECT_EQ(CL_INVALID_VALUE, error(nullptr, sizeof bytes));
  EXPECT_EQ(CL_INVALID_VALUE, error(bytes, 0));
}

TEST_P(OtherPrograms, InvalidOperationForSpecializationConstants) {
  const auto program = makeProgram("kernel void x() {}");
  EXPECT_EQ(CL_INVALID_OPERATION, cl.clSetProgramSpecializationConstant(program.get(), 0, 4, bytes));
}

TEST_P(OtherPrograms, InvalidValueForBuiltInKernels) {
  const cl_device_id one = device(), wrong = foreign<cl_device_id>();
  const auto error = [&](cl_uint count, const cl_device_id *devices, const char *names) {
    return errorOf([&](cl_int *e) { return cl.clCreateProgramWithBuiltInKernels(context, count, devices, names, e); });
  };
  EXPECT_EQ(CL_INVALID_VALUE, error(1, &one, "none"));
  EXPECT_EQ(CL_INVALID_VALUE, error(1, &one, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(0, &one, "none"));
  EXPECT_EQ(CL_INVALID_VALUE, error(1, nullptr, "none"));
  EXPECT_EQ(CL_INVALID_DEVICE, error(1, &wrong, "none"));
}

WEFT_API_SUITE(Sharing, UnsupportedTest);

TEST_P(Sharing, InvalidContextForOpenGl) {
  const auto expectNone = [](cl_int error) { EXPECT_EQ(CL_INVALID_CONTEXT, error); };
  expectNone(errorOf([&](cl_int *e) { return cl.clCreateFromGLBuffer(context, 0, 1, e); }));
  expectNone(errorOf([&](cl_int *e) { return cl.clCreateFromGLTexture(context, 0, 0, 0, 1, e); }));
  expectNone(errorOf([&](cl_int *e) { return cl.clCreateFromGLTexture2D(context, 0, 0, 0, 1, e); }));
  expectNone(errorOf([&](cl_int *e) { return cl.clCreateFromGLTexture3D(context, 0, 0, 0, 1, e); }));
  expectNone(errorOf([&](cl_int *e) { return cl.clCreateFromGLRenderbuffer(context, 0, 1, e); }));
  expectNone(errorOf([&](cl_int *e) { return cl.clCreateEventFromGLsyncKHR(context, nullptr, e); }));
  expectNone(cl.clEnqueueAcquireGLObjects(queue, 1, &buffer, 0, nullptr, nullptr));
  expectNone(cl.clEnqueueReleaseGLObjects(queue, 1, &buffer, 0, nullptr, nullptr));
}

TEST_P(Sharing, InvalidGlObjectForQueries) {
  cl_gl_object_type type = 0;
  size_t size = 0;
  EXPECT_EQ(CL_INVALID_GL_OBJECT, cl.clGetGLObjectInfo(buffer, &type, nullptr));
  EXPECT_EQ(CL_INVALID_GL_OBJECT, cl.clGetGLTextureInfo(buffer, CL_GL_MIPMAP_LEVEL, 0, nullptr, &size));
}

TEST_P(Sharing, ErrorsForEgl) {
  EXPECT_EQ(CL_INVALID_OPERATION,
            errorOf([&](cl_int *e) { return cl.clCreateFromEGLImageKHR(context, nullptr, nullptr, 0, nullptr, e); }));
  EXPECT_EQ(CL_INVALID_EGL_OBJECT_KHR,
            errorOf([&](cl_int *e) { return cl.clCreateEventFromEGLSyncKHR(context, nullptr, nullptr, e); }));
  EXPECT_EQ(CL_INVALID_EGL_OBJECT_KHR, cl.clEnqueueAcquireEGLObjectsKHR(queue, 1, &buffer, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_EGL_OBJECT_KHR, cl.clEnqueueReleaseEGLObjectsKHR(queue, 1, &buffer, 0, nullptr, nullptr));
}

} // namespace
} // namespace weft::test
