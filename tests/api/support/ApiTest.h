// Fixtures for tests of entry points, called by each route (support/Routes.h), with a context, a queue or programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_API_TEST_H
#define WEFT_TESTS_API_API_TEST_H

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/Handles.h"
#include "support/Routes.h"

namespace weft::test {

/// Names a suite after the entry point that it tests, and runs it by both routes.
#define WEFT_API_SUITE(EntryPoint, Fixture)                                                                            \
  class EntryPoint : public Fixture {};                                                                                \
  INSTANTIATE_TEST_SUITE_P(Api, EntryPoint, ::testing::Values(Route::loader, Route::direct), routeName)

inline std::string routeName(const ::testing::TestParamInfo<Route> &info) {
  return info.param == Route::loader ? "loader" : "direct";
}

class ApiTest : public ::testing::TestWithParam<Route> {
protected:
  /// The entry points by the route of this test.
  const cl_icd_dispatch &cl = entryPoints(GetParam());

  /// Returns the error that a creating call stores. The call must return NULL exactly when it fails.
  template <typename Call> static cl_int errorOf(Call call) {
    cl_int error = 1;
    auto handle = call(&error);
    EXPECT_EQ(handle == nullptr, error != CL_SUCCESS);
    return error;
  }

  /// Creates an object. The test fails if the creation fails.
  template <typename Call> static auto make(Call call) {
    cl_int error = 1;
    auto handle = call(&error);
    EXPECT_EQ(CL_SUCCESS, error);
    EXPECT_NE(nullptr, handle);
    return Handle<decltype(handle)>(handle);
  }

  /// Returns the value of an info query. The value's size must be that of T.
  template <typename T, typename Query, typename Object, typename Name>
  static T info(Query query, Object object, Name name) {
    T value{};
    size_t size = 0;
    EXPECT_EQ(CL_SUCCESS, query(object, name, 0, nullptr, &size));
    EXPECT_EQ(sizeof(T), size);
    EXPECT_EQ(CL_SUCCESS, query(object, name, sizeof(T), &value, nullptr));
    return value;
  }

  /// Returns the array that an info query gives.
  template <typename T, typename Query, typename Object, typename Name>
  static std::vector<T> infoArray(Query query, Object object, Name name) {
    size_t size = 0;
    EXPECT_EQ(CL_SUCCESS, query(object, name, 0, nullptr, &size));
    EXPECT_EQ(0u, size % sizeof(T));
    std::vector<T> values(size / sizeof(T));
    if (size != 0)
      EXPECT_EQ(CL_SUCCESS, query(object, name, size, values.data(), nullptr));
    return values;
  }

  /// Returns the string that an info query gives. The string's only zero must be its last byte.
  template <typename Query, typename Object, typename Name>
  static std::string infoString(Query query, Object object, Name name) {
    std::vector<char> text = infoArray<char>(query, object, name);
    if (text.empty() || text.back() != '\0') {
      ADD_FAILURE() << "a string without its ending zero";
      return {};
    }
    std::string result(text.data());
    EXPECT_EQ(text.size(), result.size() + 1);
    return result;
  }

  /// Checks what holds for every info query. The query reports the size of the value. It refuses a buffer that is too
  /// small and doesn't write to it. For an unknown name it returns CL_INVALID_VALUE. The value of `name` must have at
  /// least two bytes.
  template <typename Query, typename Object, typename Name>
  static void checkInfoQuery(Query query, Object object, Name name) {
    size_t size = 0;
    ASSERT_EQ(CL_SUCCESS, query(object, name, 0, nullptr, &size));
    ASSERT_GE(size, 2u);
    std::vector<unsigned char> bytes(size, 0xA5);
    EXPECT_EQ(CL_INVALID_VALUE, query(object, name, size - 1, bytes.data(), nullptr));
    EXPECT_EQ(std::vector<unsigned char>(size, 0xA5), bytes);
    EXPECT_EQ(CL_SUCCESS, query(object, name, size, bytes.data(), nullptr));
    EXPECT_EQ(CL_SUCCESS, query(object, name, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, query(object, static_cast<Name>(0xBAD), 0, nullptr, &size));
  }

  template <typename T> static T foreign() { return static_cast<T>(foreignObject()); }
  /// Returns the object's handle as a handle of another kind of object.
  template <typename T, typename U> static T as(U object) { return reinterpret_cast<T>(object); }
};

/// A fixture with a context on the device.
class ContextTest : public ApiTest {
protected:
  Handle<cl_context> context_ = makeContext();
  cl_context context = context_.get();

