// Tests the worker pool: each piece runs once, each job finishes once; helping, waking, priorities, nodes and fork.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WorkerPool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <dirent.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Device.h"
#include "MemoryHierarchy.h"
#include "TestJob.h"
#include "common/SleepingThread.h"

namespace weft::cpu {
namespace {

using std::chrono::milliseconds;
using test::SleepingThread;

class WorkerPoolTest : public testing::TestWithParam<unsigned> {
protected:
  WorkerPool pool{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Workers, WorkerPoolTest, testing::Values(0, 1, 2, 8),
                         [](const auto &info) { return std::to_string(info.param); });

TEST_P(WorkerPoolTest, RunsEachPieceOnce) {
  for (const uint64_t pieces : {1u, 2u, 3u, 7u, 64u, 1000u, 100000u}) {
    TestJob job(pool, pieces);
    pool.submit(job);
    job.help();
    EXPECT_TRUE(job.ranEachPiece()) << pieces;
    EXPECT_EQ(job.finishedCount(), 1u);
  }
}

TEST_P(WorkerPoolTest, RunsJobsThatWakeNobody) {
  for (const uint64_t pieces : {1u, 5u, 1000u}) {
    TestJob job(pool, pieces);
    pool.submit(job, false);
    job.help();
    EXPECT_TRUE(job.ranEachPiece());
  }
}

/// Counts how often each of its pieces runs.
class CountedWork : public Work {
public:
  explicit CountedWork(uint64_t pieces, std::function<void()> body = {}) : visits_(pieces), body_(std::move(body)) {}
  uint64_t size() const override { return visits_.size(); }
  void run(uint64_t begin, uint64_t end, Arena &) override {
    if (body_)
      body_();
    for (uint64_t piece = begin; piece < end; ++piece)
      visits_[piece].fetch_add(1, std::memory_order_relaxed);
  }
  bool ranEachPieceOnce() const {
    return std::ranges::all_of(visits_, [](const auto &visits) { return visits.load() == 1; });
  }

private:
  std::vector<std::atomic<unsigned>> visits_;
  std::function<void()> body_;
};

TEST_P(WorkerPoolTest, RunsWorkAtOnce) {
  for (const uint64_t pieces : {0u, 1u, 2u, 127u, 128u, 5000u}) {
    CountedWork work(pieces);
    pool.run(work);
    EXPECT_TRUE(work.ranEachPieceOnce()) << pieces;
  }
}

TEST_P(WorkerPoolTest, RunsWorkAtOnceWithItsWorkers) {
  if (pool.workers() == 0)
    GTEST_SKIP() << "there is none";
  Crowd crowd;
  CountedWork work(1000, [&] { crowd.meet(2); });
  pool.run(work);
  EXPECT_TRUE(work.ranEachPieceOnce());
  EXPECT_GE(crowd.most(), 2u);
}

TEST_P(WorkerPoolTest, RunsWorkAtOnceWhileAllSlotsAreTaken) {
  std::atomic<bool> over{false};
  TestJob stuck(pool, 64, [&](uint64_t) {
    while (!over)
      std::this_thread::sleep_for(milliseconds(1));
  });
  pool.submit(stuck);
  CountedWork work(1000);
  pool.run(work);
  EXPECT_TRUE(work.ranEachPieceOnce());
  EXPECT_EQ(stuck.finishedCount(), 0u);
  over = true;
  stuck.help();
}

TEST_P(WorkerPoolTest, RunsWorkAtOnceWithinAJob) {
  std::vector<std::unique_ptr<CountedWork>> works;
  for (unsigned i = 0; i < 40; ++i)
    works.push_back(std::make_unique<CountedWork>(300));
  TestJob job(pool, works.size(), [&](uint64_t piece) { pool.run(*works[piece]); });
  pool.submit(job);
  job.help();
  EXPECT_TRUE(std::ranges::all_of(works, [](const auto &work) { return work->ranEachPieceOnce(); }));
}

TEST_P(WorkerPoolTest, FinishesEmptyJobsOutsideOfSubmit) {
  bool submitting = true;
  TestJob job(pool, 0, {}, [&] { EXPECT_FALSE(submitting); });
  // If the submission woke a worker, the worker might finish the job before the flag is reset.
  pool.submit(job, false);
  submitting = false;
  job.help();
  EXPECT_EQ(job.finishedCount(), 1u);
}

TEST_P(WorkerPoolTest, FinishesManyQueuedJobsOnceEach) {
  constexpr unsigned count = 2000;
  std::atomic<unsigned> finished{0};
  std::vector<std::unique_ptr<TestJob>> jobs;
  for (unsigned i = 0; i < count; ++i)
    jobs.push_back(std::make_unique<TestJob>(pool, i % 5, std::function<void(uint64_t)>(), [&] { ++finished; }));
  for (auto &job : jobs)
    pool.submit(*job, false);
  pool.wake();
  pool.helpUntil([&] { return finished.load() == count; });
  for (auto &job : jobs) {
    job->help(); // the call of `finished` may not have returned yet
    EXPECT_EQ(job->finishedCount(), 1u);
    EXPECT_TRUE(job->ranEachPiece());
  }
}

TEST_P(WorkerPoolTest, TakesJobsFromManyThreads) {
  constexpr unsigned threads = 8;
  constexpr unsigned jobsPerThread = 300;
  std::atomic<unsigned> failures{0};
  std::vector<std::jthread> submitters;
  for (unsigned t = 0; t < threads; ++t)
    submitters.emplace_back([&, t] {
      for (unsigned i = 0; i < jobsPerThread; ++i) {
        TestJob job(pool, (t * 7 + i) % 40);
        pool.submit(job, i % 2 == 0);
        job.help();
        if (!job.ranEachPiece() || job.finishedCount() != 1)
          ++failures;
      }
    });
  submitters.clear();
  EXPECT_EQ(failures.load(), 0u);
}

TEST_P(WorkerPoolTest, SubmitsFromFinishedWithoutRecursion) {
  // The job submits itself when it finishes, as an in-order queue does for its next command. If the calls of `finished`
  // nested, so many submissions would overflow the stack.
  constexpr unsigned length = 200000;
  struct Link final : Work, Completion, Job {
    WorkerPool &pool;
    std::atomic<unsigned> &left;
    Link(WorkerPool &pool, std::atomic<unsigned> &left)
        : Job(static_cast<Work &>(*this), *this), pool(pool), left(left) {}
    uint64_t size() const override { return 1; }
    void run(uint64_t, uint64_t, Arena &) override {}
    void finished() override {
      if (left.load() > 1) {
        left.fetch_sub(1);
        pool.submit(*this, false);
        return;
      }
      WorkerPool &owner = pool;
      left.store(0);
      owner.notify();
    }
  };
  std::atomic<unsigned> left{length};
  Link link(pool, left);
  pool.submit(link);
  pool.helpUntil([&] { return left.load() == 0; });
  EXPECT_EQ(left.load(), 0u);
}

/// A job of one piece that submits itself again each time it finishes, as an in-order queue does with its commands. Any
/// thread may run it.
class Chain final : public Work, public Completion, public Job {
public:
  /// The job submits itself until `last()` returns true after a link of the chain.
  Chain(WorkerPool &pool, std::function<bool()> last)
      : Job(static_cast<Work &>(*this), *this), pool_(pool), last_(std::move(last)) {}
  uint64_t size() const override { return 1; }
  void run(uint64_t begin, uint64_t end, Arena &) override {
    pieces_ += end - begin;
    threads_ += threads_.load() == 0 || std::this_thread::get_id() != thread_ ? 1 : 0;
    thread_ = std::this_thread::get_id();
  }
  void finished() override {
    WorkerPool &pool = pool_;
    if (!last_())
      return pool.submit(*this, false);
    ended_.store(true); // from here on the waiting thread may destroy this
    pool.notify(this);
  }
  /// Submits the first link.
  void help() {
    pool_.helpUntil([this] { return ended_.load(); }, this, [this] { pool_.submit(*this, false); });
  }
  uint64_t pieces() const { return pieces_; }
  /// Returns how often the thread that ran a link was another than the thread of the link before, plus one.
  unsigned threads() const { return threads_; }

private:
  WorkerPool &pool_;
  const std::function<bool()> last_;
  std::atomic<uint64_t> pieces_{0};
  std::atomic<unsigned> threads_{0};
  std::thread::id thread_;
  std::atomic<bool> ended_{false};
};

TEST_P(WorkerPoolTest, KeepsAChainToTheThreadThatBeginsIt) {
  TestJob before(pool, 64); // starts the workers, of which some spin afterwards
  pool.submit(before);
  before.help();
  unsigned left = 50000;
  Chain chain(pool, [&] { return --left == 0; });
  chain.help();
  EXPECT_EQ(chain.pieces(), 50000u);
  EXPECT_EQ(chain.threads(), 1u);
}

TEST_P(WorkerPoolTest, LeavesWhatItKeepsWhenItIsDone) {
  std::atomic<bool> enough{false}, ended{false};
  unsigned links = 0;
  Chain chain(pool, [&] {
    enough = ++links >= 10;
    ended = links == 20;
    return links == 20;
  });
  pool.helpUntil([&] { return enough.load(); }, nullptr, [&] { pool.submit(chain, false); });
  EXPECT_GE(chain.pieces(), 10u);
  // The rest of the chain is run by workers, or by this thread if there are none.
  pool.helpUntil([&] { return ended.load(); }, &chain);
  EXPECT_EQ(chain.pieces(), 20u);
}

TEST_P(WorkerPoolTest, RunsWhatOthersSubmitBetweenTheLinksOfAChain) {
  std::atomic<bool> running{false};
  TestJob other(pool, 3);
  Chain chain(pool, [&] {
    running = true;
    return other.finishedCount() != 0;
  });
  std::jthread submitter([&] {
    while (!running)
      std::this_thread::yield();
    pool.submit(other, false);
    other.help();
  });
  chain.help();
  EXPECT_TRUE(other.ranEachPiece());
}

/// A job that detects whether two threads use the same execution slot at the same time.
class AtOwnSlot final : public TestJob {
public:
  struct Places {
    std::mutex mutex;
    std::set<const Arena *> taken;
    std::atomic<unsigned> shared{0};
  };
  AtOwnSlot(WorkerPool &pool, uint64_t pieces, Places &slots) : TestJob(pool, pieces), slots_(slots) {}
  void run(uint64_t begin, uint64_t end, Arena &arena) override {
    note([&] { return slots_.taken.insert(&arena).second; });
    TestJob::run(begin, end, arena);
    std::this_thread::yield();
    note([&] { return slots_.taken.erase(&arena) == 1; });
  }

private:
  template <typename Change> void note(const Change &change) {
    std::scoped_lock lock(slots_.mutex);
    slots_.shared += change() ? 0 : 1;
  }
  Places &slots_;
};

TEST_P(WorkerPoolTest, LeavesEachSlotToOneThread) {
  // Helpers pass slots to each other without the pool's lock, while other threads submit jobs.
  AtOwnSlot::Places slots;
  std::atomic<unsigned> failures{0};
  std::vector<std::jthread> submitters;
  for (unsigned t = 0; t < 6; ++t)
    submitters.emplace_back([&, t] {
      for (unsigned i = 0; i < 200; ++i) {
        AtOwnSlot job(pool, (t + i) % 7 == 0 ? 5 : 1, slots);
        pool.helpUntil([&] { return job.finishedCount() != 0; }, &job, [&] { pool.submit(job, (t + i) % 11 == 0); });
        if (!job.ranEachPiece() || job.finishedCount() != 1)
          ++failures;
      }
    });
  submitters.clear();
  EXPECT_EQ(failures.load(), 0u);
  EXPECT_EQ(slots.shared.load(), 0u);
}

TEST_P(WorkerPoolTest, SharesWhatHasSeveralPieces) {
  TestJob job(pool, 1000);
  pool.helpUntil([&] { return job.finishedCount() != 0; }, &job, [&] { pool.submit(job, false); });
  EXPECT_TRUE(job.ranEachPiece());
  EXPECT_EQ(job.finishedCount(), 1u);
}

TEST_P(WorkerPoolTest, LetsFinishedDestroyTheJob) {
  struct Deleting final : Work, Completion, Job {
    std::atomic<unsigned> &ended;
    WorkerPool &pool;
    Deleting(std::atomic<unsigned> &ended, WorkerPool &pool)
        : Job(static_cast<Work &>(*this), *this), ended(ended), pool(pool) {}
    uint64_t size() const override { return 37; }
    void run(uint64_t, uint64_t, Arena &) override {}
    void finished() override {
      WorkerPool &owner = pool;
      std::atomic<unsigned> &count = ended;
      delete this;
      count.fetch_add(1);
      owner.notify();
    }
  };
  std::atomic<unsigned> ended{0};
  for (unsigned i = 0; i < 1000; ++i)
    pool.submit(*new Deleting(ended, pool), i % 3 == 0);
  pool.helpUntil([&] { return ended.load() >= 1000; });
  EXPECT_EQ(ended.load(), 1000u);
}

TEST_P(WorkerPoolTest, RunsAsManyThreadsAsSlotsAndNoMore) {
  const unsigned slots = std::max(1u, GetParam());
  Crowd crowd;
  const auto body = [&](uint64_t) { crowd.meet(slots); };
  // Only one job runs at a time, because a second job that no thread begins may start spare workers
  // (WorkerPoolSpareWorkersTest).
  for (unsigned i = 0; i < 60; ++i) {
    TestJob job(pool, 16, body);
    pool.submit(job);
    std::vector<std::jthread> helpers;
    for (unsigned t = 0; t < 6; ++t)
      helpers.emplace_back([&] { job.help(); });
  }
  EXPECT_EQ(crowd.most(), slots);
}

TEST_P(WorkerPoolTest, HelpForGivesUpInTime) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(pool.helpFor(milliseconds(30), [] { return false; }));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(30));
  EXPECT_TRUE(pool.helpFor(milliseconds(0), [] { return true; }));
  EXPECT_FALSE(pool.helpFor(milliseconds(-5), [] { return false; }));
}

TEST_P(WorkerPoolTest, HelpForSeesWhatHappensBeforeTheEnd) {
  std::atomic<bool> flag{false};
  SleepingThread self;
  std::jthread setter([&] {
    self.await();
    flag = true;
    pool.notify();
  });
  self.goesToSleep();
  EXPECT_TRUE(pool.helpFor(std::chrono::nanoseconds::max(), [&] { return flag.load(); }));
  EXPECT_TRUE(flag.load());
}

TEST_P(WorkerPoolTest, NotifyWakesSleepersByTopic) {
  int topics[2];
  std::atomic<bool> flags[2] = {false, false};
  SleepingThread asleep[2];
  std::atomic<unsigned> woken{0};
  std::vector<std::jthread> sleepers;
  for (unsigned i = 0; i < 2; ++i)
    sleepers.emplace_back([&, i] {
      asleep[i].goesToSleep();
      pool.helpUntil([&, i] { return flags[i].load(); }, &topics[i]);
      ++woken;
    });
  // If a notification got lost, its thread would sleep until CTest's time limit.
  for (unsigned i = 0; i < 2; ++i) {
    asleep[i].await();
    flags[i] = true;
    pool.notify(&topics[i]);
    sleepers[i].join();
    EXPECT_EQ(woken.load(), i + 1);
  }
}

TEST_P(WorkerPoolTest, LosesNoNotification) {
  // Two threads pass a ball to and fro. A lost wake-up would hang the test until CTest's time limit.
  std::atomic<unsigned> ball{0};
  constexpr unsigned passes = 4000;
  const auto play = [&](unsigned side) {
    for (;;) {
      pool.helpUntil([&] { return ball.load() % 2 == side || ball.load() >= passes; });
      if (ball.load() >= passes)
        return;
      ball.fetch_add(1);
      pool.notify();
    }
  };
  std::jthread other([&] { play(1); });
  play(0);
  other.join();
  EXPECT_EQ(ball.load(), passes);
}

TEST_P(WorkerPoolTest, IsDestroyedWithJobsLeft) {
  // The test runs many rounds because a failure depends on the exact times at which workers start and stop.
  unsigned leftInTheMidst = 0;
  for (unsigned round = 0; round < 50; ++round) {
    auto local = std::make_unique<WorkerPool>(GetParam());
    std::atomic<uint64_t> begun{0};
    TestJob job(*local, 1000, [&](uint64_t) {
      ++begun;
      std::this_thread::sleep_for(std::chrono::microseconds(10));
    });
    local->submit(job);
    if (round % 2 != 0 && GetParam() != 0)
      while (begun.load() < round)
        std::this_thread::yield();
    local.reset(); // destroys the pool while its threads run the job
    // Every piece that had begun has ended. The job has finished only if all its pieces ran.
    EXPECT_EQ(job.visits(), begun.load());
    EXPECT_EQ(job.finishedCount(), job.ranEachPiece() ? 1u : 0u);
    leftInTheMidst += begun.load() != 0 && begun.load() < 1000;
  }
  if (GetParam() == 0)
    EXPECT_EQ(leftInTheMidst, 0u) << "nobody was there to begin";
  else
    EXPECT_GE(leftInTheMidst, 1u);
}

TEST(WorkerPoolWithoutWorkers, SleepingHelpersRunWhatOthersSubmit) {
  WorkerPool pool(0);
  TestJob job(pool, 10);
  std::atomic<bool> stop{false};
  SleepingThread helping, standingBy;
  std::jthread helper([&] {
    helping.goesToSleep();
    job.help();
  });
  std::jthread bystander([&] {
    standingBy.goesToSleep();
    pool.helpUntil([&] { return stop.load(); }, &stop);
  });
  helping.await();
  standingBy.await();
  pool.submit(job);
  helper.join();
  EXPECT_TRUE(job.ranEachPiece());
  stop = true;
  pool.notify(&stop);
}

TEST(WorkerPoolWithoutWorkers, HelperThatIsDonePassesWorkOn) {
  // The submission may wake the helper `leaving`, which then need not help any more. The pool must wake another helper.
  WorkerPool pool(0);
  for (unsigned round = 0; round < 50; ++round) {
    TestJob job(pool, 3);
    std::atomic<bool> done{false};
    SleepingThread first, second;
    std::jthread waiting([&] {
      first.goesToSleep();
      job.help();
    });
    std::jthread leaving([&] {
      second.goesToSleep();
      pool.helpUntil([&] { return done.load(); });
    });
    first.await();
    second.await();
    done = true; // `leaving` sees the flag when it wakes
    pool.submit(job);
    waiting.join(); // hangs if no helper was woken
    EXPECT_TRUE(job.ranEachPiece());
    pool.notify();
  }
}

TEST(WorkerPoolThreads, RunJobsWithoutHelp) {
  for (const unsigned workers : {1u, 2u, 8u}) {
    WorkerPool pool(workers);
    for (unsigned i = 0; i < 200; ++i) {
      TestJob job(pool, 20);
      pool.submit(job, i % 2 == 0);
      if (i % 2 != 0)
        pool.wake();
      while (job.finishedCount() == 0)
        std::this_thread::yield();
      EXPECT_TRUE(job.ranEachPiece());
    }
  }
}

/// Submits jobs one after the other. This thread runs a piece of each job if it gets a slot within a millisecond.
void helpWithJobs(WorkerPool &pool, unsigned jobs) {
  for (unsigned i = 0; i < jobs; ++i) {
    std::atomic<bool> came{false};
    const auto helper = std::this_thread::get_id();
    const auto end = std::chrono::steady_clock::now() + milliseconds(1);
    TestJob job(pool, 64, [&](uint64_t) {
      if (std::this_thread::get_id() == helper)
        came = true;
      while (!came && std::chrono::steady_clock::now() < end)
        std::this_thread::yield();
    });
    pool.submit(job);
    job.help();
    EXPECT_TRUE(job.ranEachPiece());
  }
}

/// Checks that all `workers` threads of a pool run a job of 64 pieces that no thread helps with, after jobs with a
/// helper. Each piece from `first` on waits until all workers run a piece.
void meetWithoutTheUsualHelper(unsigned workers, uint64_t first) {
  WorkerPool pool(workers);
  for (unsigned i = 0; i < 5; ++i) {
    helpWithJobs(pool, 10);
    Crowd crowd;
    TestJob job(pool, 64, [&](uint64_t piece) { crowd.meet(piece < first ? 1 : workers); });
    const auto begin = std::chrono::steady_clock::now();
    pool.submit(job);
    while (job.finishedCount() == 0)
      std::this_thread::yield();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
    EXPECT_EQ(crowd.most(), workers);
    EXPECT_TRUE(job.ranEachPiece());
  }
}

TEST(WorkerPoolThreads, ComeWhereTheUsualHelperDoesNot) {
  for (const unsigned workers : {1u, 2u, 8u})
    meetWithoutTheUsualHelper(workers, 40);
}

TEST(WorkerPoolThreads, ComeToAFirstChunkThatWaitsForThem) {
  for (const unsigned workers : {1u, 2u, 8u})
    meetWithoutTheUsualHelper(workers, 0);
}

/// Returns the names of this process's threads, and whether each thread blocks SIGINT.
std::vector<std::pair<std::string, bool>> listThreads() {
  std::vector<std::pair<std::string, bool>> threads;
  DIR *tasks = opendir("/proc/self/task");
  while (const dirent *entry = readdir(tasks)) {
    std::ifstream status("/proc/self/task/" + std::string(entry->d_name) + "/status");
    std::string name;
    bool blocksInterrupt = false;
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("Name:\t"))
        name = line.substr(6);
      if (line.starts_with("SigBlk:\t"))
        blocksInterrupt = (std::stoull(line.substr(8), nullptr, 16) >> (SIGINT - 1) & 1) != 0;
    }
    if (!name.empty())
      threads.emplace_back(name, blocksInterrupt);
  }
  closedir(tasks);
  return threads;
}

