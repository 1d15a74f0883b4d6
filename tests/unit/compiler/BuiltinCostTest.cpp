// How much code, and how much of the compiler's time, each function of mathematics is, for long vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <ctime>
#include <string>

#include <gtest/gtest.h>

#include "MathCall.h"

namespace weft::compiler::test {
namespace {

class BuiltinCost : public testing::TestWithParam<MathFunction> {};

/// The code is the same on every machine. Where each of sixteen elements had its own copy of all that tgamma calls, it
/// was a megabyte, which took half a minute. Eight calls of lgamma in a row, which LLVM made of a loop of few enough,
/// were a quarter of one.
TEST_P(BuiltinCost, StaysSmall) {
  const MathFunction &function = GetParam();
  for (const FloatFormat *format : formatsOf(function))
    for (int width : {8, 16}) {
      const MathCall call{function, *format, width, function.stores() ? "private" : ""};
      const Result program = build(call.source(), "-cl-std=CL1.2");
      const std::clock_t start = std::clock();
      const Result code = generate(program, "k", "x86-64-v3");
      const std::clock_t time = std::clock() - start;
      ASSERT_EQ(code->status, WEFT_COMPILER_OK) << logOf(code);
      EXPECT_LE(code->code.size, 64u << 10) << call.text();
      EXPECT_LT(time / CLOCKS_PER_SEC, 10) << call.text();
    }
}

INSTANTIATE_TEST_SUITE_P(Functions, BuiltinCost, testing::ValuesIn(mathFunctions()),
                         [](const testing::TestParamInfo<MathFunction> &info) {
                           return std::string(info.param.name) +
                                  (std::strpbrk(info.param.arguments, "sj") ? "_by_scalars" : "");
                         });

} // namespace
} // namespace weft::compiler::test
