// Tests fiber stacks of the largest groups on many threads at once: mappings stay few, guard pages within their budget.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <barrier>
#include <fstream>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "Device.h"
#include "OneLaunch.h"
#include "TestJob.h"
#include "kernels/Arguments.h"
#include "memory/Arena.h"
#include "memory/GuardPageBudget.h"

namespace weft::cpu {
namespace {

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
// The sanitizers map memory of their own for each fiber, so the tests can't check the number of mappings.
constexpr bool sanitized = true;
constexpr uint64_t itemsOfGroup = 256;
#else
constexpr bool sanitized = false;
constexpr uint64_t itemsOfGroup = 4096;
#endif

size_t mappingsOfProcess() {
  std::ifstream maps("/proc/self/maps");
  size_t lines = 0;
  for (std::string line; std::getline(maps, line);)
    ++lines;
  return lines;
}

/// The mappings that the guard pages of the budget may need, and a reserve for slabs, the heap and the threads.
constexpr size_t allowedMappings = 2 * GuardPageBudget::most + 1000;

class StackMappings : public testing::TestWithParam<unsigned> {};

INSTANTIATE_TEST_SUITE_P(Threads, StackMappings, testing::Values(2u, 9u, 20u), testing::PrintToStringParamName());

// Every thread holds its stacks until all threads have run and the mappings are counted.
TEST_P(StackMappings, StayFewWhileAllThreadsHoldTheStacksOfLargeGroups) {
  const unsigned threadCount = GetParam();
  const auto code = KernelCode::loadFile(WEFT_TEST_KERNELS "/reverse-once-fibers.so");
  ASSERT_TRUE(code) << code.error();
  WorkerPool pool(0);
  const size_t before = mappingsOfProcess();
  const size_t guardsBefore = GuardPageBudget::used();
  size_t held = 0;
  size_t guardsHeld = 0;
  std::barrier allRan(threadCount, [&]() noexcept {
    held = mappingsOfProcess();
    guardsHeld = GuardPageBudget::used();
  });
  std::vector<std::jthread> threads;
  for (unsigned t = 0; t < threadCount; ++t)
    threads.emplace_back([&] {
      constexpr uint64_t groups = 2;
      std::vector<uint32_t> source(groups * itemsOfGroup);
      std::iota(source.begin(), source.end(), 1);
      std::vector<uint32_t> destination(source.size());
      const ReverseArguments args{source.data(), destination.data(), 0};
      NDRange range;
      range.globalSize[0] = source.size();
      range.localSize[0] = itemsOfGroup;
      Finishing<OneLaunch> job(pool, *code, range, &args, itemsOfGroup * sizeof(uint32_t));
      Arena arena;
      job.run(0, groups, arena);
      allRan.arrive_and_wait();
      EXPECT_FALSE(job.ranOutOfMemory());
      for (uint64_t group = 0; group < groups; ++group)
        std::reverse(source.begin() + ptrdiff_t(group * itemsOfGroup),
                     source.begin() + ptrdiff_t((group + 1) * itemsOfGroup));
      EXPECT_EQ(destination, source);
    });
  threads.clear();
  EXPECT_LE(guardsHeld, GuardPageBudget::most);
  EXPECT_EQ(GuardPageBudget::used(), guardsBefore);
  if (!sanitized) {
    EXPECT_GE(guardsHeld, std::min<size_t>(GuardPageBudget::most, threadCount * (itemsOfGroup - 1)));
    EXPECT_LE(held, before + allowedMappings);
    EXPECT_LE(mappingsOfProcess(), before + 1000);
  }
}

// The scheduler executes a launch of large groups, with the stacks of the worker pool.
TEST(StackMappingsOfPool, SufficeForLargeGroupsOnManyWorkers) {
  const auto code = KernelCode::loadFile(WEFT_TEST_KERNELS "/reverse-once-fibers.so");
  ASSERT_TRUE(code) << code.error();
  WorkerPool pool(10);
  std::vector<uint32_t> source(20 * itemsOfGroup, 7);
  for (unsigned repeat = 0; repeat < 3; ++repeat) {
    std::vector<uint32_t> destination(source.size());
    const ReverseArguments args{source.data(), destination.data(), 0};
    NDRange range;
    range.globalSize[0] = source.size();
    range.localSize[0] = itemsOfGroup;
    Finishing<OneLaunch> job(pool, *code, range, &args, itemsOfGroup * sizeof(uint32_t));
    job.runToEnd();
    EXPECT_FALSE(job.ranOutOfMemory());
    EXPECT_EQ(destination, source);
  }
}

TEST(StackMappingsOfPool, StayFewWhereAPoolGrowsOneByOne) {
  const size_t before = mappingsOfProcess();
  {
    StackPool large;
    ASSERT_TRUE(large.reserve(sanitized ? 1000 : GuardPageBudget::most + 1, 1)); // leaves no guards for other stacks
    std::vector<StackPool> pools(9);
    for (StackPool &pool : pools)
      for (uint64_t count = 1; count <= itemsOfGroup; ++count)
        ASSERT_TRUE(pool.reserve(count, 1));
    if (!sanitized) {
      EXPECT_LE(mappingsOfProcess(), before + allowedMappings + 9 * 2 * (itemsOfGroup / 64 + 7));
      EXPECT_EQ(GuardPageBudget::used(), GuardPageBudget::most);
    }
  }
  EXPECT_EQ(GuardPageBudget::used(), 0u);
}

TEST(StackMappingsOfPool, GetGuardsBackOnceThereAreSome) {
  StackPool pool;
  {
    StackPool large;
    if (sanitized)
      GTEST_SKIP() << "so many stacks take the sanitizers long";
    ASSERT_TRUE(large.reserve(GuardPageBudget::most + 1, 1));
    ASSERT_TRUE(pool.reserve(10, 1));
    EXPECT_EQ(GuardPageBudget::used(), GuardPageBudget::most);
    EXPECT_TRUE(pool.wantsTrim());
  }
  pool.trim();
  ASSERT_TRUE(pool.reserve(10, 1));
  EXPECT_EQ(GuardPageBudget::used(), 9u);
  EXPECT_FALSE(pool.wantsTrim());
}

} // namespace
} // namespace weft::cpu
