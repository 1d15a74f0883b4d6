// Mutex, lock and condition variable that Clang's thread-safety analysis follows: each mutex names what it guards.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_MUTEX_H
#define WEFT_DEVICE_CPU_MUTEX_H

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "Pause.h"

#define WEFT_CAPABILITY(name) __attribute__((capability(name)))
#define WEFT_SCOPED_CAPABILITY __attribute__((scoped_lockable))
#define WEFT_GUARDED_BY(mutex) __attribute__((guarded_by(mutex)))
#define WEFT_REQUIRES(...) __attribute__((requires_capability(__VA_ARGS__)))
#define WEFT_EXCLUDES(...) __attribute__((locks_excluded(__VA_ARGS__)))
#define WEFT_ACQUIRE(...) __attribute__((acquire_capability(__VA_ARGS__)))
#define WEFT_RELEASE(...) __attribute__((release_capability(__VA_ARGS__)))

/// All code of Weft that has mutexes uses this header. It has nothing to do with the device, but all other folders may
/// include headers of this folder.
namespace weft {

/// A thread that holds a mutex of Weft usually releases it within some hundred nanoseconds. To sleep and to be woken
/// takes 5 to 50 us. So a thread that finds the mutex locked first tries again for a while before it sleeps: 0.3 us on
/// a Zen 4, 1.5 us on a Skylake.
template <typename Lockable> void lockSoon(Lockable &lockable) {
  for (int looks = 0; looks < 32; ++looks) {
    if (lockable.try_lock())
      return;
    pauseBriefly();
  }
  lockable.lock();
}

class WEFT_CAPABILITY("mutex") Mutex {
public:
  void lock() WEFT_ACQUIRE() { lockSoon(mutex_); }
  void unlock() WEFT_RELEASE() { mutex_.unlock(); }

private:
  friend class Lock;
  std::mutex mutex_;
};

/// Holds a mutex for its scope; the holder may unlock it for a while and lock it again.
class WEFT_SCOPED_CAPABILITY Lock {
public:
  explicit Lock(Mutex &mutex) WEFT_ACQUIRE(mutex) : lock_(mutex.mutex_, std::defer_lock) { lockSoon(lock_); }
  ~Lock() WEFT_RELEASE() = default;
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;

  void lock() WEFT_ACQUIRE() { lockSoon(lock_); }
  void unlock() WEFT_RELEASE() { lock_.unlock(); }

private:
  friend class ConditionVariable;
  std::unique_lock<std::mutex> lock_;
};

/// The analysis sees the mutex as held throughout a wait. But the guarded data may change during a wait, so a wait has
/// to be in a loop that checks its condition again. The functions take no predicates, because the analysis cannot look
/// into lambdas.
class ConditionVariable {
public:
  /// Waits for one notification, which may be spurious.
  void wait(Lock &lock) { condition_.wait(lock.lock_); }
  /// Returns false if the time was up.
  bool waitUntil(Lock &lock, std::chrono::steady_clock::time_point end) {
    return condition_.wait_until(lock.lock_, end) == std::cv_status::no_timeout;
  }
  void notifyOne() { condition_.notify_one(); }
  void notifyAll() { condition_.notify_all(); }

private:
  std::condition_variable condition_;
};

} // namespace weft

#endif
