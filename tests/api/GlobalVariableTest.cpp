// Tests of a program's variables by their names: cl_intel_global_variable_access.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NewNames.h"
#include "support/ApiTest.h"
#include "support/Extension.h"

namespace weft::test {
namespace {

constexpr const char *source = R"(
  global int table[4] = {10, 20, 30, 40};
  global long unused = 5;
  static global int hidden = 7;
  constant int fixed = 9;
  kernel void change(global int *out) {
    for (int i = 0; i < 4; ++i)
      out[i] = table[i]++;
    out[0] += hidden + fixed;
  }
)";

class GlobalVariableTest : public ProgramTest {
protected:
  const decltype(&::clGetDeviceGlobalVariablePointerINTEL) find =
      extension<decltype(&::clGetDeviceGlobalVariablePointerINTEL)>(cl, "clGetDeviceGlobalVariablePointerINTEL");
  const decltype(&::clEnqueueReadGlobalVariableINTEL) enqueueRead =
      extension<decltype(&::clEnqueueReadGlobalVariableINTEL)>(cl, "clEnqueueReadGlobalVariableINTEL");
  const decltype(&::clEnqueueWriteGlobalVariableINTEL) enqueueWrite =
      extension<decltype(&::clEnqueueWriteGlobalVariableINTEL)>(cl, "clEnqueueWriteGlobalVariableINTEL");
  const Handle<cl_program> program = buildProgram(source, "-cl-std=CL3.0");

  /// What the kernel writes.
  std::vector<int> change() { return written<int>(program.get(), "change", 4, 1); }
  cl_int read(const char *name, size_t size, size_t offset, void *to) {
    return enqueueRead(queue, program.get(), name, CL_TRUE, size, offset, to, 0, nullptr, nullptr);
  }
  cl_int write(const char *name, size_t size, size_t offset, const void *from) {
    return enqueueWrite(queue, program.get(), name, CL_TRUE, size, offset, from, 0, nullptr, nullptr);
  }
};

WEFT_API_SUITE(clGetDeviceGlobalVariablePointerINTEL, GlobalVariableTest);

TEST_P(clGetDeviceGlobalVariablePointerINTEL, IsWhereKernelsFindTheVariable) {
  size_t size = 0;
  void *pointer = nullptr;
  ASSERT_EQ(CL_SUCCESS, find(device(), program.get(), "table", &size, &pointer));
  ASSERT_EQ(4 * sizeof(int), size);
  auto *table = static_cast<int *>(pointer);
  EXPECT_EQ(30, table[2]);
  table[2] = 300;
  EXPECT_EQ((std::vector<int>{10 + 7 + 9, 20, 300, 40}), change());
  EXPECT_EQ(301, table[2]);
}

TEST_P(clGetDeviceGlobalVariablePointerINTEL, KnowsVariablesThatNoKernelUses) {
  size_t size = 0;
  void *pointer = nullptr;
  ASSERT_EQ(CL_SUCCESS, find(device(), program.get(), "unused", &size, &pointer));
  EXPECT_EQ(sizeof(cl_long), size);
  EXPECT_EQ(5, *static_cast<cl_long *>(pointer));
  EXPECT_EQ(CL_SUCCESS, find(device(), program.get(), "unused", nullptr, nullptr));
}

TEST_P(clGetDeviceGlobalVariablePointerINTEL, KnowsThemInAProgramFromABinary) {
  const auto loaded = builtFromBinaryOf(program.get());
  void *first = nullptr, *second = nullptr;
  EXPECT_EQ(CL_SUCCESS, find(device(), program.get(), "table", nullptr, &first));
  EXPECT_EQ(CL_SUCCESS, find(device(), loaded.get(), "table", nullptr, &second));
  EXPECT_NE(first, second);
  EXPECT_EQ(40, static_cast<int *>(second)[3]);
}

TEST_P(clGetDeviceGlobalVariablePointerINTEL, InvalidArgValueWhereTheNameIsNoneOfThem) {
  size_t size = 77;
  void *pointer = this;
  for (const char *name : {"nothing", "hidden", "fixed", "change", "", "tabl"})
    EXPECT_EQ(CL_INVALID_ARG_VALUE, find(device(), program.get(), name, &size, &pointer)) << name;
  EXPECT_EQ(77u, size);
  EXPECT_EQ(this, pointer);
}

TEST_P(clGetDeviceGlobalVariablePointerINTEL, InvalidValueWithoutAName) {
  EXPECT_EQ(CL_INVALID_VALUE, find(device(), program.get(), nullptr, nullptr, nullptr));
}

TEST_P(clGetDeviceGlobalVariablePointerINTEL, InvalidProgramExecutable) {
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, find(device(), makeProgram(source).get(), "table", nullptr, nullptr));
}

