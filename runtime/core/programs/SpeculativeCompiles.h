// The compilations of code that no launch has asked for yet, and how they get out of kernels' way.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_COMPILATIONS_AHEAD_H
#define WEFT_RUNTIME_CORE_PROGRAMS_COMPILATIONS_AHEAD_H

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <vector>

#include "Mutex.h"

namespace weft::core {

class KernelVariant;

/// Where a process has few CPUs the compiler takes a good part of them from kernels that run meanwhile, and what it
/// makes may never be launched. So from the first command on that keeps several CPUs busy after they were asked for,
/// these compilations have a CPU only where nothing else wants it (SCHED_IDLE, sched(7)), and stay so: a process
/// without privileges can't raise a priority again. Not a nice value of 19: Linux puts a thread that it wakes onto an
/// idle CPU, and takes one that runs nothing but threads of this policy for idle.
class SpeculativeCompiles {
public:
  /// `giveWay`: there are few CPUs.
  explicit SpeculativeCompiles(bool giveWay) : giveWay_(giveWay) {}
  SpeculativeCompiles(const SpeculativeCompiles &) = delete;
  SpeculativeCompiles &operator=(const SpeculativeCompiles &) = delete;

  /// Whether they give way at all.
  bool mayGiveWay() const { return giveWay_; }
  /// How often several CPUs were about to be busy.
  uint64_t busyTimes() const { return busyTimes_.load(std::memory_order_relaxed); }
  /// To be called before something is compiled for `variant`, for which `busyTimes` were there when that was asked for.
  /// Where CPUs have become busy since, it waits until they no longer do, or somebody waits for the code, or
  /// `longestWait` is over. Many programs end before that, and Linux, which takes its time to spread threads over CPUs
  /// of which none is idle, spreads kernels' threads at once.
  void awaitQuiet(KernelVariant &variant, uint64_t busyTimes) const;
  /// The calling thread compiles for `variant` until it calls `end`. Waits as awaitQuiet does.
  void begin(KernelVariant &variant, uint64_t busyTimes) noexcept WEFT_EXCLUDES(mutex_);
  /// From any thread, and also where it has never begun.
  void end(KernelVariant &variant) noexcept WEFT_EXCLUDES(mutex_);
  /// Several CPUs are about to be busy.
  void giveWay() WEFT_EXCLUDES(mutex_) {
    if (!giveWay_)
      return;
    busyTimes_.fetch_add(1);
    if (inTheWay_.load() != 0) [[unlikely]]
      giveWayNow();
  }

  /// Around a fork: in the child nobody would let go of the mutex.
  void lockForFork() __attribute__((no_thread_safety_analysis)) { mutex_.lock(); }
  void unlockAfterFork() __attribute__((no_thread_safety_analysis)) { mutex_.unlock(); }

private:
  struct Compilation {
    KernelVariant *variant;
    pid_t process; ///< in the child of a fork there are only those that it has begun
    pid_t thread;
    clockid_t cpuTime;
    bool isInTheWay = true;
  };
  void giveWayNow() WEFT_EXCLUDES(mutex_);
  void giveWayNow(Compilation &compilation) WEFT_REQUIRES(mutex_);

  static constexpr std::chrono::milliseconds longestWait{50};
  static constexpr std::chrono::milliseconds quietTime{2}; ///< with nothing new that keeps several CPUs busy

  const bool giveWay_;
  Mutex mutex_;
  std::vector<Compilation> compilations_ WEFT_GUARDED_BY(mutex_);
  // Who begins writes inTheWay_ and reads busyTimes_ then, whose commands begin the other way round: neither is missed.
  std::atomic<unsigned> inTheWay_{0}; ///< written under mutex_
  std::atomic<uint64_t> busyTimes_{0};
};

} // namespace weft::core

#endif
