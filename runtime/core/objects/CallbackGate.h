// Ensures that an application's callback isn't called once the application may have freed what the callback uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_CALLBACK_GATE_H
#define WEFT_RUNTIME_CORE_OBJECTS_CALLBACK_GATE_H

#include <chrono>
#include <functional>

#include "Mutex.h"

namespace weft::core {

/// A gate through which calls of one application callback pass until the gate is closed. Any thread may use it.
class CallbackGate {
public:
  /// Calls the callback, unless the gate is closed. The callback may close the gate.
  void pass(const std::function<void()> &callback) WEFT_EXCLUDES(mutex_);

  /// Closes the gate: no call begins after that. Then waits until all running calls have returned. If the calling
  /// thread is inside a call itself, it doesn't wait for that call. The wait takes at most `longestWait`, for two
  /// reasons. A callback may be waiting for the calling thread. And in the child of a fork, a call that ran in another
  /// thread at the fork never returns.
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
