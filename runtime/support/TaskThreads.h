// A few threads for work that must not run on the caller's: compilation ahead of need, the application's callbacks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_SUPPORT_TASK_THREADS_H
#define WEFT_RUNTIME_SUPPORT_TASK_THREADS_H

#include <atomic>
#include <functional>

namespace weft {

/// Tasks start in the order in which they were posted. Threads are started when needed, are detached, and end with the
/// process: nothing waits for them at exit. After fork() the child starts threads of its own; what the parent had
/// queued is the parent's.
class TaskThreads {
public:
  explicit TaskThreads(unsigned maxThreads) : maxThreads_(maxThreads ? maxThreads : 1) {}
  TaskThreads(const TaskThreads &) = delete;
  TaskThreads &operator=(const TaskThreads &) = delete;

  unsigned maxThreads() const { return maxThreads_; }

  /// The task must not throw. Where no thread can be had at all, it runs on the caller's.
  void post(std::function<void()> task);

private:
  class Impl;
  Impl &impl();

  const unsigned maxThreads_;
  std::atomic<Impl *> impl_{nullptr}; ///< never freed: its threads may outlive main()
};

} // namespace weft

#endif
