// Tests that the launch plan cache finds a plan for the launch that the plan is for, and for no other launch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/LaunchPlanCache.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace weft::core {
namespace {

CachedPlan planFor(size_t globalSize, size_t localSize) {
  CachedPlan plan;
  plan.requested = {.workDim = 1, .globalSize = {globalSize, 1, 1}, .localSize = {localSize, 1, 1}};
  plan.range = plan.requested;
  return plan;
}

TEST(LaunchPlanCache, FindsTheRequestAlone) {
  LaunchPlanCache plans;
  CachedPlan plan = planFor(64, 16);
  plan.requested.workDim = 2;
  plan.requested.globalSize[1] = 3;
  plan.requested.globalOffset[0] = 5;
  plan.localArgumentBytes = 128;
  const size_t global[] = {64, 3}, local[] = {16, 1}, offset[] = {5, 0};
  EXPECT_EQ(plans.find(2, offset, global, local, 128), nullptr);
  plans.add(plan);
  const CachedPlan *found = plans.find(2, offset, global, local, 128);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->range.localSize, plan.range.localSize);

  const size_t otherGlobal[] = {64, 4}, otherLocal[] = {8, 1}, otherOffset[] = {5, 1};
  EXPECT_EQ(plans.find(2, offset, global, local, 64), nullptr);
  EXPECT_EQ(plans.find(1, offset, global, local, 128), nullptr);
  EXPECT_EQ(plans.find(2, nullptr, global, local, 128), nullptr);
  EXPECT_EQ(plans.find(2, otherOffset, global, local, 128), nullptr);
  EXPECT_EQ(plans.find(2, offset, otherGlobal, local, 128), nullptr);
  EXPECT_EQ(plans.find(2, offset, global, otherLocal, 128), nullptr);
  EXPECT_EQ(plans.find(2, offset, global, nullptr, 128), nullptr);
}

TEST(LaunchPlanCache, NoOffsetIsAnOffsetOfZero) {
  LaunchPlanCache plans;
  plans.add(planFor(64, 0)); // a plan for a launch without a local size
  const size_t global = 64, zero = 0, local = 16;
  EXPECT_NE(plans.find(1, &zero, &global, nullptr, 0), nullptr);
  EXPECT_NE(plans.find(1, nullptr, &global, nullptr, 0), nullptr);
  EXPECT_EQ(plans.find(1, nullptr, &global, &local, 0), nullptr);
  EXPECT_EQ(plans.find(1, nullptr, &global, &zero, 0), nullptr) << "a local size of 0 is not none";
}

TEST(LaunchPlanCache, KeepsAFewWhereTheyAre) {
  LaunchPlanCache plans;
  const size_t local = 16;
  size_t global = 16;
  plans.add(planFor(global, local));
  const CachedPlan *first = plans.find(1, nullptr, &global, &local, 0);
  std::vector<std::thread> threads;
  for (size_t thread = 1; thread <= 4; ++thread)
    threads.emplace_back([&plans, thread] {
      for (size_t groups = 1; groups < 50; ++groups)
        plans.add(planFor((thread * 50 + groups) * 16, 16));
    });
  for (int look = 0; look < 1000; ++look)
    ASSERT_EQ(plans.find(1, nullptr, &global, &local, 0), first);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(plans.find(1, nullptr, &global, &local, 0), first);
}

} // namespace
} // namespace weft::core
