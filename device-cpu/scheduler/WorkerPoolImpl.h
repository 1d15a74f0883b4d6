// The state of a worker pool in one process: queue, places, sleeping threads. docs/scheduler.md tells how it works.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_SCHEDULER_WORKER_POOL_IMPL_H
#define WEFT_DEVICE_CPU_SCHEDULER_WORKER_POOL_IMPL_H

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <pthread.h>
#include <vector>

#include "WorkerPool.h"
#include "memory/Arena.h"
#include "scheduler/JobQueue.h"
#include "scheduler/ThreadSafety.h"

namespace weft::cpu {

class WorkerPool::Impl {
public:
  using Clock = std::chrono::steady_clock;

  /// `generation` is the number of forks before; `abandoned` the parent process's state, of which nothing may be
  /// touched any more (its mutex may be held by a thread that does not exist here). It is leaked, but stays reachable.
  Impl(const WorkerPool &pool, unsigned generation, Impl *abandoned);
  ~Impl();
  Impl(const Impl &) = delete;
  Impl &operator=(const Impl &) = delete;

  unsigned generation() const { return generation_; }

  void submit(Job &job, bool wake, JobPriority priority) WEFT_EXCLUDES(mutex_);
  void wake() WEFT_EXCLUDES(mutex_);
  bool help(const std::function<bool()> &done, const void *topic, Clock::time_point end) WEFT_EXCLUDES(mutex_);
  void notify(const void *topic) WEFT_EXCLUDES(mutex_);

private:
  /// A thread that sleeps in `help`; lives on its stack, linked into sleepers_.
  struct Sleeper {
    const void *topic;
    bool woken = false;
    ConditionVariable condition;
    Sleeper *next = nullptr;
    Sleeper **link = nullptr; ///< the pointer that points here
  };

  /// The right to run jobs: a thread holds one while it does.
  struct Place {
    explicit Place(unsigned number) : number(number) {}
    const unsigned number; ///< from 0
    Arena arena;
  };

  // A worker's life, and its parts.
  static void *startWorker(void *self);
  void work() WEFT_EXCLUDES(mutex_);
  void sleepAsWorker(LockGuard &lock) WEFT_REQUIRES(mutex_);

  // Running.
  bool runNext(Place *&place, const std::function<bool()> *done, Clock::time_point end) WEFT_EXCLUDES(mutex_);
  void participate(const JobQueue::Share &share, Place &place, const std::function<bool()> *done, Clock::time_point end)
      WEFT_EXCLUDES(mutex_);
  bool takePlace(Place *&place) WEFT_REQUIRES(mutex_);
  void givePlace(Place *&place) WEFT_REQUIRES(mutex_);
  void leavePlace(Place *&place) WEFT_EXCLUDES(mutex_);
  void queueChanged() WEFT_REQUIRES(mutex_);

  // Waking.
  void inviteThreads(unsigned most) WEFT_REQUIRES(mutex_);
  void startThread() WEFT_REQUIRES(mutex_);
  int createThread(pthread_t &thread, bool bound);
  void wakeSleeper(Sleeper &sleeper) WEFT_REQUIRES(mutex_);
  void sleepAsHelper(uint64_t seen, const void *topic, Clock::time_point end) WEFT_EXCLUDES(mutex_);

  const unsigned workers_;
  const std::vector<unsigned> &cpus_; ///< what workers are bound to; empty where they may run anywhere. The pool's
  const unsigned places_;             ///< threads that may run jobs at the same time
  const unsigned generation_;
  [[maybe_unused]] Impl *const abandoned_; ///< never read: keeps the parent's state reachable
  const std::chrono::nanoseconds spin_;

  Mutex mutex_;
  JobQueue queue_ WEFT_GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<Place>> allPlaces_;
  std::vector<Place *> freePlaces_ WEFT_GUARDED_BY(mutex_);
  std::vector<pthread_t> threads_ WEFT_GUARDED_BY(mutex_);
  ConditionVariable workerWake_;                  ///< idle workers sleep here
  unsigned idle_ WEFT_GUARDED_BY(mutex_) = 0;     ///< workers asleep, those already woken included
  unsigned tokens_ WEFT_GUARDED_BY(mutex_) = 0;   ///< of these, how many were woken and are not up yet
  unsigned starting_ WEFT_GUARDED_BY(mutex_) = 0; ///< threads created that have not looked at the queue yet
  unsigned spinning_ WEFT_GUARDED_BY(mutex_) = 0; ///< workers that will look at the queue before they sleep
  Sleeper *sleepers_ WEFT_GUARDED_BY(mutex_) = nullptr;

  // Written under mutex_, read without it by threads that spin or that only want to know whether locking pays.
  std::atomic<bool> helped_;              ///< threads in `help` run jobs
  std::atomic<JobPriority> urgency_{};    ///< the highest priority in the queue
  std::atomic<bool> hasJobs_{false};      ///< the queue is not empty
  std::atomic<bool> invited_{false};      ///< ... and workers that are not running anything shall take part
  std::atomic<unsigned> openPlaces_{0};   ///< size of freePlaces_
  std::atomic<bool> stopping_{false};     ///< the pool is being destroyed
  std::atomic<unsigned> sleeperCount_{0}; ///< length of sleepers_

  std::atomic<uint64_t> notifications_{0}; ///< calls of notify; not under mutex_
};

} // namespace weft::cpu

#endif
