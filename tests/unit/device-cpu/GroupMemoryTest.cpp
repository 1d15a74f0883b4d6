// Tests the memory of work-groups: the properties that generated code relies on, and sizes that overflow.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>

#include <gtest/gtest.h>

#include "GroupMemory.h"

namespace weft::cpu {
namespace {

using Sizes = std::array<uint64_t, 3>;
constexpr uint64_t most = std::numeric_limits<uint64_t>::max();

WeftKernelInfo onPackets(uint64_t width, uint64_t scratchBytesPerItem) {
  WeftKernelInfo kernel{};
  kernel.executor = WEFT_EXECUTOR_LOOPS;
  kernel.packetWidth = width;
  kernel.scratchBytesPerItem = scratchBytesPerItem;
  return kernel;
}

TEST(GroupMemory, HasRowsOfWholePackets) {
  EXPECT_EQ(groupMemory(onPackets(8, 4), Sizes{13, 3, 2}.data()).items, 16u * 3 * 2);
  EXPECT_EQ(groupMemory(onPackets(8, 4), Sizes{16, 3, 2}.data()).items, 16u * 3 * 2);
  EXPECT_EQ(groupMemory(onPackets(1, 4), Sizes{13, 3, 2}.data()).items, 13u * 3 * 2);
  EXPECT_EQ(groupMemory(onPackets(0, 4), Sizes{13, 3, 2}.data()).items, 13u * 3 * 2);
}

TEST(GroupMemory, RoundsArraysUp) {
  const GroupMemory group = groupMemory(onPackets(1, 10), Sizes{5, 5, 1}.data());
  EXPECT_EQ(group.items, 25u);
  EXPECT_EQ(group.arrayItems, 32u);
  EXPECT_EQ(group.scratchBytes, 320u);
  EXPECT_EQ(groupMemory(onPackets(16, 0), Sizes{5, 5, 1}.data()).scratchBytes, 0u);
}

TEST(GroupMemory, HasAStackForEachFiber) {
  WeftKernelInfo kernel{};
  kernel.executor = WEFT_EXECUTOR_FIBERS;
  kernel.stackBytes = 100;
  const GroupMemory group = groupMemory(kernel, Sizes{7, 2, 1}.data());
  EXPECT_EQ(group.stacks, 14u);
  EXPECT_EQ(group.stackBytes, 100u);
  EXPECT_EQ(group.bytes(), 1400u);
}

TEST(GroupMemory, HasOneStackForLargeFramesOnLoops) {
  WeftKernelInfo kernel = onPackets(16, 2);
  kernel.stackBytes = borrowedStackBytes;
  EXPECT_EQ(groupMemory(kernel, Sizes{64, 1, 1}.data()).stacks, 0u);
  kernel.stackBytes = 160'000;
  const GroupMemory group = groupMemory(kernel, Sizes{64, 1, 1}.data());
  EXPECT_EQ(group.stacks, 1u);
  EXPECT_EQ(group.stackBytes, 160'000u);
  EXPECT_EQ(group.bytes(), 160'000u + 128);
}

TEST(GroupMemory, IsNeededForScratchForLargeFramesAndForFibers) {
  WeftKernelInfo kernel = onPackets(16, 0);
  kernel.stackBytes = borrowedStackBytes;
  EXPECT_FALSE(needsGroupMemory(kernel));
  kernel.stackBytes = borrowedStackBytes + 1;
  EXPECT_TRUE(needsGroupMemory(kernel));
  EXPECT_TRUE(needsGroupMemory(onPackets(16, 1)));
  kernel = {};
  kernel.executor = WEFT_EXECUTOR_FIBERS;
  EXPECT_TRUE(needsGroupMemory(kernel));
}

TEST(GroupMemory, IsUncountableRatherThanWrong) {
  for (const Sizes &size :
       {Sizes{most, 1, 1}, Sizes{1, most, 1}, Sizes{1 << 30, 1 << 30, 1 << 30}, Sizes{most, 2, 2}}) {
    const GroupMemory group = groupMemory(onPackets(16, 8), size.data());
    EXPECT_EQ(group.scratchBytes, GroupMemory::uncountable);
    EXPECT_EQ(group.bytes(), GroupMemory::uncountable);
  }
  WeftKernelInfo kernel = onPackets(16, most);
  kernel.stackBytes = most;
  const GroupMemory group = groupMemory(kernel, Sizes{1, 1, 1}.data());
  EXPECT_EQ(group.scratchBytes, GroupMemory::uncountable);
  EXPECT_EQ(group.stackBytes, GroupMemory::uncountable);
  EXPECT_EQ(group.bytes(), GroupMemory::uncountable);
}

} // namespace
} // namespace weft::cpu
