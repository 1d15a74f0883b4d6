// Keeps an application's callback from being called once it may have freed what that uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_CALLBACK_GATE_H
#define WEFT_RUNTIME_CORE_OBJECTS_CALLBACK_GATE_H

#include <chrono>
#include <functional>

#include "Mutex.h"

namespace weft::core {

/// May be used by any thread.
class CallbackGate {
public:
  /// Calls the callback, unless the gate is closed. The callback may close it.
  void pass(const std::function<void()> &callback) WEFT_EXCLUDES(mutex_);

  /// No call begins any more. Returns when none is under way, but for the caller's own; and after `longestWait` in any
  /// case: a callback may wait for the caller, and one that was under way at a fork never ends in the child.
  void close() noexcept WEFT_EXCLUDES(mutex_);

private:
  static constexpr std::chrono::seconds longestWait{1};

  Mutex mutex_;
  ConditionVariable ended_;
  bool isClosed_ WEFT_GUARDED_BY(mutex_) = false;
  unsigned underWay_ WEFT_GUARDED_BY(mutex_) = 0;
};

} // namespace weft::core

#endif
