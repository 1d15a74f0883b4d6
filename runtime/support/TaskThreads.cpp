// Runs tasks on other threads than the thread that posts them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/TaskThreads.h"

#include <unistd.h>

#include <deque>

#include "Mutex.h"
#include "support/DetachedThread.h"

namespace weft {

class TaskThreads::Impl {
public:
  explicit Impl(unsigned maxThreads) : maxThreads_(maxThreads) {}

  void post(std::function<void()> task) {
    bool startThread = false;
    {
      Lock lock(mutex_);
      tasks_.push_back(std::move(task));
      if (idle_ < tasks_.size() && threads_ < maxThreads_) {
        ++threads_;
        startThread = true;
      }
    }
    if (!startThread)
      condition_.notifyOne();
    else if (!startDetachedThread<&Impl::runForever>(*this, stackBytes))
      runHere();
  }

  const pid_t process = getpid();

private:
  static constexpr size_t stackBytes = size_t(8) << 20; ///< Clang needs a large stack for deeply nested expressions

  void runForever() {
    for (;;)
      next()();
  }

  std::function<void()> next() {
    Lock lock(mutex_);
    ++idle_;
    while (tasks_.empty())
      condition_.wait(lock);
    --idle_;
    std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    return task;
  }

  /// Called if the system provides no further thread. If other threads exist, they will run the task. Otherwise the
  /// calling thread runs it.
  void runHere() {
    std::function<void()> task;
    {
      Lock lock(mutex_);
      if (--threads_ != 0 || tasks_.empty())
        return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task();
  }

  const unsigned maxThreads_;
  Mutex mutex_;
  ConditionVariable condition_;
  std::deque<std::function<void()>> tasks_ WEFT_GUARDED_BY(mutex_);
  unsigned threads_ WEFT_GUARDED_BY(mutex_) = 0;
  size_t idle_ WEFT_GUARDED_BY(mutex_) = 0;
};

TaskThreads::Impl &TaskThreads::impl() {
  Impl *current = impl_.load(std::memory_order_acquire);
  while (!current || current->process != getpid()) {
    // After a fork, the object may be locked by a thread that doesn't exist in the child. So the child abandons it and
    // creates another.
    auto *fresh = new Impl(maxThreads_);
    if (impl_.compare_exchange_strong(current, fresh, std::memory_order_acq_rel))
      return *fresh;
    delete fresh;
  }
  return *current;
}

void TaskThreads::post(std::function<void()> task) { impl().post(std::move(task)); }

} // namespace weft
