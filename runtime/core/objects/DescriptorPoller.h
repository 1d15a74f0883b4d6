// A single thread that waits for file descriptors of other processes and of the system.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_DESCRIPTOR_POLLER_H
#define WEFT_RUNTIME_CORE_OBJECTS_DESCRIPTOR_POLLER_H

#include <cstdint>
#include <map>

#include "Mutex.h"
#include "core/objects/Object.h"

namespace weft::core {

/// An object that has a descriptor watched.
class DescriptorWatcher {
public:
  /// The object that this watcher is a part of. It is kept alive during `readable`.
  virtual Object &object() = 0;
  /// The descriptor can be read. Called once for each time that the descriptor was armed, on the poller's thread, with
  /// no lock held.
  virtual void readable() = 0;

protected:
  ~DescriptorWatcher() = default;
};

/// The poller's thread begins with the first descriptor, is detached, and ends with the process. After fork() the child
/// starts a thread of its own for the descriptors that were known before.
class DescriptorPoller {
public:
  DescriptorPoller() = default;
  DescriptorPoller(const DescriptorPoller &) = delete;
  DescriptorPoller &operator=(const DescriptorPoller &) = delete;

  /// Watches the descriptor from the next `arm` on. Returns the descriptor's number for the other functions. Until
  /// `remove`, the descriptor stays open and the watcher stays at its address. Returns 0 where the system refuses: the
  /// descriptor can't be waited for, or there is no room for a thread. Throws std::bad_alloc.
  uint64_t add(int descriptor, DescriptorWatcher &watcher) WEFT_EXCLUDES(mutex_);
  /// Calls the watcher once when the descriptor can be read, which may be now.
  void arm(uint64_t number) noexcept WEFT_EXCLUDES(mutex_);
  /// Stops watching: the watcher is no longer called, unless its object is already being kept for a call.
  void remove(uint64_t number) noexcept WEFT_EXCLUDES(mutex_);

  /// Called around fork().
  void lockForFork() __attribute__((no_thread_safety_analysis)) { mutex_.lock(); }
  void unlockInParent() __attribute__((no_thread_safety_analysis)) { mutex_.unlock(); }
  void resetInChild() __attribute__((no_thread_safety_analysis));

private:
  struct Entry {
    int descriptor;
    bool isArmed;
    DescriptorWatcher *watcher;
  };

  /// Makes the epoll instance and its thread where there are none. False where the system refuses.
  bool start() WEFT_REQUIRES(mutex_);
  bool startThread(int set) WEFT_REQUIRES(mutex_);
  void runForever(int set) WEFT_EXCLUDES(mutex_);
  void dispatch(uint64_t number) WEFT_EXCLUDES(mutex_);

  Mutex mutex_;
  int set_ WEFT_GUARDED_BY(mutex_) = -1; ///< the epoll instance of this process
  uint64_t last_ WEFT_GUARDED_BY(mutex_) = 0;
  std::map<uint64_t, Entry> entries_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
