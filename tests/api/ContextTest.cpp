// Tests of the context's entry points.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <atomic>
#include <string>

#include "support/ApiTest.h"

namespace weft::test {
namespace {

void CL_CALLBACK ignoreMessage(const char *, const void *, size_t, void *) {}

/// The list of properties that names the platform under test.
struct PlatformProperties {
  cl_context_properties list[3] = {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform()), 0};
};

class ContextCreation : public ApiTest {
protected:
  cl_device_id one = device();
  const PlatformProperties properties;

  cl_int createError(const cl_context_properties *list, cl_uint count, const cl_device_id *devices,
                     void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *) = nullptr,
                     void *userData = nullptr) {
    return errorOf([&](cl_int *error) { return cl.clCreateContext(list, count, devices, notify, userData, error); });
  }
};
WEFT_API_SUITE(clCreateContext, ContextCreation);

TEST_P(clCreateContext, FromPropertiesAndDevice) {
  const auto context =
      make([&](cl_int *error) { return cl.clCreateContext(properties.list, 1, &one, nullptr, nullptr, error); });
  EXPECT_EQ(std::vector<cl_device_id>{device()},
            infoArray<cl_device_id>(cl.clGetContextInfo, context.get(), CL_CONTEXT_DEVICES));
}

TEST_P(clCreateContext, TakesADeviceTwice) {
  const cl_device_id twice[] = {device(), device()};
  const auto context =
      make([&](cl_int *error) { return cl.clCreateContext(nullptr, 2, twice, nullptr, nullptr, error); });
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetContextInfo, context.get(), CL_CONTEXT_NUM_DEVICES));
}

TEST_P(clCreateContext, NeedsNoErrorCode) {
  Handle<cl_context> context(cl.clCreateContext(nullptr, 1, &one, nullptr, nullptr, nullptr));
  EXPECT_NE(nullptr, context.get());
}

TEST_P(clCreateContext, AcceptsTheUserSyncProperty) {
  const cl_context_properties list[] = {CL_CONTEXT_PLATFORM, properties.list[1], CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE,
                                        0};
  make([&](cl_int *error) { return cl.clCreateContext(list, 1, &one, nullptr, nullptr, error); });
}

TEST_P(clCreateContext, InvalidProperty) {
  const cl_context_properties unknown[] = {CL_CONTEXT_PLATFORM, properties.list[1], 0xBAD, 1, 0};
  EXPECT_EQ(CL_INVALID_PROPERTY, createError(unknown, 1, &one));
}

TEST_P(clCreateContext, InvalidPropertyGivenTwice) {
  const cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, properties.list[1], CL_CONTEXT_PLATFORM,
                                         properties.list[1], 0};
  EXPECT_EQ(CL_INVALID_PROPERTY, createError(twice, 1, &one));
}

TEST_P(clCreateContext, InvalidPlatform) {
  const cl_context_properties foreignPlatform[] = {CL_CONTEXT_PLATFORM,
                                                   reinterpret_cast<cl_context_properties>(foreignObject()), 0};
  EXPECT_EQ(CL_INVALID_PLATFORM, createError(foreignPlatform, 1, &one));
}

TEST_P(clCreateContext, InvalidValueNoDevices) {
  EXPECT_EQ(CL_INVALID_VALUE, createError(nullptr, 0, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, createError(nullptr, 0, &one));
  EXPECT_EQ(CL_INVALID_VALUE, createError(nullptr, 1, nullptr));
}

TEST_P(clCreateContext, InvalidValueUserDataWithoutCallback) {
  int data = 0;
  EXPECT_EQ(CL_INVALID_VALUE, createError(nullptr, 1, &one, nullptr, &data));
}

TEST_P(clCreateContext, InvalidDevice) {
  const cl_device_id wrong[] = {device(), as<cl_device_id>(platform())};
  EXPECT_EQ(CL_INVALID_DEVICE, createError(nullptr, 2, wrong));
  const cl_device_id others[] = {device(), foreign<cl_device_id>()};
  EXPECT_EQ(CL_INVALID_DEVICE, createError(nullptr, 2, others));
  const cl_device_id none[] = {device(), nullptr};
  EXPECT_EQ(CL_INVALID_DEVICE, createError(nullptr, 2, none));
}

TEST_P(clCreateContext, ToldOfErrorsInASentence) {
  std::string message;
  const auto notify = [](const char *text, const void *, size_t, void *userData) {
    *static_cast<std::string *>(userData) = text;
  };
  const auto context =
      make([&](cl_int *error) { return cl.clCreateContext(nullptr, 1, &one, notify, &message, error); });
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(nullptr, cl.clCreateBuffer(context.get(), CL_MEM_READ_WRITE, 0, nullptr, &error));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, error);
  EXPECT_NE(std::string::npos, message.find(' ')) << message;
}

class ContextFromType : public ContextCreation {
protected:
  cl_int typeError(const cl_context_properties *list, cl_device_type type, void *userData = nullptr) {
    return errorOf([&](cl_int *error) { return cl.clCreateContextFromType(list, type, nullptr, userData, error); });
  }
};
WEFT_API_SUITE(clCreateContextFromType, ContextFromType);

