// Tests of the entry points of chapters that the device does not offer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/ApiTest.h"

namespace weft::test {
namespace {

class UnsupportedTest : public ProgramTest {
protected:
  const Handle<cl_mem> buffer_ = makeBuffer(64);
  const cl_mem buffer = buffer_.get();
  char bytes[64] = {};
};

WEFT_API_SUITE(OtherPrograms, UnsupportedTest);

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
