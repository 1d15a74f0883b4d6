// Whether the calling thread is in the midst of running commands, and what that forbids.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_POOL_THREAD_H
#define WEFT_RUNTIME_CORE_POOL_THREAD_H

#include <functional>

namespace weft::core {

/// Marks a stretch of code after which this thread goes on to run what the pool has: jobs submitted meanwhile need
/// nobody else to be woken.
class WillRunJobs {
public:
  explicit WillRunJobs(bool will = true);
  ~WillRunJobs();
  WillRunJobs(const WillRunJobs &) = delete;
  WillRunJobs &operator=(const WillRunJobs &) = delete;

  static bool onThisThread();

private:
  bool before_;
};

/// Marks the end of a job, where this thread must not wait for anything.
class EndsJob {
public:
  EndsJob();
  ~EndsJob();
  EndsJob(const EndsJob &) = delete;
  EndsJob &operator=(const EndsJob &) = delete;

private:
  bool before_;
  WillRunJobs willRunJobs_;
};

/// Calls into the application: here, or on the callback thread where this thread must not wait, as the application
/// may.
void callApplication(std::function<void()> call);

} // namespace weft::core

#endif
