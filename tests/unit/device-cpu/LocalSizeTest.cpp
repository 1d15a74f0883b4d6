// Tests the choice of the local size: properties that hold for every range, and the results for typical ranges.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <random>

#include <gtest/gtest.h>

#include "Device.h"

namespace weft::cpu {
namespace {

using Sizes = std::array<uint64_t, 3>;

Sizes choose(unsigned workDim, Sizes globalSize, unsigned workers, uint64_t maxItems, bool uniform,
             unsigned packetDimension = 0, bool prefersTiles = false) {
  NDRange range;
  range.workDim = workDim;
  range.globalSize = globalSize;
  return chooseLocalSize(range, workers, maxItems, uniform, 0, packetDimension, prefersTiles);
}

TEST(ChooseLocalSize, KeepsItsPromisesForRandomRanges) {
  std::mt19937_64 random(5);
  for (unsigned i = 0; i < 4000; ++i) {
    const unsigned workDim = 1 + i % 3;
    const uint64_t bound = i % 7 == 0 ? uint64_t(1) << 33 : i % 2 == 0 ? 40 : 5000;
    const Sizes size{1 + random() % bound, workDim > 1 ? 1 + random() % bound : 1,
                     workDim > 2 ? 1 + random() % bound : 1};
    const unsigned workers = unsigned(random() % 70);
    const uint64_t maxItems = i % 5 == 0 ? 1 + random() % 100 : uint64_t(1) << (random() % 14);
    for (const bool uniform : {false, true}) {
      const Sizes local =
          choose(workDim, size, workers, maxItems, uniform, i % 4 == 3 ? unsigned(random() % 3) : 0, i % 6 == 5);
      EXPECT_LE(local[0] * local[1] * local[2], maxItems);
      for (unsigned d = 0; d < 3; ++d) {
        ASSERT_GE(local[d], 1u);
        EXPECT_LE(local[d], d < workDim ? size[d] : 1);
        if (uniform)
          EXPECT_EQ(size[d] % local[d], 0u);
      }
    }
  }
}

TEST(ChooseLocalSize, FillsTheWorkersOnLargeRanges) {
  for (const unsigned workers : {1u, 2u, 16u, 64u})
    for (const bool uniform : {false, true}) {
      const Sizes local = choose(1, {1 << 20, 1, 1}, workers, 8192, uniform);
      EXPECT_GE((1 << 20) / local[0], 8 * workers);
      EXPECT_GE(local[0], 1024u);
      EXPECT_LE(local[0], 4096u);
    }
  EXPECT_GE(1000000 / choose(1, {1000000, 1, 1}, 2, 8192, true)[0], 100u);
}

TEST(ChooseLocalSize, MakesTiles) {
  const auto tile = [](Sizes globalSize, bool uniform, unsigned packetDimension) {
    return choose(globalSize[2] > 1 ? 3 : 2, globalSize, 2, 4096, uniform, packetDimension, true);
  };
  for (const bool uniform : {false, true}) {
    EXPECT_EQ(tile({1024, 1024, 1}, uniform, 0), (Sizes{16, 16, 1}));
    EXPECT_EQ(tile({1024, 48, 1}, uniform, 1), (Sizes{16, 16, 1}));
    EXPECT_EQ(tile({512, 512, 512}, uniform, 0), (Sizes{16, 16, 1}));
    EXPECT_EQ(tile({8192, 2, 1}, uniform, 0), (Sizes{128, 2, 1})); // the range is only 2 high
  }
}

TEST(ChooseLocalSize, KeepsDimensionZeroLong) {
  EXPECT_EQ(choose(2, {1024, 1024, 1}, 2, 4096, true), (Sizes{1024, 4, 1}));
  EXPECT_EQ(choose(3, {256, 256, 256}, 4, 4096, false), (Sizes{256, 16, 1}));
  EXPECT_EQ(choose(2, {8192, 8, 1}, 2, 1024, true)[0], 1024u);
}

TEST(ChooseLocalSize, KeepsTheDimensionOfPacketsLong) {
  EXPECT_EQ(choose(2, {1024, 1024, 1}, 2, 4096, true, 1), (Sizes{4, 1024, 1}));
  EXPECT_EQ(choose(3, {256, 256, 256}, 4, 4096, false, 2), (Sizes{16, 1, 256}));
  EXPECT_EQ(choose(2, {1 << 12, 1 << 12, 1}, 2, 4096, true, 1), (Sizes{1, 4096, 1}));
  EXPECT_EQ(choose(1, {1024, 1, 1}, 2, 4096, true, 1), (Sizes{64, 1, 1})) << "a range without that dimension";
}

TEST(ChooseLocalSize, TakesPrimeSizesWhole) {
  EXPECT_EQ(choose(1, {1009, 1, 1}, 2, 4096, true)[0], 1009u);
  EXPECT_EQ(choose(1, {1009, 1, 1}, 2, 1000, true)[0], 1u) << "a prime beyond the limit has no other divisor";
  EXPECT_EQ(choose(1, {2 * 1009, 1, 1}, 2, 1000, true)[0], 2u);
}

TEST(ChooseLocalSize, PrefersWholePackets) {
  // 1000 work-items are 62.5 packets. They are split into nearly equal groups whose size is a multiple of 16.
  EXPECT_EQ(choose(1, {1000, 1, 1}, 2, 4096, false)[0] % 16, 0u);
  EXPECT_EQ(choose(1, {50000, 1, 1}, 2, 4096, false)[0] % 16, 0u);
  // 17 is nearer to 18, which would be best, but it would leave 15 lanes of the second packet empty.
  EXPECT_EQ(choose(1, {16 * 17, 1, 1}, 2, 4096, true)[0], 16u);
}

TEST(ChooseLocalSize, ToleratesDegenerateArguments) {
  EXPECT_EQ(choose(3, {0, 0, 0}, 2, 4096, true), (Sizes{1, 1, 1}));
  EXPECT_EQ(choose(1, {100, 1, 1}, 0, 0, false), (Sizes{1, 1, 1}));
  const Sizes local = choose(3, {UINT64_MAX, UINT64_MAX, UINT64_MAX}, 2, 4096, false);
  EXPECT_LE(local[0], 4096u);
}

uint64_t lengthen(Sizes globalSize, Sizes localSize, unsigned dimension, uint64_t maxItems) {
  NDRange range;
  range.workDim = 3;
  range.globalSize = globalSize;
  range.localSize = localSize;
  return lengthenGroups(range, dimension, 16, maxItems);
}

TEST(LengthenGroups, HasSomePacketsThatDivideTheRange) {
  EXPECT_EQ(lengthen({512, 512, 1}, {64, 1, 1}, 1, 4096), 64u);
  EXPECT_EQ(lengthen({512, 512, 1}, {8, 8, 1}, 0, 4096), 64u);
  EXPECT_EQ(lengthen({48, 1, 96}, {16, 1, 2}, 2, 4096), 48u);
  EXPECT_EQ(lengthen({8, 509, 1}, {8, 1, 1}, 1, 4096), 509u) << "a prime has no other";
}

TEST(LengthenGroups, LeavesRoomForTheOtherDimensions) {
  EXPECT_EQ(lengthen({512, 512, 1}, {256, 1, 1}, 1, 4096), 16u);
  EXPECT_EQ(lengthen({4096, 512, 1}, {1024, 1, 1}, 1, 4096), 4u);
  EXPECT_EQ(lengthen({8192, 512, 1}, {4096, 1, 1}, 1, 4096), 1u);
}

uint64_t join(Sizes globalSize, Sizes localSize, unsigned workers, bool readsColumns) {
  NDRange range;
  range.workDim = 3;
  range.globalSize = globalSize;
  range.localSize = localSize;
  return joinGroups(range, workers, readsColumns);
}

TEST(JoinGroups, LeavesEnoughForEachWorker) {
  EXPECT_EQ(join({1 << 20, 1, 1}, {64, 1, 1}, 2, false), 1024u);
  EXPECT_EQ(join({1 << 14, 1, 1}, {64, 1, 1}, 2, false), 128u);
  EXPECT_EQ(join({1 << 12, 1, 1}, {64, 1, 1}, 2, false), 64u);
  EXPECT_EQ(join({1 << 12, 1, 1}, {64, 1, 1}, 0, false), 64u);
}

TEST(JoinGroups, MakesGroupsThatWalkColumnsLong) {
  EXPECT_EQ(join({2048, 1, 1}, {64, 1, 1}, 2, false), 64u);
  EXPECT_EQ(join({2048, 1, 1}, {64, 1, 1}, 2, true), 256u);
  EXPECT_EQ(join({2048, 1, 1}, {64, 1, 1}, 8, true), 64u);
  EXPECT_EQ(join({2048, 1, 1}, {512, 1, 1}, 2, true), 512u) << "as long as they are";
}

TEST(JoinGroups, KeepsGroupsWholeAndTheirShape) {
  EXPECT_EQ(join({64 * 2049, 1, 1}, {64, 1, 1}, 1, false), 64u) << "an odd number of groups";
  EXPECT_EQ(join({30 << 15, 1, 1}, {30, 1, 1}, 1, false), 960u);
  EXPECT_EQ(join({1 << 16, 64, 1}, {16, 16, 1}, 1, true), 16u);
  EXPECT_EQ(join({1 << 16, 1, 64}, {16, 1, 2}, 1, true), 16u);
  EXPECT_EQ(join({64, 1 << 10, 1}, {16, 1, 1}, 2, false), 64u) << "groups of all dimensions count";
}

std::optional<Sizes> forSubGroups(unsigned workDim, Sizes globalSize, uint64_t count, uint64_t size, bool uniform) {
  NDRange range;
  range.workDim = workDim;
  range.globalSize = globalSize;
  return localSizeForSubGroups(range, count, size, 4096, uniform);
}

TEST(LocalSizeForSubGroups, HasAsManyAsAreAskedFor) {
  std::mt19937_64 random(7);
  unsigned found = 0;
  for (unsigned i = 0; i < 2000; ++i) {
    const unsigned workDim = 1 + i % 3;
    const Sizes size{1 + random() % 300, workDim > 1 ? 1 + random() % 60 : 1, workDim > 2 ? 1 + random() % 60 : 1};
    const uint64_t count = 1 + random() % 40, subGroup = 4 << random() % 4;
    const auto local = forSubGroups(workDim, size, count, subGroup, true);
    if (!local)
      continue;
    ++found;
    const uint64_t items = (*local)[0] * (*local)[1] * (*local)[2];
    EXPECT_EQ((items + subGroup - 1) / subGroup, count);
    for (unsigned d = 0; d < 3; ++d)
      EXPECT_EQ(size[d] % (*local)[d], 0u);
  }
  EXPECT_GT(found, 200u);
}

TEST(LocalSizeForSubGroups, TypicalCases) {
  EXPECT_EQ(forSubGroups(1, {1024, 1, 1}, 4, 16, true), (Sizes{64, 1, 1}));
  EXPECT_EQ(forSubGroups(2, {16, 1024, 1}, 4, 16, true), (Sizes{16, 4, 1}));
  EXPECT_EQ(forSubGroups(1, {9, 1, 1}, 2, 8, true), (Sizes{9, 1, 1}));
  EXPECT_EQ(forSubGroups(1, {7, 1, 1}, 2, 8, true), std::nullopt);
  EXPECT_EQ(forSubGroups(1, {7, 1, 1}, 2, 8, false), (Sizes{16, 1, 1}));
  EXPECT_EQ(forSubGroups(1, {4096, 1, 1}, 1024, 4, true), (Sizes{4096, 1, 1}));
  for (const uint64_t count : {uint64_t(0), uint64_t(1025), UINT64_MAX})
    EXPECT_EQ(forSubGroups(1, {1 << 20, 1, 1}, count, 4, false), std::nullopt) << count;
}

} // namespace
} // namespace weft::cpu
