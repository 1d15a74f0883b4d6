// Starts the platform's own threads, which no thread joins.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_SUPPORT_DETACHED_THREAD_H
#define WEFT_RUNTIME_SUPPORT_DETACHED_THREAD_H

#include <pthread.h>

#include <cstddef>

namespace weft {

namespace detail {
/// Starts a thread that calls `body(argument)` and for which all signals are blocked.
bool startDetached(void *(*body)(void *argument), void *argument, size_t stackBytes) noexcept;
} // namespace detail

/// Starts a thread that calls a member function: `startDetachedThread<&Poller::runForever>(*this)`. If `stackBytes` is
/// 0, the system chooses the size of its stack. All signals are blocked in the thread, so that the application's
/// threads get them. The thread can't be cancelled, because a callback of the application that runs on it could
/// otherwise request that, and the thread would never do its further work. Returns false if the system has no thread
/// left.
template <auto member, typename T> bool startDetachedThread(T &object, size_t stackBytes = 0) noexcept {
  const auto body = [](void *self) -> void * {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);
    (static_cast<T *>(self)->*member)();
    return nullptr;
  };
  return detail::startDetached(body, &object, stackBytes);
}

} // namespace weft

#endif
