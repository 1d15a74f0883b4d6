// Ensures that an application's callback isn't called once the application may have freed what the callback uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/CallbackGate.h"

#include <utility>

namespace weft::core {

namespace {

/// The gate whose callback the calling thread is executing at the moment, or null.
thread_local const CallbackGate *passing = nullptr;

} // namespace

void CallbackGate::pass(const std::function<void()> &callback) {
  {
    Lock lock(mutex_);
    if (isClosed_)
      return;
    ++activeCalls_;
  }
  const CallbackGate *outer = std::exchange(passing, this);
  callback();
  passing = outer;
  Lock lock(mutex_);
  --activeCalls_;
  ended_.notifyAll();
}

void CallbackGate::close() noexcept {
  const auto end = std::chrono::steady_clock::now() + longestWait;
  Lock lock(mutex_);
  isClosed_ = true;
  const unsigned ownCalls = passing == this ? 1 : 0;
  while (activeCalls_ > ownCalls && ended_.waitUntil(lock, end))
    ;
}

} // namespace weft::core