TEST_P(clCreateContextFromType, TakesTheCpu) {
  for (cl_device_type type : {cl_device_type{CL_DEVICE_TYPE_CPU}, cl_device_type{CL_DEVICE_TYPE_DEFAULT},
                              cl_device_type{CL_DEVICE_TYPE_ALL}}) {
    const auto context = make([&](cl_int *error) {
      return cl.clCreateContextFromType(properties.list, type, ignoreMessage, nullptr, error);
    });
    EXPECT_EQ(std::vector<cl_device_id>{device()},
              infoArray<cl_device_id>(cl.clGetContextInfo, context.get(), CL_CONTEXT_DEVICES));
  }
}

TEST_P(clCreateContextFromType, DeviceNotFound) {
  EXPECT_EQ(CL_DEVICE_NOT_FOUND, typeError(properties.list, CL_DEVICE_TYPE_GPU));
}

TEST_P(clCreateContextFromType, InvalidDeviceType) {
  EXPECT_EQ(CL_INVALID_DEVICE_TYPE, typeError(properties.list, 0));
  EXPECT_EQ(CL_INVALID_DEVICE_TYPE, typeError(properties.list, cl_device_type{1} << 20));
}

TEST_P(clCreateContextFromType, InvalidProperty) {
  const cl_context_properties unknown[] = {CL_CONTEXT_PLATFORM, properties.list[1], 0xBAD, 1, 0};
  EXPECT_EQ(CL_INVALID_PROPERTY, typeError(unknown, CL_DEVICE_TYPE_CPU));
}

TEST_P(clCreateContextFromType, InvalidPlatform) {
  const cl_context_properties wrong[] = {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(device()), 0};
  EXPECT_EQ(CL_INVALID_PLATFORM, typeError(wrong, CL_DEVICE_TYPE_CPU));
}

TEST_P(clCreateContextFromType, InvalidValueUserDataWithoutCallback) {
  int data = 0;
  EXPECT_EQ(CL_INVALID_VALUE, typeError(properties.list, CL_DEVICE_TYPE_CPU, &data));
}

WEFT_API_SUITE(clGetContextInfo, ContextTest);

TEST_P(clGetContextInfo, FollowsTheRulesOfInfoQueries) {
  checkInfoQuery(cl.clGetContextInfo, context, cl_context_info{CL_CONTEXT_DEVICES});
}

TEST_P(clGetContextInfo, TellsItsDeviceAndReferences) {
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetContextInfo, context, CL_CONTEXT_REFERENCE_COUNT));
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetContextInfo, context, CL_CONTEXT_NUM_DEVICES));
  EXPECT_EQ(std::vector<cl_device_id>{device()},
            infoArray<cl_device_id>(cl.clGetContextInfo, context, CL_CONTEXT_DEVICES));
}

TEST_P(clGetContextInfo, ReturnsThePropertiesAsGiven) {
  EXPECT_TRUE(infoArray<cl_context_properties>(cl.clGetContextInfo, context, CL_CONTEXT_PROPERTIES).empty());
  const PlatformProperties properties;
  const cl_device_id one = device();
  const auto other =
      make([&](cl_int *error) { return cl.clCreateContext(properties.list, 1, &one, nullptr, nullptr, error); });
  EXPECT_EQ(std::vector<cl_context_properties>(std::begin(properties.list), std::end(properties.list)),
            infoArray<cl_context_properties>(cl.clGetContextInfo, other.get(), CL_CONTEXT_PROPERTIES));
}

WEFT_API_SUITE(clRetainContext, ContextTest);

TEST_P(clRetainContext, Counts) {
  EXPECT_EQ(CL_SUCCESS, cl.clRetainContext(context));
  EXPECT_EQ(2u, info<cl_uint>(cl.clGetContextInfo, context, CL_CONTEXT_REFERENCE_COUNT));
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseContext(context));
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetContextInfo, context, CL_CONTEXT_REFERENCE_COUNT));
}

WEFT_API_SUITE(clReleaseContext, ContextTest);

TEST_P(clReleaseContext, LivesOnWhileAnObjectNeedsIt) {
  const auto buffer = makeBuffer(16);
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseContext(context_.release()));
  EXPECT_EQ(context, info<cl_context>(cl.clGetMemObjectInfo, buffer.get(), CL_MEM_CONTEXT));
}

TEST_P(clReleaseContext, InvalidContextOnceReleased) {
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseContext(context_.release()));
  EXPECT_EQ(CL_INVALID_CONTEXT, cl.clReleaseContext(context));
}

WEFT_API_SUITE(clSetContextDestructorCallback, ContextTest);

TEST_P(clSetContextDestructorCallback, CallsInReverseOrder) {
  static std::string order;
  order.clear();
  ASSERT_EQ(CL_SUCCESS,
            cl.clSetContextDestructorCallback(context, [](cl_context, void *) { order += "first"; }, nullptr));
  ASSERT_EQ(CL_SUCCESS,
            cl.clSetContextDestructorCallback(context, [](cl_context, void *) { order += "second"; }, nullptr));
  EXPECT_EQ("", order);
  context_.reset();
  EXPECT_EQ("secondfirst", order);
}

TEST_P(clSetContextDestructorCallback, InvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, cl.clSetContextDestructorCallback(context, nullptr, nullptr));
}

} // namespace
} // namespace weft::test
