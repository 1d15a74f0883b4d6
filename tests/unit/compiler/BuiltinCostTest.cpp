// Tests that calls of mathematical functions with long vectors need little code and little time to compile.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <ctime>
#include <string>

#include <gtest/gtest.h>

#include "MathCall.h"

namespace weft::compiler::test {
namespace {

class BuiltinCost : public testing::TestWithParam<MathFunction> {};

/// The code is the same on every machine. When each of sixteen elements had a copy of all functions that tgamma calls,
/// the code had a megabyte and took half a minute to compile. When LLVM unrolled a loop over eight calls of lgamma, the
/// code had a quarter of a megabyte.
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
