// Tests FileDescriptor, which owns a descriptor, in processes that have closed their standard streams.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FileDescriptor.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

namespace weft::cpu {
namespace {

TEST(FileDescriptor, IsNeverThatOfAStandardStream) {
  const pid_t child = fork();
  if (child == 0) {
    for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      close(stream);
    const FileDescriptor first(open("/dev/null", O_RDWR | O_CLOEXEC));
    const FileDescriptor second(open("/dev/null", O_RDWR | O_CLOEXEC));
    const bool above = first.get() > STDERR_FILENO && second.get() > STDERR_FILENO && first.get() != second.get();
    const bool closes = (fcntl(first.get(), F_GETFD) & FD_CLOEXEC) != 0;
    const bool left = fcntl(STDIN_FILENO, F_GETFD) >= 0 || fcntl(STDERR_FILENO, F_GETFD) >= 0;
    _exit((above ? 0 : 1) + (closes ? 0 : 2) + (left ? 4 : 0));
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST(FileDescriptor, ClosesOnceAndSaysWhetherItCould) {
  FileDescriptor file(open("/dev/null", O_RDWR | O_CLOEXEC));
  ASSERT_TRUE(file);
  const int number = file.get();
  FileDescriptor other = std::move(file);
  EXPECT_EQ(other.get(), number);
  EXPECT_TRUE(other.close());
  EXPECT_FALSE(other);
  EXPECT_LT(fcntl(number, F_GETFD), 0);
  EXPECT_TRUE(other.close());
  EXPECT_FALSE(FileDescriptor(open("/nowhere/at/all", O_RDONLY)));
}

} // namespace
} // namespace weft::cpu
