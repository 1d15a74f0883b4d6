// Tests of programs in C++ for OpenCL: versions, and variables that constructors give their values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/ApiTest.h"

#include <CL/cl_ext.h>

namespace weft::test {
namespace {

class CxxForOpenClTest : public ProgramTest {
protected:
  /// What a kernel writes to the first element of its one buffer.
  int run(cl_program program, const char *name) { return written<int>(program, name, 1, 1)[0]; }
  Handle<cl_program> compiled(const char *text, const char *options) {
    auto program = makeProgram(text);
    EXPECT_EQ(CL_SUCCESS, ::clCompileProgram(program.get(), 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr))
        << buildLog(program.get());
    return program;
  }
  Handle<cl_program> linked(std::vector<cl_program> parts, const char *options = "") {
    return make([&](cl_int *error) {
      return ::clLinkProgram(context, 0, nullptr, options, static_cast<cl_uint>(parts.size()), parts.data(), nullptr,
                             nullptr, error);
    });
  }
};

WEFT_API_SUITE(CxxForOpenCl, CxxForOpenClTest);

TEST_P(CxxForOpenCl, TellsItsVersion) {
  const char *source = "kernel void k(global int *out) { *out = __OPENCL_CPP_VERSION__; }";
  cl_version version = 0;
  ASSERT_EQ(CL_SUCCESS, ::clGetDeviceInfo(device(), CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT, sizeof version,
                                          &version, nullptr));
  EXPECT_EQ(run(buildProgram(source, "-cl-std=CLC++").get(), "k"),
            int(100 * CL_VERSION_MAJOR(version) + 10 * CL_VERSION_MINOR(version) + CL_VERSION_PATCH(version)));
  EXPECT_EQ(run(buildProgram(source, "-cl-std=CLC++1.0").get(), "k"), 100);
  EXPECT_EQ(run(buildProgram(source, "-cl-std=CLC++2021").get(), "k"), 202100);
}

TEST_P(CxxForOpenCl, CppIsNotOpenClC) {
  const auto program = makeProgram("template <typename T> T same(T x) { return x; } kernel void k() { same(1); }");
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, ::clBuildProgram(program.get(), 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_BUILD_OPTIONS, ::clBuildProgram(program.get(), 0, nullptr, "-cl-std=CLC++17", nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, ::clBuildProgram(program.get(), 0, nullptr, "-cl-std=CLC++2021", nullptr, nullptr));
}

constexpr const char *counting = R"(
  global int constructed;
  struct Counted {
    int number;
    Counted() : number(++constructed) {}
    ~Counted() { number = -1; }
  };
  global Counted first;
  kernel void get(global int *out) { *out = 10 * constructed + first.number; }
)";

TEST_P(CxxForOpenCl, ConstructsOnceForEachProgram) {
  const auto program = buildProgram(counting, "-cl-std=CLC++");
  EXPECT_EQ(run(program.get(), "get"), 11);
  EXPECT_EQ(run(program.get(), "get"), 11);
  EXPECT_EQ(run(buildProgram(counting, "-cl-std=CLC++").get(), "get"), 11);
}

TEST_P(CxxForOpenCl, OnlyKernelsOfTheProgramAreKernels) {
  const auto program = buildProgram(counting, "-cl-std=CLC++");
  char names[16] = {};
  EXPECT_EQ(CL_SUCCESS, ::clGetProgramInfo(program.get(), CL_PROGRAM_KERNEL_NAMES, sizeof names, names, nullptr));
  EXPECT_STREQ(names, "get");
}

TEST_P(CxxForOpenCl, PartsConstructInTheOrderOfLinking) {
  const char *part = R"(
    extern "C" int next();
    struct Numbered { int number; Numbered() : number(next()) {} };
    static global Numbered own;
  )";
  const auto first = compiled((std::string(part) + "kernel void a(global int *out) { *out = own.number; }").c_str(),
                              "-cl-std=CLC++2021");
  const auto second = compiled((std::string(part) + "kernel void b(global int *out) { *out = own.number; }").c_str(),
                               "-cl-std=CLC++2021");
  // Written in C.
  const auto third = compiled("global int count = 7; int next() { return ++count; }", "-cl-std=CL3.0");
  const auto library = linked({second.get(), third.get()}, "-create-library");
  const auto program = linked({first.get(), library.get()});
  EXPECT_EQ(run(program.get(), "a"), 8);
  EXPECT_EQ(run(program.get(), "b"), 9);
}

TEST_P(CxxForOpenCl, ConstructsAgainAfterItsBinary) {
  const auto program = buildProgram(counting, "-cl-std=CLC++");
  EXPECT_EQ(run(program.get(), "get"), 11);
  const auto again = builtFromBinaryOf(program.get());
  EXPECT_EQ(run(again.get(), "get"), 11);
}

} // namespace
} // namespace weft::test