  static Handle<cl_context> makeContext() {
    cl_device_id one = device();
    return make([&](cl_int *error) { return ::clCreateContext(nullptr, 1, &one, nullptr, nullptr, error); });
  }

  Handle<cl_mem> makeBuffer(size_t size, cl_mem_flags flags = CL_MEM_READ_WRITE, void *host = nullptr) const {
    return make([&](cl_int *error) { return ::clCreateBuffer(context, flags, size, host, error); });
  }
  Handle<cl_event> makeUserEvent() const {
    return make([&](cl_int *error) { return ::clCreateUserEvent(context, error); });
  }
};

/// A fixture with an in-order queue with profiling.
class QueueTest : public ContextTest {
protected:
  Handle<cl_command_queue> queue_ = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  cl_command_queue queue = queue_.get();

  Handle<cl_command_queue> makeQueue(cl_command_queue_properties properties) const {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    return make([&](cl_int *error) { return ::clCreateCommandQueueWithProperties(context, device(), list, error); });
  }

  /// Checks that a command of this queue is still held back although it had its chance to run: the queue is flushed,
  /// and a later command of another queue has run.
  void expectHeldBack(cl_event held) const {
    EXPECT_EQ(CL_SUCCESS, ::clFlush(queue));
    const auto other = makeQueue(0);
    const auto buffer = makeBuffer(64);
    const cl_uint zero = 0;
    EXPECT_EQ(CL_SUCCESS,
              ::clEnqueueFillBuffer(other.get(), buffer.get(), &zero, sizeof zero, 0, 64, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, ::clFinish(other.get()));
    EXPECT_GT(info<cl_int>(::clGetEventInfo, held, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
  }

  /// Reads `count` elements from the start of a buffer.
  template <typename T> std::vector<T> contents(cl_mem buffer, size_t count) const {
    std::vector<T> values(count);
    EXPECT_EQ(CL_SUCCESS,
              ::clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(T), values.data(), 0, nullptr, nullptr));
    return values;
  }
};

/// A fixture that builds programs and creates kernels.
class ProgramTest : public QueueTest {
protected:
  Handle<cl_program> makeProgram(const char *source) const {
    return make([&](cl_int *error) { return ::clCreateProgramWithSource(context, 1, &source, nullptr, error); });
  }
  Handle<cl_program> buildProgram(const char *source, const char *options = "") const {
    Handle<cl_program> program = makeProgram(source);
    EXPECT_EQ(CL_SUCCESS, ::clBuildProgram(program.get(), 0, nullptr, options, nullptr, nullptr))
        << buildLog(program.get());
    return program;
  }
  /// Returns a program that is built from the binary of the built program `program`.
  Handle<cl_program> builtFromBinaryOf(cl_program program) const {
    std::vector<unsigned char> bytes(infoArray<size_t>(::clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES).at(0));
    unsigned char *place = bytes.data();
    EXPECT_EQ(CL_SUCCESS, ::clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr));
    const cl_device_id its = device();
    const size_t size = bytes.size();
    const unsigned char *data = bytes.data();
    Handle<cl_program> built = make(
        [&](cl_int *error) { return ::clCreateProgramWithBinary(context, 1, &its, &size, &data, nullptr, error); });
    EXPECT_EQ(CL_SUCCESS, ::clBuildProgram(built.get(), 0, nullptr, "", nullptr, nullptr)) << buildLog(built.get());
    return built;
  }
  Handle<cl_kernel> makeKernel(cl_program program, const char *name) const {
    return make([&](cl_int *error) { return ::clCreateKernel(program, name, error); });
  }
  /// Builds a new program from `source`, and returns its kernel `name`.
  Handle<cl_kernel> buildKernel(const char *source, const char *name, const char *options = "") const {
    return makeKernel(buildProgram(source, options).get(), name);
  }
  /// Runs the kernel `name` of a built program with `items` work-items. Returns `count` elements of the buffer that is
  /// the kernel's only argument.
  template <class T> std::vector<T> written(cl_program program, const char *name, size_t count, size_t items) const {
    const auto kernel = makeKernel(program, name);
    const auto buffer = makeBuffer(count * sizeof(T));
    const cl_mem argument = buffer.get();
    EXPECT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 0, sizeof argument, &argument));
    EXPECT_EQ(CL_SUCCESS,
              ::clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
    return contents<T>(argument, count);
  }
  std::string buildLog(cl_program program) const;
};

} // namespace weft::test

#endif
