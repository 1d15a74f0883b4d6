// The state of a worker pool in one process: queue, slots, sleeping threads. docs/scheduler.md explains how it works.
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

  /// `generation` is the number of forks that led to this process. `abandoned` is the state that the parent process had
  /// at the fork. No thread may access that state, because a thread that doesn't exist in this process may hold its
  /// mutex. So that state is never freed. The pointer tells leak checkers that this is intended.
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
  /// The greatest number of spare workers: threads beyond the slots that may run jobs while all other threads are
  /// stuck.
  static constexpr unsigned maxSpareWorkers = 8;

  /// A thread that sleeps in `help`. The object lives on the thread's stack, and is linked into sleepers_.
  struct Sleeper {
    const void *topic;
    bool woken = false;
    ConditionVariable condition;
    Sleeper *next = nullptr;
    Sleeper **link = nullptr; ///< the pointer that points to this object
  };

  /// The right to run jobs: a thread must hold an execution slot while it runs jobs. The slot contains the arena for
  /// these jobs.
  struct ExecutionSlot {
    explicit ExecutionSlot(unsigned number) : number(number) {}
    const unsigned number; ///< from 0
    Arena arena;
    /// How many jobs the holders of this slot have joined, plus how many chunks they have ended. Written by the thread
    /// that holds the slot.
    std::atomic<uint64_t> progress{0};
    void countProgress() { progress.store(progress.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
  };

  /// A thread that runs jobs only while all other threads are stuck in their jobs. It takes only jobs in which no
  /// thread takes part. It has an execution slot of its own.
  struct SpareWorker {
    SpareWorker(Impl &pool, ExecutionSlot &slot) : pool(pool), slot(slot) {}
    Impl &pool;
    ExecutionSlot &slot;
    pthread_t thread{};
    ConditionVariable wake;
    // Under the pool's mutex:
    bool running = false; ///< it has a job
    bool stuck = false;   ///< the other threads were stuck when this thread last looked, so it takes further jobs
                          ///< without waiting
    uint64_t seen = 0;    ///< the sum of the other slots' `progress` when this thread last looked
  };

  /// Until when a thread runs jobs: until `done()` returns true, or until the time `end`. `done` may be null.
  struct Limit {
    const std::function<bool()> *done = nullptr;
    Clock::time_point end = Clock::time_point::max();
  };

  class InlineJobScope;

  // What a worker does until it ends.
  static void *startWorker(void *self);
  void work() WEFT_EXCLUDES(mutex_);
  void sleepAsWorker(Lock &lock) WEFT_REQUIRES(mutex_);

  // Running jobs.
  void enqueue(Job &job, bool wake, JobPriority priority) WEFT_EXCLUDES(mutex_);
  bool runNext(ExecutionSlot *&slot, Limit limit, bool isHelper = false) WEFT_EXCLUDES(mutex_);
  void participate(const JobQueue::Share &share, ExecutionSlot &slot, Limit limit) WEFT_EXCLUDES(mutex_);
  void beginToHelp(ExecutionSlot *&slot, const std::function<void()> &begin, Limit limit) WEFT_EXCLUDES(mutex_);
  void runInlineJobs(InlineJobScope &inlineJobs, ExecutionSlot &slot, Limit limit) WEFT_EXCLUDES(mutex_);
  bool shouldStop(JobPriority priority, Limit limit) const;
  bool acquireSlot(ExecutionSlot *&slot) WEFT_REQUIRES(mutex_);
  void releaseSlot(ExecutionSlot *&slot) WEFT_REQUIRES(mutex_);
  void parkOrReleaseSlot(ExecutionSlot *&slot) WEFT_EXCLUDES(mutex_);
  void reclaimParkedSlot() WEFT_REQUIRES(mutex_);
  void queueChanged() WEFT_REQUIRES(mutex_);

  // These functions decide whether to expect that a thread which submits a job will also help with it.
  void expectHelper() WEFT_REQUIRES(mutex_);
  void noteHelperArrived() WEFT_REQUIRES(mutex_);
  void stopExpectingHelper() WEFT_REQUIRES(mutex_);
  unsigned slotsToFill() const WEFT_REQUIRES(mutex_);

  // Spare workers (WorkerPoolSpareWorkers.cpp).
  void ensureWatcher() WEFT_REQUIRES(mutex_);
  void startSpareWorker() WEFT_REQUIRES(mutex_);
  static void *spareWorkerMain(void *spare);
  void runSpareWorker(SpareWorker &self) WEFT_EXCLUDES(mutex_);
  JobQueue::Share watchForStuckThreads(SpareWorker &self, Lock &lock) WEFT_REQUIRES(mutex_);
  JobQueue::Share joinUnattendedAs(SpareWorker &self) WEFT_REQUIRES(mutex_);
  std::chrono::nanoseconds stuckTimeout() const WEFT_REQUIRES(mutex_);
  uint64_t progressOfOtherSlots(const ExecutionSlot &own) const;

  // Threads (WorkerPoolThreads.cpp).
  void startThread() WEFT_REQUIRES(mutex_);
  void queryNumaNodes() WEFT_REQUIRES(mutex_);
  using ThreadBody = void *(*)(void *);
  bool spawn(pthread_t &thread, ThreadBody body, void *argument, const std::vector<unsigned> &cpus, const char *kind,
             unsigned number);

  // Waking threads, and waiting to be woken.
  void wakeOrStartWorkers(unsigned most) WEFT_REQUIRES(mutex_);
  void wakeSleeper(Sleeper &sleeper) WEFT_REQUIRES(mutex_);
  void sleepAsHelper(uint64_t seen, const void *topic, Clock::time_point end) WEFT_EXCLUDES(mutex_);

  const unsigned workers_;
  const std::vector<unsigned> &cpus_; ///< the CPUs to which workers are bound; if it is empty, they are not bound. The
                                      ///< pool owns the list
  CpusByNode (*const byNode_)(const std::vector<unsigned> &cpus);
  const unsigned slots_; ///< the number of threads that may run jobs at the same time
  const unsigned generation_;
  [[maybe_unused]] Impl *const abandoned_; ///< never read: keeps the parent's state reachable
  const std::chrono::nanoseconds spin_;

  Mutex mutex_;
  JobQueue queue_ WEFT_GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<ExecutionSlot>> allSlots_; ///< all slots; those of the spare workers come last
  std::vector<ExecutionSlot *> freeSlots_ WEFT_GUARDED_BY(mutex_);
  SlotNodes nodes_ WEFT_GUARDED_BY(mutex_);
  bool nodesAreKnown_ WEFT_GUARDED_BY(mutex_) = false; ///< true once the first worker starts
  std::vector<pthread_t> threads_ WEFT_GUARDED_BY(mutex_);
  ConditionVariable workerWake_;                        ///< idle workers sleep here
  unsigned idle_ WEFT_GUARDED_BY(mutex_) = 0;           ///< the number of workers that sleep, including those that were
                                                        ///< woken and don't run yet
  unsigned pendingWakeups_ WEFT_GUARDED_BY(mutex_) = 0; ///< idle workers that were woken and do not run yet
  unsigned starting_ WEFT_GUARDED_BY(mutex_) = 0;       ///< new threads that have not looked at the queue yet
  unsigned spinning_ WEFT_GUARDED_BY(mutex_) = 0;       ///< workers that will look at the queue before they sleep
  /// The number of jobs in a row, of those that woke workers, with which a helper helped before the next one came.
  unsigned helpedStreak_ WEFT_GUARDED_BY(mutex_) = 0;
  bool helperJoined_ WEFT_GUARDED_BY(mutex_) = false; ///< a helper helped with the newest job that woke workers
  Sleeper *sleepers_ WEFT_GUARDED_BY(mutex_) = nullptr;
  std::vector<std::unique_ptr<SpareWorker>> spareWorkers_ WEFT_GUARDED_BY(mutex_);
  SpareWorker *watcher_ WEFT_GUARDED_BY(mutex_) = nullptr; ///< the spare worker that checks whether all other threads
                                                           ///< are stuck, or null

  // Written under mutex_. Threads that spin, or that only want to know whether locking pays, read these without it.
  std::atomic<bool> waitersHelp_;          ///< threads in `help` run jobs
  std::atomic<JobPriority> urgency_{};     ///< the highest priority in the queue
  std::atomic<bool> hasJobs_{false};       ///< the queue is not empty
  std::atomic<bool> workersWanted_{false}; ///< the queue is not empty, and workers without a job shall take part
  std::atomic<unsigned> freeSlotCount_{0}; ///< size of freeSlots_
  std::atomic<bool> expectsHelper_{false}; ///< one slot is kept free for a helper, until a worker has ended its first
                                           ///< chunk
  /// A slot that a helper has left while there were no jobs, or null. It isn't in freeSlots_. A thread takes it by an
  /// atomic exchange with null, without mutex_. The helper first sets parkedSlot_ and then reads hasJobs_; a thread
  /// that submits a job first sets hasJobs_ and then reads parkedSlot_. So at least one of the two sees what the other
  /// has set, and moves the slot to freeSlots_. So while there are jobs, no slot is parked for more than a moment.
  std::atomic<ExecutionSlot *> parkedSlot_{nullptr};
  std::atomic<bool> stopping_{false};     ///< the pool is being destroyed
  std::atomic<unsigned> sleeperCount_{0}; ///< length of sleepers_

  std::atomic<uint64_t> notifications_{0};   ///< calls of notify; not under mutex_
  std::atomic<unsigned> spinningHelpers_{0}; ///< the number of helpers that spin, and that will take a slot once there
                                             ///< are jobs; not under mutex_
};

} // namespace weft::cpu

#endif
