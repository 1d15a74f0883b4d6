// Whether the calling thread is in the midst of running commands, and what that forbids.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_POOL_THREAD_H
#define WEFT_RUNTIME_CORE_OBJECTS_POOL_THREAD_H

#include <utility>

#include "TaskThreads.h"
#include "core/objects/Cpu.h"

namespace weft::core {

/// Marks a stretch of code after which this thread goes on to run what a pool has: jobs submitted to it meanwhile need
/// nobody else to be woken. Null: it will run nothing.
class WillRunJobs {
public:
  explicit WillRunJobs(const cpu::WorkerPool *pool);
  ~WillRunJobs();
  WillRunJobs(const WillRunJobs &) = delete;
  WillRunJobs &operator=(const WillRunJobs &) = delete;

  static bool onThisThread(const cpu::WorkerPool &pool);

private:
  const cpu::WorkerPool *before_;
};

/// Marks the end of a job of a pool, where this thread must not wait for anything.
class EndsJob {
public:
  explicit EndsJob(const cpu::WorkerPool &pool);
  ~EndsJob();
  EndsJob(const EndsJob &) = delete;
  EndsJob &operator=(const EndsJob &) = delete;

private:
  bool before_;
  WillRunJobs willRunJobs_;
};

/// Whether this thread must not wait now.
bool mustNotWait();

/// Calls into the application: here, or on the callback thread (Services) where this thread must not wait, as the
/// application may. Here it takes no memory, so that what the application releases can't fail for want of it.
template <typename Call> void callApplication(TaskThreads &callbackThread, Call call) {
  if (mustNotWait())
    callbackThread.post(std::move(call));
  else
    call();
}

} // namespace weft::core

#endif
