// std::mutex in a form that Clang's thread-safety analysis understands.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_SUPPORT_MUTEX_H
#define WEFT_RUNTIME_SUPPORT_MUTEX_H

#include <condition_variable>
#include <mutex>

#define WEFT_GUARDED_BY(mutex) __attribute__((guarded_by(mutex)))
#define WEFT_REQUIRES(...) __attribute__((requires_capability(__VA_ARGS__)))
#define WEFT_EXCLUDES(...) __attribute__((locks_excluded(__VA_ARGS__)))

namespace weft {

class __attribute__((capability("mutex"))) Mutex {
public:
  void lock() __attribute__((acquire_capability())) { mutex_.lock(); }
  void unlock() __attribute__((release_capability())) { mutex_.unlock(); }

private:
  friend class Lock;
  std::mutex mutex_;
};

/// Holds a Mutex for its scope.
class __attribute__((scoped_lockable)) Lock {
public:
  explicit Lock(Mutex &mutex) __attribute__((acquire_capability(mutex))) : lock_(mutex.mutex_) {}
  ~Lock() __attribute__((release_capability())) {}
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;

  /// Waits for one notification, spurious ones included. The mutex is released meanwhile.
  void wait(std::condition_variable &condition) { condition.wait(lock_); }

private:
  std::unique_lock<std::mutex> lock_;
};

} // namespace weft

#endif
