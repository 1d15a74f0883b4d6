// Tests copies and fills of memory against plain loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MemoryWork.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "TestJob.h"

namespace weft::cpu {
namespace {

using Bytes = std::vector<std::byte>;

Bytes randomBytes(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Bytes bytes(count);
  for (std::byte &byte : bytes)
    byte = std::byte(random());
  return bytes;
}

TEST(CopyWork, CopiesAllBytesAndNoMore) {
  WorkerPool pool(3);
  for (const size_t count : {size_t(0), size_t(1), size_t(1000), size_t(131072), size_t(131073), size_t(3000001)}) {
    const Bytes source = randomBytes(count + 1, unsigned(count));
    Bytes destination(count + 1, std::byte(0x5a));
    Bytes expected(source.begin(), source.end() - 1);
    expected.push_back(std::byte(0x5a));
    Finishing<CopyWork>(pool, destination.data(), source.data(), count).runToEnd();
    EXPECT_EQ(destination, expected) << count;
  }
}

TEST(CopyWork, CutsLargeCopiesOnly) {
  WorkerPool pool(0);
  std::byte byte{};
  const auto pieces = [&](uint64_t bytes) { return Finishing<CopyWork>(pool, &byte, &byte, bytes).size(); };
  EXPECT_EQ(pieces(0), 0u);
  EXPECT_EQ(pieces(1), 1u);
  EXPECT_EQ(pieces(64 * 1024), 1u);
  EXPECT_GE(pieces(16 << 20), 64u);
}

TEST(FillWork, RepeatsEveryPatternSize) {
  WorkerPool pool(3);
  for (size_t patternBytes = 1; patternBytes <= FillWork::maxPatternBytes; patternBytes *= 2)
    for (const size_t repeats : {0u, 1u, 3u, 1025u, 10007u}) {
      const Bytes pattern = randomBytes(patternBytes, unsigned(repeats));
      const size_t count = repeats * patternBytes;
      Bytes destination(count + 8, std::byte(0x5a));
      Bytes expected = destination;
      for (size_t i = 0; i < count; ++i)
        expected[i] = pattern[i % patternBytes];
      Finishing<FillWork>(pool, destination.data(), count, pattern.data(), patternBytes).runToEnd();
      EXPECT_EQ(destination, expected) << patternBytes << " x " << repeats;
    }
}

TEST(FillWork, FillsWithOneByteValue) {
  WorkerPool pool(2);
  Bytes destination(1000000, std::byte(0x5a));
  const uint64_t zero[2] = {0, 0};
  Finishing<FillWork>(pool, destination.data(), destination.size(), zero, sizeof zero).runToEnd();
  EXPECT_EQ(destination, Bytes(1000000));
}

struct RectangleCase {
  const char *name;
  std::array<uint64_t, 3> region, destinationOrigin, sourceOrigin;
  uint64_t destinationRow, destinationSlice, sourceRow, sourceSlice;
};

class RectangleCopyTest : public testing::TestWithParam<RectangleCase> {};

INSTANTIATE_TEST_SUITE_P(
    Shapes, RectangleCopyTest,
    testing::Values(RectangleCase{"Small3d", {5, 4, 3}, {1, 2, 1}, {3, 1, 0}, 11, 11 * 9, 13, 13 * 7},
                    RectangleCase{"SlicePitchNoMultipleOfRow", {8, 3, 2}, {0, 0, 0}, {0, 0, 0}, 8, 31, 9, 40},
                    RectangleCase{"Contiguous", {64, 50, 20}, {0, 0, 0}, {0, 0, 0}, 64, 3200, 64, 3200},
                    RectangleCase{"ContiguousRows", {64, 50, 20}, {0, 1, 1}, {0, 2, 0}, 64, 64 * 60, 64, 64 * 55},
                    RectangleCase{"ManyShortRows", {4, 3000, 7}, {2, 0, 0}, {1, 0, 0}, 8, 8 * 3000, 12, 12 * 3000},
                    RectangleCase{"FewLongRows", {400001, 2, 2}, {3, 0, 1}, {5, 1, 0}, 400100, 800200, 400200, 1200600},
                    RectangleCase{"Empty", {0, 2, 2}, {0, 0, 0}, {0, 0, 0}, 16, 64, 16, 64},
                    RectangleCase{"NoRows", {2, 0, 2}, {0, 0, 0}, {0, 0, 0}, 2, 0, 2, 0}),
    [](const auto &info) { return info.param.name; });

TEST_P(RectangleCopyTest, CopiesLikeANaiveLoop) {
  const RectangleCase &c = GetParam();
  const auto bytesOf = [&](const std::array<uint64_t, 3> &origin, uint64_t row, uint64_t slice) {
    return (origin[2] + c.region[2]) * slice + (origin[1] + c.region[1]) * row + origin[0] + c.region[0];
  };
  Bytes source = randomBytes(bytesOf(c.sourceOrigin, c.sourceRow, c.sourceSlice), 1);
  Bytes destination = randomBytes(bytesOf(c.destinationOrigin, c.destinationRow, c.destinationSlice), 2);
  Bytes expected = destination;
  for (uint64_t z = 0; z < c.region[2]; ++z)
    for (uint64_t y = 0; y < c.region[1]; ++y)
      for (uint64_t x = 0; x < c.region[0]; ++x)
        expected[(c.destinationOrigin[2] + z) * c.destinationSlice + (c.destinationOrigin[1] + y) * c.destinationRow +
                 c.destinationOrigin[0] + x] = source[(c.sourceOrigin[2] + z) * c.sourceSlice +
                                                      (c.sourceOrigin[1] + y) * c.sourceRow + c.sourceOrigin[0] + x];
  WorkerPool pool(3);
  const RectangleSide to{destination.data(), c.destinationOrigin, c.destinationRow, c.destinationSlice};
  const RectangleSide from{source.data(), c.sourceOrigin, c.sourceRow, c.sourceSlice};
  Finishing<RectangleCopyWork>(pool, to, from, c.region).runToEnd();
  EXPECT_EQ(destination, expected);
}

struct FillCase {
  const char *name;
  std::array<uint64_t, 3> region, origin; ///< x counts patterns of 16 bytes
  uint64_t row, slice;
};

class RectangleFillTest : public testing::TestWithParam<FillCase> {};

INSTANTIATE_TEST_SUITE_P(Shapes, RectangleFillTest,
                         testing::Values(FillCase{"Small3d", {5, 4, 3}, {1, 2, 1}, 160, 160 * 9},
                                         FillCase{"Contiguous", {64, 50, 20}, {0, 0, 0}, 1024, 51200},
                                         FillCase{"ManyShortRows", {1, 30000, 7}, {2, 0, 0}, 64, 64 * 30000},
                                         FillCase{"FewLongRows", {50001, 2, 2}, {3, 0, 1}, 801000, 1602016},
                                         FillCase{"Empty", {0, 2, 2}, {0, 0, 0}, 16, 64}),
                         [](const auto &info) { return info.param.name; });

TEST_P(RectangleFillTest, FillsLikeANaiveLoop) {
  const FillCase &c = GetParam();
  const Bytes pattern = randomBytes(16, 3);
  Bytes memory = randomBytes((c.origin[2] + c.region[2]) * c.slice + (c.origin[1] + c.region[1]) * c.row +
                                 (c.origin[0] + c.region[0]) * 16,
                             1);
  Bytes expected = memory;
  for (uint64_t z = 0; z < c.region[2]; ++z)
    for (uint64_t y = 0; y < c.region[1]; ++y)
      for (uint64_t x = 0; x < c.region[0] * 16; ++x)
        expected[(c.origin[2] + z) * c.slice + (c.origin[1] + y) * c.row + c.origin[0] * 16 + x] = pattern[x % 16];
  WorkerPool pool(3);
  const RectangleSide to{memory.data(), {c.origin[0] * 16, c.origin[1], c.origin[2]}, c.row, c.slice};
  const std::array<uint64_t, 3> bytes{c.region[0] * 16, c.region[1], c.region[2]};
  Finishing<RectangleFillWork>(pool, to, bytes, pattern.data(), pattern.size()).runToEnd();
  EXPECT_EQ(memory, expected);
}

} // namespace
} // namespace weft::cpu