WEFT_API_SUITE(clEnqueueReadGlobalVariableINTEL, GlobalVariableTest);

TEST_P(clEnqueueReadGlobalVariableINTEL, ReadsAPartAfterLaunches) {
  change();
  int two[2] = {};
  EXPECT_EQ(CL_SUCCESS, read("table", sizeof two, sizeof(int), two));
  EXPECT_EQ(21, two[0]);
  EXPECT_EQ(31, two[1]);
}

TEST_P(clEnqueueReadGlobalVariableINTEL, OutlivesTheProgramWhileItWaits) {
  const auto gate = makeUserEvent();
  const cl_event waits = gate.get();
  int out = 0;
  {
    const auto other = buildProgram(source, "-cl-std=CL3.0");
    ASSERT_EQ(CL_SUCCESS, enqueueRead(queue, other.get(), "table", CL_FALSE, sizeof out, 4, &out, 1, &waits, nullptr));
  }
  EXPECT_EQ(0, out);
  EXPECT_EQ(CL_SUCCESS, ::clSetUserEventStatus(gate.get(), CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
  EXPECT_EQ(20, out);
}

TEST_P(clEnqueueReadGlobalVariableINTEL, InvalidValue) {
  int out[8];
  EXPECT_EQ(CL_INVALID_VALUE, read("table", 17, 0, out));
  EXPECT_EQ(CL_INVALID_VALUE, read("table", 1, 16, out));
  EXPECT_EQ(CL_INVALID_VALUE, read("table", SIZE_MAX, 8, out));
  EXPECT_EQ(CL_INVALID_VALUE, read("table", 4, 0, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, read(nullptr, 4, 0, out));
}

TEST_P(clEnqueueReadGlobalVariableINTEL, InvalidArgValue) {
  int out = 0;
  EXPECT_EQ(CL_INVALID_ARG_VALUE, read("hidden", 4, 0, &out));
}

TEST_P(clEnqueueReadGlobalVariableINTEL, InvalidProgramExecutable) {
  int out = 0;
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE,
            enqueueRead(queue, makeProgram(source).get(), "table", CL_TRUE, 4, 0, &out, 0, nullptr, nullptr));
}

WEFT_API_SUITE(clEnqueueWriteGlobalVariableINTEL, GlobalVariableTest);

TEST_P(clEnqueueWriteGlobalVariableINTEL, IsSeenByLaunchesBehindIt) {
  const int two[2] = {-1, -2};
  EXPECT_EQ(CL_SUCCESS, write("table", sizeof two, 2 * sizeof(int), two));
  EXPECT_EQ((std::vector<int>{10 + 7 + 9, 20, -1, -2}), change());
}

TEST_P(clEnqueueWriteGlobalVariableINTEL, InvalidValue) {
  const int in[8] = {};
  EXPECT_EQ(CL_INVALID_VALUE, write("table", 12, 8, in));
  EXPECT_EQ(CL_INVALID_VALUE, write("table", 4, 0, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, write(nullptr, 4, 0, in));
}

TEST_P(clEnqueueWriteGlobalVariableINTEL, InvalidArgValue) {
  const int in = 0;
  EXPECT_EQ(CL_INVALID_ARG_VALUE, write("fixed", 4, 0, &in));
}

TEST_P(clEnqueueWriteGlobalVariableINTEL, InvalidProgramExecutable) {
  const int in = 0;
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE,
            enqueueWrite(queue, makeProgram(source).get(), "table", CL_TRUE, 4, 0, &in, 0, nullptr, nullptr));
}

} // namespace
} // namespace weft::test
