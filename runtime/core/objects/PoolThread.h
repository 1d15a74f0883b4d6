// Whether the calling thread is in the midst of running commands, and what it must not do then.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_POOL_THREAD_H
#define WEFT_RUNTIME_CORE_OBJECTS_POOL_THREAD_H

#include <utility>

#include "TaskThreads.h"
#include "core/objects/Cpu.h"

namespace weft::core {

/// Marks a stretch of code after which this thread goes on to run jobs of a pool. Jobs that are submitted to the pool
/// meanwhile need no other thread to be woken. Null: the thread will run no jobs.
class JobRunnerScope {
public:
  explicit JobRunnerScope(const cpu::WorkerPool *pool);
  ~JobRunnerScope();
  JobRunnerScope(const JobRunnerScope &) = delete;
  JobRunnerScope &operator=(const JobRunnerScope &) = delete;

  static bool onThisThread(const cpu::WorkerPool &pool);

private:
  const cpu::WorkerPool *before_;
};

/// Marks the end of a pool's job, where this thread must not wait for anything.
class JobEndScope {
public:
  explicit JobEndScope(const cpu::WorkerPool &pool);
  ~JobEndScope();
  JobEndScope(const JobEndScope &) = delete;
  JobEndScope &operator=(const JobEndScope &) = delete;

private:
  bool before_;
  JobRunnerScope jobRunnerScope_;
};

/// Whether this thread must not wait now.
bool mustNotWait();

/// Calls into the application. The application may wait, so where this thread must not wait the callback thread
/// (Services) makes the call. Otherwise this thread does, and takes no memory for it: what the application releases
/// then can't fail for want of memory.
template <typename Call> void callApplication(TaskThreads &callbackThread, Call call) {
  if (mustNotWait())
    callbackThread.post(std::move(call));
  else
    call();
}

} // namespace weft::core

#endif
