// Texts and task threads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "TaskThreads.h"
#include "Text.h"

namespace weft {
namespace {

TEST(Text, PutsPartsTogether) {
  EXPECT_EQ(concat("a ", 1, " b ", size_t(2), std::string(" c"), -3), "a 1 b 2 c-3");
  EXPECT_EQ(hex(0xabc), "0xabc");
  EXPECT_EQ(concat(static_cast<const void *>(nullptr)), "0x0");
}

void waitFor(const std::function<bool()> &condition) {
  while (!condition())
    std::this_thread::yield();
}

TEST(TaskThreads, OneThreadKeepsTheOrder) {
  static TaskThreads threads(1); // lives on, as its thread does
  std::atomic<int> next{0};
  std::atomic<bool> inOrder{true};
  for (int i = 0; i < 1000; ++i)
    threads.post([&, i] {
      if (next.load() != i)
        inOrder = false;
      ++next;
    });
  waitFor([&] { return next == 1000; });
  EXPECT_TRUE(inOrder);
}

TEST(TaskThreads, SeveralTasksRunAtTheSameTime) {
  static TaskThreads threads(2);
  std::atomic<int> inside{0};
  std::atomic<int> done{0};
  for (int i = 0; i < 2; ++i)
    threads.post([&] {
      ++inside;
      waitFor([&] { return inside == 2; });
      ++done;
    });
  waitFor([&] { return done == 2; });
}

TEST(TaskThreads, StartAnewInTheChildOfAFork) {
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "ThreadSanitizer allows no threads in the child of a process with threads.";
#endif
  static TaskThreads threads(1);
  std::atomic<bool> ran{false};
  threads.post([&] { ran = true; });
  waitFor([&] { return ran.load(); });
  pid_t child = fork();
  if (child == 0) {
    std::atomic<bool> ranHere{false};
    threads.post([&] { ranHere = true; });
    waitFor([&] { return ranHere.load(); });
    _exit(7);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

} // namespace
} // namespace weft