TEST(WorkerPoolThreads, StartAtFirstNeedWithNamesAndNoSignals) {
  WorkerPool pool(3);
  const auto workers = [] {
    unsigned count = 0;
    for (const auto &[name, blocksInterrupt] : listThreads())
      if (name.starts_with("weft-worker-")) {
        ++count;
        EXPECT_TRUE(blocksInterrupt) << name;
      }
    return count;
  };
  EXPECT_EQ(workers(), 0u);
  TestJob alone(pool, 1);
  pool.submit(alone, false);
  alone.help();
  EXPECT_EQ(workers(), 0u) << "a job that the waiting thread runs needs no worker";
  TestJob shared(pool, 100, [](uint64_t) { std::this_thread::sleep_for(milliseconds(1)); });
  pool.submit(shared);
  shared.help();
  EXPECT_GE(workers(), 1u);
  EXPECT_LE(workers(), 3u);
}

#if !__has_feature(thread_sanitizer) // ThreadSanitizer refuses to start threads after a fork with threads
TEST(WorkerPoolPriorities, UrgentJobsOvertakeOthersBetweenChunks) {
  WorkerPool pool(0); // without workers, this thread runs all pieces
  std::vector<char> order;
  TestJob urgent(pool, 2, [&](uint64_t) { order.push_back('h'); });
  TestJob low(pool, 1, [&](uint64_t) { order.push_back('l'); });
  bool submitted = false;
  TestJob normal(pool, 8, [&](uint64_t) {
    order.push_back('n');
    if (!std::exchange(submitted, true)) {
      pool.submit(low, false, JobPriority::low);
      pool.submit(urgent, false, JobPriority::high);
    }
  });
  pool.submit(normal, false);
  low.help();
  const std::string all(order.begin(), order.end());
  // The first chunk of the normal job ends before the urgent job begins. The rest follows the urgent job.
  EXPECT_EQ(std::count(all.begin(), all.end(), 'n'), 8);
  EXPECT_LT(all.find("hh"), all.rfind('n'));
  EXPECT_EQ(all.back(), 'l');
}

