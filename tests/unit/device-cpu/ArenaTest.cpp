// Tests scratch arenas, fiber stacks and buffer memory: alignment, reuse, and the release of memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/Arena.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "BufferMemory.h"

namespace weft::cpu {
namespace {

bool isAligned(const void *pointer, size_t alignment) { return reinterpret_cast<uintptr_t>(pointer) % alignment == 0; }

TEST(Arena, AlignsAndKeepsAllocationsApart) {
  Arena arena;
  std::vector<std::pair<unsigned char *, size_t>> taken;
  for (unsigned i = 0; i < 300; ++i) {
    const size_t bytes = 1 + i * 37;
    const size_t alignment = size_t(1) << (i % 13);
    auto *memory = static_cast<unsigned char *>(arena.allocate(bytes, alignment));
    ASSERT_NE(memory, nullptr);
    EXPECT_TRUE(isAligned(memory, alignment));
    std::memset(memory, int(i % 251), bytes);
    taken.emplace_back(memory, bytes);
  }
  for (unsigned i = 0; i < taken.size(); ++i)
    EXPECT_TRUE(std::all_of(taken[i].first, taken[i].first + taken[i].second,
                            [&](unsigned char byte) { return byte == i % 251; }));
}

TEST(Arena, ReusesTheSameMemoryInTheSteadyState) {
  Arena arena;
  const auto useOnce = [&] {
    arena.reset();
    return std::pair(arena.allocate(100000, 128), arena.allocate(70000, 64));
  };
  useOnce();
  const auto settled = useOnce();
  const size_t capacity = arena.capacity();
  for (unsigned i = 0; i < 100; ++i)
    EXPECT_EQ(useOnce(), settled);
  EXPECT_EQ(arena.capacity(), capacity);
}

TEST(Arena, GivesAHugeBlockBack) {
  Arena arena;
  ASSERT_NE(arena.allocate(Arena::maxRetainedBytes * 8, 128), nullptr);
  arena.reset();
  ASSERT_NE(arena.allocate(1000, 128), nullptr);
  EXPECT_GE(arena.capacity(), Arena::maxRetainedBytes * 8) << "who needs it again and again shall find it";
  arena.reset();
  EXPECT_LE(arena.capacity(), Arena::maxRetainedBytes);
}

TEST(Arena, TrimLeavesAUsualAmount) {
  Arena arena;
  ASSERT_NE(arena.allocate(Arena::maxRetainedBytes / 2, 128), nullptr);
  EXPECT_FALSE(arena.wantsTrim());
  arena.trim();
  EXPECT_GE(arena.capacity(), Arena::maxRetainedBytes / 2);
  ASSERT_NE(arena.allocate(Arena::maxRetainedBytes * 2, 128), nullptr);
  EXPECT_TRUE(arena.wantsTrim());
  arena.trim();
  EXPECT_EQ(arena.capacity(), 0u);
}

TEST(Arena, RefusesWhatCannotBe) {
  Arena arena;
  EXPECT_EQ(arena.allocate(SIZE_MAX, 128), nullptr);
  EXPECT_EQ(arena.allocate(size_t(1) << 60, 128), nullptr);
  EXPECT_NE(arena.allocate(1000, 128), nullptr);
}

TEST(StackPool, HandsOutDistinctWritableStacks) {
  StackPool pool;
  ASSERT_TRUE(pool.reserve(100, 1000));
  std::vector<Stack> taken;
  std::set<std::byte *> tops;
  for (unsigned i = 0; i < 100; ++i) {
    taken.push_back(pool.take());
    const Stack &stack = taken.back();
    EXPECT_GE(stack.bytes, StackPool::defaultStackBytes);
    EXPECT_TRUE(isAligned(stack.top, 64));
    std::memset(stack.bottom(), 1, stack.bytes);
    EXPECT_TRUE(tops.insert(stack.top).second);
  }
  for (const Stack &stack : taken)
    pool.give(stack);
  EXPECT_EQ(pool.take().top, taken.back().top) << "last in, first out";
}

TEST(StackPool, GrowsStacksWhereMoreIsNeeded) {
  StackPool pool;
  ASSERT_TRUE(pool.reserve(3, 1));
  ASSERT_TRUE(pool.reserve(3, 1000000));
  const Stack stack = pool.take();
  EXPECT_GE(stack.bytes, 1000000u);
  pool.give(stack);
  EXPECT_TRUE(pool.wantsTrim());
  pool.trim();
  EXPECT_FALSE(pool.wantsTrim());
  ASSERT_TRUE(pool.reserve(1, 1));
  EXPECT_EQ(pool.take().bytes, StackPool::defaultStackBytes);
}

// A fiber's stack has the default size plus the bytes that the kernel's code needs. Stacks of usual code must stay
// mapped, so that the next launch reuses them.
TEST(StackPool, KeepsStacksOfUsualCode) {
  StackPool pool;
  ASSERT_TRUE(pool.reserve(16, StackPool::defaultStackBytes + 5000));
  EXPECT_FALSE(pool.wantsTrim());
  ASSERT_TRUE(pool.reserve(16, StackPool::maxRetainedStackBytes + 1));
  EXPECT_TRUE(pool.wantsTrim());
}

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
TEST(StackPoolDeathTest, OverflowHitsTheGuardPage) {
  StackPool pool;
  ASSERT_TRUE(pool.reserve(2, 1));
  const Stack stack = pool.take();
  EXPECT_DEATH(*static_cast<volatile char *>(static_cast<void *>(stack.bottom() - 1)) = 1, "");
}
#endif

TEST(BufferMemory, AlignsSmallAndLarge) {
  for (const size_t alignment : {1u, 8u, 64u, 128u, 4096u})
    for (const size_t bytes :
         {size_t(0), size_t(1), size_t(100), size_t(4096), size_t(5) << 20, (size_t(9) << 20) + 3}) {
      auto *memory = static_cast<unsigned char *>(allocateAligned(bytes, alignment));
      ASSERT_NE(memory, nullptr);
      EXPECT_TRUE(isAligned(memory, alignment));
      std::memset(memory, 7, bytes);
      freeAligned(memory, bytes);
    }
  freeAligned(nullptr, 100);
}

TEST(BufferMemory, GivesClientsZeroesEachTime) {
  for (const size_t bytes : {size_t(0), size_t(1), size_t(508), size_t(4096), size_t(65536), size_t(300000),
                             (size_t(3) << 20) + 5, size_t(5) << 20})
    for (const size_t alignment : {1u, 128u, 4096u})
      for (int round = 0; round < 3; ++round) {
        auto *memory = static_cast<unsigned char *>(allocateForClient(bytes, alignment));
        ASSERT_NE(memory, nullptr);
        EXPECT_TRUE(isAligned(memory, alignment));
        const size_t all = bytes + trailingSlack(bytes);
        EXPECT_EQ(std::count(memory, memory + all, 0), static_cast<std::ptrdiff_t>(all));
        std::memset(memory, 7, all); // the next allocation probably gets this memory
        freeForClient(memory, bytes);
      }
  freeForClient(nullptr, 100);
  freeForClient(nullptr, 100000);
}

TEST(BufferMemory, KeepsClientsApart) {
  for (const size_t bytes : {size_t(64), size_t(4096), size_t(916480), size_t(6) << 20}) {
    std::vector<unsigned char *> blocks;
    for (unsigned i = 0; i < 16; ++i)
      blocks.push_back(static_cast<unsigned char *>(allocateForClient(bytes, 128, i % 2 == 0)));
    for (unsigned i = 0; i < 16; ++i)
      std::memset(blocks[i], int(i), bytes);
    for (unsigned i = 0; i < 16; ++i)
      std::memset(blocks[i] + bytes, 255, trailingSlack(bytes)); // code may write to the slack after the end
    for (unsigned i = 0; i < 16; ++i) {
      EXPECT_EQ(std::count(blocks[i], blocks[i] + bytes, i), static_cast<std::ptrdiff_t>(bytes));
      freeForClient(blocks[i], bytes);
    }
  }
}

TEST(BufferMemory, RefusesWhatCannotBe) {
  EXPECT_EQ(allocateForClient(SIZE_MAX, 128), nullptr);
  EXPECT_EQ(allocateForClient(SIZE_MAX / 4, 128), nullptr);
  EXPECT_EQ(allocateForClient(100, 3), nullptr);
  EXPECT_EQ(allocateAligned(SIZE_MAX, 128), nullptr);
  EXPECT_EQ(allocateAligned(SIZE_MAX / 2, 128), nullptr);
  EXPECT_EQ(allocateAligned(size_t(1) << 62, 128), nullptr);
  EXPECT_EQ(allocateAligned(100, 3), nullptr);
  EXPECT_EQ(allocateAligned(100, 0), nullptr);
  EXPECT_EQ(allocateAligned(100, size_t(1) << 63), nullptr);
}

} // namespace
} // namespace weft::cpu
