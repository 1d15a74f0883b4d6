// How long a work takes one thread, and how long one thread goes on with it alone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_WORK_TIME_H
#define WEFT_RUNTIME_CORE_COMMANDS_WORK_TIME_H

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "core/objects/Device.h"

namespace weft::core {

/// Nanoseconds of one thread from which work is worth what waking another one costs, twice over.
constexpr cl_ulong longForOneThread = 10'000;

/// The same for work that one thread has begun, or does most of the time: what takes about as long as that is not to go
/// from one thread to two and back again.
constexpr cl_ulong tooLongForOneThread = 2 * longForOneThread;

/// Of one execution of a work in pieces.
class WorkTime {
public:
  /// To be called first. `wanted`: it is told in any case; else where it isn't what was expected.
  void start(bool wanted) { wanted_ = wanted; }

  /// Pieces that a thread runs, others maybe at the same time. `run` runs them.
  template <typename Run> void runChunk(Run run) {
    if (!wanted_)
      return run();
    const cl_ulong begun = Device::now();
    run();
    time_.fetch_add(Device::now() - begun, std::memory_order_relaxed);
  }

  /// Pieces from number `done` on that this thread runs alone, by calls of `run` with the first number and the end: all
  /// of `whole`, or those behind which it would take too long for one thread. `done` tells which; from there on all are
  /// timed.
  template <typename Run> void runTogether(uint64_t whole, uint64_t &done, Run run) {
    const cl_ulong begun = Device::now();
    cl_ulong time = 0;
    for (double left = 0; done < whole && left < tooLongForOneThread;) {
      const uint64_t end = done + next(whole, done);
      run(done, end);
      done = end;
      time = Device::now() - begun;
      left = static_cast<double>(time) * static_cast<double>(whole - done) / static_cast<double>(done);
    }
    time_.store(time, std::memory_order_relaxed);
    wanted_ |= done < whole;
  }

  /// Whether any of it was timed; else there is no news.
  bool isMeasured() const { return time_.load(std::memory_order_relaxed) != 0; }

  /// At the end: nanoseconds of one thread where that is news, else 0. `expected` are those that were expected, 0 where
  /// nobody knew.
  cl_ulong news(cl_ulong expected) const {
    const cl_ulong time = time_.load(std::memory_order_relaxed);
    // The first time was one of cold caches, most likely.
    const bool isNews = wanted_ || time >= tooLongForOneThread || (time != 0 && time < expected / 2);
    return isNews ? time : 0;
  }

private:
  /// How many pieces come next before the clock is looked at.
  uint64_t next(uint64_t whole, uint64_t done) const {
    const uint64_t few = std::max<uint64_t>(1, whole / 8);
    if (done == 0 && wanted_) // nobody knows how long a piece takes
      return 1;
    if (done < few)
      return std::min(few, whole - done);
    return done < whole / 2 ? (whole - done) / 2 : whole - done;
  }

  bool wanted_ = false;
  std::atomic<cl_ulong> time_{0};
};

} // namespace weft::core

#endif
