// Reads of private variables that was never written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "CheckedLaunch.h"

namespace weft::test {
namespace {

CheckOutcome runBody(const std::string &body, const std::string &before = "", const std::string &checks = "values") {
  return runChecked(checks,
                    before +
                        "kernel void k(global int *out, global const int *in) {\n"
                        "  int i = get_global_id(0);\n" +
                        body + "}\n",
                    {buffer(std::vector<int>(32)), buffer(std::vector<int>{3, 1, 2, 1, 0, 7, 6, 5})}, {8}, {8},
                    "-cl-std=CL3.0");
}

struct Case {
  const char *what;
  const char *body;
  const char *before = "";
};

TEST(CheckVariables, ReadsOfWhatNobodyHasWritten) {
  const Case cases[] = {
      {"a scalar", "  int x;\n  if (in[i] > 2) x = 4;\n  out[i] = x;\n"},
      {"a scalar in a loop", "  int x;\n  for (int n = 3; n < in[i]; ++n) x = n;\n  out[i] = x;\n"},
      {"an element", "  int x[4];\n  for (int n = 0; n < 3; ++n) x[n] = n;\n  out[i] = x[in[i] & 3];\n"},
      {"an element that an index names", "  int x[8];\n  x[in[i]] = 1;\n  out[i] = x[i];\n"},
      {"a part of a vector", "  int4 x;\n  x.xzw = (int3)(1);\n  out[i] = x.y;\n"},
      {"a whole vector", "  int4 x;\n  x.xzw = (int3)(1);\n  vstore4(x, i, out);\n"},
      {"a member", "  struct pair x;\n  x.left = 1;\n  out[i] = x.left + x.right;\n",
       "struct pair { char left; int right; };\n"},
      {"a copy of a member", "  struct pair x, y;\n  x.left = 1;\n  y = x;\n  out[i] = y.right;\n",
       "struct pair { char left; int right; };\n"},
      {"through a function", "  int x[2];\n  put(x, i);\n  out[i] = x[1];\n",
       "void put(int *to, int x) { to[0] = x; }\n"},
      {"a bit among others", "  union both x;\n  x.bytes[0] = in[i];\n  out[i] = x.number & 0x1FF;\n",
       "union both { int number; char bytes[4]; };\n"},
      {"across a barrier", "  int x;\n  if (in[i] > 2) x = 4;\n  barrier(CLK_LOCAL_MEM_FENCE);\n  out[i ^ 1] = x;\n"},
  };
  for (const Case &one : cases) {
    const CheckOutcome outcome = runBody(one.body, one.before);
    ASSERT_EQ(outcome.faults.size(), 1u) << one.what;
    EXPECT_EQ(outcome.faults[0]["fault"], "unwritten") << one.what;
    EXPECT_TRUE(outcome.faults[0]["object"] == "x" || outcome.faults[0]["object"] == "y") << one.what;
    EXPECT_EQ(outcome.faults[0]["access"], "read") << one.what;
  }
}

// The launch ends, too: what nobody has written is one value to the loop.
TEST(CheckVariables, ConditionOfALoopWithBarriers) {
  const CheckOutcome outcome = runBody("  int x;\n"
                                       "  if (in[0] > 100) x = in[0];\n"
                                       "  while (x) {\n"
                                       "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                       "    x >>= 1;\n"
                                       "  }\n"
                                       "  out[i] = 5;\n");
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["fault"], "unwritten");
  EXPECT_EQ(outcome.faults[0]["object"], "x");
  EXPECT_EQ(outcome.faults[0]["line"], 5);
  EXPECT_EQ(outcome.buffers[0][0], 5);
}

TEST(CheckVariables, PlaceOfTheRead) {
  const CheckOutcome outcome = runBody("  int x[4];\n"
                                       "  x[in[i] & 3] = 5;\n"
                                       "  out[i] = x[1];\n");
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["line"], 5);
  EXPECT_EQ(outcome.faults[0]["offset"], 4);
  EXPECT_EQ(outcome.faults[0]["accessBytes"], 4);
  EXPECT_EQ(outcome.faults[0]["globalId"], Json({0, 0, 0}));
  EXPECT_EQ(outcome.faults[0]["count"], 5); // of all but 1, 3 and 7
  EXPECT_EQ(outcome.faults[0]["sentence"], "read of private variable 'x' at offset 4, which was never written");
}

