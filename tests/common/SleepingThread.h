// Waits until another thread sleeps in the kernel, for tests that wake a sleeping thread.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_COMMON_SLEEPING_THREAD_H
#define WEFT_TESTS_COMMON_SLEEPING_THREAD_H

#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include <unistd.h>

namespace weft::test {

/// Lets a test wait until a thread is asleep. A test that wakes a thread needs this wait: after a fixed delay instead,
/// it would depend on chance whether the thread was asleep.
class SleepingThread {
public:
  SleepingThread() = default;
  /// `thread` belongs to this or to another process. The call in which it shall sleep is the next thing that it does.
  explicit SleepingThread(pid_t thread) : thread_(thread) {}

  /// The thread itself calls this function right before the call in which it shall sleep.
  void goesToSleep() { thread_.store(gettid()); }

  /// Returns when the thread sleeps in the kernel and doesn't wake by itself between two looks.
  void await() const {
    const std::atomic<bool> never{false};
    awaitOr(never);
  }
  /// Returns when the thread sleeps as in `await`, or when the thread has set `done`.
  void awaitOr(const std::atomic<bool> &done) const {
    while (thread_.load() == 0)
      std::this_thread::yield();
    for (std::string before, now = look(); !done && (before.empty() || before != now);
         before = std::exchange(now, look()))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

private:
  /// Returns the count of the thread's sleeps as text if the thread sleeps now, otherwise an empty string.
  std::string look() const {
    std::ifstream status("/proc/" + std::to_string(thread_.load()) + "/status");
    bool sleeps = false;
    std::string times;
    for (std::string line; std::getline(status, line);) {
      sleeps = sleeps || line.starts_with("State:\tS");
      if (line.starts_with("voluntary_ctxt_switches:"))
        times = line;
    }
    return sleeps ? times : "";
  }

  std::atomic<pid_t> thread_{0};
};

/// Runs `work` on a thread, and lets the test wait until that thread sleeps.
class WatchedThread {
public:
  explicit WatchedThread(std::function<void()> work)
      : thread_([this, work = std::move(work)] {
          self_.goesToSleep();
          work();
          hasEnded_ = true;
        }) {}

  /// Returns when the thread sleeps, or when its work has ended.
  void awaitSleep() const { self_.awaitOr(hasEnded_); }
  void join() { thread_.join(); }

private:
  SleepingThread self_;
  std::atomic<bool> hasEnded_{false};
  std::thread thread_; ///< the last member, because the thread uses the other members
};

} // namespace weft::test

#endif
