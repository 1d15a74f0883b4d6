// Tests the worker pool when jobs wait for each other: spare workers run the jobs that no thread has begun.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WorkerPool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "TestJob.h"

namespace weft::cpu {
namespace {

/// Waits as a kernel does that spins on a value in memory.
void spinUntilSet(const std::atomic<bool> &flag) {
  while (!flag.load())
    std::this_thread::yield();
}

class WorkerPoolSpareWorkersTest : public testing::TestWithParam<unsigned> {
protected:
  unsigned slots() const { return std::max(1u, GetParam()); }
  /// Submits a job of `pieces` pieces, which end when `go` is set. Returns the job when all slots run its pieces.
  TestJob *takeAllSlots(uint64_t pieces) {
    stuck = std::make_unique<TestJob>(pool, pieces, [this](uint64_t) {
      begun.fetch_add(1);
      spinUntilSet(go);
    });
    pool.submit(*stuck);
    if (GetParam() == 0)
      helper = std::jthread([this] { stuck->help(); });
    while (begun.load() < slots())
      std::this_thread::yield();
    return stuck.get();
  }
  /// Waits for the job's end without helping the pool.
  static void await(const TestJob &job) {
    while (job.finishedCount() == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  std::atomic<bool> go{false};
  std::atomic<unsigned> begun{0};
  WorkerPool pool{GetParam()};
  std::unique_ptr<TestJob> stuck;
  std::jthread helper;
};

INSTANTIATE_TEST_SUITE_P(Workers, WorkerPoolSpareWorkersTest, testing::Values(0, 1, 2, 8),
                         [](const auto &info) { return std::to_string(info.param); });

TEST_P(WorkerPoolSpareWorkersTest, RunsAJobThatAllThreadsWaitFor) {
  TestJob *waiting = takeAllSlots(slots());
  TestJob awaited(pool, 1, [this](uint64_t) { go = true; });
  pool.submit(awaited);
  awaited.help();
  waiting->help();
  EXPECT_TRUE(awaited.ranEachPiece());
  EXPECT_TRUE(waiting->ranEachPiece());
}

TEST_P(WorkerPoolSpareWorkersTest, RunsItWhereNobodyHelps) {
  TestJob *waiting = takeAllSlots(slots());
  TestJob awaited(pool, 100, [this](uint64_t piece) { go = go || piece == 99; });
  pool.submit(awaited);
  await(awaited);
  await(*waiting);
  EXPECT_TRUE(awaited.ranEachPiece());
  EXPECT_TRUE(waiting->ranEachPiece());
}

TEST_P(WorkerPoolSpareWorkersTest, RunsItBehindPiecesThatWouldWaitAsWell) {
  TestJob *waiting = takeAllSlots(uint64_t(slots()) * 3);
  TestJob awaited(pool, 1, [this](uint64_t) { go = true; });
  pool.submit(awaited, false);
  awaited.help();
  waiting->help();
  EXPECT_TRUE(waiting->ranEachPiece());
}

TEST_P(WorkerPoolSpareWorkersTest, RunsJobsOfAllPriorities) {
  TestJob *waiting = takeAllSlots(slots());
  std::atomic<unsigned> left{3};
  std::vector<std::unique_ptr<TestJob>> jobs;
  for (const JobPriority priority : {JobPriority::low, JobPriority::normal, JobPriority::high}) {
    jobs.push_back(std::make_unique<TestJob>(pool, 1, [&](uint64_t) { go = left.fetch_sub(1) == 1; }));
    pool.submit(*jobs.back(), true, priority);
  }
  for (const auto &job : jobs) {
    job->help();
    EXPECT_TRUE(job->ranEachPiece());
  }
  waiting->help();
  EXPECT_TRUE(waiting->ranEachPiece());
}

TEST_P(WorkerPoolSpareWorkersTest, RunsAChainOfJobsThatWaitForTheNext) {
  TestJob *waiting = takeAllSlots(slots());
  constexpr unsigned length = 4;
  std::atomic<bool> flags[length] = {};
  std::vector<std::unique_ptr<TestJob>> jobs;
  for (unsigned i = 0; i < length; ++i) {
    jobs.push_back(std::make_unique<TestJob>(pool, 1, [&, i](uint64_t) {
      if (i + 1 < length)
        spinUntilSet(flags[i + 1]);
      flags[i] = true;
      if (i == 0)
        go = true;
    }));
    pool.submit(*jobs.back());
  }
  for (const auto &job : jobs) {
    job->help();
    EXPECT_TRUE(job->ranEachPiece());
  }
  waiting->help();
  EXPECT_TRUE(waiting->ranEachPiece());
}

TEST_P(WorkerPoolSpareWorkersTest, RunsJobAfterJob) {
  TestJob *waiting = takeAllSlots(slots());
  for (unsigned i = 0; i < 2000; ++i) {
    TestJob job(pool, i % 3);
    pool.submit(job, i % 2 == 0);
    job.help();
    EXPECT_TRUE(job.ranEachPiece());
  }
  go = true;
  waiting->help();
}

TEST_P(WorkerPoolSpareWorkersTest, WakesOthersForAJobWhoseHelperIsStuck) {
  // Both jobs are left to this thread, which is stuck in the first job. Workers must run the second job.
  if (GetParam() == 0)
    GTEST_SKIP() << "There are no others.";
  TestJob waiting(pool, 1, [this](uint64_t) { spinUntilSet(go); });
  TestJob awaited(pool, 1, [this](uint64_t) { go = true; });
  pool.submit(waiting, false);
  pool.submit(awaited, false);
  waiting.help();
  awaited.help();
  EXPECT_TRUE(waiting.ranEachPiece());
  EXPECT_TRUE(awaited.ranEachPiece());
}

TEST_P(WorkerPoolSpareWorkersTest, RunsAsManyThreadsAsSlotsAndNoMoreAfterwards) {
  TestJob *waiting = takeAllSlots(slots());
  TestJob awaited(pool, 1, [this](uint64_t) { go = true; });
  pool.submit(awaited);
  awaited.help();
  waiting->help();
  Crowd crowd;
  TestJob job(pool, 400, [&](uint64_t) { crowd.meet(slots()); });
  pool.submit(job);
  job.help();
  EXPECT_EQ(crowd.most(), slots());
}

TEST_P(WorkerPoolSpareWorkersTest, EndsWhileItsThreadsLook) {
  TestJob job(pool, 1);
  TestJob *waiting = takeAllSlots(slots());
  pool.submit(job);
  go = true;
  waiting->help();
  job.help();
  EXPECT_TRUE(waiting->ranEachPiece());
  EXPECT_TRUE(job.ranEachPiece());
} // the pool is destroyed at once, whatever its threads are doing

} // namespace
} // namespace weft::cpu
