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

/// A speculative compilation takes CPUs from kernels that run meanwhile, although its code may never be launched. On a
/// machine with few CPUs, that is a large share of them. So there, a speculative compilation gives way if a command
/// that keeps several CPUs busy comes after the compilation was requested. The compiling thread then gets a CPU only if
/// no other thread needs it (SCHED_IDLE, sched(7)). The thread keeps this priority until the compilation ends, because
/// a process without privileges can't raise a priority again. A nice value of 19 would not be enough: Linux puts a
/// thread that it wakes onto an idle CPU, and a CPU that runs nothing but SCHED_IDLE threads counts as idle.
class SpeculativeCompiles {
public:
  /// If `deprioritise` is true, compilations give way to kernels as described above; otherwise they never do. The
  /// caller passes true if the machine has few CPUs.
  explicit SpeculativeCompiles(bool deprioritise) : mayDeprioritise_(deprioritise) {}
  SpeculativeCompiles(const SpeculativeCompiles &) = delete;
  SpeculativeCompiles &operator=(const SpeculativeCompiles &) = delete;

  /// The constructor's argument: whether compilations may give way to kernels.
  bool mayDeprioritise() const { return mayDeprioritise_; }
  /// The number of calls of `deprioritise` so far, that is, of commands that keep several CPUs busy.
  uint64_t busyCount() const { return busyCount_.load(std::memory_order_relaxed); }
  /// Must be called before code is compiled for `variant`. `busyCount` is the value of busyCount() when the code was
  /// requested. If commands have made CPUs busy since, this thread waits until no further such command has come for
  /// `idleTime`, until another thread waits for the code, or for `longestWait`. The wait has two advantages. Many
  /// programs end before it does, so that the code is never compiled. And while no compiler runs, Linux has idle CPUs
  /// over which it spreads the kernels' threads at once.
  void waitUntilIdle(KernelVariant &variant, uint64_t busyCount) const;
  /// Called by the thread that compiles the code for `variant`, before it begins. Waits as waitUntilIdle does, and then
  /// records the compilation until `end` is called.
  void begin(KernelVariant &variant, uint64_t busyCount) noexcept WEFT_EXCLUDES(mutex_);
  /// Ends the compilation. May be called by any thread, and also for a compilation that has never begun.
  void end(KernelVariant &variant) noexcept WEFT_EXCLUDES(mutex_);
  /// Called before a command runs that keeps several CPUs busy: makes all recorded compilations give way.
  void deprioritise() WEFT_EXCLUDES(mutex_) {
    if (!mayDeprioritise_)
      return;
    busyCount_.fetch_add(1);
    if (normalPriorityCount_.load() != 0) [[unlikely]]
      deprioritiseNow();
  }

  /// Called before and after a fork. If another thread held the mutex at the fork, no thread of the child would unlock
  /// it.
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
  static constexpr std::chrono::milliseconds idleTime{2}; ///< if no command that keeps several CPUs busy has come for
                                                          ///< this time, the CPUs count as idle

  const bool mayDeprioritise_;
  Mutex mutex_;
  std::vector<Compilation> compilations_ WEFT_GUARDED_BY(mutex_);
  // A thread that begins a compilation first writes normalPriorityCount_ and then reads busyCount_. A thread with a new
  // command first writes busyCount_ and then reads normalPriorityCount_. So at least one of the two threads sees what
  // the other has written, and makes the compilation give way.
  std::atomic<unsigned> normalPriorityCount_{0}; ///< written under mutex_
  std::atomic<uint64_t> busyCount_{0};
};

} // namespace weft::core

#endif
