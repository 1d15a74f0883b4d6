// A busy wait for a condition, which gives up after a time limit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_SCHEDULER_SPIN_WAIT_H
#define WEFT_DEVICE_CPU_SCHEDULER_SPIN_WAIT_H

#include <algorithm>
#include <chrono>

#include "Pause.h"

namespace weft::cpu {

/// Calls `condition` again and again until it returns true, and then returns true. Gives up and returns false after the
/// time `limit`, or at the time `end` if that comes earlier.
template <typename Condition>
bool spinUntil(Condition &&condition, std::chrono::nanoseconds limit,
               std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max()) {
  using Clock = std::chrono::steady_clock;
  if (limit.count() <= 0)
    return condition();
  const Clock::time_point stop = std::min(Clock::now() + limit, end);
  do {
    // Reading the clock costs about as much as one pause, so it is read only every eighth time.
    for (int i = 0; i < 8; ++i) {
      if (condition())
        return true;
      pauseBriefly();
    }
  } while (Clock::now() < stop);
  return condition();
}

} // namespace weft::cpu

#endif
