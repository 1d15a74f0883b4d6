// Operations whose result is undefined, and barriers that not all work-items reach.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "CheckedLaunch.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

TEST(CheckValues, Divisions) {
  const CheckOutcome outcome = runChecked("values",
                                          "kernel void k(global const int *a, global const int *b, global int *out) {\n"
                                          "  int i = get_global_id(0);\n"
                                          "  out[i] = a[i] / b[i];\n"
                                          "  out[i] += (uint)a[i] % (uint)b[i];\n"
                                          "}\n",
                                          {buffer(std::vector<int>{8, std::numeric_limits<int>::min(), 5, 9}),
                                           buffer(std::vector<int>{2, 2, 0, -1}), buffer(std::vector<int>(4))},
                                          {4}, {4});
  ASSERT_EQ(outcome.faults.size(), 2u);
  EXPECT_EQ(outcome.faults[0]["sentence"], "division of 5 by zero");
  EXPECT_EQ(outcome.faults[0]["line"], 3);
  EXPECT_EQ(outcome.faults[0]["globalId"], Json({2, 0, 0}));
  EXPECT_EQ(outcome.faults[1]["line"], 4);
}

TEST(CheckValues, QuotientThatDoesNotFit) {
  const std::string source = "kernel void k(global int *a, int b) { a[get_global_id(0)] /= b; }\n";
  for (const int divisor : {-1, -2}) {
    const CheckOutcome outcome = runChecked(
        "values", source, {buffer(std::vector<int>(8, std::numeric_limits<int>::min())), value(divisor)}, {8}, {8});
    ASSERT_EQ(outcome.faults.size(), divisor == -1 ? 1u : 0u);
    if (divisor == -1) {
      EXPECT_THAT(outcome.faults[0]["sentence"].get<std::string>(), HasSubstr("by -1, whose result does not fit"));
      EXPECT_EQ(outcome.faults[0]["count"], 8);
    }
  }
}

TEST(CheckValues, Conversions) {
  const CheckOutcome outcome =
      runChecked("values",
                 "kernel void k(global const float *a, global int *out) {\n"
                 "  int i = get_global_id(0);\n"
                 "  out[i] = a[i] > 100.0f ? 0 : (int)a[i];\n"
                 "  out[i] += (uchar)a[i];\n"
                 "}\n",
                 {buffer(std::vector<float>{1.5f, -0.5f, 3e9f, 255.9f}), buffer(std::vector<int>(4))}, {4}, {4});
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["line"], 4);
  EXPECT_EQ(outcome.faults[0]["globalId"], Json({2, 0, 0}));
  EXPECT_THAT(outcome.faults[0]["sentence"].get<std::string>(), HasSubstr("conversion of 3e+09 to an unsigned"));
}

/// The build log warns, at run time each call is reported once.
TEST(CheckValues, FormatsOfPrintf) {
  const CheckOutcome outcome =
      runChecked("values",
                 "kernel void k(global int *out) {\n"
                 "  int i = get_global_id(0);\n"
                 "  printf(\"%d %s\\n\", i, i);\n"
                 "  printf(\"%d %f\\n\", i);\n"
                 "  printf(\"%ld\\n\", i);\n"
                 "  printf(\"%v4hhd\\n\", (int4)(i));\n"
                 "  printf(\"%c %5.2f %v4hld %p %s %lu %%\\n\", 'a', 1.5f, (int4)(i), out, \"b\", 2ul);\n"
                 "  printf(\"more than it takes\\n\", i);\n"
                 "}\n",
                 {buffer(std::vector<int>(4))}, {4}, {4});
  std::vector<std::string> sentences;
  for (const Json &fault : outcome.faults) {
    EXPECT_EQ(fault["fault"], "format");
    EXPECT_EQ(fault["count"], 4);
    sentences.push_back(fault["sentence"].get<std::string>() + " at " + std::to_string(fault["line"].get<int>()));
  }
  const std::string beginning = "printf whose arguments don't fit its format: ";
  EXPECT_THAT(sentences, testing::UnorderedElementsAre(beginning + "'%s' is given an integer of 4 bytes at 3",
                                                       beginning + "'%f' has no argument at 4",
                                                       beginning + "'%ld' is given an integer of 4 bytes at 5",
                                                       beginning + "'%v4hhd' is given 4 integers of 4 bytes at 6"));
  EXPECT_THAT(outcome.buildLog, HasSubstr("program.cl:4:15: warning: more '%' conversions than data arguments"));
}

TEST(CheckBarriers, OneThatSomeMiss) {
  const std::string source = "kernel void k(global int *out, int n) {\n"
                             "  int i = get_local_id(0);\n"
                             "  if (i < n)\n"
                             "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "  out[get_global_id(0)] = i;\n"
                             "}\n";
  for (const int n : {8, 5}) {
    const CheckOutcome outcome = runChecked("barriers", source, {buffer(std::vector<int>(16)), value(n)}, {16}, {8});
    ASSERT_EQ(outcome.faults.size(), n == 8 ? 0u : 1u);
    if (n == 8)
      continue;
    EXPECT_EQ(outcome.faults[0]["fault"], "barrier");
    EXPECT_EQ(outcome.faults[0]["line"], 4);
    EXPECT_EQ(outcome.faults[0]["count"], 2);
    EXPECT_THAT(outcome.faults[0]["sentence"].get<std::string>(), HasSubstr("5 wait there, 3 don't"));
    EXPECT_EQ(outcome.faults[0]["other"]["localId"], Json({5, 0, 0}));
    EXPECT_EQ(outcome.faults[0]["other"]["hasEnded"], true);
  }
}

TEST(CheckBarriers, TwoThatArentTheSame) {
  const CheckOutcome outcome = runChecked("barriers",
                                          "kernel void k(global int *out) {\n"
                                          "  if (get_local_id(0) < 3)\n"
                                          "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                          "  else\n"
                                          "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                          "  out[get_global_id(0)] = 1;\n"
                                          "}\n",
                                          {buffer(std::vector<int>(8))}, {8}, {8});
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["line"], 3);
  EXPECT_EQ(outcome.faults[0]["other"]["line"], 5);
}

} // namespace
} // namespace weft::test
