// Blocks SIGXFSZ and SIGPIPE within a scope.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/WriteSignalBlocker.h"

#include <cerrno>
#include <ctime>

namespace weft {

namespace {

constexpr int writeSignals[] = {SIGXFSZ, SIGPIPE};

} // namespace

WriteSignalBlocker::WriteSignalBlocker() {
  sigset_t blocked;
  sigemptyset(&blocked);
  for (int signal : writeSignals)
    sigaddset(&blocked, signal);
  sigpending(&waiting_);
  pthread_sigmask(SIG_BLOCK, &blocked, &mask_);
}

WriteSignalBlocker::~WriteSignalBlocker() {
  const int error = errno;
  sigset_t now;
  sigpending(&now);
  for (int signal : writeSignals) {
    if (sigismember(&now, signal) != 1 || sigismember(&waiting_, signal) == 1)
      continue;
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    const timespec noTime{};
    while (sigtimedwait(&one, nullptr, &noTime) < 0 && errno == EINTR)
      ;
  }
  pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
  errno = error;
}

} // namespace weft
