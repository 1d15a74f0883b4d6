// The trace's clock: reads and calibrates the CPU's counter.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TraceClock.h"

#include <ctime>
#include <limits>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace weft::trace {

namespace detail {

constinit bool hasCounter = false;

Ticks systemTime() noexcept {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<Ticks>(time.tv_sec) * 1'000'000'000 + static_cast<Ticks>(time.tv_nsec);
}

} // namespace detail

namespace {

/// Whether the counter runs at a constant rate whatever the CPU does, and is the same on all CPUs (Intel's manual,
/// volume 3, "Invariant TSC"; AMD's, volume 3, appendix E.4.7).
bool counterIsEven() {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & (1u << 8)) != 0;
#else
  return false;
#endif
}

} // namespace

TraceClock::TraceClock() {
  detail::hasCounter = counterIsEven();
  const Pair pair = read();
  first_ = pair.ticks;
  base_ = pair.nanoseconds;
}

void TraceClock::calibrate() {
  const Pair pair = read();
  if (detail::hasCounter && pair.ticks > first_ && pair.nanoseconds > base_)
    rate_ = static_cast<double>(pair.nanoseconds - base_) / static_cast<double>(pair.ticks - first_);
}

/// Reads both clocks one after the other, several times, and returns the pair of readings that took the shortest time.
/// If the thread was interrupted between the two readings of a pair, this pair is inexact.
TraceClock::Pair TraceClock::read() {
  Pair best{};
  uint64_t least = std::numeric_limits<uint64_t>::max();
  for (int attempt = 0; attempt < 16; ++attempt) {
    const Ticks before = now();
    const uint64_t time = detail::systemTime();
    const Ticks after = now();
    if (after - before < least) {
      least = after - before;
      best = {before + least / 2, time};
    }
  }
  return best;
}

} // namespace weft::trace
