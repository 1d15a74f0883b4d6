// Ensures that an application's callback isn't called once the application may have freed what the callback uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_CALLBACK_GATE_H
#define WEFT_RUNTIME_CORE_OBJECTS_CALLBACK_GATE_H

#include <chrono>
#include <functional>

#include "Mutex.h"

namespace weft::core {

/// Any thread may use a gate.
class CallbackGate {
public:
  /// Calls the callback, unless the gate is closed. The callback may close the gate.
  void pass(const std::function<void()> &callback) WEFT_EXCLUDES(mutex_);

  /// Closes the gate: no call begins any more. Returns when no call is under way, except for a call that the calling
  /// thread is in. In any case it returns after `longestWait`, because a callback may wait for the calling thread, and
  /// a call that was under way at a fork never ends in the child.
  void close() noexcept WEFT_EXCLUDES(mutex_);

private:
  static constexpr std::chrono::seconds longestWait{1};

  Mutex mutex_;
  ConditionVariable ended_;
  bool isClosed_ WEFT_GUARDED_BY(mutex_) = false;
  unsigned activeCalls_ WEFT_GUARDED_BY(mutex_) = 0;
};

} // namespace weft::core

#endif
