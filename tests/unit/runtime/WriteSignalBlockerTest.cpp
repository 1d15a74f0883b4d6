// Tests that writes to broken pipes don't raise SIGPIPE, and that the process's own signal handlers still work.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WriteSignalBlocker.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <thread>

namespace weft {
namespace {

/// Writes to a pipe without a reader, and returns the errno of the write.
int writeToBrokenPipe() {
  int ends[2];
  if (pipe(ends) != 0)
    return -1;
  close(ends[0]);
  const ssize_t written = write(ends[1], "x", 1);
  const int error = written < 0 ? errno : 0;
  close(ends[1]);
  return error;
}

volatile sig_atomic_t handled = 0;

TEST(WriteSignalBlocker, ABrokenPipeIsAnErrorAlone) {
  std::signal(SIGPIPE, [](int) { handled = 1; });
  std::thread([] {
    {
      const WriteSignalBlocker signals;
      EXPECT_EQ(writeToBrokenPipe(), EPIPE);
    }
    EXPECT_EQ(handled, 0);
    // After the blocker's destruction, a broken pipe raises the signal again.
    EXPECT_EQ(writeToBrokenPipe(), EPIPE);
    EXPECT_EQ(handled, 1);
  }).join();
  std::signal(SIGPIPE, SIG_DFL);
}

TEST(WriteSignalBlocker, ASignalThatWaitedBeforeGoesOnWaiting) {
  std::thread([] {
    sigset_t pipeSignal;
    sigset_t waiting;
    sigemptyset(&pipeSignal);
    sigaddset(&pipeSignal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipeSignal, nullptr);
    EXPECT_EQ(writeToBrokenPipe(), EPIPE);
    {
      const WriteSignalBlocker signals;
      EXPECT_EQ(writeToBrokenPipe(), EPIPE);
    }
    sigpending(&waiting);
    EXPECT_EQ(sigismember(&waiting, SIGPIPE), 1);
    const timespec noTime{};
    EXPECT_EQ(sigtimedwait(&pipeSignal, nullptr, &noTime), SIGPIPE);
  }).join();
}

} // namespace
} // namespace weft
