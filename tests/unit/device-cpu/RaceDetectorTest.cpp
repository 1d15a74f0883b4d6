// Tests which accesses the race detector reports, at many addresses up to the ends of the address space.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/RaceDetector.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "check/RaceShadow.h"

namespace weft::cpu {
namespace {

WeftLaunch launchOfOneGroup() {
  WeftLaunch launch{};
  launch.numGroups[0] = launch.numGroups[1] = launch.numGroups[2] = 1;
  return launch;
}

WeftGroup groupOfTwoItems() {
  WeftGroup group{};
  group.localSize[0] = 2;
  group.localSize[1] = group.localSize[2] = 1;
  return group;
}

WeftCheckSite siteOf(uint32_t kind, uint32_t bytes) {
  WeftCheckSite site{};
  site.kind = kind;
  site.bytes = bytes;
  return site;
}

/// A race detector with a group of two work-items.
class TwoItems {
public:
  bool races(uint32_t item, uint32_t kind, uint64_t address, uint32_t bytes) {
    const WeftCheckSite &site = *sites_.emplace_back(std::make_unique<WeftCheckSite>(siteOf(kind, bytes)));
    return detector_->access(launch_, group_, site, {item, 0, 0}, address, 0, false).other.has_value();
  }

private:
  const std::unique_ptr<RaceDetector> detector_ = std::make_unique<RaceDetector>();
  const WeftLaunch launch_ = launchOfOneGroup();
  const WeftGroup group_ = groupOfTwoItems();
  std::vector<std::unique_ptr<WeftCheckSite>> sites_;
};

/// More bytes than a value has, so that the detector doesn't compare the store with the value in memory.
constexpr uint32_t wide = 16;

constexpr uint64_t end = 0; ///< the end of the address space, which is 0 in 64 bits
constexpr uint64_t starts[] = {0,
                               1,
                               3,
                               4,
                               1000,
                               1020,
                               1023,
                               1024,
                               uint64_t{1} << 32,
                               uint64_t{1} << 63,
                               end - 1100,
                               end - 1025,
                               end - 1024,
                               end - 1023,
                               end - 65,
                               end - 20,
                               end - 17,
                               end - wide,
                               end - 15,
                               end - 5,
                               end - 4,
                               end - 3,
                               end - 1};

TEST(RaceDetector, FindsExactlyTheBytesThatTwoAccessesHaveInCommon) {
  for (const uint64_t start : starts)
    for (int64_t distance = -20; distance <= 20; ++distance)
      for (const uint32_t bytes : {1u, 2u, 4u, 8u, 16u, 64u, 128u}) {
        TwoItems items;
        EXPECT_FALSE(items.races(0, WEFT_CHECK_STORE, start, wide));
        const uint64_t read = start + static_cast<uint64_t>(distance);
        // The expected overlap is computed in 128 bits, which don't wrap at the end of the address space. Bytes after
        // the end aren't memory.
        using Wide = unsigned __int128;
        const Wide top = Wide{1} << 64;
        const Wide first = std::max<Wide>(start, read), last = std::min({Wide{start} + wide, Wide{read} + bytes, top});
        EXPECT_EQ(items.races(1, WEFT_CHECK_LOAD, read, bytes), first < last)
            << start << ' ' << distance << ' ' << bytes;
      }
}

TEST(RaceDetector, KnowsLocalMemoryAtTheEndOfTheAddressSpace) {
  const auto detector = std::make_unique<RaceDetector>();
  const WeftLaunch launch = launchOfOneGroup();
  WeftGroup group = groupOfTwoItems();
  group.localMemory = reinterpret_cast<void *>(end - 64); // NOLINT(performance-no-int-to-ptr)
  group.localBytes = 60;
  const WeftCheckSite store = siteOf(WEFT_CHECK_STORE, wide), load = siteOf(WEFT_CHECK_LOAD, 4);
  EXPECT_FALSE(detector->access(launch, group, store, {0, 0, 0}, end - 12, 0, true).other);
  EXPECT_TRUE(detector->access(launch, group, load, {1, 0, 0}, end - 8, 0, true).other);
  const auto found = detector->access(launch, group, load, {1, 0, 0}, end - 16, 0, true);
  EXPECT_FALSE(found.other);
  EXPECT_TRUE(found.isUnwritten);
}

TEST(RaceShadow, HasWordsForArgumentsAtTheEndsOfTheAddressSpace) {
  for (const uint64_t address : {uint64_t{8}, end - 8, end - (uint64_t{1} << 20)}) {
    const WeftCheckArgument arguments[] = {
        {WEFT_CHECK_ANY_BYTES, WEFT_CHECK_ANY_BYTES, WEFT_CHECK_ANY_BYTES, address, nullptr},
        {0, 64, 64, uint64_t{1} << 40, nullptr}};
    RaceShadow shadow(arguments, false);
    ASSERT_TRUE(shadow.enter(~uint64_t{0}, 64));
    shadow.begin(0, true);
    const WeftShadow &words = RaceShadow::currentShadow();
    for (const WeftShadowPlanes &planes : {words.arguments[0], words.arguments[1]}) {
      ASSERT_NE(planes.writes, nullptr) << address;
      *planes.writes = 1;
      *planes.otherReads = 1;
    }
    shadow.end(true);
  }
}

} // namespace
} // namespace weft::cpu
