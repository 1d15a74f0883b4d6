// Work, the workers that run it as jobs, and how a waiting thread helps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_WORKER_POOL_H
#define WEFT_DEVICE_CPU_WORKER_POOL_H

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "MemoryHierarchy.h"

namespace weft::cpu {

class Arena; // scratch memory of one running thread (memory/Arena.h)

/// Jobs of a higher priority are joined first, and threads leave those of a lower one for them at the end of a chunk.
enum class JobPriority : unsigned { low, normal, high };
inline constexpr unsigned jobPriorities = 3;

/// What is to be done: `size()` independent pieces, which any number of threads may take from at once.
class Work {
public:
  virtual ~Work() = default;
  /// Number of pieces; may be 0.
  virtual uint64_t size() const = 0;
  /// Runs pieces [begin, end). Called from several threads at once with disjoint ranges; must not throw, and must not
  /// wait for a job.
  virtual void run(uint64_t begin, uint64_t end, Arena &arena) = 0;
};

/// Who waits for the end of a job.
class Completion {
public:
  /// Called exactly once, with no lock held, after all pieces have run, on the thread that left the job last (never
  /// from within `submit`). It may submit jobs, this one again included, and may destroy this one. It must not call
  /// helpUntil or helpFor: the jobs run there would nest without end.
  virtual void finished() = 0;

protected:
  ~Completion() = default;
};

/// Some work on its way through a pool, claimed in chunks. The submitter keeps all three alive until `finished` has
/// been called. A job can be submitted again then.
class Job {
public:
  Job(Work &work, Completion &completion) : work_(work), completion_(completion) {}
  Job(const Job &) = delete;
  Job &operator=(const Job &) = delete;

private:
  friend class JobQueue; // scheduler/JobQueue.h, which says what guards these
  friend class WorkerPool;
  /// A stretch of the pieces: those from `next` on are still to be claimed.
  struct Span {
    std::atomic<uint64_t> next{0};
    uint64_t end = 0;
  };
  static constexpr unsigned mostSpans = 16;

  Work &work_;
  Completion &completion_;

  // Many jobs have one piece, and many more wait for their turn: these need no array.
  Span onlySpan_;
  std::unique_ptr<std::array<Span, mostSpans>> manySpans_; ///< made when first needed
  Span *spans_ = &onlySpan_;
  unsigned spanCount_ = 0;
  std::atomic<uint64_t> claimed_{0};
  std::atomic<unsigned> participants_{0};
  uint64_t pieces_ = 0;
  JobPriority priority_ = JobPriority::normal;
  Job *behind_ = nullptr;
  bool queued_ = false;
};

/// The threads of the device. Every function may be called from any thread.
///
/// At most max(1, workers) threads run pieces at the same time: a thread that helps takes the place of a worker. More
/// there are only for jobs that nobody begins while all these have come no further for 50 ms or more.
/// After fork() the child's copy of a pool is empty: no threads, no jobs; it starts threads of its own at the first
/// job. Jobs that were submitted before the fork finish in the parent alone. A Job must not fork and go on using the
/// pool.
class WorkerPool {
public:
  /// `workers` threads are started at the first job that needs them, not before. 0 is allowed: then only waiting
  /// threads run jobs, except where one of them is stuck in its own.
  explicit WorkerPool(unsigned workers);
  /// The same with workers that are bound to these CPUs (ascending; empty: to none). Where the pool is not `helped`,
  /// threads in helpUntil only wait, so that jobs run on those CPUs alone; they help all the same where the system
  /// gives the pool no thread at all. A pool without workers is helped in any case.
  ///
  /// Where the CPUs are on several NUMA nodes (`byNode`, asked when the first worker starts) each worker is bound to
  /// those of one, and takes pieces of the same part of each job: what it was the first to write to is near it.
  WorkerPool(unsigned workers, std::vector<unsigned> cpus, bool helped,
             CpusByNode (*byNode)(const std::vector<unsigned> &cpus) = cpusByNode);
  /// Waits for the chunks that are running, ends the threads. Jobs with pieces left are dropped without `finished`.
  /// No thread may be in one of the other functions. Never called from a static destructor.
  ~WorkerPool();
  WorkerPool(const WorkerPool &) = delete;
  WorkerPool &operator=(const WorkerPool &) = delete;

  /// Puts a job behind those already submitted with its priority. `wake` false leaves sleeping workers asleep: right
  /// for a job so small that the thread about to wait for it does best to run it alone. Such a job is run by the next
  /// thread that helps, or by a worker that is running something anyway; where neither is sure to come, call `wake` in
  /// the end.
  void submit(Job &job, bool wake = true, JobPriority priority = JobPriority::normal);
  /// Wakes as many sleeping workers as there are jobs to take part in.
  void wake();

  /// Runs the work to its end on this thread, at no slot of the pool's and whatever else the pool has to do, and with
  /// it on workers that are free, or soon are, where it has pieces enough to wake them for. May be called from a Job.
  void run(Work &work);

  /// Runs submitted jobs on this thread until `done()` is true; spins for some microseconds, then sleeps, where there
  /// is nothing to run. `done` is called often, from this thread, and must be cheap; whoever makes it true calls
  /// `notify` afterwards. Not to be called from a Job.
  ///
  /// `topic` names what this thread waits for, by any address that the notifier knows too: `notify` with another
  /// topic need not wake this thread.
  ///
  /// `begin`, where there is one, is called first and may submit jobs. Of those that nobody is to be woken for this
  /// thread keeps one of a single piece to itself and runs it at once, without the queue.
  void helpUntil(const std::function<bool()> &done, const void *topic = nullptr,
                 const std::function<void()> &begin = nullptr);
  /// As above, with an end: gives up after `limit` (or later, when the chunk at hand ends) and returns what `done()`
  /// said last.
  bool helpFor(std::chrono::nanoseconds limit, const std::function<bool()> &done, const void *topic = nullptr);
  /// Makes the threads in helpUntil look at `done` again: those of this topic and those without one, or all where
  /// `topic` is nullptr. Costs an atomic increment where none of them sleeps.
  void notify(const void *topic = nullptr);

  /// The number given at construction.
  unsigned workers() const { return workers_; }
  /// Whether threads in helpUntil run jobs.
  bool helped() const { return helped_; }

private:
  class Impl;
  Impl &impl();

  const unsigned workers_;
  const std::vector<unsigned> cpus_;
  CpusByNode (*const byNode_)(const std::vector<unsigned> &cpus);
  const bool helped_;
  std::atomic<Impl *> impl_; ///< replaced in the child of a fork, see WorkerPool.cpp
};

} // namespace weft::cpu

#endif
