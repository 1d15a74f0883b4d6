// Whether the calling thread is running commands at the moment, and what it must not do then.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_POOL_THREAD_H
#define WEFT_RUNTIME_CORE_OBJECTS_POOL_THREAD_H

#include <utility>

#include "TaskThreads.h"
#include "core/objects/Cpu.h"

namespace weft::core {

/// Marks a scope after which this thread goes on to run jobs of a pool. Jobs that are submitted to the pool within the
/// scope need no other thread to be woken. Null: the thread will run no jobs.
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

/// Marks the scope at the end of a pool's job in which this thread must not wait for anything.
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

/// Whether this thread must not wait now (JobEndScope).
bool mustNotWait();

/// Calls into the application. The application may wait, so the callback thread (Services) makes the call if this
/// thread must not wait. Otherwise this thread makes the call, and allocates no memory for it. So what the application
/// releases can't fail for lack of memory.
template <typename Call> void callApplication(TaskThreads &callbackThread, Call call) {
  if (mustNotWait())
    callbackThread.post(std::move(call));
  else
    call();
}

} // namespace weft::core

#endif
