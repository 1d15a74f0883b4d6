// Tests of programs where the compiler library can't be opened. They run with a WEFT_COMPILER that is no library.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>
#include <unistd.h>

#include "support/ApiTest.h"

namespace weft::test {
namespace {

class NoCompilerTest : public ProgramTest {
protected:
  void SetUp() override {
    const char *compiler = std::getenv("WEFT_COMPILER");
    if (!compiler || access(compiler, R_OK) == 0)
      GTEST_SKIP() << "there is a compiler";
  }
  const Handle<cl_program> program = makeProgram("kernel void k() {}");
};
WEFT_API_SUITE(WithoutACompiler, NoCompilerTest);

TEST_P(WithoutACompiler, CompilerNotAvailableForBuilds) {
  EXPECT_EQ(CL_COMPILER_NOT_AVAILABLE, cl.clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr));
  EXPECT_EQ(CL_BUILD_ERROR, [&] {
    cl_build_status status = CL_BUILD_NONE;
    cl.clGetProgramBuildInfo(program.get(), device(), CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr);
    return status;
  }());
  EXPECT_NE("", buildLog(program.get()));
  EXPECT_EQ(CL_COMPILER_NOT_AVAILABLE,
            cl.clCompileProgram(program.get(), 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
}

TEST_P(WithoutACompiler, EverythingElseWorks) {
  const auto buffer = makeBuffer(16);
  const cl_uint value = 7;
  EXPECT_EQ(CL_SUCCESS, cl.clEnqueueFillBuffer(queue, buffer.get(), &value, 4, 0, 16, 0, nullptr, nullptr));
  EXPECT_EQ(std::vector<cl_uint>(4, 7), contents<cl_uint>(buffer.get(), 4));
}

} // namespace
} // namespace weft::test
