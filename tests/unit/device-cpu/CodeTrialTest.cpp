// Tests the comparison of two codes: its verdicts, and that launches that take part run each work-item once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "CodeTrial.h"
#include "Device.h"
#include "TestKernel.h"
#include "kernels/Arguments.h"
#include "memory/Arena.h"

namespace weft::cpu {
namespace {

using Verdict = CodeTrial::Verdict;
constexpr double present = 1e6; // nanoseconds

/// Notes pairs until there is a verdict, at most 100. The candidate takes `ratios` of the present code's time, in turn.
Verdict verdictFor(CodeTrial &trial, const std::vector<double> &ratios) {
  for (size_t pair = 0; pair < 100 && trial.beginTurn(); ++pair) {
    trial.notePair(present, present * ratios[pair % ratios.size()], 4);
    trial.endTurn();
  }
  return trial.verdict();
}

TEST(CodeTrial, AFasterCandidateWins) {
  CodeTrial trial(nullptr, nullptr);
  EXPECT_EQ(verdictFor(trial, {0.9}), Verdict::won);
  EXPECT_NEAR(trial.result().ratio, 0.9, 1e-9);
  EXPECT_EQ(trial.result().lostNanoseconds, 0);
}

TEST(CodeTrial, ACandidateOfTheSameSpeedLoses) {
  CodeTrial trial(nullptr, nullptr);
  EXPECT_EQ(verdictFor(trial, {1, 0.99, 1.01}), Verdict::lost);
}

TEST(CodeTrial, ASlowCandidateLosesAfterTwoPairs) {
  CodeTrial trial(nullptr, nullptr);
  EXPECT_EQ(verdictFor(trial, {3}), Verdict::lost);
  EXPECT_EQ(trial.result().pairs, 2u);
  EXPECT_NEAR(trial.result().lostNanoseconds, 4 * present, 1);
}

TEST(CodeTrial, InterruptionsDoNotDecide) {
  CodeTrial faster(nullptr, nullptr), slower(nullptr, nullptr);
  EXPECT_EQ(verdictFor(faster, {0.8, 0.81, 40, 0.79, 0.8, 0.82}), Verdict::won);
  EXPECT_EQ(verdictFor(slower, {1.1, 1.12, 0.01, 1.1, 1.09}), Verdict::lost);
}

TEST(CodeTrial, AnAbandonedTrialIsLost) {
  CodeTrial trial(nullptr, nullptr);
  ASSERT_TRUE(trial.beginTurn());
  trial.abandon();
  trial.notePair(present, present / 2, 4);
  trial.endTurn();
  EXPECT_EQ(trial.verdict(), Verdict::lost);
  EXPECT_FALSE(trial.beginTurn());
}

TEST(CodeTrial, HasAVerdictInTheEnd) {
  CodeTrial trial(nullptr, nullptr);
  EXPECT_NE(verdictFor(trial, {0.8, 1.2}), Verdict::open);
}

TEST(CodeTrial, TheFirstPairOfShortGroupsDoesNotCount) {
  CodeTrial trial(nullptr, nullptr);
  trial.notePair(1000, 90'000, 1);
  EXPECT_EQ(trial.result().pairs, 0u);
  trial.notePair(1000, 900, 1);
  EXPECT_EQ(trial.result().pairs, 1u);
}

TEST(CodeTrial, HalvesOfAPairTakeLongEnoughToMeasure) {
  CodeTrial trial(nullptr, nullptr);
  EXPECT_EQ(trial.groupsOfHalf(), 1u);
  trial.notePair(100, 100, 1);
  EXPECT_GE(trial.groupsOfHalf(), 100u);
  CodeTrial ofLongGroups(nullptr, nullptr);
  ofLongGroups.notePair(present, present, 1);
  EXPECT_EQ(ofLongGroups.groupsOfHalf(), 1u);
}

TEST(CodeTrial, OnlyOneThreadMeasures) {
  CodeTrial trial(nullptr, nullptr);
  EXPECT_TRUE(trial.beginTurn());
  EXPECT_FALSE(trial.beginTurn());
  trial.endTurn();
  EXPECT_TRUE(trial.beginTurn());
}

TEST(CodeTrial, LaunchesOfAsManyGroupsMakeAPair) {
  CodeTrial trial(nullptr, nullptr);
  trial.noteLaunch(true, present, 3);
  EXPECT_FALSE(trial.isCandidateNext());
  trial.noteLaunch(false, present, 5); // not as many
  EXPECT_EQ(trial.result().pairs, 0u);
  EXPECT_TRUE(trial.isCandidateNext());
  trial.noteLaunch(true, 2 * present, 5);
  EXPECT_EQ(trial.result().pairs, 1u);
  EXPECT_NEAR(trial.result().ratio, 2, 1e-9);
}

/// Launches a kernel whose present code adds 1 to the count of each work-item that it runs; the candidate adds 100.
class LaunchesInTrial : public testing::TestWithParam<NDRange> {
protected:
  /// How often a launch in `trial` runs each work-item. `threads` threads share the groups.
  std::vector<uint32_t> visitsOfLaunch(const std::shared_ptr<CodeTrial> &trial, unsigned threads) const {
    const NDRange range = GetParam();
    std::vector<uint32_t> visits(range.workItems());
    std::vector<uint64_t> groupIds(visits.size()), groupSizes(visits.size());
    const MarkArguments arguments{visits.data(), groupIds.data(), groupSizes.data()};
    const KernelLaunch launch(trial->present(), range, &arguments, 0, nullptr, false, {}, 0, nullptr, trial);
    LaunchExecution execution(launch);
    std::vector<std::thread> running;
    for (unsigned thread = 0; thread < threads; ++thread)
      running.emplace_back(
          [&, begin = thread * execution.size() / threads, end = (thread + 1) * execution.size() / threads] {
            Arena arena;
            execution.run(begin, end, arena);
          });
    for (std::thread &thread : running)
      thread.join();
    EXPECT_FALSE(execution.ranOutOfMemory());
    return visits;
  }
  static std::shared_ptr<CodeTrial> trial() {
    return std::make_shared<CodeTrial>(load("mark-loops"), load("mark-whole-loops"));
  }
};

TEST_P(LaunchesInTrial, RunEachWorkItemOnce) {
  const auto codes = trial();
  for (unsigned threads : {1u, 4u})
    for (int times = 0; times < 30; ++times)
      for (const uint32_t visits : visitsOfLaunch(codes, threads))
        ASSERT_TRUE(visits == 1 || visits == 100) << visits;
  EXPECT_NE(codes->verdict(), Verdict::open);
}

TEST_P(LaunchesInTrial, RunTheCandidateInWholeGroupsOnceItHasWon) {
  const auto codes = trial();
  ASSERT_EQ(verdictFor(*codes, {0.5}), Verdict::won);
  const auto visits = visitsOfLaunch(codes, 1);
  const NDRange range = GetParam();
  const bool hasWholeGroup = range.globalSize[0] >= range.localSize[0];
  const bool hasPartialGroup = range.globalSize[0] % range.localSize[0] != 0;
  EXPECT_EQ(std::ranges::count(visits, 100) != 0, hasWholeGroup);
  EXPECT_EQ(std::ranges::count(visits, 1) != 0, hasPartialGroup);
}

TEST_P(LaunchesInTrial, RunThePresentCodeOnceTheCandidateHasLost) {
  const auto codes = trial();
  ASSERT_EQ(verdictFor(*codes, {2}), Verdict::lost);
  EXPECT_TRUE(std::ranges::all_of(visitsOfLaunch(codes, 4), [](uint32_t visits) { return visits == 1; }));
}

INSTANTIATE_TEST_SUITE_P(Ranges, LaunchesInTrial,
                         testing::Values(NDRange{1, {}, {64, 1, 1}, {64, 1, 1}},
                                         NDRange{1, {}, {4096, 1, 1}, {16, 1, 1}},
                                         NDRange{1, {}, {4000, 1, 1}, {64, 1, 1}},
                                         NDRange{1, {}, {1 << 18, 1, 1}, {64, 1, 1}}),
                         [](const auto &info) { return "Items" + std::to_string(info.param.workItems()); });

} // namespace
} // namespace weft::cpu
