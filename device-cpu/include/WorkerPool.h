// Jobs, the workers that run them, and how a waiting thread helps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_WORKER_POOL_H
#define WEFT_DEVICE_CPU_WORKER_POOL_H

#include <cstdint>
#include <functional>
#include <memory>

namespace weft::cpu {

class Arena; // scratch memory of one running thread (memory/Arena.h)

/// Work made of `size()` independent pieces, claimed in chunks by any number of threads at once.
/// The submitter owns it and keeps it alive until `finished` has been called.
class Job {
public:
  virtual ~Job() = default;
  /// Number of pieces; constant from submission on. May be 0: then only `finished` is called.
  virtual uint64_t size() const = 0;
  /// Runs pieces [begin, end). Called from several threads at once with disjoint ranges; must not throw.
  virtual void run(uint64_t begin, uint64_t end, Arena &arena) = 0;
  /// Called exactly once, with no lock held, on the thread that ended the last piece. It may submit other jobs and may
  /// destroy this one.
  virtual void finished() = 0;

private:
  friend class WorkerPool;
  struct State; // claims, kept by the pool
  alignas(64) unsigned char state_[64] = {};
};

/// The threads of the device. Every function may be called from any thread.
class WorkerPool {
public:
  /// `workers` threads are started at the first job, not before. 0 is allowed: then only waiting threads run jobs.
  explicit WorkerPool(unsigned workers);
  /// Waits for running jobs' chunks, ends the threads. Never called from a static destructor.
  ~WorkerPool();
  WorkerPool(const WorkerPool &) = delete;
  WorkerPool &operator=(const WorkerPool &) = delete;

  /// Puts a job behind those already submitted. `wake` false leaves sleeping workers asleep: right for a job so small
  /// that the thread about to wait for it does best to run it alone.
  void submit(Job &job, bool wake = true);
  /// Wakes as many sleeping workers as there are jobs to take part in.
  void wake();

  /// Runs submitted jobs on this thread until `done()` is true; sleeps where there is nothing to run. `done` is called
  /// often, from this thread, and must be cheap; whoever makes it true calls `notify` afterwards.
  void helpUntil(const std::function<bool()> &done);
  /// As above, with an end: gives up after `nanoseconds` and returns what `done()` said last.
  bool helpUntil(const std::function<bool()> &done, uint64_t nanoseconds);
  /// Wakes the threads in helpUntil so that they look at `done` again.
  void notify();

  unsigned workers() const;

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace weft::cpu

#endif
