// Tests claims on entries of the disk cache: one process at a time generates an entry, and none waits for ever.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <optional>

#include "CacheTest.h"
#include "common/SleepingThread.h"

namespace weft::core {
namespace {

using test::WatchedThread;
using Outcome = EntryLock::Outcome;
using namespace std::chrono_literals;

/// A time limit that no waiter may reach, because it is longer than a test may take.
constexpr auto forEver = 1h;

class EntryLockTest : public CacheTest {
protected:
  DiskCache::EntryClaim turnOf(DiskCache &cache, const std::string &text, bool maybeSlow = false) {
    return cache.claimEntry(key(text), CacheKind::kernel, maybeSlow);
  }
  DiskCache cache_{folder_, plenty, forEver};
  DiskCache hurried_{folder_, plenty, 1ms};
};

TEST_F(EntryLockTest, OneAtATime) {
  DiskCache::EntryClaim turn = turnOf(cache_, "1");
  EXPECT_EQ(turn.lock.outcome(), Outcome::held);
  EXPECT_FALSE(turn.entryExists);
  EXPECT_EQ(turnOf(hurried_, "1").lock.outcome(), Outcome::timedOut);
  turn.lock.release();
  EXPECT_EQ(turnOf(hurried_, "1").lock.outcome(), Outcome::held);
}

TEST_F(EntryLockTest, EachEntryHasItsOwn) {
  const DiskCache::EntryClaim turn = turnOf(cache_, "1");
  EXPECT_EQ(turnOf(hurried_, "2").lock.outcome(), Outcome::held);
  DiskCache elsewhere(parent_ / "elsewhere", plenty, 1ms);
  EXPECT_EQ(turnOf(elsewhere, "1").lock.outcome(), Outcome::held);
}

TEST_F(EntryLockTest, WhoHasWaitedFindsTheEntry) {
  std::optional<DiskCache::EntryClaim> turn = turnOf(cache_, "1");
  WatchedThread waiting([&] {
    const DiskCache::EntryClaim next = turnOf(cache_, "1");
    EXPECT_EQ(next.lock.outcome(), Outcome::waited);
    EXPECT_TRUE(next.entryExists);
    EXPECT_EQ(cache_.load(key("1"), CacheKind::kernel), "code");
  });
  waiting.awaitSleep();
  cache_.store(key("1"), CacheKind::kernel, "code");
  turn.reset();
  waiting.join();
}

TEST_F(EntryLockTest, WhoHasWaitedInVainKeepsNobody) {
  std::optional<DiskCache::EntryClaim> turn = turnOf(cache_, "1");
  std::optional<DiskCache::EntryClaim> next;
  WatchedThread waiting([&] { next = turnOf(cache_, "1"); });
  waiting.awaitSleep();
  turn.reset(); // releases the claim without a stored entry
  waiting.join();
  EXPECT_EQ(turnOf(hurried_, "1").lock.outcome(), Outcome::held);
}

TEST_F(EntryLockTest, WhoIsSlowIsWaitedForASecond) {
  std::optional<DiskCache::EntryClaim> turn = turnOf(cache_, "1", true);
  EXPECT_EQ(turn->lock.outcome(), Outcome::held);
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(turnOf(cache_, "1").lock.outcome(), Outcome::timedOut);
  EXPECT_GE(std::chrono::steady_clock::now() - begun, 1s);
  // The next holder isn't slow, so a waiter waits longer than a second for it.
  turn.reset();
  turn = turnOf(cache_, "1");
  std::thread waiting([&] { EXPECT_NE(turnOf(cache_, "1").lock.outcome(), Outcome::timedOut); });
  std::this_thread::sleep_for(1100ms);
  turn.reset();
  waiting.join();
}

TEST_F(EntryLockTest, WhoSeesTheEntryWaitsNoLonger) {
  const DiskCache::EntryClaim turn = turnOf(cache_, "1");
  WatchedThread waiting([&] { EXPECT_TRUE(turnOf(cache_, "1").entryExists); });
  waiting.awaitSleep();
  cache_.store(key("1"), CacheKind::kernel, "code");
  waiting.join(); // ends although `turn` still holds the claim
}

TEST_F(EntryLockTest, AProcessThatIsKilledFreesIt) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const DiskCache::EntryClaim turn = turnOf(cache_, "1");
    const bool told = ::write(ends[1], "x", 1) == 1;
    while (told)
      pause();
    _exit(1);
  }
  char byte;
  ASSERT_EQ(::read(ends[0], &byte, 1), 1);
  EXPECT_EQ(turnOf(hurried_, "1").lock.outcome(), Outcome::timedOut);
  kill(child, SIGKILL);
  EXPECT_NE(turnOf(cache_, "1").lock.outcome(), Outcome::timedOut);
  waitpid(child, nullptr, 0);
  close(ends[0]);
  close(ends[1]);
}

TEST_F(EntryLockTest, AProcessThatWasForkedMeanwhileKeepsNobody) {
  std::optional<DiskCache::EntryClaim> turn = turnOf(cache_, "1");
  const pid_t child = fork();
  if (child == 0)
    for (;;)
      pause();
  turn.reset();
  EXPECT_EQ(turnOf(hurried_, "1").lock.outcome(), Outcome::held);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

TEST_F(EntryLockTest, SomebodyElsesDescriptorIsNotClosed) {
  const int free = open("/dev/null", O_RDONLY | O_CLOEXEC);
  ASSERT_GE(free, 0);
  close(free); // the lock's descriptor will get this number
  std::optional<DiskCache::EntryClaim> turn = turnOf(cache_, "1");
  const int other = open("/dev/null", O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(dup2(other, free), free);
  turn.reset();
  EXPECT_EQ(fcntl(free, F_GETFD), 0) << "the descriptor is open";
  close(free);
  close(other);
}

TEST_F(EntryLockTest, TheFileOfLocksIsNoEntry) {
  {
    const DiskCache::EntryClaim turn = turnOf(cache_, "1");
  }
  cache_.shrink(0);
  EXPECT_TRUE(std::filesystem::exists(own_ / "locks"));
  EXPECT_EQ(std::filesystem::file_size(own_ / "locks"), 0u);
}

TEST_F(EntryLockTest, ALinkInThePlaceOfTheFileIsNotFollowed) {
  std::filesystem::create_symlink(parent_ / "elsewhere", own_ / "locks");
  EXPECT_EQ(turnOf(cache_, "1").lock.outcome(), Outcome::none);
  EXPECT_FALSE(std::filesystem::exists(parent_ / "elsewhere"));
}

TEST_F(EntryLockTest, NobodyWaitsWithoutACache) {
  DiskCache none("", plenty, forEver);
  EXPECT_EQ(turnOf(none, "1").lock.outcome(), Outcome::none);
}

} // namespace
} // namespace weft::core
