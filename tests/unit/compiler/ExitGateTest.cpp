// The gate that exit closes before it destroys what compilations read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/ExitGate.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;

namespace weft::compiler {
namespace {

TEST(ExitGate, NobodyEntersOnceItIsClosed) {
  ExitGate gate;
  EXPECT_TRUE(gate.enter());
  gate.leave();
  gate.close(1h);
  EXPECT_TRUE(gate.closed());
  EXPECT_FALSE(gate.enter());
}

TEST(ExitGate, ClosingWaitsForThoseInside) {
  ExitGate gate;
  std::atomic<bool> left = false;
  ASSERT_TRUE(gate.enter());
  std::thread inside([&] {
    while (!gate.closed())
      std::this_thread::yield();
    std::this_thread::sleep_for(5ms);
    left = true;
    gate.leave();
  });
  gate.close(1h);
  EXPECT_TRUE(left);
  inside.join();
}

TEST(ExitGate, ClosingGivesUpAtItsLimit) {
  ExitGate gate;
  ASSERT_TRUE(gate.enter());
  gate.close(1ms);
  EXPECT_TRUE(gate.closed());
}

TEST(ExitGate, ThoseInsideTheParentOfAForkAreNotWaitedFor) {
  ExitGate gate;
  ASSERT_TRUE(gate.enter());
  const pid_t child = fork();
  if (child == 0) {
    const bool entered = gate.enter();
    gate.leave();
    gate.close(1h);
    _exit(entered ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  gate.leave();
}

} // namespace
} // namespace weft::compiler
