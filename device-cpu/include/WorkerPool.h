// Work, the workers that run it as jobs, and how a waiting thread helps them.
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

/// Threads join jobs of a higher priority first. At the end of a chunk, a thread leaves a job of a lower priority for a
/// job of a higher one.
enum class JobPriority : unsigned { low, normal, high };
inline constexpr unsigned jobPriorities = 3;

/// A task of `size()` independent pieces, which any number of threads may run at once.
class Work {
public:
  virtual ~Work() = default;
  /// The number of pieces; may be 0.
  virtual uint64_t size() const = 0;
  /// Runs the pieces [begin, end). Several threads call it at once with disjoint ranges. It must not throw, and must
  /// not wait for a job.
  virtual void run(uint64_t begin, uint64_t end, Arena &arena) = 0;
};

/// The object that a pool informs of the end of a job.
class Completion {
public:
  /// The pool calls it exactly once after all pieces have run, with no lock held, on the thread that left the job last
  /// (never from within `submit`). It may submit jobs, including the same job again, and may destroy the job. It must
  /// not call helpUntil or helpFor: the jobs that run there would nest without end.
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
  /// A contiguous range of the pieces. No thread has claimed the pieces from `next` on.
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
/// At most max(1, workers) threads run pieces at the same time: a thread that helps runs instead of a worker. The pool
/// uses further threads only if all these threads make no progress for 50 ms or more while a job waits that no thread
/// has begun.
///
/// After fork() the child's copy of a pool has no threads and no jobs. It starts threads of its own at the first job.
/// Jobs that were submitted before the fork finish in the parent alone. A Job must not fork and go on using the pool.
class WorkerPool {
public:
  /// The pool starts its `workers` threads at the first job that needs them, not before. 0 is allowed: then only
  /// waiting threads run jobs, except where one of them is stuck in its own job.
  explicit WorkerPool(unsigned workers);
  /// Makes a pool whose workers are bound to these CPUs (ascending; empty: to none). If `waitersHelp` is false, threads
  /// in helpUntil only wait, so that jobs run on these CPUs alone. But these threads help where the system gives the
  /// pool no thread at all. Threads always help a pool without workers.
  ///
  /// The pool calls `byNode` when the first worker starts. Where the CPUs are on several NUMA nodes, each worker is
  /// bound to the CPUs of one node. The worker takes pieces of the same part of each job, so that memory to which it
  /// wrote first is on its own node.
  WorkerPool(unsigned workers, std::vector<unsigned> cpus, bool waitersHelp,
             CpusByNode (*byNode)(const std::vector<unsigned> &cpus) = cpusByNode);
  /// Waits for the chunks that are running, and ends the threads. It drops jobs with pieces left without calling
  /// `finished`. No thread may be in one of the other functions. Never called from a static destructor.
  ~WorkerPool();
  WorkerPool(const WorkerPool &) = delete;
  WorkerPool &operator=(const WorkerPool &) = delete;

  /// Puts a job after the jobs that were already submitted with its priority. With `wake` false, sleeping workers stay
  /// asleep. That is right for a job so small that the thread which will wait for it does best to run it alone. The
  /// next thread that helps, or a worker that is running anyway, runs such a job. Where neither is sure to come, the
  /// caller has to call `wake` in the end.
  void submit(Job &job, bool wake = true, JobPriority priority = JobPriority::normal);
  /// Wakes as many sleeping workers as can take part in the submitted jobs.
  void wake();

  /// Runs the work to its end on this thread, without an execution slot of the pool and whatever else the pool has to
  /// do. Workers that are free, or soon are, take part where the work has enough pieces to be worth waking them. May be
  /// called from a Job.
  void run(Work &work);

  /// Runs submitted jobs on this thread until `done()` is true. Where there is no job to run, the thread spins for some
  /// microseconds, then sleeps. This thread calls `done` often, so `done` must be cheap. The thread that makes it true
  /// calls `notify` afterwards. Must not be called from a Job.
  ///
  /// `topic` names what this thread waits for, by any address that the notifier knows too. `notify` with another topic
  /// need not wake this thread.
  ///
  /// `begin`, if it is given, is called first and may submit jobs. If `begin` submits a job of a single piece with
  /// `wake` false, this thread keeps the job to itself and runs it at once, without the queue.
  void helpUntil(const std::function<bool()> &done, const void *topic = nullptr,
                 const std::function<void()> &begin = nullptr);
  /// Does the same as helpUntil, with a time limit. Gives up after `limit`, or later when the running chunk ends, and
  /// returns the last result of `done()`.
  bool helpFor(std::chrono::nanoseconds limit, const std::function<bool()> &done, const void *topic = nullptr);
  /// Makes threads in helpUntil call `done` again: the threads with this topic and the threads without a topic, or all
  /// threads where `topic` is nullptr. Costs an atomic increment where no such thread sleeps.
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
