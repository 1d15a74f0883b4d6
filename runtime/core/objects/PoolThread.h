// Whether the calling thread runs jobs of a worker pool at the moment, and whether it must not wait.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_POOL_THREAD_H
#define WEFT_RUNTIME_CORE_OBJECTS_POOL_THREAD_H

#include <utility>

#include "TaskThreads.h"
#include "core/objects/Cpu.h"

namespace weft::core {

/// Marks a scope after which this thread will run jobs of `pool`. So if the thread submits small jobs to the pool
/// within the scope, no other thread is woken for them. If `pool` is null, the thread will run no jobs after the scope.
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

/// Marks the scope in which a thread of the pool does the work at the end of a job (Completion::finished). The thread
/// must not wait for anything within the scope.
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

/// Calls into the application. The application's code may wait. So if this thread must not wait, the callback thread
/// (Services) makes the call. Otherwise this thread makes the call itself. That allocates no memory, so a release by
/// the application, which may lead to a callback, doesn't fail for lack of memory.
template <typename Call> void callApplication(TaskThreads &callbackThread, Call call) {
  if (mustNotWait())
    callbackThread.post(std::move(call));
  else
    call();
}

} // namespace weft::core

#endif
