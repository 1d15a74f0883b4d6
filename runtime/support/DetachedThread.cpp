// Starts the platform's own threads, which no thread joins.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/DetachedThread.h"

#include <signal.h>

namespace weft::detail {

bool startDetached(void *(*body)(void *argument), void *argument, size_t stackBytes) noexcept {
  sigset_t all, before;
  sigfillset(&all);
  // A new thread inherits the signal mask of the thread that creates it. So this thread blocks all signals while it
  // creates the new thread.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (stackBytes != 0)
    pthread_attr_setstacksize(&attributes, stackBytes);
  pthread_t thread;
  const bool started = pthread_create(&thread, &attributes, body, argument) == 0;
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return started;
}

} // namespace weft::detail
