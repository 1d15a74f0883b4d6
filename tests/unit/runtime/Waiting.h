// Waiting for a state that another thread brings about.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_RUNTIME_WAITING_H
#define WEFT_TESTS_UNIT_RUNTIME_WAITING_H

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace weft {

/// Returns once `condition` holds. Where it doesn't within a minute, the test would hang: the process ends with the
/// test's failure.
inline void waitUntil(const std::function<bool()> &condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) {
      ADD_FAILURE() << "what the test waits for has not come about in a minute";
      std::abort();
    }
    std::this_thread::yield();
  }
}

/// Whether a thread of this process sleeps, in a wait or a system call.
inline bool isAsleep(pid_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const size_t name = text.rfind(')'); // proc_pid_stat(5): "(name) S"
  return name != std::string::npos && text.compare(name, 3, ") S") == 0;
}

/// A thread that the test can see falling asleep.
class WatchedThread {
public:
  explicit WatchedThread(std::function<void()> work)
      : thread_([this, work = std::move(work)] {
          number_ = gettid();
          work();
        }) {}
  void awaitSleep() const {
    waitUntil([&] { return number_ != 0 && isAsleep(number_); });
  }
  void join() { thread_.join(); }

private:
  std::atomic<pid_t> number_{0};
  std::thread thread_;
};

} // namespace weft

#endif
