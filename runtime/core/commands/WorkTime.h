// How long a work takes on one thread, and how long one thread goes on with it alone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_WORK_TIME_H
#define WEFT_RUNTIME_CORE_COMMANDS_WORK_TIME_H

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "core/objects/Device.h"

namespace weft::core {

/// Nanoseconds. Work that takes one thread at least so long is worth twice the cost of waking another thread.
constexpr cl_ulong minParallelTime = 10'000;

/// The same limit for work that one thread has begun, or mostly runs alone. It is higher, so that work that takes about
/// `minParallelTime` does not change from one thread to two and back again.
constexpr cl_ulong maxSerialTime = 2 * minParallelTime;

/// The time of one execution of a work in pieces.
class WorkTime {
public:
  /// To be called first. With `wanted` the time is news in any case; else only where it isn't what was expected.
  void start(bool wanted) { wanted_ = wanted; }

  /// Runs pieces on a thread by `run`, maybe while other threads run others.
  template <typename Run> void runChunk(Run run) {
    if (!wanted_)
      return run();
    const cl_ulong begun = Device::now();
    run();
    time_.fetch_add(Device::now() - begun, std::memory_order_relaxed);
  }

  /// Runs the pieces from number `done` on, on this thread alone. Calls `run` with the number of the first piece and
  /// the end, exclusive. Runs all pieces up to `whole`, or stops where the rest would take one thread too long. `done`
  /// says where it stopped; all pieces from there on are timed.
  template <typename Run> void runSingleThreaded(uint64_t whole, uint64_t &done, Run run) {
    const cl_ulong begun = Device::now();
    cl_ulong time = 0;
    for (double left = 0; done < whole && left < maxSerialTime;) {
      const uint64_t end = done + next(whole, done);
      run(done, end);
      done = end;
      time = Device::now() - begun;
      left = static_cast<double>(time) * static_cast<double>(whole - done) / static_cast<double>(done);
    }
    time_.store(time, std::memory_order_relaxed);
    wanted_ |= done < whole;
  }

  /// Whether any piece was timed; if not, there is no news.
  bool isMeasured() const { return time_.load(std::memory_order_relaxed) != 0; }

  /// Called at the end. Returns the nanoseconds of one thread where they are news, else 0. `expected` is the time that
  /// was expected, 0 where none was known.
  cl_ulong updatedDuration(cl_ulong expected) const {
    const cl_ulong time = time_.load(std::memory_order_relaxed);
    // The expected time was most likely measured with cold caches, where this one is far shorter.
    const bool isNews = wanted_ || time >= maxSerialTime || (time != 0 && time < expected / 2);
    return isNews ? time : 0;
  }

private:
  /// The number of pieces that run before the next look at the clock.
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
