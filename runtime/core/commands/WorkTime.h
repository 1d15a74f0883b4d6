// Measures how long the work of a command takes on one thread, and limits how long one thread works alone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_WORK_TIME_H
#define WEFT_RUNTIME_CORE_COMMANDS_WORK_TIME_H

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "core/objects/Device.h"

namespace weft::core {

/// If one thread needs at least this many nanoseconds for a command's work, another thread is woken to help. That is
/// about twice the time that it takes to wake a thread.
constexpr cl_ulong minParallelTime = 10'000;

/// The limit for work that one thread has begun or mostly runs alone. It is higher than minParallelTime, so that work
/// that takes about `minParallelTime` does not change from one thread to two and back again.
constexpr cl_ulong maxSerialTime = 2 * minParallelTime;

/// Measures how long one execution of a command's work takes. The work consists of pieces, which several threads can
/// share.
class WorkTime {
public:
  /// Must be called first. If `wanted` is true, updatedDuration returns the time in any case, otherwise only if it
  /// differs much from the expected time or is long.
  void start(bool wanted) { wanted_ = wanted; }

  /// Runs pieces on a thread by `run`. Other threads may run other pieces in the meantime.
  template <typename Run> void runChunk(Run run) {
    if (!wanted_)
      return run();
    const cl_ulong begun = Device::now();
    run();
    time_.fetch_add(Device::now() - begun, std::memory_order_relaxed);
  }

  /// Runs the pieces from index `done` to `whole` (exclusive) on this thread alone. Calls `run(first, end)` for some
  /// pieces at a time. Stops early if the remaining pieces would probably take this thread longer than maxSerialTime.
  /// Sets `done` to the index of the first piece that has not run. If pieces remain, their time is measured and
  /// reported in any case.
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

  /// Whether any piece was timed. If not, there is no new duration to report.
  bool isMeasured() const { return time_.load(std::memory_order_relaxed) != 0; }

  /// Called at the end of the work. Returns the nanoseconds that all threads together spent on it, or 0 if that is
  /// close to the expected time and need not be reported. `expected` is the time that was expected, 0 if none was
  /// known.
  cl_ulong updatedDuration(cl_ulong expected) const {
    const cl_ulong time = time_.load(std::memory_order_relaxed);
    // A far shorter time is also reported: the expected time was most likely measured with cold caches.
    const bool isNews = wanted_ || time >= maxSerialTime || (time != 0 && time < expected / 2);
    return isNews ? time : 0;
  }

private:
  /// The number of pieces to run before the clock is read again, if `done` of `whole` pieces have run.
  uint64_t next(uint64_t whole, uint64_t done) const {
    const uint64_t few = std::max<uint64_t>(1, whole / 8);
    if (done == 0 && wanted_) // it isn't known yet how long a piece takes
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
