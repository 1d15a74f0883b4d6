// Tests of the entry points that make kernels and set their arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/ApiTest.h"

namespace weft::test {
namespace {

// One kernel with an argument of every kind that the device has.
constexpr const char *everyKind = R"(
typedef struct { char tag; double value; short more[3]; } Record;
kernel void every(global int *out, constant int *table, local int *scratch, int scalar, uchar small, float4 vector,
                  double3 wide, Record record) {
  scratch[0] = table[1];
  out[0] = scratch[0];
  out[1] = scalar;
  out[2] = small;
  out[3] = (int)vector.w;
  out[4] = (int)wide.z;
  out[5] = record.tag;
  out[6] = (int)record.value;
  out[7] = record.more[2];
}
kernel void other(global int *out) { out[0] = 1; }
)";

struct Record {
  cl_char tag;
  cl_double value;
  cl_short more[3];
};

class KernelTest : public ProgramTest {
protected:
  const Handle<cl_program> program_ = buildProgram(everyKind);
  const cl_program program = program_.get();
  const Handle<cl_kernel> kernel_ = makeKernel(program, "every");
  const cl_kernel kernel = kernel_.get();
};

WEFT_API_SUITE(clCreateKernel, KernelTest);

TEST_P(clCreateKernel, ByName) {
  const auto other = make([&](cl_int *error) { return cl.clCreateKernel(program, "other", error); });
  EXPECT_EQ("other", infoString(cl.clGetKernelInfo, other.get(), CL_KERNEL_FUNCTION_NAME));
}

TEST_P(clCreateKernel, InvalidKernelName) {
  for (const char *name : {"missing", "", "ever", "every "})
    EXPECT_EQ(CL_INVALID_KERNEL_NAME, errorOf([&](cl_int *e) { return cl.clCreateKernel(program, name, e); })) << name;
}

TEST_P(clCreateKernel, InvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, errorOf([&](cl_int *error) { return cl.clCreateKernel(program, nullptr, error); }));
}

TEST_P(clCreateKernel, InvalidProgramExecutable) {
  const auto unbuilt = makeProgram(everyKind);
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE,
            errorOf([&](cl_int *error) { return cl.clCreateKernel(unbuilt.get(), "every", error); }));
}

WEFT_API_SUITE(clCreateKernelsInProgram, KernelTest);

TEST_P(clCreateKernelsInProgram, MakesThemAll) {
  cl_uint count = 0;
  ASSERT_EQ(CL_SUCCESS, cl.clCreateKernelsInProgram(program, 0, nullptr, &count));
  ASSERT_EQ(2u, count);
  cl_kernel made[2] = {};
  ASSERT_EQ(CL_SUCCESS, cl.clCreateKernelsInProgram(program, 2, made, nullptr));
  const Handle<cl_kernel> first(made[0]), second(made[1]);
  EXPECT_EQ("every", infoString(cl.clGetKernelInfo, made[0], CL_KERNEL_FUNCTION_NAME));
  EXPECT_EQ("other", infoString(cl.clGetKernelInfo, made[1], CL_KERNEL_FUNCTION_NAME));
}

TEST_P(clCreateKernelsInProgram, InvalidValue) {
  cl_kernel made[1] = {};
  EXPECT_EQ(CL_INVALID_VALUE, cl.clCreateKernelsInProgram(program, 1, made, nullptr));
  EXPECT_EQ(nullptr, made[0]);
}

TEST_P(clCreateKernelsInProgram, InvalidProgramExecutable) {
  const auto unbuilt = makeProgram(everyKind);
  cl_uint count = 0;
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, cl.clCreateKernelsInProgram(unbuilt.get(), 0, nullptr, &count));
}

class ArgumentTest : public KernelTest {
protected:
  const Handle<cl_mem> out_ = makeBuffer(8 * sizeof(int));
  const cl_mem out = out_.get();
  int tableData[2] = {10, 20};
  const Handle<cl_mem> table_ = makeBuffer(sizeof tableData, CL_MEM_COPY_HOST_PTR, tableData);
  const cl_mem table = table_.get();

