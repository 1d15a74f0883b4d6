// Tests rectangular regions of memory: the checks of their bounds, overflow, and overlap against a map of bytes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/Rectangle.h"

#include <CL/cl.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace weft::core {
namespace {

constexpr size_t origin[3] = {0, 0, 0};

int codeOf(const Result<cpu::RectangleSide> &side) { return side ? CL_SUCCESS : side.error().code; }

TEST(Rectangle, PitchesOfZeroAreTheTightOnes) {
  auto side = checkSide("buffer", nullptr, 4 * 3 * 2, origin, {4, 3, 2}, 0, 0);
  ASSERT_TRUE(side);
  EXPECT_EQ(side->rowPitch, 4u);
  EXPECT_EQ(side->slicePitch, 12u);
}

TEST(Rectangle, PitchesMustFitTheRegion) {
  Region region{4, 3, 2};
  EXPECT_EQ(codeOf(checkSide("buffer", nullptr, 1000, origin, region, 3, 0)), CL_INVALID_VALUE);
  EXPECT_EQ(codeOf(checkSide("buffer", nullptr, 1000, origin, region, 5, 14)), CL_INVALID_VALUE);
  EXPECT_EQ(codeOf(checkSide("buffer", nullptr, 1000, origin, region, 5, 16)), CL_INVALID_VALUE);
  EXPECT_EQ(codeOf(checkSide("buffer", nullptr, 1000, origin, region, 5, 20)), CL_SUCCESS);
}

TEST(Rectangle, MustLieWithinTheBuffer) {
  Region region{4, 3, 2};
  size_t shifted[3] = {1, 0, 0};
  EXPECT_EQ(codeOf(checkSide("buffer", nullptr, 24, origin, region, 0, 0)), CL_SUCCESS);
  EXPECT_EQ(codeOf(checkSide("buffer", nullptr, 23, origin, region, 0, 0)), CL_INVALID_VALUE);
  EXPECT_EQ(codeOf(checkSide("buffer", nullptr, 24, shifted, region, 0, 0)), CL_INVALID_VALUE);
}

TEST(Rectangle, SizesThatOverflowAreErrors) {
  size_t far[3] = {SIZE_MAX - 1, 0, 0}, high[3] = {0, SIZE_MAX, 0};
  EXPECT_EQ(codeOf(checkSide("memory", nullptr, SIZE_MAX, far, {4, 1, 1}, 0, 0)), CL_INVALID_VALUE);
  EXPECT_EQ(codeOf(checkSide("memory", nullptr, SIZE_MAX, high, {4, 1, 1}, 0, 0)), CL_INVALID_VALUE);
  EXPECT_EQ(codeOf(checkSide("memory", nullptr, SIZE_MAX, origin, {4, SIZE_MAX / 2, 1}, 0, 0)), CL_INVALID_VALUE);
  size_t region[3] = {size_t(1) << 33, size_t(1) << 33, 1}, empty[3] = {4, 0, 1};
  EXPECT_EQ(checkRegion(region).error().code, CL_INVALID_VALUE);
  EXPECT_EQ(checkRegion(empty).error().code, CL_INVALID_VALUE);
}

/// Whether the two sides share a byte. The function marks every byte of both sides.
bool shareByte(const cpu::RectangleSide &a, const Region &regionA, const cpu::RectangleSide &b, const Region &regionB,
               size_t size) {
  std::vector<int> marks(size);
  for (const cpu::RectangleSide *side : {&a, &b}) {
    const Region &region = side == &a ? regionA : regionB;
    for (uint64_t z = 0; z < region[2]; ++z)
      for (uint64_t y = 0; y < region[1]; ++y)
        for (uint64_t x = 0; x < region[0]; ++x)
          marks[(side->origin[2] + z) * side->slicePitch + (side->origin[1] + y) * side->rowPitch + side->origin[0] +
                x] |= side == &a ? 1 : 2;
  }
  return std::ranges::find(marks, 3) != marks.end();
}

TEST(Rectangle, OverlapIsThatOfTheBytes) {
  std::mt19937 random(1);
  auto number = [&](unsigned end) { return size_t(random() % end); };
  std::vector<std::byte> memory(4096);
  int overlapping = 0, checked = 0;
  for (int i = 0; i < 20000; ++i) {
    auto randomRegion = [&] { return Region{1 + number(5), 1 + number(4), 1 + number(3)}; };
    const Region regionA = randomRegion(), regionB = randomRegion();
    auto randomSide = [&](const Region &region) {
      size_t at[3] = {number(12), number(4), number(3)};
      size_t rowPitch = region[0] + number(6);
      size_t slicePitch = rowPitch * (region[1] + number(3));
      return checkSide("buffer", memory.data(), memory.size(), at, region, rowPitch, slicePitch);
    };
    auto a = randomSide(regionA), b = randomSide(regionB);
    if (!a || !b)
      continue;
    bool expected = shareByte(*a, regionA, *b, regionB, memory.size());
    ASSERT_EQ(overlap(*a, regionA, *b, regionB), expected) << i;
    overlapping += expected;
    ++checked;
  }
  EXPECT_GT(overlapping, checked / 20);
  EXPECT_LT(overlapping, checked / 20 * 19);
}

} // namespace
} // namespace weft::core
