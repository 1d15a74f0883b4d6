// A thread that a test lets fall asleep before the test goes on.
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

/// A test that wakes a thread has to see the thread asleep first. If the test waited for some time instead, it would
/// depend on chance what the test shows.
class SleepingThread {
public:
  SleepingThread() = default;
  /// A thread of this or of another process that does nothing any more but the call in which it is to sleep.
  explicit SleepingThread(pid_t thread) : thread_(thread) {}

  /// The thread itself calls this function right before the call in which it is to sleep.
  void goesToSleep() { thread_.store(gettid()); }

  /// Returns when the thread sleeps in the kernel and doesn't wake by itself.
  void await() const {
    const std::atomic<bool> never{false};
    awaitOr(never);
  }
  /// The same, or when the thread has set `done`.
  void awaitOr(const std::atomic<bool> &done) const {
    while (thread_.load() == 0)
      std::this_thread::yield();
    for (std::string before, now = look(); !done && (before.empty() || before != now);
         before = std::exchange(now, look()))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

private:
  /// How often the thread has slept if it sleeps now, else nothing.
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

/// A thread whose work the test can see asleep.
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
  std::thread thread_; ///< the last member: the thread uses the others
};

} // namespace weft::test

#endif