TEST(CheckVariables, WhatHasBeenWrittenSomewhere) {
  const Case cases[] = {
      {"on both ways", "  int x;\n  if (in[i] > 2) x = 4; else x = 5;\n  out[i] = x;\n"},
      {"by a loop", "  int x[8];\n  for (int n = 0; n < 8; ++n) x[n] = n;\n  out[i] = x[in[i]];\n"},
      {"element by element", "  int4 x;\n  x.x = 1; x.y = 2; x.zw = (int2)(3);\n  vstore4(x, i, out);\n"},
      {"three elements", "  int3 x;\n  x.x = 1; x.y = 2; x.z = in[i];\n  int3 y = x;\n  out[i] = y.z;\n"},
      {"three elements that a function passes on",
       "  int3 x = triple(i);\n  int3 y;\n  if (i > 3) y = same(x); else y = same(x.zyx);\n  y = same(y);\n"
       "  out[i] = y.x + y.z;\n  *(global int3 *)(out + 4 * (i & 1)) = y;\n",
       "int3 same(int3 x) { return x; }\nint3 triple(int x) { return (int3)(x, 1, 2); }\n"},
      {"a part that is read alone", "  int4 x;\n  x.y = i;\n  out[i] = x.y;\n"},
      {"a struct with holes",
       "  struct pair x, y;\n  x.left = 1; x.right = 2;\n  y = x;\n  out[i] = y.left + y.right;\n",
       "struct pair { char left; int right; };\n"},
      {"a struct of which a part is copied, too", "  struct pair x, y;\n  x.left = 1;\n  y = x;\n  out[i] = y.left;\n",
       "struct pair { char left; int right; };\n"},
      {"by a builtin", "  float x;\n  float y = fract(in[i] * 0.5f, &x);\n  out[i] = x + y;\n"},
      {"by a function", "  int x;\n  put(&x, i);\n  out[i] = x;\n", "void put(int *to, int x) { *to = x; }\n"},
      {"by another address space's name", "  int x;\n  int *y = i > 3 ? &x : (int *)&out[8 + i];\n  *y = 3;\n"
                                          "  out[i] = i > 3 ? x : 1;\n"},
      {"a union", "  union both x;\n  x.number = in[i];\n  out[i] = x.bytes[1];\n",
       "union both { int number; char bytes[4]; };\n"},
      {"the bits that are read",
       "  union both x;\n  x.bytes[0] = in[i];\n  x.bytes[1] = 1;\n"
       "  out[i] = (x.number & 0x1FF) + (short)x.number;\n",
       "union both { int number; char bytes[4]; };\n"},
      {"by work-items that read it", "  int x;\n  if (in[i] > 2) x = 4;\n  if (in[i] > 2) out[i] = x;\n"},
  };
  for (const Case &one : cases) {
    const CheckOutcome outcome = runBody(one.body, one.before);
    EXPECT_TRUE(outcome.faults.empty()) << one.what << ": " << outcome.faults[0];
  }
}

/// What is outside of a variable is told of once, and does no harm.
TEST(CheckVariables, OutsideOfAVariable) {
  const CheckOutcome outcome =
      runBody("  int x[4];\n"
              "  x[in[i]] = i;\n"
              "  int y = 0;\n"
              "  for (int n = 0; n < 8; ++n) y += in[n] == in[i] && in[n] > 3 ? x[in[n]] : 0;\n"
              "  out[i] = y;\n",
              "", "memory,values");
  ASSERT_EQ(outcome.faults.size(), 2u);
  for (const Json &fault : outcome.faults) {
    EXPECT_EQ(fault["fault"], "outside");
    EXPECT_EQ(fault["object"], "x");
  }
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(outcome.buffers[0][static_cast<size_t>(i)], 0);
}

} // namespace
} // namespace weft::test
