// The compilations of code that no launch has requested yet, and how they give way to kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_SPECULATIVE_COMPILES_H
#define WEFT_RUNTIME_CORE_PROGRAMS_SPECULATIVE_COMPILES_H

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <vector>

#include "Mutex.h"

namespace weft::core {

class KernelVariant;

/// Where a process has few CPUs, the compiler takes a large share of them from kernels that run meanwhile, and the code
/// may never be launched. So these compilations give way once a command that keeps several CPUs busy comes after they
/// were requested. From then on they get a CPU only where nothing else needs it (SCHED_IDLE, sched(7)). They stay so,
/// because a process without privileges can't raise a priority again. A nice value of 19 would not be enough: Linux
/// puts a thread that it wakes onto an idle CPU, and a CPU that runs nothing but SCHED_IDLE threads counts as idle.
class SpeculativeCompiles {
public:
  /// `deprioritise` says whether the compilations give way. They do where there are few CPUs.
  explicit SpeculativeCompiles(bool deprioritise) : mayDeprioritise_(deprioritise) {}
  SpeculativeCompiles(const SpeculativeCompiles &) = delete;
  SpeculativeCompiles &operator=(const SpeculativeCompiles &) = delete;

  /// Whether the compilations give way at all.
  bool mayDeprioritise() const { return mayDeprioritise_; }
  /// How many times several CPUs were about to become busy.
  uint64_t busyCount() const { return busyCount_.load(std::memory_order_relaxed); }
  /// Must be called before code is compiled for `variant`; `busyCount` is the count when the code was requested. If
  /// CPUs have become busy since, it waits until they no longer are, until a thread waits for the code, or for
  /// `longestWait`. Many programs end before that. And without a compiler thread, Linux spreads the kernels' threads
  /// over the CPUs at once, while it takes longer to do so where no CPU is idle.
  void waitUntilIdle(KernelVariant &variant, uint64_t busyCount) const;
  /// Called when the calling thread begins to compile for `variant`; the compilation lasts until `end` is called. Waits
  /// as waitUntilIdle does.
  void begin(KernelVariant &variant, uint64_t busyCount) noexcept WEFT_EXCLUDES(mutex_);
  /// Ends the compilation. May be called by any thread, and also for a compilation that has never begun.
  void end(KernelVariant &variant) noexcept WEFT_EXCLUDES(mutex_);
  /// Called when several CPUs are about to become busy: makes the compilations give way.
  void deprioritise() WEFT_EXCLUDES(mutex_) {
    if (!mayDeprioritise_)
      return;
    busyCount_.fetch_add(1);
    if (normalPriorityCount_.load() != 0) [[unlikely]]
      deprioritiseNow();
  }

  /// Called around a fork. Otherwise, in the child, no thread would unlock the mutex.
  void lockForFork() __attribute__((no_thread_safety_analysis)) { mutex_.lock(); }
  void unlockAfterFork() __attribute__((no_thread_safety_analysis)) { mutex_.unlock(); }

private:
  struct Compilation {
    KernelVariant *variant;
    pid_t process; ///< in the child of a fork, the parent's compilations don't exist
    pid_t thread;
    clockid_t cpuTime;
    bool hasNormalPriority = true;
  };
  void deprioritiseNow() WEFT_EXCLUDES(mutex_);
  void deprioritiseNow(Compilation &compilation) WEFT_REQUIRES(mutex_);

  static constexpr std::chrono::milliseconds longestWait{50};
  static constexpr std::chrono::milliseconds idleTime{2}; ///< the time without another command that keeps several CPUs
                                                          ///< busy after which the CPUs count as idle

  const bool mayDeprioritise_;
  Mutex mutex_;
  std::vector<Compilation> compilations_ WEFT_GUARDED_BY(mutex_);
  // A compilation that begins writes normalPriorityCount_ and then reads busyCount_. A thread with a new command does
  // the opposite: it writes busyCount_ and then reads normalPriorityCount_. So at least one of the two sees the other.
  std::atomic<unsigned> normalPriorityCount_{0}; ///< written under mutex_
  std::atomic<uint64_t> busyCount_{0};
};

} // namespace weft::core

#endif
