// A thread that another one lets fall asleep before it goes on.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_COMMON_SLEEPING_THREAD_H
#define WEFT_TESTS_COMMON_SLEEPING_THREAD_H

#include <atomic>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <utility>

#include <unistd.h>

namespace weft::test {

/// What a test wakes has to sleep first. To wait for some time instead would leave it to chance what is tested.
class SleepingThread {
public:
  /// For the thread itself to call, when it has nothing left to do but what it is to sleep in.
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
    std::ifstream status("/proc/self/task/" + std::to_string(thread_.load()) + "/status");
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

} // namespace weft::test

#endif