  template <typename T> cl_int set(cl_uint index, const T &value) {
    return cl.clSetKernelArg(kernel, index, sizeof value, &value);
  }
  void setAll() {
    EXPECT_EQ(CL_SUCCESS, set(0, out));
    EXPECT_EQ(CL_SUCCESS, set(1, table));
    EXPECT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel, 2, 64, nullptr));
    EXPECT_EQ(CL_SUCCESS, set(3, cl_int{-7}));
    EXPECT_EQ(CL_SUCCESS, set(4, cl_uchar{200}));
    EXPECT_EQ(CL_SUCCESS, set(5, cl_float4{{1, 2, 3, 4}}));
    EXPECT_EQ(CL_SUCCESS, set(6, cl_double3{{5, 6, 7}}));
    EXPECT_EQ(CL_SUCCESS, set(7, Record{9, 11.5, {1, 2, 3}}));
  }
  cl_int launch(cl_kernel which) {
    const size_t one = 1;
    return ::clEnqueueNDRangeKernel(queue, which, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
  }
};
WEFT_API_SUITE(clSetKernelArg, ArgumentTest);

TEST_P(clSetKernelArg, EveryKind) {
  setAll();
  ASSERT_EQ(CL_SUCCESS, launch(kernel));
  EXPECT_EQ((std::vector<int>{20, -7, 200, 4, 7, 9, 11, 3}), contents<int>(out, 8));
}

TEST_P(clSetKernelArg, ChangesOnlyLaterLaunches) {
  setAll();
  const auto user = makeUserEvent();
  const cl_event event = user.get();
  const size_t one = 1;
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 1, &event, nullptr));
  ASSERT_EQ(CL_SUCCESS, set(3, cl_int{99}));
  ASSERT_EQ(CL_SUCCESS, ::clSetUserEventStatus(event, CL_COMPLETE));
  EXPECT_EQ(-7, contents<int>(out, 8)[1]);
  ASSERT_EQ(CL_SUCCESS, launch(kernel));
  EXPECT_EQ(99, contents<int>(out, 8)[1]);
}

TEST_P(clSetKernelArg, NullBuffers) {
  const auto tester = buildKernel("kernel void test(global int *p, global int *out) { out[0] = p == 0; }", "test");
  const cl_mem none = nullptr;
  for (const void *value : {static_cast<const void *>(nullptr), static_cast<const void *>(&none)}) {
    ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(tester.get(), 0, sizeof(cl_mem), value));
    ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(tester.get(), 1, sizeof out, &out));
    ASSERT_EQ(CL_SUCCESS, launch(tester.get()));
    EXPECT_EQ(1, contents<int>(out, 1)[0]);
  }
}

// OpenCL 3.1 allows size zero. What is there before goes, and the other arguments stay where they are.
TEST_P(clSetKernelArg, LocalArgumentWithoutBytes) {
  const auto tester = buildKernel("kernel void test(local int *none, local int *some, global int *out) {"
                                  "  some[0] = 7; barrier(CLK_LOCAL_MEM_FENCE); out[0] = some[0]; }",
                                  "test");
  EXPECT_EQ(CL_SUCCESS, cl.clSetKernelArg(tester.get(), 0, 1 << 18, nullptr));
  EXPECT_EQ(CL_SUCCESS, cl.clSetKernelArg(tester.get(), 0, 0, nullptr));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, cl.clSetKernelArg(tester.get(), 0, 0, &out));
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(tester.get(), 1, sizeof(int), nullptr));
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(tester.get(), 2, sizeof out, &out));
  cl_ulong bytes = 0;
  EXPECT_EQ(CL_SUCCESS, cl.clGetKernelWorkGroupInfo(tester.get(), device(), CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes,
                                                    &bytes, nullptr));
  EXPECT_LE(bytes, 128u);
  ASSERT_EQ(CL_SUCCESS, launch(tester.get()));
  EXPECT_EQ(7, contents<int>(out, 1)[0]);
}

TEST_P(clSetKernelArg, InvalidArgIndex) { EXPECT_EQ(CL_INVALID_ARG_INDEX, set(8, cl_int{0})); }

