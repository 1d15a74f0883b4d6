// Tests that compiling a source as a whole program gives the same program as compiling it and linking it alone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <gtest/gtest.h>

#include "CompilerTest.h"

namespace weft::compiler::test {
namespace {

const std::string extensions = std::string(deviceExtensions) + " __opencl_c_program_scope_global_variables";

struct Source {
  const char *name;
  const char *text;
  const char *options;
  const char *kernel;
};

constexpr Source sources[] = {
    {"functions",
     R"(float twice(float x) { return 2 * x; }
        float unused(float x) { return 3 * x; }
        kernel void k(global float *x) { x[get_global_id(0)] = twice(x[get_global_id(0)]); }
        kernel void other(global int *x) { k((global float *)x); })",
     "", "k"},
    {"variables",
     R"(constant int table[4] = {1, 2, 3, 4};
        global int counter = 7;
        static global int hidden;
        kernel void k(global int *x) { hidden += 1; x[get_global_id(0)] = table[get_local_id(0) & 3] + counter + hidden; })",
     "-cl-std=CL3.0", "k"},
    {"barriers",
     R"(kernel void k(global int *x, local int *y) {
          y[get_local_id(0)] = x[get_global_id(0)];
          barrier(CLK_LOCAL_MEM_FENCE);
          x[get_global_id(0)] = y[get_local_size(0) - 1 - get_local_id(0)];
        })",
     "-cl-kernel-arg-info", "k"},
    {"debugging", "kernel void k(global int *x) { int y = *x; *x = y + 1; }", "-g -cl-opt-disable", "k"},
    {"constructors",
     R"(int five(int x) { return x + 5; }
        global int start = five(sizeof(long));
        kernel void k(global int *x) { *x = start; })",
     "-cl-std=CLC++2021", "k"},
};

class WholeProgram : public testing::TestWithParam<Source> {};

TEST_P(WholeProgram, IsAsLinked) {
  const Source &source = GetParam();
  const Result linked = build(source.text, source.options, extensions.c_str());
  const Result whole = compileWhole(source.text, source.options, extensions.c_str());
  ASSERT_EQ(whole->status, WEFT_COMPILER_OK) << logOf(whole);
  EXPECT_EQ(manifestOf(whole), manifestOf(linked));
  const Result codeOfLinked = generate(linked, source.kernel);
  const Result codeOfWhole = generate(whole, source.kernel);
  ASSERT_EQ(codeOfWhole->status, WEFT_COMPILER_OK) << logOf(codeOfWhole);
  const auto code = [](const Result &of) { return std::string(of->code.data, of->code.size); };
  EXPECT_EQ(code(codeOfWhole), code(codeOfLinked));
}

INSTANTIATE_TEST_SUITE_P(All, WholeProgram, testing::ValuesIn(sources),
                         [](const testing::TestParamInfo<Source> &info) { return info.param.name; });

TEST(WholeProgramErrors, AMissingFunctionIsNamed) {
  const char *text = "int elsewhere(int); kernel void k(global int *x) { *x = elsewhere(1); }";
  EXPECT_EQ(compile(text)->status, WEFT_COMPILER_OK);
  const Result whole = compileWhole(text);
  EXPECT_EQ(whole->status, WEFT_COMPILER_FAILED);
  EXPECT_NE(logOf(whole).find("elsewhere"), std::string_view::npos) << logOf(whole);
  EXPECT_EQ(whole->code.size, 0u);
}

TEST(WholeProgramErrors, WarningsOfTheSourceStayInTheLog) {
  const Result warned = compileWhole("kernel void k(global int *x) { \n#warning mind\n *x = 1; }");
  EXPECT_EQ(warned->status, WEFT_COMPILER_OK);
  EXPECT_NE(logOf(warned).find("mind"), std::string_view::npos) << logOf(warned);
}

} // namespace
} // namespace weft::compiler::test
