// Waits for a condition that another thread makes true.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_COMMON_WAITING_H
#define WEFT_TESTS_COMMON_WAITING_H

#include <chrono>
#include <cstdlib>
#include <functional>
#include <thread>

#include <gtest/gtest.h>

namespace weft::test {

/// Returns once `condition` holds. If the condition doesn't hold within a minute, the test fails and the process
/// aborts, so that the test doesn't hang.
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

} // namespace weft::test

#endif