TEST_P(clSetKernelArg, InvalidArgSize) {
  setAll();
  const double big[8] = {};
  EXPECT_EQ(CL_INVALID_ARG_SIZE, cl.clSetKernelArg(kernel, 0, 4, &out));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, cl.clSetKernelArg(kernel, 1, 16, &table));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, cl.clSetKernelArg(kernel, 3, 8, big));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, cl.clSetKernelArg(kernel, 4, 4, big));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, cl.clSetKernelArg(kernel, 5, 12, big));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, cl.clSetKernelArg(kernel, 6, 24, big)); // a double3 takes the room of four
  EXPECT_EQ(CL_INVALID_ARG_SIZE, cl.clSetKernelArg(kernel, 7, sizeof(Record) - 1, big));
  // What was set before stays.
  ASSERT_EQ(CL_SUCCESS, launch(kernel));
  EXPECT_EQ((std::vector<int>{20, -7, 200, 4, 7, 9, 11, 3}), contents<int>(out, 8));
}

TEST_P(clSetKernelArg, InvalidArgValue) {
  EXPECT_EQ(CL_INVALID_ARG_VALUE, cl.clSetKernelArg(kernel, 3, sizeof(cl_int), nullptr));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, cl.clSetKernelArg(kernel, 7, sizeof(Record), nullptr));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, set(2, cl_int{0}));
}

TEST_P(clSetKernelArg, InvalidMemObject) {
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(0, as<cl_mem>(queue)));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(0, foreign<cl_mem>()));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(1, as<cl_mem>(program)));
}

TEST_P(clSetKernelArg, InvalidContextOfTheBuffer) {
  const auto otherContext = makeContext();
  const auto other = make([&](cl_int *error) { return ::clCreateBuffer(otherContext.get(), 0, 64, nullptr, error); });
  EXPECT_EQ(CL_INVALID_CONTEXT, set(0, other.get()));
}

WEFT_API_SUITE(clCloneKernel, ArgumentTest);

TEST_P(clCloneKernel, CopiesTheArguments) {
  setAll();
  const auto clone = make([&](cl_int *error) { return cl.clCloneKernel(kernel, error); });
  ASSERT_EQ(CL_SUCCESS, set(3, cl_int{99})); // of the first kernel alone
  ASSERT_EQ(CL_SUCCESS, launch(clone.get()));
  EXPECT_EQ((std::vector<int>{20, -7, 200, 4, 7, 9, 11, 3}), contents<int>(out, 8));
}

WEFT_API_SUITE(clRetainKernel, KernelTest);

TEST_P(clRetainKernel, Counts) {
  EXPECT_EQ(CL_SUCCESS, cl.clRetainKernel(kernel));
  EXPECT_EQ(2u, info<cl_uint>(cl.clGetKernelInfo, kernel, CL_KERNEL_REFERENCE_COUNT));
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseKernel(kernel));
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetKernelInfo, kernel, CL_KERNEL_REFERENCE_COUNT));
}

WEFT_API_SUITE(clReleaseKernel, ArgumentTest);

TEST_P(clReleaseKernel, WhileItsLaunchIsQueued) {
  auto other = makeKernel(program, "other");
  ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(other.get(), 0, sizeof out, &out));
  const auto user = makeUserEvent();
  const cl_event event = user.get();
  const size_t one = 1;
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueNDRangeKernel(queue, other.get(), 1, nullptr, &one, nullptr, 1, &event, nullptr));
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseKernel(other.release()));
  ASSERT_EQ(CL_SUCCESS, ::clSetUserEventStatus(event, CL_COMPLETE));
  EXPECT_EQ(1, contents<int>(out, 1)[0]);
}

TEST_P(clReleaseKernel, InvalidKernelOnceReleased) {
  auto other = makeKernel(program, "other");
  const cl_kernel raw = other.release();
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseKernel(raw));
  EXPECT_EQ(CL_INVALID_KERNEL, cl.clReleaseKernel(raw));
}

} // namespace
} // namespace weft::test
