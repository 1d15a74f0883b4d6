// Tests the check whether the memory ranges that a kernel accesses through its arguments overlap.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/MemoryRange.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include <gtest/gtest.h>

namespace weft::core {
namespace {

constexpr bool read = false;
constexpr bool written = true;

/// Returns whether the ranges overlap, and checks that the result is the same for every order of the ranges.
bool answer(std::initializer_list<MemoryRange> list) {
  std::vector<MemoryRange> all(list);
  const bool first = overlap(all);
  std::vector<size_t> order(all.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  do {
    std::vector<MemoryRange> other;
    for (const size_t i : order)
      other.push_back(list.begin()[i]);
    EXPECT_EQ(overlap(other), first);
  } while (std::ranges::next_permutation(order).found);
  return first;
}

TEST(MemoryRange, MeetWhereAByteIsCommon) {
  EXPECT_TRUE(answer({{0, 16, written}, {15, 32, read}}));
  EXPECT_TRUE(answer({{0, 16, read}, {15, 32, written}}));
  EXPECT_TRUE(answer({{0, 16, written}, {0, 16, written}}));
  EXPECT_TRUE(answer({{0, 64, read}, {16, 32, written}}));
  EXPECT_FALSE(answer({{0, 16, written}, {16, 32, written}}));
}

TEST(MemoryRange, ThoseThatAreReadDoNotMeet) {
  EXPECT_FALSE(answer({{0, 16, read}, {0, 16, read}, {16, 32, written}}));
  EXPECT_TRUE(answer({{0, 16, read}, {0, 16, read}, {8, 32, written}}));
}

TEST(MemoryRange, OneFarBeforeMayReachFarthest) {
  EXPECT_TRUE(answer({{0, 100, written}, {10, 20, read}, {50, 60, read}}));
  EXPECT_TRUE(answer({{0, 100, read}, {10, 20, read}, {50, 60, written}}));
  EXPECT_FALSE(answer({{0, 100, read}, {10, 20, read}, {100, 160, written}}));
}

TEST(MemoryRange, NothingMeetsNothingAndAnythingAll) {
  EXPECT_FALSE(answer({}));
  EXPECT_FALSE(answer({MemoryRange::anything()}));
  MemoryRange nothing = MemoryRange::nothing();
  nothing.isWritten = true;
  EXPECT_FALSE(answer({nothing, nothing, {0, 16, written}}));
  EXPECT_FALSE(answer({nothing, MemoryRange::anything()}));
  EXPECT_TRUE(answer({{1 << 20, (1 << 20) + 1, written}, MemoryRange::anything()}));
  EXPECT_FALSE(answer({{1 << 20, (1 << 20) + 1, read}, MemoryRange::anything()}));
}

TEST(MemoryRange, OfMemory) {
  const std::vector<int> memory(4);
  const auto begin = reinterpret_cast<uintptr_t>(memory.data());
  EXPECT_EQ(MemoryRange::within(memory.data(), 16), (MemoryRange{begin, begin + 16, false}));
}

} // namespace
} // namespace weft::core
