// The worker pool: threads (workers) that run the pieces of jobs. Threads that wait for a job help them.
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

/// Threads join jobs of a higher priority first. When a thread has run a chunk of a job and there is a job of a higher
/// priority, it leaves its job for that job.
enum class JobPriority : unsigned { low, normal, high };
inline constexpr unsigned jobPriorities = 3;

/// A task of `size()` independent pieces, which any number of threads may run at once.
class Work {
public:
  virtual ~Work() = default;
  /// The number of pieces; may be 0.
  virtual uint64_t size() const = 0;
  /// Runs the pieces from `begin` to `end` (exclusive). Several threads call it at once, with ranges that don't
  /// overlap. It must not throw, and must not wait for a job.
  virtual void run(uint64_t begin, uint64_t end, Arena &arena) = 0;
};

/// The object that a pool informs of the end of a job.
class Completion {
public:
  /// The pool calls it exactly once, after all pieces of the job have run, on the thread that was the last to leave the
  /// job. The pool holds no lock then, and never calls it from within `submit`. It may submit jobs, including the same
  /// job again, and may destroy the job. It must not call helpUntil or helpFor: they run jobs, whose `finished` could
  /// call them again, without end.
  virtual void finished() = 0;

protected:
  ~Completion() = default;
};

/// Work that a pool runs; threads claim its pieces in chunks. The submitter keeps the job, the work and the completion
/// alive until the pool has called `finished`. After that it can submit the job again.
class Job {
public:
  Job(Work &work, Completion &completion) : work_(work), completion_(completion) {}
  Job(const Job &) = delete;
  Job &operator=(const Job &) = delete;

private:
  friend class JobQueue; // scheduler/JobQueue.h says what guards the members
  friend class WorkerPool;
  /// A contiguous range of the job's pieces. Threads claim its pieces in ascending order; `next` is the first piece
  /// that no thread has claimed.
  struct Span {
    std::atomic<uint64_t> next{0};
    uint64_t end = 0;
  };
  static constexpr unsigned maxSpans = 16;

  Work &work_;
  Completion &completion_;

  // Many jobs have one piece, and many such jobs may wait in the queue: they need no array.
  Span onlySpan_;
  std::unique_ptr<std::array<Span, maxSpans>> manySpans_; ///< made when first needed
  Span *spans_ = &onlySpan_;
  unsigned spanCount_ = 0;
  std::atomic<uint64_t> claimed_{0};
  std::atomic<unsigned> participants_{0};
  uint64_t pieces_ = 0;
  JobPriority priority_ = JobPriority::normal;
  Job *next_ = nullptr;
  bool queued_ = false;
};

/// The threads of the device. Every function may be called from any thread.
///
/// At most max(1, workers) threads run pieces at the same time: while a thread that waits helps, one worker fewer runs.
/// The pool uses further threads (spare workers) only if these threads make no progress for 50 ms or more, and a job
/// waits that no thread has begun.
///
/// After fork() the child's copy of a pool has no threads and no jobs. It starts threads of its own at the first job.
/// Jobs that were submitted before the fork finish in the parent alone. The code of a job must not fork and then use
/// the pool in the child.
class WorkerPool {
public:
  /// The pool starts its `workers` threads at the first job that needs them, not before. If `workers` is 0, only
  /// threads that wait run jobs. If these threads are stuck, a spare worker runs jobs, too.
  explicit WorkerPool(unsigned workers);
  /// Makes a pool whose workers are bound to these CPUs (ascending; empty: to none). If `waitersHelp` is false, threads
  /// in helpUntil only wait, so that jobs run only on these CPUs. There are two exceptions, in which threads in
  /// helpUntil run jobs all the same: the pool has 0 workers, or the system can't start any worker.
  ///
  /// The pool calls `byNode`, which returns the CPUs of each NUMA node, when the first worker starts. If the CPUs are
  /// on several nodes, each worker is bound to the CPUs of one node, and mostly runs the pieces in one part of each
  /// job, always the same part. So it mostly accesses memory on its own node: the system puts memory on the node of the
  /// thread that first writes to it.
  WorkerPool(unsigned workers, std::vector<unsigned> cpus, bool waitersHelp,
             CpusByNode (*byNode)(const std::vector<unsigned> &cpus) = cpusByNode);
  /// Waits for the chunks that are running, and ends the threads. It drops jobs with pieces left without calling
  /// `finished`. No thread may be in one of the other functions. Never called from a static destructor.
  ~WorkerPool();
  WorkerPool(const WorkerPool &) = delete;
  WorkerPool &operator=(const WorkerPool &) = delete;

  /// Puts the job into the queue, after all jobs of the same priority. If `wake` is true, sleeping workers are woken
  /// for it. If `wake` is false, the job is left to the next thread that helps, or to a worker that is running already.
  /// That is right for a job so small that the thread which will wait for it can run it before a worker is awake. If it
  /// isn't certain that a thread will help, the caller has to call `wake` later.
  void submit(Job &job, bool wake = true, JobPriority priority = JobPriority::normal);
  /// Wakes as many sleeping workers as can take part in the submitted jobs.
  void wake();

  /// Runs the work to its end on this thread, at once. The thread needs no execution slot, and doesn't wait for other
  /// jobs of the pool. If the work has enough pieces, workers that are free, or become free soon, take part. May be
  /// called from a job.
  void run(Work &work);

  /// Runs submitted jobs on this thread until `done()` returns true. If there is no job to run, the thread spins for
  /// some microseconds, and then sleeps. It calls `done` often, so `done` must be cheap. The thread that changes the
  /// condition so that `done()` returns true has to call `notify` afterwards. Must not be called from a job.
  ///
  /// `topic` identifies what this thread waits for: an address that the thread which calls `notify` knows, too. A call
  /// of `notify` with another topic doesn't have to wake this thread.
  ///
  /// `begin`, if it is given, is called first and may submit jobs. If `begin` submits a job of a single piece with
  /// `wake` false, this thread keeps the job to itself and runs it at once, without the queue.
  void helpUntil(const std::function<bool()> &done, const void *topic = nullptr,
                 const std::function<void()> &begin = nullptr);
  /// Does the same as helpUntil, with a time limit. Gives up after `limit`, or later when the running chunk ends, and
  /// returns the last result of `done()`.
  bool helpFor(std::chrono::nanoseconds limit, const std::function<bool()> &done, const void *topic = nullptr);
  /// Makes threads that are in helpUntil call `done` again: those with this topic and those without a topic. If `topic`
  /// is nullptr, all of them do. If none of these threads sleeps, the call costs only an atomic increment.
  void notify(const void *topic = nullptr);

  /// The number of workers that was given at construction.
  unsigned workers() const { return workers_; }
  /// Returns whether threads in helpUntil run jobs.
  bool waitersHelp() const { return waitersHelp_; }

private:
  class Impl;
  Impl &impl();

  const unsigned workers_;
  const std::vector<unsigned> cpus_;
  CpusByNode (*const byNode_)(const std::vector<unsigned> &cpus);
  const bool waitersHelp_;
  std::atomic<Impl *> impl_; ///< replaced in the child of a fork (WorkerPool.cpp)
};

} // namespace weft::cpu

#endif
