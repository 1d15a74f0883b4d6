// Tests that crashes, stack overflows and fatal errors inside the compiler end a guarded run, not the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/GuardedRun.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <new>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "llvm/Support/ErrorHandling.h"

#include "CompilerTest.h"
#include "pipeline/Guard.h"

namespace weft::compiler {
namespace {

TEST(GuardedRun, WorkThatEnds) {
  int value = 0;
  const GuardedOutcome outcome = runGuarded([&] { value = 7; });
  EXPECT_EQ(outcome.kind, GuardedOutcome::Finished);
  EXPECT_EQ(value, 7);
}

#ifndef WEFT_UNDER_SANITIZER

TEST(GuardedRun, FatalErrorBecomesASentence) {
  const GuardedOutcome outcome = runGuarded([] { llvm::report_fatal_error("the moon is full", false); });
  EXPECT_EQ(outcome.kind, GuardedOutcome::Failed);
  EXPECT_THAT(outcome.message.data(), testing::HasSubstr("the moon is full"));
}

TEST(GuardedRun, Abort) {
  const GuardedOutcome outcome = runGuarded([] { std::abort(); });
  EXPECT_EQ(outcome.kind, GuardedOutcome::Failed);
  EXPECT_THAT(outcome.message.data(), testing::HasSubstr("crashed"));
}

// After heap damage, the heap's locks may stay locked for ever, so a process that continued would hang.
TEST(GuardedRunDeathTest, DamagedHeapEndsTheProcess) {
  EXPECT_EXIT(runGuarded([] {
                void *volatile block = std::malloc(2'000);
                std::free(block);
                std::free(block);
              }),
              testing::KilledBySignal(SIGABRT), "free");
}

TEST(GuardedRun, NullPointer) {
  EXPECT_EQ(runGuarded([] {
              volatile int *volatile nothing = nullptr;
              *nothing = 1;
            }).kind,
            GuardedOutcome::Failed);
}

// The call after the recursive call prevents that the compiler turns the recursion into a loop.
[[gnu::noinline]] int sink(volatile char *bytes) { return bytes[0]; }
[[gnu::noinline]] int deep(int level) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(level);
  const int below = level > 0 ? deep(level + 1) : 0;
  return below + sink(frame);
}

/// Uses `bytes` bytes of the stack.
[[gnu::noinline]] int deepTo(size_t bytes) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(bytes);
  const int below = bytes > sizeof frame ? deepTo(bytes - sizeof frame) : 0;
  return below + sink(frame);
}

TEST(GuardedRun, StackOverflow) {
  volatile int result = 0;
  EXPECT_EQ(runGuarded([&] { result = deep(1); }).kind, GuardedOutcome::Failed);
}

size_t addressSpaceBytes() {
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * size_t(sysconf(_SC_PAGESIZE));
}

TEST(GuardedRun, StacksAreGivenBackAfterCrashes) {
  volatile int result = 0;
  const auto crash = [&] {
    EXPECT_EQ(runGuarded([&] { result = deep(1); }).kind, GuardedOutcome::Failed);
    EXPECT_EQ(runGuarded([] { std::abort(); }).kind, GuardedOutcome::Failed);
  };
  crash();
  const size_t before = addressSpaceBytes();
  for (int round = 0; round < 3; ++round)
    crash();
  EXPECT_LT(addressSpaceBytes(), before + (size_t(16) << 20)); // a leaked stack would be 256 MiB
}

TEST(GuardedRun, AllocationThatFails) {
  const GuardedOutcome outcome = runGuarded([] {
    static volatile size_t tooMuch = size_t(1) << 62; // the optimiser doesn't know the value
    ::operator delete(::operator new(tooMuch));
  });
  EXPECT_EQ(outcome.kind, GuardedOutcome::OutOfMemory);
}

TEST(GuardedRun, CrashesInSeveralThreads) {
  std::atomic<int> failed = 0, finished = 0;
  std::vector<std::thread> threads;
  for (int index = 0; index < 8; ++index)
    threads.emplace_back([&, index] {
      for (int round = 0; round < 5; ++round) {
        const GuardedOutcome outcome = runGuarded([&] {
          if (index % 2)
            std::abort();
        });
        ++(outcome.kind == GuardedOutcome::Finished ? finished : failed);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failed, 20);
  EXPECT_EQ(finished, 20);
}

/// Makes every later start of a thread fail, as it does when the user's process limit is reached.
void forbidThreads() {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 2, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAGAIN)};
  const sock_fprog filter{std::size(program), program};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}

TEST(GuardedRunDeathTest, RunsOnTheCallingThreadWhereNoOtherCanBeHad) {
  const auto run = [] {
    forbidThreads();
    pthread_t thread;
    if (pthread_create(&thread, nullptr, [](void *) -> void * { return nullptr; }, nullptr) != EAGAIN)
      _exit(1);
    stack_t signalStack = {}, after = {};
    sigset_t mask{}, maskAfter{};
    sigaltstack(nullptr, &signalStack);
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    volatile int result = 0;
    const bool worked = runGuarded([&] { result = 7; }).kind == GuardedOutcome::Finished && result == 7;
    // The work has as much stack as on a thread of its own, and can be abandoned for the same reasons.
    const bool isDeep = runGuarded([&] { result = deepTo(100 << 20); }).kind == GuardedOutcome::Finished;
    const bool crashed = runGuarded([&] { result = deep(1); }).kind == GuardedOutcome::Failed &&
                         runGuarded([] { std::abort(); }).kind == GuardedOutcome::Failed;
    const GuardedOutcome fatal = runGuarded([] { llvm::report_fatal_error("the moon is full", false); });
    sigaltstack(nullptr, &after);
    pthread_sigmask(SIG_SETMASK, nullptr, &maskAfter);
    const bool isAsBefore =
        signalStack.ss_sp == after.ss_sp && std::memcmp(&mask, &maskAfter, sizeof mask) == 0 && !Guard::current();
    _exit(!worked ? 2 : !isDeep ? 3 : !crashed ? 4 : fatal.kind != GuardedOutcome::Failed ? 5 : !isAsBefore ? 6 : 0);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

std::atomic<int> applicationSignals = 0;
void applicationHandler(int) { ++applicationSignals; }

TEST(GuardedRun, HandlersOfTheApplicationStay) {
  struct sigaction mine = {}, before = {}, after = {};
  mine.sa_handler = applicationHandler;
  sigaction(SIGTRAP, &mine, &before);
  applicationSignals = 0;
  // While guarded work runs, a signal for another thread reaches the application's handler.
  std::atomic<bool> running = false, done = false;
  std::thread guarded([&] {
    runGuarded([&] {
      running = true;
      while (!done)
        std::this_thread::yield();
    });
  });
  while (!running)
    std::this_thread::yield();
  raise(SIGTRAP);
  done = true;
  guarded.join();
  EXPECT_EQ(applicationSignals, 1);
  EXPECT_EQ(runGuarded([] { std::abort(); }).kind, GuardedOutcome::Failed);
  sigaction(SIGTRAP, &before, &after);
  EXPECT_EQ(after.sa_handler, applicationHandler);
}

TEST(GuardedRun, HandlerSetDuringWorkStays) {
  struct sigaction before = {}, after = {};
  sigaction(SIGTRAP, nullptr, &before);
  runGuarded([] {
    struct sigaction mine = {};
    mine.sa_handler = applicationHandler;
    sigaction(SIGTRAP, &mine, nullptr);
  });
  sigaction(SIGTRAP, &before, &after);
  EXPECT_EQ(after.sa_handler, applicationHandler);
}

#endif

} // namespace
} // namespace weft::compiler