TEST(WorkerPoolThreads, StayOnTheirCpus) {
  cpu_set_t usable;
  ASSERT_EQ(sched_getaffinity(0, sizeof usable, &usable), 0);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &usable))
      continue;
    WorkerPool pool(2, {unsigned(cpu)}, false);
    EXPECT_FALSE(pool.waitersHelp());
    const pthread_t tester = pthread_self();
    std::atomic<bool> elsewhere{false};
    TestJob job(pool, 100, [&](uint64_t) {
      if (sched_getcpu() != cpu || pthread_equal(pthread_self(), tester))
        elsewhere = true;
    });
    pool.submit(job);
    job.help();
    EXPECT_TRUE(job.ranEachPiece());
    EXPECT_FALSE(elsewhere) << cpu;
  }
}

/// Assigns the first half of the CPUs to one node, and the second half to another node.
CpusByNode halves(const std::vector<unsigned> &cpus) {
  const auto middle = cpus.begin() + ptrdiff_t(cpus.size() / 2);
  return {{cpus.begin(), middle}, {middle, cpus.end()}};
}

TEST(WorkerPoolThreads, TakeTheSamePartOfEachJobOnTheSameNode) {
  const std::vector<unsigned> cpus = readTopology().cpus;
  if (cpus.size() < 2)
    GTEST_SKIP() << "one CPU has no nodes";
  constexpr unsigned workers = 8;
  WorkerPool pool(workers, cpus, false, halves);
  for (unsigned round = 0; round < 20; ++round) {
    std::vector<int> cpuOf(workers, -1);
    std::atomic<unsigned> there{0};
    TestJob job(pool, workers, [&](uint64_t piece) {
      // No worker takes a second piece before each worker has its first piece.
      for (there.fetch_add(1); there.load() < workers;)
        std::this_thread::sleep_for(milliseconds(1));
      cpuOf[piece] = sched_getcpu();
    });
    pool.submit(job);
    job.help();
    for (unsigned piece = 0; piece < workers; ++piece) {
      const std::vector<unsigned> node = halves(cpus)[piece / (workers / 2)];
      EXPECT_TRUE(std::ranges::binary_search(node, unsigned(cpuOf[piece]))) << piece << " on CPU " << cpuOf[piece];
    }
  }
}

TEST(WorkerPoolFork, ChildStartsItsOwnThreads) {
  WorkerPool pool(2);
  TestJob before(pool, 1000);
  pool.submit(before);
  before.help();
  // A job of the parent runs meanwhile, so that some locks are held when the fork creates the child.
  std::atomic<bool> stop{false};
  std::jthread busy([&] {
    while (!stop) {
      TestJob job(pool, 50);
      pool.submit(job);
      job.help();
    }
  });
  for (unsigned round = 0; round < 20; ++round) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(30);
      bool good = true;
      for (unsigned i = 0; i < 20; ++i) {
        TestJob job(pool, 200);
        pool.submit(job, i % 2 == 0);
        job.help();
        good = good && job.ranEachPiece() && job.finishedCount() == 1;
      }
      TestJob unhelped(pool, 10);
      pool.submit(unhelped);
      while (unhelped.finishedCount() == 0)
        std::this_thread::yield();
      _exit(good ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  stop = true;
}
#endif

} // namespace
} // namespace weft::cpu
