// A single thread that waits until file descriptors can be read, and then calls the objects that registered them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_DESCRIPTOR_POLLER_H
#define WEFT_RUNTIME_CORE_OBJECTS_DESCRIPTOR_POLLER_H

#include <cstdint>
#include <map>

#include "Mutex.h"
#include "core/objects/Object.h"

namespace weft::core {

/// The interface of an object that has a descriptor watched.
class DescriptorWatcher {
public:
  /// The object that this watcher is a part of. It is kept alive during `readable`.
  virtual Object &object() = 0;
  /// The poller's thread calls it when the descriptor can be read, once for each call of `arm`, with no lock held.
  virtual void readable() = 0;

protected:
  ~DescriptorWatcher() = default;
};

/// The poller's thread starts with the first descriptor, is detached, and ends with the process. After fork() the child
/// starts its own thread for the descriptors that were added before.
class DescriptorPoller {
public:
  DescriptorPoller() = default;
  DescriptorPoller(const DescriptorPoller &) = delete;
  DescriptorPoller &operator=(const DescriptorPoller &) = delete;

  /// Registers the descriptor, which is watched from the next call of `arm` on. Returns an id by which the other
  /// functions name it. Until `remove`, the descriptor must stay open and the watcher must stay at its address. Returns
  /// 0 if the system refuses: the descriptor can't be waited for, or the system provides no thread. Throws
  /// std::bad_alloc.
  uint64_t add(int descriptor, DescriptorWatcher &watcher) WEFT_EXCLUDES(mutex_);
  /// Makes the poller call the watcher once, as soon as the descriptor can be read.
  void arm(uint64_t number) noexcept WEFT_EXCLUDES(mutex_);
  /// Stops watching the descriptor. The watcher is not called after that, except for a call for which the poller has
  /// already retained the watcher's object.
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

  /// Creates the epoll instance and its thread if they don't exist. Returns false if the system refuses.
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
