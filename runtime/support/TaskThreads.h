// A few threads for tasks that must not run on the caller's thread: speculative compiles, and the application's
// callbacks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_SUPPORT_TASK_THREADS_H
#define WEFT_RUNTIME_SUPPORT_TASK_THREADS_H

#include <atomic>
#include <functional>

namespace weft {

/// Tasks start in the order in which they were posted. Threads are started when tasks need them. They are detached and
/// end with the process: at exit, no thread waits for them. After fork() the child starts threads of its own. Tasks
/// that the parent had queued stay with the parent.
class TaskThreads {
public:
  explicit TaskThreads(unsigned maxThreads) : maxThreads_(maxThreads ? maxThreads : 1) {}
  TaskThreads(const TaskThreads &) = delete;
  TaskThreads &operator=(const TaskThreads &) = delete;

  unsigned maxThreads() const { return maxThreads_; }

  /// Queues a task, which must not throw. If the system can't start any thread, the calling thread runs the task.
  void post(std::function<void()> task);

private:
  class Impl;
  Impl &impl();

  const unsigned maxThreads_;
  std::atomic<Impl *> impl_{nullptr}; ///< never freed, because its threads may outlive main()
};

} // namespace weft

#endif
