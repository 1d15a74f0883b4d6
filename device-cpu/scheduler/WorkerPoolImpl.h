// The state of a worker pool in one process: queue, slots, sleeping threads. docs/scheduler.md tells how it works.
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

#include "Mutex.h"
#include "WorkerPool.h"
#include "memory/Arena.h"
#include "scheduler/JobQueue.h"
#include "scheduler/SlotNodes.h"

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
  void run(Work &work) WEFT_EXCLUDES(mutex_);
  bool help(const std::function<bool()> &done, const void *topic, Clock::time_point end,
            const std::function<void()> &begin) WEFT_EXCLUDES(mutex_);
  void notify(const void *topic) WEFT_EXCLUDES(mutex_);

private:
  /// Threads that may run jobs beyond the slots, while all others are stuck.
  static constexpr unsigned maxSpareWorkers = 8;

  /// A thread that sleeps in `help`; lives on its stack, linked into sleepers_.
  struct Sleeper {
    const void *topic;
    bool woken = false;
    ConditionVariable condition;
    Sleeper *next = nullptr;
    Sleeper **link = nullptr; ///< the pointer that points here
  };

  /// The right to run jobs: a thread holds one while it does.
  struct ExecutionSlot {
    explicit ExecutionSlot(unsigned number) : number(number) {}
    const unsigned number; ///< from 0
    Arena arena;
    /// Jobs joined and chunks ended. Written by the thread that holds the slot.
    std::atomic<uint64_t> steps{0};
    void noteStep() { steps.store(steps.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
  };

  /// A thread that runs jobs which nobody takes part in while all others are stuck in theirs. Its slot is its own.
  struct SpareWorker {
    SpareWorker(Impl &pool, ExecutionSlot &slot) : pool(pool), slot(slot) {}
    Impl &pool;
    ExecutionSlot &slot;
    pthread_t thread{};
    ConditionVariable wake;
    // Under the pool's mutex:
    bool running = false; ///< has a job
    bool stuck = false;   ///< the others were, when it looked last: it takes jobs at once
    uint64_t seen = 0;    ///< the others' steps at that time
  };

  /// Until when a thread runs jobs: `done` may be null.
  struct Limit {
    const std::function<bool()> *done = nullptr;
    Clock::time_point end = Clock::time_point::max();
  };

  class Keeping;

  // A worker's life, and its parts.
  static void *startWorker(void *self);
  void work() WEFT_EXCLUDES(mutex_);
  void sleepAsWorker(Lock &lock) WEFT_REQUIRES(mutex_);

  // Running.
  void enqueue(Job &job, bool wake, JobPriority priority) WEFT_EXCLUDES(mutex_);
  bool runNext(ExecutionSlot *&slot, Limit limit, bool isHelper = false) WEFT_EXCLUDES(mutex_);
  void participate(const JobQueue::Share &share, ExecutionSlot &slot, Limit limit) WEFT_EXCLUDES(mutex_);
  void beginToHelp(ExecutionSlot *&slot, const std::function<void()> &begin, Limit limit) WEFT_EXCLUDES(mutex_);
  void runKept(Keeping &keeping, ExecutionSlot &slot, Limit limit) WEFT_EXCLUDES(mutex_);
  bool shallStop(JobPriority priority, Limit limit) const;
  bool takeSlot(ExecutionSlot *&slot) WEFT_REQUIRES(mutex_);
  void giveSlot(ExecutionSlot *&slot) WEFT_REQUIRES(mutex_);
  void leaveSlot(ExecutionSlot *&slot) WEFT_EXCLUDES(mutex_);
  void takeParked() WEFT_REQUIRES(mutex_);
  void queueChanged() WEFT_REQUIRES(mutex_);

  // Whether the thread that submits a job will help with it.
  void expectHelper() WEFT_REQUIRES(mutex_);
  void helperCame() WEFT_REQUIRES(mutex_);
  void stopExpecting() WEFT_REQUIRES(mutex_);
  unsigned slotsToFill() const WEFT_REQUIRES(mutex_);

  // Spare workers (WorkerPoolSpareWorkers.cpp).
  void watch() WEFT_REQUIRES(mutex_);
  void startSpareWorker() WEFT_REQUIRES(mutex_);
  static void *startServing(void *spare);
  void serve(SpareWorker &self) WEFT_EXCLUDES(mutex_);
  JobQueue::Share watchAs(SpareWorker &self, Lock &lock) WEFT_REQUIRES(mutex_);
  JobQueue::Share joinAs(SpareWorker &self) WEFT_REQUIRES(mutex_);
  std::chrono::nanoseconds patience() const WEFT_REQUIRES(mutex_);
  uint64_t stepsOfOthers(const ExecutionSlot &own) const;

  // Threads (WorkerPoolThreads.cpp).
  void startThread() WEFT_REQUIRES(mutex_);
  void askForNodes() WEFT_REQUIRES(mutex_);
  using ThreadBody = void *(*)(void *);
  bool spawn(pthread_t &thread, ThreadBody body, void *argument, const std::vector<unsigned> &cpus, const char *kind,
             unsigned number);

  // Waking.
  void inviteThreads(unsigned most) WEFT_REQUIRES(mutex_);
  void wakeSleeper(Sleeper &sleeper) WEFT_REQUIRES(mutex_);
  void sleepAsHelper(uint64_t seen, const void *topic, Clock::time_point end) WEFT_EXCLUDES(mutex_);

  const unsigned workers_;
  const std::vector<unsigned> &cpus_; ///< what workers are bound to; empty where they may run anywhere. The pool's
  CpusByNode (*const byNode_)(const std::vector<unsigned> &cpus);
  const unsigned slots_; ///< threads that may run jobs at the same time
  const unsigned generation_;
  [[maybe_unused]] Impl *const abandoned_; ///< never read: keeps the parent's state reachable
  const std::chrono::nanoseconds spin_;

  Mutex mutex_;
  JobQueue queue_ WEFT_GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<ExecutionSlot>> allSlots_; ///< those of the spare workers behind the others
  std::vector<ExecutionSlot *> freeSlots_ WEFT_GUARDED_BY(mutex_);
  SlotNodes nodes_ WEFT_GUARDED_BY(mutex_);
  bool nodesAreKnown_ WEFT_GUARDED_BY(mutex_) = false; ///< from when the first worker starts
  std::vector<pthread_t> threads_ WEFT_GUARDED_BY(mutex_);
  ConditionVariable workerWake_;                    ///< idle workers sleep here
  unsigned idle_ WEFT_GUARDED_BY(mutex_) = 0;       ///< workers asleep, those already woken included
  unsigned tokens_ WEFT_GUARDED_BY(mutex_) = 0;     ///< of these, how many were woken and are not up yet
  unsigned starting_ WEFT_GUARDED_BY(mutex_) = 0;   ///< threads created that have not looked at the queue yet
  unsigned spinning_ WEFT_GUARDED_BY(mutex_) = 0;   ///< workers that will look at the queue before they sleep
  unsigned helpedJobs_ WEFT_GUARDED_BY(mutex_) = 0; ///< in a row, with which a helper helped before the next one came
  bool wasHelped_ WEFT_GUARDED_BY(mutex_) = false;  ///< the newest of those that wake workers
  Sleeper *sleepers_ WEFT_GUARDED_BY(mutex_) = nullptr;
  std::vector<std::unique_ptr<SpareWorker>> spareWorkers_ WEFT_GUARDED_BY(mutex_);
  SpareWorker *watcher_ WEFT_GUARDED_BY(mutex_) = nullptr; ///< the one that looks whether the others are stuck

  // Written under mutex_, read without it by threads that spin or that only want to know whether locking pays.
  std::atomic<bool> helped_;               ///< threads in `help` run jobs
  std::atomic<JobPriority> urgency_{};     ///< the highest priority in the queue
  std::atomic<bool> hasJobs_{false};       ///< the queue is not empty
  std::atomic<bool> invited_{false};       ///< ... and workers that are not running anything shall take part
  std::atomic<unsigned> openSlots_{0};     ///< size of freeSlots_
  std::atomic<bool> expectsHelper_{false}; ///< a slot is kept for one, until a worker has done its first chunk
  /// A slot that a helper has left while there were no jobs: one that isn't in freeSlots_, for whoever exchanges it
  /// first. It is set before hasJobs_ is looked at, and hasJobs_ before it is: one of the two sees the other, so that
  /// there is none while there are jobs, but for a moment. Not under mutex_.
  std::atomic<ExecutionSlot *> parked_{nullptr};
  std::atomic<bool> stopping_{false};     ///< the pool is being destroyed
  std::atomic<unsigned> sleeperCount_{0}; ///< length of sleepers_

  std::atomic<uint64_t> notifications_{0};   ///< calls of notify; not under mutex_
  std::atomic<unsigned> spinningHelpers_{0}; ///< that will take a slot where there are jobs; not under mutex_
};

} // namespace weft::cpu

#endif
