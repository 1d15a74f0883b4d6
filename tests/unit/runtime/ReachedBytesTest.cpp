// Whether what a kernel reaches through its arguments meets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/ReachedBytes.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include <gtest/gtest.h>

namespace weft::core {
namespace {

constexpr bool read = false;
constexpr bool written = true;

/// The answer, which doesn't depend on the order.
bool answer(std::initializer_list<ReachedBytes> list) {
  std::vector<ReachedBytes> all(list);
  const bool first = doMeet(all);
  std::vector<size_t> order(all.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  do {
    std::vector<ReachedBytes> other;
    for (const size_t i : order)
      other.push_back(list.begin()[i]);
    EXPECT_EQ(doMeet(other), first);
  } while (std::ranges::next_permutation(order).found);
  return first;
}

TEST(ReachedBytes, MeetWhereAByteIsCommon) {
  EXPECT_TRUE(answer({{0, 16, written}, {15, 32, read}}));
  EXPECT_TRUE(answer({{0, 16, read}, {15, 32, written}}));
  EXPECT_TRUE(answer({{0, 16, written}, {0, 16, written}}));
  EXPECT_TRUE(answer({{0, 64, read}, {16, 32, written}}));
  EXPECT_FALSE(answer({{0, 16, written}, {16, 32, written}}));
}

TEST(ReachedBytes, ThoseThatAreReadDoNotMeet) {
  EXPECT_FALSE(answer({{0, 16, read}, {0, 16, read}, {16, 32, written}}));
  EXPECT_TRUE(answer({{0, 16, read}, {0, 16, read}, {8, 32, written}}));
}

TEST(ReachedBytes, OneFarBeforeMayReachFarthest) {
  EXPECT_TRUE(answer({{0, 100, written}, {10, 20, read}, {50, 60, read}}));
  EXPECT_TRUE(answer({{0, 100, read}, {10, 20, read}, {50, 60, written}}));
  EXPECT_FALSE(answer({{0, 100, read}, {10, 20, read}, {100, 160, written}}));
}

TEST(ReachedBytes, NothingMeetsNothingAndAnythingAll) {
  EXPECT_FALSE(answer({}));
  EXPECT_FALSE(answer({ReachedBytes::anything()}));
  ReachedBytes nothing = ReachedBytes::nothing();
  nothing.isWritten = true;
  EXPECT_FALSE(answer({nothing, nothing, {0, 16, written}}));
  EXPECT_FALSE(answer({nothing, ReachedBytes::anything()}));
  EXPECT_TRUE(answer({{1 << 20, (1 << 20) + 1, written}, ReachedBytes::anything()}));
  EXPECT_FALSE(answer({{1 << 20, (1 << 20) + 1, read}, ReachedBytes::anything()}));
}

TEST(ReachedBytes, OfMemory) {
  const std::vector<int> memory(4);
  const auto begin = reinterpret_cast<uintptr_t>(memory.data());
  EXPECT_EQ(ReachedBytes::within(memory.data(), 16), (ReachedBytes{begin, begin + 16, false}));
}

} // namespace
} // namespace weft::core
