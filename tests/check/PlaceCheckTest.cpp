// Places that follow from ids and sizes: whether work-items have them for themselves is seen without looking at each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "CheckedLaunch.h"

namespace weft::test {
namespace {

CheckOutcome runIn(const std::string &source, size_t ints, const std::vector<size_t> &global,
                   const std::vector<size_t> &local, int number = 0) {
  std::vector<CheckArgument> arguments = {buffer(std::vector<int>(ints))};
  if (source.contains("int n)"))
    arguments.push_back(value(number));
  return runChecked("races", source, arguments, global, local);
}

/// Whether each work-item has an element for itself depends on the sizes of the launch.
TEST(CheckPlaces, RowsThatOverlap) {
  for (const int width : {16, 15, 1}) {
    const CheckOutcome outcome = runIn("kernel void k(global int *out) {\n"
                                       "  int x = get_global_id(0), y = get_global_id(1);\n"
                                       "  out[y * " +
                                           std::to_string(width) + " + x] = y * 100 + x + 1;\n}\n",
                                       128, {16, 8}, {4, 4});
    EXPECT_EQ(outcome.faults.empty(), width == 16) << width;
  }
  const std::string source = "kernel void k(global int *out) { out[get_global_id(0)] = get_global_id(1) + 1; }\n";
  EXPECT_TRUE(runIn(source, 16, {16, 1}, {4, 1}).faults.empty());
  EXPECT_EQ(runIn(source, 16, {16, 2}, {4, 1}).faults.size(), 1u);
}

/// Groups of a matrix that write its transpose, by groups.
TEST(CheckPlaces, RowsOfOtherGroups) {
  for (const char *type : {"int", "uint", "size_t"})
    for (const int width : {16, 15, 18}) {
      const CheckOutcome outcome = runIn("typedef " + std::string(type) +
                                             " index;\n"
                                             "kernel void k(global int *out, int n) {\n"
                                             "  const index left = get_group_id(0) * 4, top = get_group_id(1) * 4;\n"
                                             "  const index x = get_local_id(0), y = get_local_id(1);\n"
                                             "  out[(left + y) * n + top + x] = 100 * (left + x) + top + y + 1;\n}\n",
                                         400, {16, 16}, {4, 4}, width);
      EXPECT_EQ(outcome.faults.empty(), width != 15) << type << " " << width;
    }
}

/// The group's id is not the same for all work-items of a launch.
TEST(CheckPlaces, GroupsThatOverlap) {
  const auto runWith = [](const char *index) {
    return runIn("kernel void k(global int *out) {\n  out[" + std::string(index) + "] = get_global_id(0) + 1;\n}\n", 64,
                 {32}, {8});
  };
  EXPECT_TRUE(runWith("get_global_id(0) + get_group_id(0)").faults.empty());
  const CheckOutcome outcome = runWith("get_global_id(0) - get_group_id(0)");
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["count"], 3);
}

/// Each work-item has two elements that are half a block from each other.
TEST(CheckPlaces, ElementsOfABlock) {
  for (const int block : {16, 15, 8}) {
    const CheckOutcome outcome = runIn("kernel void k(global int *out, int n) {\n"
                                       "  const uint start = get_group_id(0) * n, i = start + get_local_id(0);\n"
                                       "  const int a = out[i], b = out[i + 8];\n"
                                       "  out[i] = b + i + 1;\n"
                                       "  out[i + 8] = a + 2 * i + 2;\n}\n",
                                       80, {32}, {8}, block);
    EXPECT_EQ(outcome.faults.empty(), block == 16) << block;
  }
}

/// Indices of 32 bits that wrap lead to places that are others' in truth.
TEST(CheckPlaces, IndicesThatWrap) {
  for (const int step : {1, 1 << 28}) {
    const CheckOutcome outcome = runIn("kernel void k(global int *out, int n) {\n"
                                       "  const uint i = get_global_id(0);\n"
                                       "  if (i % 16 == 0) out[i * n] = i + 1;\n}\n",
                                       64, {64}, {8}, step);
    EXPECT_EQ(outcome.faults.empty(), step == 1) << step;
  }
}

} // namespace
} // namespace weft::test
