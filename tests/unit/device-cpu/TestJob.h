// Jobs for tests of the worker pool, and counters of the threads that run their pieces.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_DEVICE_CPU_TEST_JOB_H
#define WEFT_TESTS_UNIT_DEVICE_CPU_TEST_JOB_H

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "WorkerPool.h"

namespace weft::cpu {

/// A job that runs `body` for every piece, then `whenFinished`, and then notifies the pool with itself as the topic. It
/// counts the runs of each piece and its finishes.
class TestJob : public Work, public Completion, public Job {
public:
  TestJob(WorkerPool &pool, uint64_t pieces, std::function<void(uint64_t)> body = {},
          std::function<void()> whenFinished = {})
      : Job(static_cast<Work &>(*this), *this), pool_(pool), visits_(pieces), body_(std::move(body)),
        whenFinished_(std::move(whenFinished)) {}

  uint64_t size() const override { return visits_.size(); }
  void run(uint64_t begin, uint64_t end, Arena &) override {
    for (uint64_t piece = begin; piece < end; ++piece) {
      if (body_)
        body_(piece);
      visits_[piece].fetch_add(1, std::memory_order_relaxed);
    }
  }
  void finished() override {
    if (whenFinished_)
      whenFinished_();
    WorkerPool &pool = pool_;
    finishedCount_.fetch_add(1); // from here on the waiting thread may destroy this
    pool.notify(this);
  }

  unsigned finishedCount() const { return finishedCount_.load(); }
  void help() {
    pool_.helpUntil([this] { return finishedCount() != 0; }, this);
  }
  /// Whether each piece has run `times` times.
  bool ranEachPiece(unsigned times = 1) const {
    for (const auto &visits : visits_)
      if (visits.load(std::memory_order_relaxed) != times)
        return false;
    return true;
  }
  /// Returns the sum of the runs of all pieces.
  uint64_t visits() const {
    uint64_t all = 0;
    for (const auto &visits : visits_)
      all += visits.load(std::memory_order_relaxed);
    return all;
  }

private:
  WorkerPool &pool_;
  std::vector<std::atomic<unsigned>> visits_;
  std::function<void(uint64_t)> body_;
  std::function<void()> whenFinished_;
  std::atomic<unsigned> finishedCount_{0};
};

/// Counts the threads that run pieces at the same time.
class Crowd {
public:
  /// Each piece calls this function. The call waits until `expected` threads have been in it at once, or until 20
  /// seconds after the construction.
  void meet(unsigned expected) {
    const unsigned now = running_.fetch_add(1) + 1;
    for (unsigned seen = most_.load(); now > seen && !most_.compare_exchange_weak(seen, now);) {
    }
    while (most_.load() < expected && std::chrono::steady_clock::now() < end_)
      std::this_thread::yield();
    // Waits long enough for one thread too many to arrive.
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    running_.fetch_sub(1);
  }
  unsigned most() const { return most_.load(); }

private:
  const std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  std::atomic<unsigned> running_{0};
  std::atomic<unsigned> most_{0};
};

/// A job of any Work class `Base`, with a function that runs the job to its end.
template <typename Base> class Finishing : public Base, private Completion {
public:
  template <typename... Arguments>
  explicit Finishing(WorkerPool &pool, Arguments &&...arguments)
      : Base(std::forward<Arguments>(arguments)...), pool_(pool) {}

  /// Submits the job and helps the pool until the job has finished.
  void runToEnd() {
    pool_.submit(job_);
    pool_.helpUntil([this] { return isFinished_.load(); }, this);
  }

private:
  void finished() override {
    WorkerPool &pool = pool_;
    isFinished_.store(true); // from here on the waiting thread may destroy this
    pool.notify(this);
  }

  WorkerPool &pool_;
  Job job_{*this, *this};
  std::atomic<bool> isFinished_{false};
};

} // namespace weft::cpu

#endif
