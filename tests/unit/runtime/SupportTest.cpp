// Tests helpers that build texts, and task threads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "TaskThreads.h"
#include "Text.h"
#include "common/Waiting.h"

namespace weft {
namespace {

using test::waitUntil;

TEST(Text, PutsPartsTogether) {
  EXPECT_EQ(concat("a ", 1, " b ", size_t(2), std::string(" c"), -3), "a 1 b 2 c-3");
  EXPECT_EQ(hex(0xabc), "0xabc");
  EXPECT_EQ(concat(static_cast<const void *>(nullptr)), "0x0");
}

TEST(TaskThreads, OneThreadKeepsTheOrder) {
  static TaskThreads threads(1); // never destroyed, because its thread never ends
  std::atomic<int> next{0};
  std::atomic<bool> inOrder{true};
  for (int i = 0; i < 1000; ++i)
    threads.post([&, i] {
      if (next.load() != i)
        inOrder = false;
      ++next;
    });
  waitUntil([&] { return next == 1000; });
  EXPECT_TRUE(inOrder);
}

TEST(TaskThreads, SeveralTasksRunAtTheSameTime) {
  static TaskThreads threads(2);
  std::atomic<int> inside{0};
  std::atomic<int> done{0};
  for (int i = 0; i < 2; ++i)
    threads.post([&] {
      ++inside;
      waitUntil([&] { return inside == 2; });
      ++done;
    });
  waitUntil([&] { return done == 2; });
}

TEST(TaskThreads, StartAnewInTheChildOfAFork) {
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "ThreadSanitizer allows no threads in the child of a process with threads.";
#endif
  static TaskThreads threads(1);
  std::atomic<bool> ran{false};
  threads.post([&] { ran = true; });
  waitUntil([&] { return ran.load(); });
  pid_t child = fork();
  if (child == 0) {
    std::atomic<bool> ranHere{false};
    threads.post([&] { ranHere = true; });
    waitUntil([&] { return ranHere.load(); });
    _exit(7);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

} // namespace
} // namespace weft
